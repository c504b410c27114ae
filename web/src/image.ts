// A picture of the board as a file, SVG or PNG.

import { ask } from "./dialogs";
import { button, byId, el } from "./dom";

/** What of the style of the page is written into the picture. */
const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "font", "text-anchor", "dominant-baseline"];

/** Pixels of a picture for each square. */
const SQUARE_PX = 100;

/** The board by itself, with its style written into it. */
function drawn(): { text: string; width: number; height: number } {
  const board = byId("board").querySelector("svg")!;
  const copy = board.cloneNode(true) as SVGSVGElement;
  const copies = [...copy.querySelectorAll<SVGElement>("*")];
  board.querySelectorAll("*").forEach((made, at) => {
    const style = getComputedStyle(made);
    copies[at]!.removeAttribute("class");
    for (const name of STYLES) if (!copies[at]!.hasAttribute(name) || /var\(/.test(copies[at]!.getAttribute(name) ?? "")) copies[at]!.setAttribute(name, style.getPropertyValue(name));
  });
  const { width, height } = board.viewBox.baseVal;
  const size = { width: Math.round((width / 10) * SQUARE_PX), height: Math.round((height / 10) * SQUARE_PX) };
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", ...size })) copy.setAttribute(name, String(value));
  copy.removeAttribute("class");
  return { text: new XMLSerializer().serializeToString(copy), ...size };
}

function save(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}

async function savePng(name: string): Promise<void> {
  const { text, width, height } = drawn();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = el("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  canvas.toBlob((blob) => blob && save(blob, `${name}.png`));
}

/** Asks in which form the picture shall be, and saves it. */
export async function saveImage(name: string, run: (task: Promise<unknown>) => void): Promise<void> {
  const { dialog, closed } = ask("Picture of the board", el("div", { class: "buttons" },
    button("Cancel", () => dialog.close()),
    button("SVG", () => {
      save(new Blob([drawn().text], { type: "image/svg+xml" }), `${name}.svg`);
      dialog.close();
    }),
    button("PNG", () => {
      run(savePng(name));
      dialog.close();
    }, { class: "primary" })));
  await closed;
}
