// Before anything is painted: the page is as dark as the person left it.

import { storedChoice } from "./storage";

const theme = storedChoice("theme", ["dark", "light"]);
if (theme) document.documentElement.dataset.theme = theme;
