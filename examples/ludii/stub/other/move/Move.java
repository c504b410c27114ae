package other.move;

/** The part of Ludii's class that the agent uses, written for the test. */
public class Move {
    private final int from, to;

    public Move(int from, int to) {
        this.from = from;
        this.to = to;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    public boolean isPass() {
        return from < 0;
    }
}
