// Before anything is painted: the page is as dark as the person left it.

import { preferred } from "./preferences";

const theme = preferred("theme", ["dark", "light"]);
if (theme) document.documentElement.dataset.theme = theme;
