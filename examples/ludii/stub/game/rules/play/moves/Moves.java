package game.rules.play.moves;

import main.collections.FastArrayList;
import other.move.Move;

/** What the agent needs of the class of this name in Ludii; written for the test. */
public class Moves {
    private final FastArrayList<Move> moves;

    public Moves(FastArrayList<Move> moves) {
        this.moves = moves;
    }

    public FastArrayList<Move> moves() {
        return moves;
    }
}
