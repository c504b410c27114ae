// The part that is fetched after the first board: learning, puzzles, import and export of games, the
// set-up of positions.

export { copyGame, copyLink, copyPosition, saveGameFile } from "./copy-game";
export { Curve } from "./curve";
export { openEditor } from "./editor-panel";
export { learn } from "./learn";
export { lookThrough, review, tellMoves } from "./look-through";
export { saveImage } from "./image";
export { nextMistake, showMistake } from "./mistakes";
export { askPasted, openFile, readGiven } from "./open-text";
export { askOptions, showKeys } from "./options";
export { prove } from "./proof";
export { openNumber } from "./recorded-games";
export { reasonOf } from "./refusals";
export { askRemark } from "./remark";
export { positionWords } from "./spoken-position";
export { startPuzzles } from "./puzzles";
export { showThreat } from "./threat";
export { Turned } from "./turned";
export { typeMove } from "./typed-move";
