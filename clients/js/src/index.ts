// zugi in JavaScript: `RawEngine` exchanges lines, `open` returns an engine with methods.
export type { Transport } from "./connection.js";
export { Engine, type Position, type Result, Search, open } from "./engine.js";
export { Game } from "./game.js";
export {
  type Best,
  EngineError,
  type Info,
  type Limit,
  Malformed,
  type Option,
  Refused,
  Score,
  type Side,
  Terminated,
  Timeout,
  type Value,
} from "./lines.js";
export { type Played, match, parseOpenings } from "./matches.js";
export { RawEngine, type RawOptions, STOPPING, type Stopping } from "./raw.js";
