// What the page fetches when it is wanted first: the set-up of positions, threats, pictures of
// the board, and games that come in or go out. Most visits want none of it, nor its style.

import style from "./extra.css";

export { askCards } from "./cards";
export { copyGame, copyLink, copyPosition, saveGameFile } from "./copy-game";
export { Curve } from "./curve";
export { askWhether, chooseMove } from "./dialogs";
export { Editing } from "./editor-panel";
export { drawEnd } from "./end-card";
export { arrowsOf, drawPanel, holdLines } from "./engine-panel";
export { lookThrough, tellMoves } from "./look-through";
export { alertLowTime } from "./low-time-alert";
export { saveImage } from "./image";
export { askGame } from "./new-game";
export { nextMistake } from "./mistakes";
export { askPasted, openFile, readGiven } from "./open-text";
export { askOptions, showKeys } from "./options";
export { prove } from "./proof";
export { openNumber } from "./recorded-games";
export { refuse } from "./refusals";
export { preview } from "./preview";
export { otherTheme } from "./other-theme";
export { recordedEnd } from "./recorded-result";
export { askRemark } from "./remark";
export { drawRules } from "./rules";
export { soundOf, soundOfEnd, soundOfRefusal } from "./sound";
export { positionWords } from "./spoken-position";
export { reopenTree } from "./saved-tree";
export { showThreat } from "./threat";
export { typeMove } from "./typed-move";

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets.push(sheet);
