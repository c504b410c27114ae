// The stores for views, which set no fields. Each store uses only those exported before it.

import { analysis as analysisStore } from "./analysis";
import { connection as connectionStore } from "./connection";
import { gameFile as gameFileStore } from "./game-file";
import { myGames as myGamesStore } from "./my-games";
import { panel as panelStore } from "./panel";
import { play as playStore } from "./play";
import { position as positionStore } from "./position";
import { session as sessionStore } from "./session";
import { chosen as chosenStore } from "./settings";
import { tasks as tasksStore } from "./tasks";
import { touches as touchesStore } from "./touches";
import { variants as variantsStore } from "./variants";

export { choose, switchTheme } from "./settings";
export const chosen: Readonly<typeof chosenStore> = chosenStore;
export { later } from "./tasks";
export const tasks: Readonly<typeof tasksStore> = tasksStore;
export const panel: Readonly<typeof panelStore> = panelStore;
export const gameFile: Readonly<typeof gameFileStore> = gameFileStore;
export const myGames: Readonly<typeof myGamesStore> = myGamesStore;
export const touches: Readonly<typeof touchesStore> = touchesStore;
export const connection: Readonly<typeof connectionStore> = connectionStore;
export const variants: Readonly<typeof variantsStore> = variantsStore;
export const position: Readonly<typeof positionStore> = positionStore;
export const analysis: Readonly<typeof analysisStore> = analysisStore;
export const play: Readonly<typeof playStore> = playStore;
export const session: Readonly<typeof sessionStore> = sessionStore;
