import { ALL_TRAFFIC, type Traffic } from "../base/net/traffic.js";
import { askedTraffic, shownRows, type Filters } from "./filters.js";
import { axisOf, type PageItem } from "./axis.js";
import { h } from "./dom.js";
import { HeatMap, type CellPaint, type HeatMapModel } from "./heat-map.js";
import { PAIR_SHARES, type PairShare } from "../questions/matrix/pair-share.js";
import { pairText, SHARE_NAMES } from "./words.js";
import type { FlowGrid } from "./grid.js";

/** Maps of so many rows are shown row by row from the start. */
const MOST_OPEN = 160;

/** Pairs that are counted before the page answers again. */
const PAIRS_AT_ONCE = 60_000;

/** What is chosen on a map: two rows, or nothing. */
export type Chosen = { readonly from: number; readonly to: number } | undefined;

/** The map: filters above it, a legend, and cells that open. */
export class MapView {
  readonly element: HTMLElement;
  readonly #grid: FlowGrid;
  readonly #heat: HeatMap;
  readonly #onChoose: (chosen: Chosen) => void;
  readonly #counts = new Map<string, readonly number[]>();
  readonly #waiting = new Set<string>();
  #items: readonly PageItem[] = [];
  #filters: Filters;
  #asked: Traffic = ALL_TRAFFIC;
  #open: Set<number>;

  constructor(
    grid: FlowGrid,
    filters: Filters,
    open: ReadonlySet<number> | undefined,
    onChoose: (chosen: Chosen) => void,
  ) {
    this.#grid = grid;
    this.#filters = filters;
    this.#onChoose = onChoose;
    const { places, rows } = grid.data;
    this.#open = new Set(open ?? (rows.length <= MOST_OPEN ? places.keys() : []));
    this.#heat = new HeatMap("Who reaches whom", this.#model());
    const all = (isOpen: boolean, name: string): HTMLElement =>
      h("button", { type: "button", onclick: () => this.openAll(isOpen) }, name);
    this.element = h(
      "div",
      { class: "map" },
      h(
        "div",
        { class: "bar" },
        legend(),
        h("div", {}, all(true, "open all namespaces"), all(false, "close all")),
      ),
      this.#heat.element,
    );
    this.update(filters);
  }

  /** The places that are open, by number. */
  get open(): ReadonlySet<number> {
    return this.#open;
  }

  openAll(isOpen: boolean): void {
    this.#open = new Set(isOpen ? this.#grid.data.places.keys() : []);
    this.update(this.#filters);
    this.#onChoose(undefined);
  }

  focus(): void {
    this.#heat.focus();
  }

  /** Shows what filters leave. */
  update(filters: Filters): void {
    this.#filters = filters;
    this.#asked = askedTraffic(filters.port) ?? ALL_TRAFFIC;
    this.#counts.clear();
    this.#waiting.clear();
    const shown = shownRows(this.#grid, filters, this.#asked);
    this.#items = axisOf(this.#grid.data, shown, (place) => this.#open.has(place));
    this.#heat.show(this.#model());
  }

  #model(): HeatMapModel {
    const items = this.#items;
    return {
      rows: items,
      columns: items,
      paint: (row, column) => this.#paint(items[row] as PageItem, items[column] as PageItem),
      describe: (row, column) => this.#describe(items[row] as PageItem, items[column] as PageItem),
      open: (row, column) => this.#openCell(items[row] as PageItem, items[column] as PageItem),
      toggle: (_side, at) => this.#toggle([(items[at] as PageItem).place]),
    };
  }

  #single(item: PageItem): number | undefined {
    return item.isGroup ? undefined : item.rows[0];
  }

  #paint(from: PageItem, to: PageItem): CellPaint {
    const [a, b] = [this.#single(from), this.#single(to)];
    const wanted = this.#filters.share;
    if (a !== undefined && b !== undefined) {
      const share = this.#grid.share(a, b, this.#asked);
      return wanted === "" || share === wanted ? share : undefined;
    }
    const counts = this.#countsOf(from, to);
    const total = counts?.reduce((sum, each) => sum + each, 0) ?? 0;
    if (counts === undefined || total === 0) return undefined;
    return PAIR_SHARES.flatMap((share, i) =>
      (counts[i] ?? 0) === 0 || (wanted !== "" && share !== wanted)
        ? []
        : [[share, (counts[i] ?? 0) / total] as const],
    );
  }

