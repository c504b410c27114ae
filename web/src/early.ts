// Runs before the first paint: sets the stored theme, and begins to start the server's engine.

import { call } from "./call";
import "./theme";

call();
