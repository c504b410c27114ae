package game.equipment.container.board;

/** What the agent needs of the class of this name in Ludii; written for the test. */
public class Board {
    private final int sites;

    public Board(int sites) {
        this.sites = sites;
    }

    public int numSites() {
        return sites;
    }
}
