// What the page fetches when it is wanted first: the set-up of positions, threats, pictures of
// the board, and games that come in or go out. Most visits want none of it.

export { copyGame } from "./copy-game";
export { Editing } from "./editing";
export { drawEnd } from "./endcard";
export { saveImage } from "./image";
export { askGame } from "./newgame";
export { openFile, readGiven } from "./open-text";
export { askOptions, showKeys } from "./options";
export { askRemark } from "./remark";
export { showThreat } from "./threat";
