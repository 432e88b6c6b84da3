import { command, h } from "./dom.js";
import { HeatMap, type AxisItem, type CellPaint } from "./heat-map.js";
import type { ChangeData, ChangesData } from "./model.js";
import type { Tone } from "./palette.js";

/** A map of what a change opens and closes, of the rows that it concerns. */
export function changesView({ rows, changes }: ChangesData): HTMLElement {
  if (rows.length === 0) return h("p", {}, "No flow of TCP, UDP or SCTP changes.");
  const byCell = new Map<number, ChangeData[]>();
  for (const change of changes)
    for (const from of change.from)
      for (const to of change.to) {
        const key = from * rows.length + to;
        const known = byCell.get(key);
        if (known === undefined) byCell.set(key, [change]);
        else known.push(change);
      }
  const at = (row: number, column: number): readonly ChangeData[] =>
    byCell.get(row * rows.length + column) ?? [];
  const items = rows.map(({ name, place }, i): AxisItem => ({
    label: name,
    isGroup: false,
    isFirst: i > 0 && rows[i - 1]?.place !== place,
    depth: 0,
  }));
  const detail = h("div", { class: "change-detail", "aria-live": "polite" });
  const map = new HeatMap("What changes", {
    rows: items,
    columns: items,
    paint: (row, column) => toneOf(at(row, column)),
    describe: (row, column) => {
      const ends = `${rows[row]?.name} to ${rows[column]?.name}`;
      const some = at(row, column);
      return `${ends}: ${some.length === 0 ? "no change" : some.map(({ kind, traffic }) => `${kind} ${traffic}`).join("; ")}`;
    },
    open: (row, column) =>
      detail.replaceChildren(
        ...at(row, column).map((each) => changeBlock(each, rows[row]?.name, rows[column]?.name)),
      ),
    toggle: () => undefined,
  });
  const entry = (tone: Tone, name: string): HTMLElement =>
    h("li", {}, h("span", { class: `swatch ${tone}` }), name);
  const legend = h(
    "ul",
    { class: "legend", "aria-label": "Legend" },
    entry("opened", "opens"),
    entry("closed", "closes"),
    entry("both", "opens and closes"),
    entry("undefined", "becomes undefined"),
    entry("unknown", "becomes unknown"),
  );
  return h("div", { class: "map small" }, h("div", { class: "bar" }, legend), map.element, detail);
}

function toneOf(changes: readonly ChangeData[]): CellPaint {
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (kinds.has("opened") && kinds.has("closed")) return "both";
  const [first] = kinds;
  return first;
}

function changeBlock(
  { kind, traffic, before, after, command: asked }: ChangeData,
  from = "",
  to = "",
): HTMLElement {
  const side = (name: string, [verdict = "", ...lines]: readonly string[]): HTMLElement[] => [
    h("dt", {}, `${name}: ${verdict}`),
    ...lines.map((line) => h("dd", {}, line)),
  ];
  return h(
    "article",
    { class: `change ${kind}` },
    h("h3", {}, h("span", { class: `kind ${kind}` }, kind), ` ${from} → ${to} ${traffic}`),
    h("dl", {}, ...side("before", before), ...side("after", after)),
    asked === undefined ? undefined : command(asked),
  );
}
