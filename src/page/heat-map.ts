import { h } from "./dom.js";
import { Palette, type Tone } from "./palette.js";

/** What stands in a cell: one tone, several with their shares of the room, or nothing. */
export type CellPaint = Tone | undefined | readonly (readonly [tone: Tone, share: number])[];

/** A line or column of a map. */
export interface AxisItem {
  readonly label: string;
  /** True for one that stands for several, and can be opened. */
  readonly isGroup: boolean;
  /** True where a line is drawn before it. */
  readonly isFirst: boolean;
  /** How far its label is moved in, 0 or 1. */
  readonly depth: number;
}

/** What a map shows, and what happens on it; rows are sources. */
export interface HeatMapModel {
  readonly rows: readonly AxisItem[];
  readonly columns: readonly AxisItem[];
  paint(row: number, column: number): CellPaint;
  /** What is read out for a cell, and shown below the map. */
  describe(row: number, column: number): string;
  open(row: number, column: number): void;
  /** Opens or closes a group. */
  toggle(side: "row" | "column", at: number): void;
}

const SIZES = [4, 6, 8, 11, 14, 18, 24, 32, 44];
const USUAL_SIZE = 18;

/** Cells of a map that has room are no larger than this to begin with. */
const LARGEST_FITTING = 32;
const FONT = "12px ui-sans-serif, system-ui, sans-serif";

/**
 * A map on a canvas. Only the cells that can be seen are drawn; how many that were stands in the canvas's `data-cells`. It is
 * used with the mouse, and with the keyboard alone: arrows, Enter, + and -.
 */
export class HeatMap {
  readonly element: HTMLElement;
  readonly #view: HTMLElement;
  readonly #sizer: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #said: HTMLElement;
  readonly #hint: HTMLElement;
  #model: HeatMapModel;
  #palette = new Palette();
  #size: number | undefined;
  #cursor: { row: number; column: number } = { row: 0, column: 0 };
  #hover: { row: number; column: number } | undefined;
  #isPlanned = false;

