const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/engine`);
const board = document.getElementById("board");
socket.onmessage = (event) => { board.textContent += `${event.data}\n`; };
socket.onopen = () => { socket.send("ugi"); socket.send("d"); };
