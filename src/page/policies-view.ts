import { codeLines } from "./code-lines.js";
import { h, type Child } from "./dom.js";
import type { PageData, PolicyData, RuleData } from "./model.js";

const STATES: Readonly<Record<RuleData["state"], string>> = {
  decides: "decides",
  passes: "passes on",
  shadowed: "never decides",
  matches: "repeats others",
  "no-match": "matches nothing here",
  "no-subject": "selects no pod",
  undecided: "not looked at",
};

/** Policies that are shown at once. */
const AT_ONCE = 100;

/** The policies in the order of precedence, each with what its rules decide. */
export function policiesView(data: PageData): HTMLElement {
  if (data.detail !== "chains")
    return h(
      "p",
      { class: "note" },
      "This page has no policies: the cluster is too large. Ask anp explain about an end or a flow.",
    );
  const list = h("div", {});
  const count = h("p", { class: "note", role: "status" });
  const text = h("input", {
    type: "search",
    "aria-label": "filter policies by name",
    placeholder: "name of a policy",
  });
  const state = h(
    "select",
    { "aria-label": "filter by what rules do" },
    h("option", { value: "" }, "all rules"),
    ...Object.entries(STATES).map(([value, name]) => h("option", { value }, name)),
  );
  let most = AT_ONCE;
  const show = (): void => {
    const wanted = text.value.toLowerCase();
    const found = data.policies.filter(
      ({ name, rules }) =>
        name.toLowerCase().includes(wanted) &&
        (state.value === "" || rules.some((rule) => rule.state === state.value)),
    );
    count.textContent = `${found.length} of ${data.policies.length} policies`;
    const more = found.length - most;
    const button = h(
      "button",
      { type: "button", onclick: () => ((most += AT_ONCE), show()) },
      `show ${Math.min(more, AT_ONCE)} more`,
    );
    list.replaceChildren(...byTier(data, found.slice(0, most)), ...(more > 0 ? [button] : []));
  };
  for (const input of [text, state]) input.addEventListener("input", () => ((most = AT_ONCE), show()));
  show();
  return h("div", {}, h("div", { class: "bar" }, h("div", {}, text, state), markLegend()), count, list);
}

function byTier(data: PageData, policies: readonly PolicyData[]): HTMLElement[] {
  const tiers = [...new Set(policies.map(({ tier }) => tier))];
  return tiers.map((tier) =>
    h(
      "div",
      { class: "tier-block" },
      h("h3", {}, tier),
      ...policies.filter((each) => each.tier === tier).map((each) => policyBlock(data, each)),
    ),
  );
}

function policyBlock(
  data: PageData,
  { name, priority, at, lines, subjects, isolates, rules }: PolicyData,
): HTMLElement {
  const facts = [
    ...(priority === undefined ? [] : [`priority ${priority}`]),
    subjects === 0
      ? "selects nothing here"
      : `selects ${subjects} ${subjects === 1 ? "workload" : "workloads"}`,
    ...(isolates === undefined || isolates === 0
      ? []
      : [`denies something of ${isolates} ${isolates === 1 ? "pair" : "pairs"} by isolating`]),
  ];
  const details = h("details", { class: "policy" });
  const summary = h(
    "summary",
    {},
    h("span", { class: "name" }, name),
    " ",
    h("span", { class: "note" }, facts.join(", ")),
    marks(rules),
  );
  details.append(summary);
  // What is not looked at is not made.
  details.addEventListener("toggle", () => {
    if (details.childElementCount > 1) return;
    details.append(
      h("div", {}, h("p", { class: "place" }, at), rulesList(data, rules), codeLines(data, lines, true)),
    );
  });
  return details;
}

function markLegend(): HTMLElement {
  const entry = ([state, name]: readonly [string, string]): HTMLElement =>
    h("li", {}, h("span", { class: `mark ${state}` }), ` ${name}`);
  return h("ul", { class: "legend", "aria-label": "What rules do" }, ...Object.entries(STATES).map(entry));
}

function marks(rules: readonly RuleData[]): HTMLElement {
  return h(
    "span",
    { class: "marks" },
    ...rules.map(({ state }) => h("span", { class: `mark ${state}`, title: STATES[state] })),
  );
}

function rulesList(data: PageData, rules: readonly RuleData[]): Child {
  if (rules.length === 0) return h("p", {}, "It has no rules.");
  return h(
    "ul",
    { class: "rules" },
    ...rules.map(({ direction, text, effect, state, at, lines }) =>
      h(
        "li",
        { class: state },
        h("span", { class: "tier" }, direction),
        text,
        " ",
        h("strong", {}, effect),
        h("div", { class: "place" }, at),
        state === "decides" ? undefined : codeLines(data, lines),
      ),
    ),
  );
}
