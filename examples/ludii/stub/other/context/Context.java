package other.context;

import main.collections.FastArrayList;
import other.move.Move;
import other.trial.Trial;

/** The part of Ludii's class that the agent uses, written for the test. */
public class Context {
    public FastArrayList<Move> legal;
    private final Trial trial;

    public Context(Trial trial) {
        this.trial = trial;
    }

    public Trial trial() {
        return trial;
    }
}
