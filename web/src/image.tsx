// Pictures as files: the board in view as SVG or PNG, and a game as an animated SVG.

import { Button } from "./button";
import { Foot, ask } from "./dialogs";
import { byId, el, svg } from "./dom";
import { Drawing } from "./board-drawing";
import { piece } from "./piece-pictures";
import type { Scene } from "./scene";
import { position, variants } from "./stores";

/** The style properties that are copied into the picture. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
];

const SQUARE_PX = 100;

/** A colour as #rrggbb and its opacity, for programs that do not know the newer forms of colours;
 *  `rgb()` and other older forms without opacity are unchanged. */
function plainColor(text: string): [string, number] {
  if (!/^(oklab|oklch|lab|lch|color|rgba)\(/.test(text)) return [text, 1];
  const context = el("canvas", { width: 1, height: 1 }).getContext("2d")!;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  return [
    `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`,
    alpha / 255,
  ];
}

/** The seconds for which each position of a game shows, and the last one. */
const [EACH, LAST] = [1, 4];

/** A copy with the computed style as attributes, except for inherited values. */
function styled<T extends SVGElement>(made: T): T {
  const copy = made.cloneNode(true) as T;
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  [made, ...made.querySelectorAll("*")].forEach((drawn, at) => {
    const style = getComputedStyle(drawn);
    const above =
      drawn === made || !drawn.parentElement ? null : getComputedStyle(drawn.parentElement);
    const into = copies[at]!;
    into.removeAttribute("class");
    into.removeAttribute("style");
    const clear = new Map<string, number>();
    for (const name of STYLES) {
      const [value, own] = [style.getPropertyValue(name), into.getAttribute(name)];
      if (own === null ? value !== above?.getPropertyValue(name) : /var\(/.test(own)) {
        const [plain, alpha] = plainColor(value);
        into.setAttribute(name, plain);
        if (alpha < 1) clear.set(`${name}-opacity`, alpha);
      }
    }
    for (const [name, alpha] of clear)
      into.setAttribute(name, String(+(alpha * Number(style.getPropertyValue(name))).toFixed(3)));
    if (style.opacity !== "1") into.setAttribute("opacity", style.opacity);
    if (style.scale !== "none")
      into.setAttribute(
        "transform",
        `${into.getAttribute("transform") ?? ""} scale(${style.scale})`.trim(),
      );
  });
  return copy;
}

interface Picture {
  text: string;
  width: number;
  height: number;
}

function file(made: SVGSVGElement, { width, height }: { width: number; height: number }): Picture {
  const size = {
    width: Math.round((width / 10) * SQUARE_PX),
    height: Math.round((height / 10) * SQUARE_PX),
  };
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", ...size }))
    made.setAttribute(name, String(value));
  return { text: new XMLSerializer().serializeToString(made), ...size };
}

function drawn(): Picture {
  const board = byId("board").querySelector("svg")!;
  return file(styled(board), board.viewBox.baseVal);
}

/** The animation that shows one position of a game in its time. */
function seen(at: number, count: number): SVGElement {
  const whole = (count - 1) * EACH + LAST;
  const [from, to] = [(at * EACH) / whole, at === count - 1 ? 1 : ((at + 1) * EACH) / whole];
  const steps = [
    ["0", "hidden"],
    [from.toFixed(6), "visible"],
    [to.toFixed(6), "hidden"],
  ].slice(at === 0 ? 1 : 0, at === count - 1 ? -1 : 3);
  return svg("animate", {
    attributeName: "visibility",
    calcMode: "discrete",
    dur: `${whole}s`,
    repeatCount: "indefinite",
    keyTimes: steps.map(([time]) => time).join(";"),
    values: steps.map(([, value]) => value).join(";"),
  });
}

/** A game as an animated picture that repeats. */
function moving(scenes: Scene[]): Picture {
  const { turned, sheet } = position;
  const box = el("div", { class: byId("board").className, "aria-hidden": "true" });
  box.style.cssText = "position: fixed; visibility: hidden; width: 100px";
  document.body.append(box);
  try {
    const drawing = new Drawing(box);
    drawing.pictures = [...(sheet?.pictures ?? [])];
    drawing.show(scenes[0]!, turned, null);
    const { layers } = drawing;
    const made = svg("svg", { viewBox: drawing.svg.getAttribute("viewBox") });
    // Each kind of piece is defined once.
    const kinds = [...new Set(scenes.flatMap((scene) => [...scene.pieces.values()]))];
    const defs = svg(
      "defs",
      {},
      ...kinds.map((letter, at) => {
        const shown = svg("g", {}, piece(scenes[0]!, letter));
        layers.pieces.append(shown);
        return svg("g", { id: `p${at}` }, styled(shown));
      }),
    );
    made.append(defs, styled(layers.squares), styled(layers.names));
    scenes.forEach((scene, at) => {
      drawing.show(scene, turned, null);
      const pieces = [...scene.pieces].map(([square, letter]) => {
        const [x, y] = drawing.middle(square) ?? [0, 0];
        return svg("use", { href: `#p${kinds.indexOf(letter)}`, x, y });
      });
      made.append(
        svg(
          "g",
          { visibility: at === 0 ? "visible" : "hidden" },
          scenes.length > 1 && seen(at, scenes.length),
          styled(layers.last),
          ...pieces,
          styled(layers.marks),
        ),
      );
    });
    // Only the box around the drawing is hidden, so the drawing in the file is visible.
    return file(made, drawing.svg.viewBox.baseVal);
  } finally {
    box.remove();
  }
}

/** The positions of the played line, or else of the line in view. Asks for missing ones. */
async function scenesOf(): Promise<Scene[]> {
  const { tree, node } = position;
  const scenes: Scene[] = [];
  for (const at of tree.main(tree.played ?? node)) {
    await position.fetch(at);
    scenes.push(at.view!.scene);
  }
  return scenes;
}

export function save(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}

const saveSvg = ({ text }: Picture, name: string): void =>
  save(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);

async function savePng(name: string): Promise<void> {
  const { text, width, height } = drawn();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = el("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (!blob) throw new Error("The browser cannot make this picture");
  save(blob, `${name}.png`);
}

/** Asks for the kind of picture, and saves it. */
export async function saveImage(): Promise<void> {
  const name = position.sheet?.title || variants.current || "board";
  const whole = async (): Promise<void> => saveSvg(moving(await scenesOf()), `${name} game`);
  const make = await ask<() => Promise<void>>("Picture", (close) => (
    <>
      <p class="note">The board in view, or the game as a moving picture: a position a second.</p>
      <Foot close={close}>
        <Button class="edge" act={() => close(whole)}>
          Game, SVG
        </Button>
        <Button class="edge" act={() => close(async () => saveSvg(drawn(), name))}>
          Board, SVG
        </Button>
        <Button class="primary" act={() => close(() => savePng(name))}>
          Board, PNG
        </Button>
      </Foot>
    </>
  ));
  await make?.();
}
