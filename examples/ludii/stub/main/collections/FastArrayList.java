package main.collections;

import java.util.ArrayList;
import java.util.List;

/** The part of Ludii's class that the agent uses, written for the test. */
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
