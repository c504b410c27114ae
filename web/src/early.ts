// Runs before the first paint: sets the stored theme and connects, which starts the engine.

import { linesOf } from "../../clients/js/src/connection";
import { dial } from "./early-connection";
import "./theme";
import { GREETING } from "./ugi-text";

const [socket, greeting] = [dial(), GREETING.flatMap(linesOf)];
const heard: string[] = [];
socket.onopen = () => greeting.forEach((line) => socket.send(line));
socket.onmessage = ({ data }) => heard.push(String(data));
window.earlyConnection = { socket, greeting, heard };
