// The part of the page that is fetched after the first board: cards and rules, learning, puzzles,
// import and export of games, the set-up of positions.

// With this import all code of the first board is one file, which compresses better than two.
import "./main";

export { listenBack } from "./back-gesture";
export { showCards } from "./cards";
export { focusBoard, watchFocus } from "./focus";
export { copyGame, copyGameLink, copyLink, copyPosition, saveGameFile } from "./copy-game";
export { Curve, Learn, ownMistakes } from "./curve";
export { openEditor } from "./editor-panel";
export { findWaiting, watchGames } from "./kept-games";
export { learn } from "./learn";
export { showLinked } from "./linked-game";
export { toggleReview, review, tellMoves } from "./game-review";
export { saveImage } from "./image";
export { showMyGames } from "./my-games-dialog";
export { doubtsIn, nextMistake, refute, showMistake, showWin } from "./mistakes";
export { newGame } from "./new-game";
export { askPasted, openFile, readGiven } from "./open-text";
export { askOptions, showAbout, showKeys } from "./options";
export { prove } from "./proof";
export { openNumber } from "./recorded-games";
export { reasonOf } from "./refusals";
export { Rules } from "./rules";
export { askRemark } from "./remark";
export { speakPosition } from "./speak-position";
export { startPuzzles } from "./puzzles";
export { showThreat } from "./threat";
export { Turned } from "./turning-point-card";
export { typeMove } from "./typed-move";
export { listenWheel } from "./wheel";
