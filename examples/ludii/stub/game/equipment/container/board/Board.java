package game.equipment.container.board;

/** The part of Ludii's class that the agent uses, written for the test. */
public class Board {
    private final int sites;

    public Board(int sites) {
        this.sites = sites;
    }

    public int numSites() {
        return sites;
    }
}
