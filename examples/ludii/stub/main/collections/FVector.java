package main.collections;

/** What the agent needs of the class of this name in Ludii; written for the test. */
public class FVector {
    public final float[] values;

    private FVector(float[] values) {
        this.values = values;
    }

    public static FVector wrap(float[] values) {
        return new FVector(values);
    }
}
