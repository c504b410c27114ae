package other.context;

import main.collections.FastArrayList;
import other.move.Move;
import other.trial.Trial;

/** What the agent needs of the class of this name in Ludii; written for the test. */
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