  constructor(name: string, model: HeatMapModel) {
    this.#model = model;
    this.#canvas = h("canvas", {
      tabindex: "0",
      role: "application",
      "aria-label": `${name}. Arrow keys move, Enter opens, plus and minus zoom.`,
      onkeydown: (event) => this.#onKey(event as KeyboardEvent),
      onmousemove: (event) => this.#onMove(event as MouseEvent),
      onmouseleave: () => this.#setHover(undefined),
      onclick: (event) => this.#onClick(event as MouseEvent),
      onfocus: () => this.#plan(),
      onblur: () => this.#plan(),
    });
    this.#sizer = h("div", { class: "sizer" }, this.#canvas);
    this.#view = h("div", { class: "viewport", onscroll: () => this.#plan() }, this.#sizer);
    this.#said = h("p", { class: "said", "aria-live": "polite" });
    this.#hint = h("p", { class: "hint", "aria-hidden": "true" });
    const zoom = (by: number, label: string, sign: string): HTMLElement =>
      h("button", { type: "button", "aria-label": label, onclick: () => this.zoom(by) }, sign);
    const tools = h("div", { class: "zoom" }, zoom(-1, "smaller cells", "−"), zoom(1, "larger cells", "+"));
    this.element = h("div", { class: "heat" }, tools, this.#view, this.#hint, this.#said);
    new ResizeObserver(() => this.#plan()).observe(this.#view);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.#palette = new Palette();
      this.#plan();
    });
  }

  /** Shows something else. */
  show(model: HeatMapModel): void {
    this.#model = model;
    this.#clampCursor();
    this.#hover = undefined;
    this.#plan();
  }

  /** Draws again: what cells show has changed. */
  refresh(): void {
    this.#plan();
  }

  zoom(by: number): void {
    const at = SIZES.indexOf(this.#cellSize) + by;
    this.#size = SIZES[Math.max(0, Math.min(SIZES.length - 1, at))] ?? USUAL_SIZE;
    this.#reveal();
    this.#plan();
  }

  focus(): void {
    this.#canvas.focus();
  }

  /** Moves to a cell, and into sight. */
  moveTo(row: number, column: number): void {
    this.#cursor = { row, column };
    this.#clampCursor();
    this.#reveal();
    this.#plan();
  }

  #clampCursor(): void {
    const clamp = (at: number, length: number): number => Math.max(0, Math.min(length - 1, at));
    const { row, column } = this.#cursor;
    this.#cursor = {
      row: clamp(row, this.#model.rows.length),
      column: clamp(column, this.#model.columns.length),
    };
  }

  get #left(): number {
    return Math.min(230, Math.max(110, this.#view.clientWidth * 0.3));
  }

  get #top(): number {
    return Math.min(150, Math.max(90, innerHeight * 0.18));
  }

  /** As large as fits, as long as nobody zooms. */
  get #cellSize(): number {
    if (this.#size !== undefined) return this.#size;
    const room = (this.#view.clientWidth - this.#left) / Math.max(1, this.#model.columns.length);
    return SIZES.findLast((each) => each <= room && each <= LARGEST_FITTING && each >= 11) ?? USUAL_SIZE;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    requestAnimationFrame(() => {
      this.#isPlanned = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { rows, columns } = this.#model;
    const size = this.#cellSize;
    const wanted = this.#top + rows.length * size + 24;
    const most = Math.max(300, innerHeight * (this.element.closest(".small") === null ? 0.72 : 0.5));
    this.#view.style.height = `${Math.min(wanted, most)}px`;
    const [width, height] = [this.#view.clientWidth, this.#view.clientHeight];
    const context = this.#canvas.getContext("2d");
    if (width === 0 || height === 0 || context === null) return;
    this.#sizer.style.width = `${Math.max(width, this.#left + columns.length * size + 8)}px`;
    this.#sizer.style.height = `${Math.max(height, this.#top + rows.length * size + 8)}px`;
    const ratio = devicePixelRatio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = this.#palette.paper;
    context.fillRect(0, 0, width, height);
    const seen = this.#seen(width, height);
    this.#canvas.dataset["cells"] = String(this.#drawCells(context, seen));
    this.#drawLabels(context, seen, width, height);
    this.#drawCursor(context, width, height);
  }

  #seen(width: number, height: number): Seen {
    const { scrollLeft, scrollTop } = this.#view;
    const range = (scroll: number, room: number, length: number): readonly [number, number] => [
      Math.max(0, Math.floor(scroll / this.#cellSize)),
      Math.min(length, Math.ceil((scroll + room) / this.#cellSize)),
    ];
    return {
      rows: range(scrollTop, height - this.#top, this.#model.rows.length),
      columns: range(scrollLeft, width - this.#left, this.#model.columns.length),
    };
  }

  #drawCells(context: CanvasRenderingContext2D, { rows, columns }: Seen): number {
    const size = this.#cellSize;
    const gap = size > 6 ? 1 : 0;
    let drawn = 0;
    for (let row = rows[0]; row < rows[1]; row++) {
      const y = this.#y(row);
      for (let column = columns[0]; column < columns[1]; column++) {
        drawn++;
        const paint = this.#model.paint(row, column);
        if (paint === undefined) continue;
        const x = this.#x(column);
        if (typeof paint === "string") {
          context.fillStyle = this.#palette.fill(paint, context);
          context.fillRect(x, y, size - gap, size - gap);
          continue;
        }
        let from = 0;
        for (const [tone, share] of paint) {
          const part = share * (size - gap);
          context.fillStyle = this.#palette.fill(tone, context);
          context.fillRect(x + from, y, part, size - gap);
          from += part;
        }
      }
    }
    return drawn;
  }

  #x(column: number): number {
    return this.#left + column * this.#cellSize - this.#view.scrollLeft;
  }

  #y(row: number): number {
    return this.#top + row * this.#cellSize - this.#view.scrollTop;
  }

  #drawLabels(context: CanvasRenderingContext2D, seen: Seen, width: number, height: number): void {
    const { rows, columns } = this.#model;
    const [left, top, size] = [this.#left, this.#top, this.#cellSize];
    context.fillStyle = this.#palette.paper;
    context.fillRect(0, 0, left, height);
    context.fillRect(0, 0, width, top);
    const lit = this.#hover ?? this.#cursor;
    context.textBaseline = "middle";
    const label = (item: AxisItem, isLit: boolean, room: number): void => {
      context.font = item.isGroup ? `600 ${FONT}` : FONT;
      context.fillStyle = isLit ? this.#palette.accent : this.#palette.ink;
      const sign = item.isGroup ? "▸ " : "";
      context.fillText(fitted(context, sign + item.label, room - item.depth * 10), item.depth * 10, 0);
    };
    context.save();
    context.beginPath();
    context.rect(0, top, left, height - top);
    context.clip();
    for (let row = seen.rows[0]; row < seen.rows[1]; row++) {
      const item = rows[row] as AxisItem;
      const isLit = row === lit.row;
      const y = this.#y(row);
      if (item.isFirst) this.#line(context, 0, y - 0.5, left, y - 0.5);
      if (size < 11 && !item.isGroup && !item.isFirst && !isLit) continue;
      context.save();
      context.translate(6, y + size / 2);
      label(item, isLit, left - 14);
      context.restore();
    }
    context.restore();
    context.save();
    context.beginPath();
    context.rect(left, 0, width - left, top);
    context.clip();
    for (let column = seen.columns[0]; column < seen.columns[1]; column++) {
      const item = columns[column] as AxisItem;
      const isLit = column === lit.column;
      const x = this.#x(column);
      if (item.isFirst) this.#line(context, x - 0.5, 0, x - 0.5, top);
      if (size < 11 && !item.isGroup && !item.isFirst && !isLit) continue;
      context.save();
      context.translate(x + size / 2, top - 6);
      context.rotate(-Math.PI / 2);
      label(item, isLit, top - 14);
      context.restore();
    }
    context.restore();
    context.font = FONT;
    context.fillStyle = this.#palette.faint;
    context.textBaseline = "alphabetic";
    context.fillText("from ↓   to →", 6, top - 8);
  }

  #line(context: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
    context.strokeStyle = this.#palette.line;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(toX, toY);
    context.stroke();
  }

  #drawCursor(context: CanvasRenderingContext2D, width: number, height: number): void {
    const isFocused = document.activeElement === this.#canvas;
    const at = isFocused ? this.#cursor : this.#hover;
    if (at === undefined || this.#model.rows.length === 0) return;
    const [x, y] = [this.#x(at.column), this.#y(at.row)];
    if (x < this.#left - 1 || y < this.#top - 1 || x > width || y > height) return;
    context.strokeStyle = this.#palette.accent;
    context.lineWidth = 2;
    context.strokeRect(x - 1, y - 1, this.#cellSize + 1, this.#cellSize + 1);
  }

  /** Scrolls so that the cursor is seen. */
  #reveal(): void {
    const size = this.#cellSize;
    const into = (scroll: number, room: number, at: number): number =>
      at * size < scroll ? at * size : (at + 1) * size > scroll + room ? (at + 1) * size - room : scroll;
    const { row, column } = this.#cursor;
    this.#view.scrollTop = into(this.#view.scrollTop, this.#view.clientHeight - this.#top - 12, row);
    this.#view.scrollLeft = into(this.#view.scrollLeft, this.#view.clientWidth - this.#left - 12, column);
  }

  #onKey(event: KeyboardEvent): void {
    const { rows, columns } = this.#model;
    if (event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) return;
    const { row, column } = this.#cursor;
    const page = 10;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, columns.length - 1],
      PageUp: [row - page, column],
      PageDown: [row + page, column],
    };
    const move = moves[event.key];
    if (move !== undefined) {
      this.moveTo(...move);
      this.#say(this.#cursor);
    } else if (event.key === "Enter" || event.key === " ") this.#model.open(row, column);
    else if (event.key === "+" || event.key === "=") this.zoom(1);
    else if (event.key === "-") this.zoom(-1);
    else return;
    event.preventDefault();
  }

  #say({ row, column }: { readonly row: number; readonly column: number }): void {
    const text = this.#model.rows.length === 0 ? "" : this.#model.describe(row, column);
    this.#said.textContent = text;
    this.#hint.textContent = text;
  }

  #cellAt(event: MouseEvent): { row: number; column: number; side: "cell" | "row" | "column" | "none" } {
    const bounds = this.#canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    const { rows, columns } = this.#model;
    const column = Math.floor((x - this.#left + this.#view.scrollLeft) / this.#cellSize);
    const row = Math.floor((y - this.#top + this.#view.scrollTop) / this.#cellSize);
    const isRow = y > this.#top && row < rows.length;
    const isColumn = x > this.#left && column < columns.length;
    const side =
      isRow && isColumn
        ? "cell"
        : isRow && x <= this.#left
          ? "row"
          : isColumn && y <= this.#top
            ? "column"
            : "none";
    return { row, column, side };
  }

  #onMove(event: MouseEvent): void {
    const { row, column, side } = this.#cellAt(event);
    this.#setHover(side === "cell" ? { row, column } : undefined);
  }

  #setHover(at: { row: number; column: number } | undefined): void {
    if (at?.row === this.#hover?.row && at?.column === this.#hover?.column) return;
    this.#hover = at;
    this.#hint.textContent = at === undefined ? "" : this.#model.describe(at.row, at.column);
    this.#plan();
  }

  #onClick(event: MouseEvent): void {
    const { row, column, side } = this.#cellAt(event);
    if (side === "cell") {
      this.#cursor = { row, column };
      this.#model.open(row, column);
    } else if (side === "row") this.#model.toggle("row", row);
    else if (side === "column") this.#model.toggle("column", column);
    this.#plan();
  }
}

/** The lines and columns that can be seen, their ends exclusive. */
interface Seen {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** A text as far as there is room for it. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  let [low, high] = [0, Math.min(text.length, 200)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low)}…`;
}
