// zugi in JavaScript: `RawEngine` takes and gives lines, `open` gives an engine with methods.
export { Engine, Search, open } from "./engine.js";
export { Game } from "./game.js";
export { EngineError, Malformed, Refused, Score, Terminated, Timeout } from "./lines.js";
export { match, parseOpenings } from "./matches.js";
export { RawEngine, STOPPING } from "./raw.js";
