package other.trial;

import java.util.ArrayList;
import java.util.List;
import other.move.Move;

/** The part of Ludii's class that the agent uses, written for the test. */
public class Trial {
    public final List<Move> moves = new ArrayList<>();
    private final int placements;

    public Trial(int placements) {
        this.placements = placements;
        for (int i = 0; i < placements; i++) moves.add(new Move(i, i));
    }

    public List<Move> generateCompleteMovesList() {
        return new ArrayList<>(moves);
    }

    public int numInitialPlacementMoves() {
        return placements;
    }
}
