// Runs before the first paint: sets the stored theme and connects, which starts the engine.

import { connectEarly } from "./early-connection";
import "./theme";

connectEarly();
