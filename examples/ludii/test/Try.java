import game.Game;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import main.collections.FastArrayList;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;

/** Whole games of the agent against itself, on the stub. zugi gives the legal moves. */
public class Try {
    private static PrintWriter in;
    private static BufferedReader out;

    public static void main(String[] arguments) throws Exception {
        String path = System.getProperty("zugi.path");
        for (int size : new int[] {6, 8}) {
            Process rules = new ProcessBuilder(path, "--variant", "zola-" + size).start();
            in = new PrintWriter(rules.getOutputStream(), true);
            out = new BufferedReader(new InputStreamReader(rules.getInputStream()));
            int plies = game(size);
            System.out.println(size + "x" + size + ": " + plies + " moves");
            in.println("quit");
        }
        failing();
    }

    private static int game(int size) throws Exception {
        ZugiAI agent = new ZugiAI();
        Game game = new Game(size * size);
        expect(agent.supportsGame(game) && !agent.supportsGame(new Game(100)), "supportsGame");
        agent.initAI(game, 1);
        Trial trial = new Trial(size * size);
        Context context = new Context(trial);
        String line = "position startpos moves";
        int plies = 0;
        boolean decided = false;
        for (String answer; !(answer = ask(line, "legalmoves")).equals("none"); plies++) {
            context.legal = new FastArrayList<>();
            for (String move : answer.split(" ")) context.legal.add(read(move, size));
            Move chosen = agent.selectAction(game, context, 0.02, -1, -1);
            boolean found = false;
            for (int i = 0; i < context.legal.size(); i++) {
                if (context.legal.get(i) != chosen) continue;
                line += " " + answer.split(" ")[i];
                found = true;
            }
            expect(found, "a move of the list");
            expect(agent.aiVisualisationData() != null, agent.generateAnalysisReport());
            int arrows = Math.min(3, context.legal.size());
            expect(agent.aiVisualisationData().moves.size() == arrows, "an arrow a line");
            expect(agent.aiVisualisationData().moves.get(0) == chosen, "the best one first");
            expect(Math.abs(agent.estimateValue()) <= 1, "a value from -1 to 1");
            decided |= Math.abs(agent.estimateValue()) == 1;
            trial.moves.add(chosen);
        }
        expect(decided && plies > size, "a whole game");
        agent.closeAI();
        return plies;
    }

    /** Without a program the game continues, and the report has the reason. */
    private static void failing() {
        System.setProperty("zugi.path", "/no/such/program");
        ZugiAI agent = new ZugiAI();
        Context context = new Context(new Trial(36));
        context.legal = new FastArrayList<>();
        context.legal.add(new Move(0, 1));
        Move chosen = agent.selectAction(new Game(36), context, 0.02, -1, -1);
        expect(chosen == context.legal.get(0), "any move");
        String report = agent.generateAnalysisReport();
        expect(report.contains("expected a path in -Dzugi.path"), "a reason");
    }

    private static String ask(String position, String question) throws Exception {
        in.println(position + "\nquery " + question);
        for (String line; (line = out.readLine()) != null;) {
            expect(!line.contains("error"), line);
            if (line.startsWith("response ")) return line.substring(9);
        }
        throw new IllegalStateException("the rules have ended");
    }

    private static Move read(String text, int size) {
        if (text.equals("0000")) return new Move(-1, -1);
        int from = site(text.charAt(0), text.charAt(1), size);
        return new Move(from, site(text.charAt(2), text.charAt(3), size));
    }

    private static int site(char file, char rank, int size) {
        return (rank - '1') * size + file - 'a';
    }

    private static void expect(boolean is, String what) {
        if (!is) throw new IllegalStateException("expected " + what);
    }
}
