/** What a cell of a map may show: its colour, and its hatching for those who do not tell colours apart. */
export type Tone = "allowed" | "part" | "unknown" | "undefined" | "denied" | "opened" | "closed" | "both";

const HATCHES: Readonly<Record<Tone, string>> = {
  allowed: "none",
  part: "slant",
  unknown: "dots",
  undefined: "cross",
  denied: "none",
  opened: "plus",
  closed: "minus",
  both: "cross",
};

/** The size of a tile of hatching, in pixels of the canvas. */
const TILE = 8;

/** The colours of the page as they are now, light or dark, and fills made of them. */
export class Palette {
  readonly ink: string;
  readonly faint: string;
  readonly line: string;
  readonly accent: string;
  readonly paper: string;
  readonly #style = getComputedStyle(document.documentElement);
  readonly #fills = new Map<Tone, CanvasPattern | string>();

  constructor() {
    this.ink = this.#value("ink");
    this.faint = this.#value("faint");
    this.line = this.#value("line");
    this.accent = this.#value("accent");
    this.paper = this.#value("paper");
  }

  #value(name: string): string {
    return this.#style.getPropertyValue(`--${name}`).trim();
  }

  /** What fills a cell. */
  fill(tone: Tone, context: CanvasRenderingContext2D): CanvasPattern | string {
    const known = this.#fills.get(tone);
    if (known !== undefined) return known;
    const colour = this.#value(tone);
    const made = HATCHES[tone] === "none" ? colour : (this.#hatched(tone, colour, context) ?? colour);
    this.#fills.set(tone, made);
    return made;
  }

  #hatched(tone: Tone, colour: string, context: CanvasRenderingContext2D): CanvasPattern | null {
    const tile = document.createElement("canvas");
    tile.width = tile.height = TILE;
    const brush = tile.getContext("2d");
    if (brush === null) return null;
    brush.fillStyle = colour;
    brush.fillRect(0, 0, TILE, TILE);
    brush.strokeStyle = brush.fillStyle = this.#value(`${tone}-hatch`);
    brush.lineWidth = 1.5;
    drawHatch(HATCHES[tone], brush);
    return context.createPattern(tile, "repeat");
  }
}

function drawHatch(kind: string, brush: CanvasRenderingContext2D): void {
  const lines: Readonly<Record<string, readonly (readonly [number, number, number, number])[]>> = {
    slant: [
      [-2, 6, 6, -2],
      [2, 10, 10, 2],
    ],
    cross: [
      [0, 0, TILE, TILE],
      [0, TILE, TILE, 0],
    ],
    plus: [
      [TILE / 2, 1, TILE / 2, TILE - 1],
      [1, TILE / 2, TILE - 1, TILE / 2],
    ],
    minus: [[1, TILE / 2, TILE - 1, TILE / 2]],
  };
  if (kind === "dots") {
    for (const [x, y] of [
      [2, 2],
      [6, 6],
    ] as const)
      brush.fillRect(x - 1, y - 1, 2, 2);
    return;
  }
  brush.beginPath();
  for (const [x, y, toX, toY] of lines[kind] ?? []) {
    brush.moveTo(x, y);
    brush.lineTo(toX, toY);
  }
  brush.stroke();
}