  /** How many pairs of two items come to what; undefined until they are counted. */
  #countsOf(from: PageItem, to: PageItem): readonly number[] | undefined {
    const key = `${from.place} ${from.isGroup ? "" : from.rows[0]}>${to.place} ${to.isGroup ? "" : to.rows[0]}`;
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const { places } = this.#grid.data;
    const { text, hidesHubs } = this.#filters;
    const isAll = this.#asked === ALL_TRAFFIC && text === "" && !hidesHubs;
    if (isAll && from.isGroup && to.isGroup) {
      const counts = places[from.place]?.counts[to.place] ?? [];
      this.#counts.set(key, counts);
      return counts;
    }
    if (!this.#waiting.has(key)) {
      if (this.#waiting.size === 0) setTimeout(() => this.#countWaiting());
      this.#waiting.add(key);
      this.#later.set(key, [from, to]);
    }
    return undefined;
  }

  readonly #later = new Map<string, readonly [PageItem, PageItem]>();

  #countWaiting(): void {
    let left = PAIRS_AT_ONCE;
    for (const key of this.#waiting) {
      const [from, to] = this.#later.get(key) ?? [];
      this.#waiting.delete(key);
      this.#later.delete(key);
      if (from === undefined || to === undefined) continue;
      const counts = PAIR_SHARES.map(() => 0);
      for (const a of from.rows)
        for (const b of to.rows) {
          const share = this.#grid.share(a, b, this.#asked);
          if (share !== undefined) counts[PAIR_SHARES.indexOf(share)]!++;
        }
      this.#counts.set(key, counts);
      left -= from.rows.length * to.rows.length;
      if (left < 0) break;
    }
    if (this.#waiting.size > 0) setTimeout(() => this.#countWaiting());
    this.#heat.refresh();
  }

  #describe(from: PageItem, to: PageItem): string {
    const [a, b] = [this.#single(from), this.#single(to)];
    const ends = `${from.label} to ${to.label}`;
    if (a === undefined || b === undefined) {
      const counts = this.#countsOf(from, to);
      const parts = PAIR_SHARES.flatMap((share, i) =>
        (counts?.[i] ?? 0) === 0 ? [] : [`${counts?.[i]} ${SHARE_NAMES[share]}`],
      );
      return `${ends}: ${parts.length === 0 ? "no pairs" : parts.join(", ")}. Enter opens it.`;
    }
    const variants = this.#grid.variants(a, b);
    if (variants.length === 0) return `${ends}: policies have no say`;
    const share = this.#grid.share(a, b, this.#asked);
    return `${ends}: ${share === undefined ? "" : SHARE_NAMES[share]}${share === "denied" ? "" : `, ${pairText(this.#grid, variants)}`}`;
  }

  #openCell(from: PageItem, to: PageItem): void {
    const [a, b] = [this.#single(from), this.#single(to)];
    if (a !== undefined && b !== undefined) this.#onChoose({ from: a, to: b });
    else this.#toggle([...(from.isGroup ? [from.place] : []), ...(to.isGroup ? [to.place] : [])]);
  }

  #toggle(places: readonly number[]): void {
    for (const place of new Set(places)) {
      if (this.#open.has(place)) this.#open.delete(place);
      else this.#open.add(place);
    }
    const [first] = places;
    this.update(this.#filters);
    const at = this.#items.findIndex(({ place }) => place === first);
    if (at !== -1) this.#heat.moveTo(at, at);
    this.#onChoose(undefined);
  }

  /** Moves to the cell of two rows, whose places are opened. */
  reveal(from: number, to: number): void {
    const placeOf = (row: number): number =>
      this.#grid.data.places.findIndex(({ first, count }) => first <= row && row < first + count);
    for (const row of [from, to]) this.#open.add(placeOf(row));
    this.update(this.#filters);
    const at = (row: number): number => this.#items.findIndex((item) => this.#single(item) === row);
    this.#heat.moveTo(at(from), at(to));
  }
}

function legend(): HTMLElement {
  const entry = (share: PairShare): HTMLElement =>
    h("li", {}, h("span", { class: `swatch ${share}` }), SHARE_NAMES[share]);
  return h("ul", { class: "legend", "aria-label": "Legend" }, ...PAIR_SHARES.map(entry));
}
