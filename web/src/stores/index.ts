// The stores for views; each uses those before it alone.

export { choose, chosen, switchTheme } from "./settings";
export { later, tasks } from "./tasks";
export { panel } from "./panel";
export { gameFile } from "./game-file";
export { myGames } from "./my-games";
export { touches } from "./touches";
export { connection } from "./connection";
export { variants } from "./variants";
export { position } from "./position";
export { analysis } from "./analysis";
export { play } from "./play";
export { session } from "./session";
