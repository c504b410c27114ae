// Two levels play a game, in Node: node examples/node.mjs
import { open } from "zugi";

const [weak, strong] = await Promise.all([open(), open()]);
await weak.configure({ UGI_LimitStrength: true, UGI_Elo: 800 });
const game = await strong.game();
while (!game.over) {
  const engine = game.turn === "p1" ? strong : weak;
  await game.play((await game.think({ nodes: 2000 }, { engine })).move);
}
console.log(game.result, ...game.moves);
await Promise.all([weak.close(), strong.close()]);
