package game;

import game.equipment.container.board.Board;
import game.rules.play.moves.Moves;
import other.context.Context;

/** The part of Ludii's class that the agent uses, written for the test. */
public class Game {
    private final int sites;

    public Game(int sites) {
        this.sites = sites;
    }

    public String name() {
        return "Zola";
    }

    public Board board() {
        return new Board(sites);
    }

    public Moves moves(Context context) {
        return new Moves(context.legal);
    }
}
