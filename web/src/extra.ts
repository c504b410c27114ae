// What the page fetches when it is wanted first: the set-up of positions, threats, and pictures
// of the board. Most visits want none of it.

export { Editing } from "./editing";
export { drawEnd } from "./endcard";
export { saveImage } from "./image";
export { askGame } from "./newgame";
export { askOptions, showKeys } from "./options";
export { showThreat } from "./threat";
