// Sets the stored theme before the first paint.

import { storedChoice } from "./storage";

const theme = storedChoice("theme", ["dark", "light"]);
if (theme) document.documentElement.dataset.theme = theme;
