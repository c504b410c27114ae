// zugi in JavaScript: `RawEngine` takes and gives lines, `open` gives an engine with methods.
export { Engine, Game, Search, match, open } from "./engine.js";
export { EngineError, Malformed, Refused, Score, Terminated, Timeout } from "./lines.js";
export { RawEngine, STOPPING } from "./raw.js";
