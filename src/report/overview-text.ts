import { dependenciesText, exemptionText } from "./explain-words.js";
import { encode, defuse } from "./encode.js";
import { endText } from "./explain-ends.js";
import { layOut, type Row } from "./columns.js";
import { peerOrigin } from "../match/why.js";
import { placeText } from "./place.js";
import { policyLabel, ruleText } from "./describe.js";
import { TIER_LABELS, TIER_WIDTH } from "./tier-labels.js";
import type { Direction, Rule, Tier } from "../model/policy.js";
import type { DirectionOverview, Overview, SelectingPolicy } from "../explain/overview.js";
import type { Origin } from "../manifest/origin.js";
import type { View } from "./view.js";

/** The policies of an endpoint for people: per direction, in the order in which they are asked, and what is left. */
export function* overviewText(overviews: readonly Overview[], view: View): Generator<string> {
  for (const [i, { endpoint, directions }] of overviews.entries()) {
    if (i > 0) yield "";
    yield defuse(view.paint.bold(endText(endpoint)));
    for (const direction of directions) {
      yield "";
      yield* directionLines(direction, view);
    }
  }
}

function* directionLines(overview: DirectionOverview, view: View): Generator<string> {
  const { direction, exempt } = overview;
  const rows: Row[] =
    exempt !== undefined
      ? [{ text: exemptionText(exempt) }]
      : overview.tiers.flatMap(({ tier, policies }) => tierRows(tier, policies, direction, view));
  yield defuse(`  ${view.paint.bold(direction)}`);
  for (const { text, place } of layOut([...rows, ...(exempt === undefined ? [restRow(overview)] : [])])) {
    yield defuse(`    ${text}  ${view.paint.place(place)}`.trimEnd());
  }
}

function tierRows(tier: Tier, policies: readonly SelectingPolicy[], direction: Direction, view: View): Row[] {
  const label = (i: number): string => (i === 0 ? TIER_LABELS[tier] : "").padEnd(TIER_WIDTH);
  if (policies.length === 0) {
    return [
      {
        text: `${label(0)}${tier === "NetworkPolicy" ? `no policy isolates it for ${direction}` : "no policy selects it"}`,
      },
    ];
  }
  return policies
    .flatMap((each) => policyRows(each, tier, direction, view))
    .map((row, i) => ({ ...row, text: `${label(i)}${row.text}` }));
}

function policyRows(
  { policy, unsettled }: SelectingPolicy,
  tier: Tier,
  direction: Direction,
  view: View,
): Row[] {
  const list = policy.rules[direction];
  if (list === undefined) return [];
  const verb = tier === "NetworkPolicy" ? "isolates it" : "selects it";
  const maybe = unsettled.length === 0 ? verb : `may select it: depends on ${dependenciesText(unsettled)}`;
  const none = list.rules.length === 0 ? "; it has no rules" : "";
  return [
    { text: `${policyLabel(policy)}  ${maybe}${none}`, place: placeText(list.origin) },
    ...list.rules.map((rule) => ({
      text: `  ${ruleLine(rule, tier, direction, view)}`,
      place: placeText(ruleOrigin(rule)),
    })),
  ];
}

function ruleLine(rule: Rule, tier: Tier, direction: Direction, { symbols }: View): string {
  const name = rule.name === undefined ? "" : ` "${encode(rule.name)}"`;
  const next = tier === "Admin" ? "NetworkPolicy" : "default";
  const action =
    tier === "NetworkPolicy"
      ? ""
      : `${rule.action === "Pass" ? `Pass ${symbols.arrow} ${next}` : rule.action}  `;
  return `rule ${rule.index + 1}${name}  ${action}${ruleText(rule, direction)}`;
}

function ruleOrigin({ peers, origin }: Rule): Origin {
  const [first] = peers.all ? [] : peers.items;
  return first === undefined ? origin : peerOrigin(first);
}

function restRow({ rest, direction, tiers }: DirectionOverview): Row {
  const label = (rest === "denied" ? "" : "default").padEnd(TIER_WIDTH);
  const hasRules = tiers.some(({ policies }) => policies.length > 0);
  switch (rest) {
    case "denied":
      return { text: `${label}everything else is denied; the Baseline tier is not asked` };
    case "unknown":
      return { text: `${label}everything else: allowed, or denied where a policy above isolates it` };
    case "allowed":
      return { text: `${label}${hasRules ? "everything else is allowed" : `every ${direction} is allowed`}` };
  }
}
