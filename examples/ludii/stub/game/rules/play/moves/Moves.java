package game.rules.play.moves;

import main.collections.FastArrayList;
import other.move.Move;

/** The part of Ludii's class that the agent uses, written for the test. */
public class Moves {
    private final FastArrayList<Move> moves;

    public Moves(FastArrayList<Move> moves) {
        this.moves = moves;
    }

    public FastArrayList<Move> moves() {
        return moves;
    }
}
