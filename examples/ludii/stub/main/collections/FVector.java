package main.collections;

/** The part of Ludii's class that the agent uses, written for the test. */
public class FVector {
    public final float[] values;

    private FVector(float[] values) {
        this.values = values;
    }

    public static FVector wrap(float[] values) {
        return new FVector(values);
    }
}
