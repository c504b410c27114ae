package other;

import game.Game;
import main.collections.FVector;
import main.collections.FastArrayList;
import other.context.Context;
import other.move.Move;

/** The part of Ludii's class that the agent uses, written for the test. */
public abstract class AI {
    protected String friendlyName = "";
    protected volatile boolean wantsInterrupt = false;

    public abstract Move selectAction(
            Game game, Context context, double seconds, int iterations, int depth);

    public void initAI(Game game, int playerID) {}

    public void closeAI() {}

    public boolean supportsGame(Game game) {
        return true;
    }

    public double estimateValue() {
        return 0;
    }

    public String generateAnalysisReport() {
        return null;
    }

    public AIVisualisationData aiVisualisationData() {
        return null;
    }

    public void setWantsInterrupt(boolean wants) {
        wantsInterrupt = wants;
    }

    public static class AIVisualisationData {
        public final FVector searchEffort, valueEstimates;
        public final FastArrayList<Move> moves;

        public AIVisualisationData(
                FVector searchEffort, FVector valueEstimates, FastArrayList<Move> moves) {
            this.searchEffort = searchEffort;
            this.valueEstimates = valueEstimates;
            this.moves = moves;
        }
    }
}
