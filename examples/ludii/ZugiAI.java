import game.Game;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import main.collections.FVector;
import main.collections.FastArrayList;
import other.AI;
import other.context.Context;
import other.move.Move;

/**
 * zugi as an agent of Ludii, for Zola on 6x6 and 8x8. README.md explains its build and use.
 *
 * Ludii passes no arguments. The path of the program is the property zugi.path, or the environment
 * variable ZUGI_PATH, or zugi of the PATH; the number of arrows is the property zugi.multipv.
 */
public class ZugiAI extends AI {
    private static final String END = "\0";
    /** The time limit of an answer in seconds, in addition to the thinking time. */
    private static final double PATIENCE = 10;

    private Process engine;
    private PrintWriter in;
    private BlockingQueue<String> out;
    private int size;
    private double value;
    private String report;
    private AIVisualisationData seen;

    public ZugiAI() {
        friendlyName = "zugi";
    }

    @Override
    public boolean supportsGame(Game game) {
        int sites = game.board().numSites();
        return game.name().equals("Zola") && (sites == 36 || sites == 64);
    }

    @Override
    public void initAI(Game game, int playerID) {
        closeAI();
        size = (int) Math.round(Math.sqrt(game.board().numSites()));
        String path = System.getenv().getOrDefault("ZUGI_PATH", "zugi");
        try {
            String program = System.getProperty("zugi.path", path);
            engine = new ProcessBuilder(program, "--variant", "zola-" + size)
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException error) {
            report = "zugi: " + error.getMessage()
                    + ": expected a path in -Dzugi.path or ZUGI_PATH";
            return;
        }
        in = new PrintWriter(engine.getOutputStream());
        out = new LinkedBlockingQueue<>();
        BlockingQueue<String> lines = out;
        BufferedReader reader = new BufferedReader(new InputStreamReader(engine.getInputStream()));
        Thread thread = new Thread(() -> {
            try {
                for (String line; (line = reader.readLine()) != null;) lines.add(line);
            } catch (IOException error) {
                // The engine has ended.
            }
            lines.add(END);
        }, "zugi");
        thread.setDaemon(true);
        thread.start();
        in.println("ugi");
        in.println("setoption name MultiPV value " + Integer.getInteger("zugi.multipv", 3));
    }

    @Override
    public Move selectAction(
            Game game, Context context, double maxSeconds, int maxIterations, int maxDepth) {
        FastArrayList<Move> legal = game.moves(context).moves();
        try {
            if (engine == null || !engine.isAlive()) initAI(game, 0);
            if (engine != null) return think(context, legal, maxSeconds, maxDepth);
        } catch (IllegalStateException error) {
            report = "zugi: " + error.getMessage();
            closeAI();
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            closeAI();
        }
        // Unless it was an interrupt, the report has the reason; the game continues.
        seen = null;
        return legal.get(0);
    }

    private Move think(Context context, FastArrayList<Move> legal, double maxSeconds, int maxDepth)
            throws InterruptedException {
        StringBuilder position = new StringBuilder("position startpos moves");
        List<Move> moves = context.trial().generateCompleteMovesList();
        // The trial also has the moves that place the checkers.
        for (Move move : moves.subList(context.trial().numInitialPlacementMoves(), moves.size()))
            position.append(' ').append(text(move));
        out.clear();
        in.println(position);
        // A little less, because Ludii counts its own work.
        long time = maxSeconds < 0 ? 1000 : Math.max(1, (long) (maxSeconds * 950));
        in.println("go movetime " + time + (maxDepth > 0 ? " depth " + maxDepth : ""));
        in.flush();
        TreeMap<Integer, String[]> lines = new TreeMap<>();
        long end = System.nanoTime() + (long) ((time / 1000.0 + PATIENCE) * 1e9);
        boolean stopped = false;
        while (true) {
            String line = out.poll(50, TimeUnit.MILLISECONDS);
            if (END.equals(line)) throw new IllegalStateException("the program has ended");
            if (System.nanoTime() > end) throw new IllegalStateException("no answer");
            if (wantsInterrupt && !stopped) {
                in.println("stop");
                in.flush();
                stopped = true;
            }
            if (line == null) continue;
            if (line.startsWith("info string error:")) throw new IllegalStateException(line);
            String[] words = line.split(" ");
            if (line.startsWith("info depth "))
                lines.put(Integer.parseInt(after(words, "multipv", "1")), words);
            if (words[0].equals("bestmove")) return chosen(words[1], legal, lines);
        }
    }

    private Move chosen(String best, FastArrayList<Move> legal, TreeMap<Integer, String[]> lines) {
        List<Float> efforts = new ArrayList<>(), values = new ArrayList<>();
        FastArrayList<Move> drawn = new FastArrayList<>();
        for (String[] words : lines.values()) {
            Move move = find(after(words, "pv", ""), legal);
            if (move == null) continue;
            drawn.add(move);
            efforts.add(1f / (efforts.size() + 1));
            values.add((float) value(words));
        }
        float[] effort = new float[efforts.size()], worth = new float[efforts.size()];
        for (int i = 0; i < effort.length; i++) {
            effort[i] = efforts.get(i);
            worth[i] = values.get(i);
        }
        seen = new AIVisualisationData(FVector.wrap(effort), FVector.wrap(worth), drawn);
        if (!lines.isEmpty()) {
            value = value(lines.firstEntry().getValue());
            report = "zugi: " + String.join(" ", lines.firstEntry().getValue());
        }
        Move move = find(best, legal);
        if (move == null) throw new IllegalStateException(best + " is not legal in Ludii");
        return move;
    }

    /** A score from -1 to 1. */
    private static double value(String[] words) {
        String mate = after(words, "mate", null);
        if (mate != null) return mate.startsWith("-") ? -1 : 1;
        return Math.tanh(Integer.parseInt(after(words, "cp", "0")) / 400.0);
    }

    private static String after(String[] words, String word, String otherwise) {
        for (int i = 0; i + 1 < words.length; i++) if (words[i].equals(word)) return words[i + 1];
        return otherwise;
    }

    private Move find(String text, FastArrayList<Move> legal) {
        for (int i = 0; i < legal.size(); i++)
            if (text(legal.get(i)).equals(text)) return legal.get(i);
        return null;
    }

    private String text(Move move) {
        return move.isPass() ? "0000" : square(move.from()) + square(move.to());
    }

    /** Sites are numbered rank by rank from a1. */
    private String square(int site) {
        return "" + (char) ('a' + site % size) + (site / size + 1);
    }

    @Override
    public double estimateValue() {
        return value;
    }

    @Override
    public String generateAnalysisReport() {
        return report;
    }

    @Override
    public AIVisualisationData aiVisualisationData() {
        return seen;
    }

    @Override
    public void closeAI() {
        if (engine != null) engine.destroyForcibly();
        engine = null;
    }
}
