// The worker of a page.
import { serve } from "./serve.js";

const receive = serve((message) => self.postMessage(message));
self.addEventListener("message", ({ data }) => receive(data));
