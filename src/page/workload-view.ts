import { ALL_TRAFFIC } from "../base/net/traffic.js";
import { h, svg, type Child } from "./dom.js";
import { pairText } from "./words.js";
import type { FlowGrid } from "./grid.js";
import type { PageWalk } from "./walks.js";

/** Partners of one side that are drawn. */
const MOST_DRAWN = 60;

const ROW = 26;
const WIDTH = 900;

/** A partner with what it is sent, or sends. */
interface Partner {
  readonly row: number;
  readonly name: string;
  readonly text: string;
  readonly share: string;
}

/** One workload: who reaches it, whom it reaches, and the policies about it in the order in which they are asked. */
export function workloadView(
  grid: FlowGrid,
  row: number,
  onPair: (from: number, to: number) => void,
): HTMLElement {
  const all = grid.data.rows.map((_, i) => i);
  const partners = (isSource: boolean): Partner[] =>
    all.flatMap((other): Partner[] => {
      const [from, to] = isSource ? [other, row] : [row, other];
      const share = grid.share(from, to, ALL_TRAFFIC);
      if (share === undefined || share === "denied") return [];
      return [
        { row: other, name: grid.row(other).name, text: pairText(grid, grid.variants(from, to)), share },
      ];
    });
  const [sources, targets] = [partners(true), partners(false)];
  const { labels, kind, isOnHost } = grid.row(row);
  return h(
    "div",
    { class: "workload" },
    h(
      "p",
      { class: "note" },
      `${kind}${labels.length === 0 ? "" : `, ${labels.join(", ")}`}${isOnHost ? ", on the network of its node: not subject to policies of pods" : ""}`,
    ),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": "picture" },
      picture(grid, row, sources, targets),
    ),
    h(
      "div",
      { class: "columns" },
      partnerList("reached by", sources, (other) => onPair(other, row)),
      partnerList("reaches", targets, (other) => onPair(row, other)),
    ),
    grid.data.detail === "chains" ? policiesOf(grid, row) : undefined,
  );
}

function partnerList(
  title: string,
  partners: readonly Partner[],
  onChoose: (row: number) => void,
): HTMLElement {
  return h(
    "div",
    {},
    h("h3", {}, `${title} ${partners.length}`),
    h(
      "ul",
      { class: "partners" },
      ...partners
        .slice(0, 400)
        .map(({ row, name, text, share }) =>
          h(
            "li",
            {},
            h("span", { class: `swatch ${share}` }),
            h("button", { type: "button", class: "end", onclick: () => onChoose(row) }, name),
            " ",
            h("span", { class: "note" }, text),
          ),
        ),
    ),
    partners.length > 400 ? h("p", { class: "note" }, `and ${partners.length - 400} more`) : undefined,
  );
}

/** Sources at the left, targets at the right, the workload between them. */
function picture(
  grid: FlowGrid,
  row: number,
  sources: readonly Partner[],
  targets: readonly Partner[],
): SVGElement {
  const [left, right] = [sources.slice(0, MOST_DRAWN), targets.slice(0, MOST_DRAWN)];
  const height = Math.max(3, left.length, right.length, 1) * ROW + 44;
  const middle = height / 2;
  const column = (partners: readonly Partner[], isLeft: boolean, hidden: number): Child[] => {
    const start = middle - (partners.length * ROW) / 2;
    const items = partners.map(({ name, text, share }, i): Child => {
      const y = start + i * ROW + ROW / 2;
      const [x, toX] = isLeft ? [300, 370] : [530, 600];
      const bend = isLeft
        ? `M${x} ${y} C${x + 40} ${y} ${toX - 40} ${middle} ${toX} ${middle}`
        : `M${x} ${middle} C${x + 40} ${middle} ${toX - 40} ${y} ${toX} ${y}`;
      const at = isLeft ? { x: 294, "text-anchor": "end" } : { x: 606, "text-anchor": "start" };
      return [
        svg("path", { d: bend, class: `edge ${share}` }),
        svg("text", { ...at, y: y - 2, class: "who" }, short(name, 42), svg("title", {}, `${name}: ${text}`)),
        svg("text", { ...at, y: y + 10, class: "what" }, short(text, 52)),
      ];
    });
    const note =
      hidden > 0
        ? svg(
            "text",
            { x: isLeft ? 294 : 606, y: height - 8, "text-anchor": isLeft ? "end" : "start", class: "what" },
            `and ${hidden} more, listed below`,
          )
        : undefined;
    return [...items, note];
  };
  const { name } = grid.row(row);
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${height}`,
      class: "partners-picture",
      role: "img",
      "aria-label": `${sources.length} reach ${name}, which reaches ${targets.length}`,
    },
    svg("text", { x: 294, y: 14, "text-anchor": "end", class: "head" }, `reached by ${sources.length}`),
    svg("text", { x: 606, y: 14, "text-anchor": "start", class: "head" }, `reaches ${targets.length}`),
    ...column(left, true, sources.length - left.length),
    ...column(right, false, targets.length - right.length),
    svg("rect", { x: 370, y: middle - 18, width: 160, height: 36, rx: 6, class: "self" }),
    svg("text", { x: 450, y: middle + 4, "text-anchor": "middle", class: "who" }, short(name, 22)),
  );
}

function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** What is asked about the workload, in order, by direction. */
function policiesOf(grid: FlowGrid, row: number): HTMLElement {
  const walks = grid.data.classes[grid.row(row).class]?.walks.find((each) => each !== null);
  const of = (direction: "ingress" | "egress"): HTMLElement => {
    const number = direction === "egress" ? walks?.[0] : walks?.[1];
    const walk = number === undefined ? undefined : grid.walk(direction, number);
    return h(
      "div",
      {},
      h("h3", {}, `${direction}, in the order of evaluation`),
      walk === undefined ? undefined : askedList(grid, walk),
    );
  };
  return h("div", { class: "columns" }, of("ingress"), of("egress"));
}

function askedList(grid: FlowGrid, { entries }: PageWalk): HTMLElement {
  return h(
    "ol",
    { class: "chain" },
    ...entries.slice(0, 300).map((number) => {
      const entry = grid.data.entries[number];
      return h(
        "li",
        { class: "step" },
        entry?.tier ? h("span", { class: "tier" }, entry.tier) : undefined,
        h("span", { class: "text" }, entry?.text ?? ""),
        entry?.at ? h("div", { class: "place" }, entry.at) : undefined,
      );
    }),
  );
}
