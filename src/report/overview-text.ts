import { dependenciesText } from "./unsettled-words.js";
import { exemptionText } from "./explain-words.js";
import { defuse } from "./encode.js";
import { endText } from "./explain-ends.js";
import { incompleteLines } from "./incomplete-text.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";
import { layOut, type TextRow } from "./columns.js";
import { refusedRow } from "./refused-row.js";
import { peerOrigin } from "../semantics/match/why.js";
import { placeText } from "./place.js";
import { policyLabel, ruleConditionText, ruleText } from "./describe.js";
import { uninvolvedLines } from "./explain-text.js";
import { TIER_LABELS, TIER_WIDTH } from "./tier-labels.js";
import type { Direction, Rule, Tier } from "../cluster/model/policy.js";
import type { DirectionOverview, SelectingPolicy, TierOverview } from "../questions/explain/overview.js";
import type { Origin } from "../source/manifest/origin.js";
import type { OverviewReport } from "./explain-report.js";
import type { View } from "./view.js";

/** The policies of an endpoint for people: per direction, in the order in which they are asked, and what is left. */
export function* overviewText(
  { overviews, incompleteness, uninvolved }: OverviewReport,
  view: View,
): Generator<string> {
  yield* incompleteLines(incompleteness, view);
  for (const [i, { endpoint, directions }] of overviews.entries()) {
    if (i > 0) yield "";
    yield defuse(view.paint.bold(endText(endpoint)));
    for (const direction of directions) {
      yield "";
      yield* directionLines(direction, incompleteness, view);
    }
  }
  yield* uninvolvedLines(uninvolved, view);
}

function* directionLines(
  overview: DirectionOverview,
  incompleteness: Incompleteness,
  view: View,
): Generator<string> {
  const { direction, exempt } = overview;
  const rows: TextRow[] =
    exempt !== undefined
      ? [{ text: exemptionText(exempt) }]
      : overview.tiers.flatMap((each) => tierRows(each, direction, incompleteness, view));
  yield defuse(`  ${view.paint.bold(direction)}`);
  const all = exempt === undefined ? [...rows, restRow(overview)] : rows;
  for (const { text, mark, place } of layOut(all.map(withMargin), view.width)) {
    const cells = [text, view.paint.bold(mark), view.paint.place(place)].filter((cell) => cell !== "");
    yield defuse(cells.join("  ").trimEnd());
  }
}

function withMargin(row: TextRow): TextRow {
  return { ...row, lead: `    ${row.lead ?? ""}` };
}

function tierRows(
  { tier, policies, refused }: TierOverview,
  direction: Direction,
  incompleteness: Incompleteness,
  view: View,
): TextRow[] {
  const none = tier === "NetworkPolicy" ? `no policy isolates it for ${direction}` : "no policy selects it";
  const rows = [
    ...refused.map((each) => refusedRow(each, incompleteness)),
    ...policies.flatMap((each) => policyRows(each, tier, direction, view)),
  ];
  return (rows.length === 0 ? [{ text: none }] : rows).map((row, i) => ({
    ...row,
    lead: (i === 0 ? TIER_LABELS[tier] : "").padEnd(TIER_WIDTH),
  }));
}

function policyRows(
  { policy, unsettled }: SelectingPolicy,
  tier: Tier,
  direction: Direction,
  view: View,
): TextRow[] {
  const list = policy.rules[direction];
  if (list === undefined) return [];
  const verb = tier === "NetworkPolicy" ? "isolates it" : "selects it";
  const maybe = unsettled.length === 0 ? verb : `may select it: depends on ${dependenciesText(unsettled)}`;
  const none =
    list.rules.length > 0 ? "" : tier === "NetworkPolicy" ? " and has no allow rules" : " and has no rules";
  return [
    { text: `${policyLabel(policy)}  ${maybe}${none}`, place: placeText(list.origin) },
    ...list.rules.map((rule) => ruleRow(rule, tier, direction, view)),
  ];
}

function ruleRow(rule: Rule, tier: Tier, direction: Direction, { symbols }: View): TextRow {
  const next = tier === "Admin" ? "NetworkPolicy" : "default";
  const action = rule.action === "Pass" ? `Pass ${symbols.arrow} ${next}` : rule.action;
  const head = `  ${ruleText(rule)}  `;
  const condition = ruleConditionText(rule, direction);
  const texts =
    tier === "NetworkPolicy" ? { text: head + condition } : { text: head + action, detail: condition };
  return { ...texts, place: placeText(ruleOrigin(rule)) };
}

function ruleOrigin({ peers, origin }: Rule): Origin {
  const [first] = peers.all ? [] : peers.items;
  return first === undefined ? origin : peerOrigin(first);
}

function restRow({ rest, isRestByDefault, direction, tiers }: DirectionOverview): TextRow {
  const hasRules = tiers.some(({ policies }) => policies.length > 0);
  const lead = (rest === "denied" && !isRestByDefault ? "" : "default").padEnd(TIER_WIDTH);
  switch (rest) {
    case "denied":
      return isRestByDefault
        ? {
            lead,
            text: `${hasRules ? "everything else" : `every ${direction}`} is denied by the network plugin`,
          }
        : { lead, text: "everything else is denied; the Baseline tier is not reached" };
    case "unknown":
      return { lead, text: "everything else: allowed, or denied where a policy above isolates it" };
    case "allowed":
      return { lead, text: hasRules ? "everything else is allowed" : `every ${direction} is allowed` };
  }
}
