import { actionName } from "./action-name.js";
import { dependenciesText } from "./unsettled-words.js";
import { exemptionText } from "./explain-words.js";
import { conjunction, policyLabel, ruleConditionText, ruleText } from "./describe.js";
import { defuse, encode } from "./encode.js";
import { endText } from "./explain-ends.js";
import { incompleteLines } from "./incomplete-text.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";
import { layOut, wrapped, type TextRow } from "./columns.js";
import { refusedRow } from "./refused-row.js";
import { peerOrigin } from "../semantics/match/why.js";
import { placeText } from "./place.js";
import { kindAndName } from "../cluster/model/object-ref.js";
import { uninvolvedLines } from "./explain-text.js";
import { TIER_LABELS, TIER_WIDTH } from "./tier-labels.js";
import type { Direction, Policy, Rule, Tier } from "../cluster/model/policy.js";
import type {
  DirectionOverview,
  Overview,
  SelectingPolicy,
  TierOverview,
} from "../questions/explain/overview.js";
import type { Origin } from "../source/manifest/origin.js";
import type { OverviewReport } from "./explain-report.js";
import type { View } from "./view.js";

/** The policies of an endpoint for people: per direction, in the order in which they are asked, and what is left. */
export function* overviewText(
  { overviews, incompleteness, uninvolved }: OverviewReport,
  view: View,
): Generator<string> {
  yield* incompleteLines(incompleteness, view);
  for (const [i, { endpoint, directions, unenforced }] of overviews.entries()) {
    if (i > 0) yield "";
    yield defuse(view.paint.bold(endText(endpoint)));
    for (const direction of directions) {
      yield "";
      yield* directionLines(direction, incompleteness, view);
    }
    if (unenforced !== undefined) yield* unenforcedLines(unenforced, view);
  }
  yield* uninvolvedLines(uninvolved, view);
}

function* unenforcedLines(unenforced: NonNullable<Overview["unenforced"]>, view: View): Generator<string> {
  yield "";
  for (const line of wrapped(`  note  ${unenforcedText(unenforced)}`, view.width, 8)) yield defuse(line);
}

/** `flannel doesn't enforce NetworkPolicy shop/web, which selects it`. */
export function unenforcedText({ by, policies }: NonNullable<Overview["unenforced"]>): string {
  const verb = policies.length === 1 ? "selects" : "select";
  const names = conjunction(policies.map(({ ref }) => encode(kindAndName(ref))));
  return `${by} doesn't enforce ${names}, which ${verb} it`;
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
      : overview.tiers.flatMap((each) => tierRows(each, overview, incompleteness, view));
  const answer = exempt === undefined ? `  ${paintedRest(overview, view)}` : "";
  yield defuse(`  ${view.paint.bold(direction)}${answer}`);
  const all = exempt === undefined ? [...rows, ...restRows(overview)] : rows;
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
  overview: DirectionOverview,
  incompleteness: Incompleteness,
  view: View,
): TextRow[] {
  const { direction } = overview;
  const isReached = tier !== "Baseline" || !isIsolated(overview);
  const none = !isReached
    ? "not reached"
    : tier !== "NetworkPolicy"
      ? "no policy selects it"
      : isIsolated(overview)
        ? "its namespace isolates it"
        : `no policy isolates it for ${direction}`;
  const rows = [
    ...(isReached || policies.length + refused.length === 0 ? [] : [{ text: none }]),
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
    ...list.rules.map((rule) => ruleRow(rule, policy, direction, view)),
  ];
}

function ruleRow(rule: Rule, policy: Policy, direction: Direction, { symbols }: View): TextRow {
  const { tier } = policy;
  const next = tier === "Admin" ? "NetworkPolicy" : "default";
  const action = rule.action === "Pass" ? `Pass ${symbols.arrow} ${next}` : actionName(rule.action, policy);
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

/** What decides last, where it is asked: no Baseline policy and no default is asked about isolated pods. */
function restRows(overview: DirectionOverview): TextRow[] {
  if (isIsolated(overview)) return [];
  const { rest } = overview;
  const text =
    rest === "denied"
      ? "denied by the network plugin"
      : rest === "allowed"
        ? "allow"
        : "allow, or deny where a policy above isolates it";
  return [{ lead: "default".padEnd(TIER_WIDTH), text }];
}

/** True where NetworkPolicies, or the namespace, deny what no rule of theirs allows. */
function isIsolated({ rest, isRestByDefault }: DirectionOverview): boolean {
  return rest === "denied" && !isRestByDefault;
}

function paintedRest(overview: DirectionOverview, { paint }: View): string {
  const { rest } = overview;
  const text = restText(overview);
  return rest === "denied" ? text.replace(rest, () => paint.verdict(rest, "DENIED")) : text;
}

/** What a direction comes to, in a few words: `denied unless a rule allows it`. */
export function restText({ rest, tiers, direction }: DirectionOverview): string {
  const hasRules = tiers.some(
    ({ policies, refused }) =>
      refused.length > 0 || policies.some(({ policy }) => (policy.rules[direction]?.rules.length ?? 0) > 0),
  );
  switch (rest) {
    case "denied":
      return hasRules ? "denied unless a rule allows it" : "denied";
    case "allowed":
      return hasRules ? "allowed unless a rule denies it" : "allowed";
    case "unknown":
      return "unknown whether a policy isolates it";
  }
}
