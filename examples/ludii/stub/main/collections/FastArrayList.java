package main.collections;

import java.util.ArrayList;
import java.util.List;

/** What the agent needs of the class of this name in Ludii; written for the test. */
public class FastArrayList<E> {
    private final List<E> elements = new ArrayList<>();

    public void add(E element) {
        elements.add(element);
    }

    public E get(int index) {
        return elements.get(index);
    }

    public int size() {
        return elements.size();
    }
}
