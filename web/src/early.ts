// Before anything is painted: the page is as dark as the person left it, and the engine of the server
// starts while the rest of the page comes.

import { call } from "./call";
import "./theme";

call();
