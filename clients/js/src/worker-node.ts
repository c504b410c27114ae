// The worker of Node.
/// <reference path="./host.d.ts" />
import { parentPort } from "node:worker_threads";
import { serve } from "./serve.js";

parentPort.on(
  "message",
  serve((message) => parentPort.postMessage(message)),
);
