import { pageChain, type ChainStep } from "./chain.js";
import { codeLines } from "./code-lines.js";
import { command, h, type Child } from "./dom.js";
import { pairCommand, qualifier, shortTraffic } from "./words.js";
import { isNoTraffic, intersectTraffic } from "../base/net/traffic.js";
import type { FlowGrid, PagePart, PageSide, FlowVariant } from "./grid.js";

/** Everything that is known of a pair: the verdict of each range of ports, and what decides it, step by step. */
export function pairPanel(
  grid: FlowGrid,
  from: number,
  to: number,
  onClose: () => void,
  onWorkload: (row: number) => void,
): HTMLElement {
  const end = (row: number): HTMLElement =>
    h("button", { type: "button", class: "end", onclick: () => onWorkload(row) }, grid.row(row).name);
  const variants = grid.variants(from, to);
  const close = h("button", { type: "button", class: "close", "aria-label": "close", onclick: onClose }, "×");
  const title = h("h3", { id: "panel-h", tabindex: "-1" }, end(from), " → ", end(to));
  return h(
    "aside",
    {
      class: "panel",
      "aria-labelledby": "panel-h",
      onkeydown: (event) => {
        if ((event as KeyboardEvent).key === "Escape") onClose();
      },
    },
    close,
    title,
    variants.length === 0 ? h("p", {}, "Policies have no say in this pair.") : undefined,
    variants.map((variant) => variantBlock(grid, from, to, variant)),
  );
}

function variantBlock(grid: FlowGrid, from: number, to: number, variant: FlowVariant): Child {
  const about = qualifier(variant);
  return [
    about === "" ? undefined : h("h4", {}, about.trim()),
    ...grid.parts(variant).map((part) => partBlock(grid, from, to, variant, part)),
  ];
}

function partBlock(
  grid: FlowGrid,
  from: number,
  to: number,
  variant: FlowVariant,
  part: PagePart,
): HTMLElement {
  const { reasons } = grid.answer(variant.answer);
  const why = reasons.flatMap(([traffic, text]) =>
    text === "" || isNoTraffic(intersectTraffic(grid.traffic(traffic), part.traffic)) ? [] : [text],
  );
  const asked = pairCommand(grid, from, to, part.traffic, variant.family);
  const hasChains = grid.data.detail === "chains";
  return h(
    "section",
    { class: `flow-part ${part.verdict}` },
    h(
      "h4",
      {},
      h("span", { class: `verdict ${part.verdict}` }, part.verdict),
      " ",
      shortTraffic(part.traffic),
    ),
    why.length === 0 ? undefined : h("p", { class: "note" }, `depends on ${[...new Set(why)].join("; ")}`),
    hasChains ? chainBlock(grid, "egress", grid.row(from).name, variant.egress, part) : undefined,
    hasChains ? chainBlock(grid, "ingress", grid.row(to).name, variant.ingress, part) : undefined,
    hasChains
      ? undefined
      : h(
          "p",
          { class: "note" },
          "This page has no chains: the cluster is too large. The command shows them.",
        ),
    asked === undefined ? undefined : command(asked),
  );
}

function chainBlock(
  grid: FlowGrid,
  direction: "egress" | "ingress",
  end: string,
  side: PageSide,
  { traffic }: PagePart,
): HTMLElement {
  const steps = pageChain(side, traffic, grid);
  const met = steps.filter(({ does }) => does === "allows" || does === "denies");
  const isOpen = met.some((step) => step.isOpen);
  const outcomes = [...new Set(met.map(({ does }) => (does === "allows" ? "allowed" : "denied")))];
  const list = h("ol", { class: "chain" });
  let waiting: ChainStep[] = [];
  const flush = (): void => {
    if (waiting.length > 0) list.append(silent(waiting));
    waiting = [];
  };
  for (const step of steps) {
    if (step.does !== "no match" && step.does !== "not reached" && step.entry.kind !== "policy") {
      flush();
      list.append(stepItem(grid, step));
    } else {
      if (waiting[0] !== undefined && waiting[0].does !== step.does) flush();
      if (step.entry.kind !== "policy") waiting.push(step);
    }
  }
  flush();
  const word = direction === "egress" ? "from" : "to";
  return h(
    "div",
    { class: "direction" },
    h(
      "h5",
      {},
      `${direction} ${word} ${end}: `,
      h("span", { class: isOpen ? "open" : (outcomes[0] ?? "") }, outcomes.join(" or ")),
    ),
    list,
  );
}

function stepItem(grid: FlowGrid, { entry, does, isOpen }: ChainStep): HTMLElement {
  const tier = entry.tier === "" ? undefined : h("span", { class: "tier" }, entry.tier);
  const what = isOpen ? `may apply: ${does}` : does;
  return h(
    "li",
    { class: `step ${does}` },
    tier,
    h("span", { class: "text" }, entry.text),
    " ",
    h("strong", { class: does }, what),
    entry.at === "" ? undefined : h("div", { class: "place" }, entry.at),
    codeLines(grid.data, entry.lines),
  );
}

/** What was asked and does not match, or was not reached: counted, and listed on request. */
function silent(steps: readonly ChainStep[]): HTMLElement {
  const [first] = steps;
  const rules = steps.length === 1 ? "1 rule" : `${steps.length} rules`;
  const verb =
    first?.does === "not reached" ? "not reached" : steps.length === 1 ? "does not match" : "do not match";
  return h(
    "li",
    { class: "step silent" },
    h(
      "details",
      {},
      h("summary", {}, `${rules} ${verb}`),
      h(
        "ul",
        {},
        ...steps.map(({ entry }) => h("li", {}, entry.text, " ", h("span", { class: "place" }, entry.at))),
      ),
    ),
  );
}
