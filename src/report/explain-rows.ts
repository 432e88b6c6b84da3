import { actionName } from "./action-name.js";
import { withMore } from "../base/text/list.js";
import { conjunction, policyLabel, policyText, ruleConditionText, ruleText } from "./describe.js";
import { deciderText } from "./decider-words.js";
import { encode } from "./encode.js";
import { dependenciesText } from "./unsettled-words.js";
import { exemptionText, mismatchText } from "./explain-words.js";
import { placeText } from "./place.js";
import { noPolicyText, unenforcedRows } from "./no-policy-rows.js";
import { withManyAsOne, type ManyPolicies } from "./many-policies.js";
import { refusedRow } from "./refused-row.js";
import { TIER_LABELS, TIER_WIDTH } from "./tier-labels.js";
import { TIERS, type Direction, type Policy, type Tier } from "../cluster/model/policy.js";
import type { Origin } from "../source/manifest/origin.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";
import type { ResultSide } from "../questions/explain/result.js";
import type { TextRow } from "./columns.js";
import type { RuleStep, Step } from "../semantics/evaluate/step.js";
import type { Symbols } from "./view.js";
import type { Traffic } from "../base/net/traffic.js";

/** What the rows of one side need beside its steps. */
export interface SideContext {
  readonly direction: Direction;
  readonly traffic: Traffic;
  readonly symbols: Symbols;
  /** Shows rules that did not matter too. */
  readonly showsAll: boolean;
  /** Tells why a policy is refused. */
  readonly incompleteness: Incompleteness;
  /** True for the egress of a controller that the input does not hold. */
  readonly isOfUnknownController: boolean;
}

/** Of more missed rules than this, the nearest are shown and the rest is counted. */
const MANY_MISSES = 4;
const SHOWN_OF_MANY = 3;

/** The rows of one direction, tier by tier, ending at the step that decided and what was not reached behind it. */
export function sideRows({ steps }: ResultSide, context: SideContext): TextRow[] {
  const unreachable = steps.find((step) => step.type === "service");
  if (unreachable !== undefined && steps.every(({ type, decides }) => type === "service" || !decides))
    return [serviceRow(unreachable, context)];
  if (context.isOfUnknownController) return unknownControllerRows(steps);
  const limit = steps.find(({ type }) => type === "limit");
  if (limit !== undefined)
    return [{ text: "not decided within the limits of the run", ...decidesMark(limit, context) }];
  const exempt = steps.find((step) => step.type === "exempt");
  if (exempt !== undefined && isAllExempt(steps)) return [{ text: exemptionText(exempt.why) }];
  if (isMaybePod(steps)) return mayBePodRows(steps);
  const hasPolicy = steps.some(({ type }) => !NO_POLICY_STEPS.has(type));
  if (!hasPolicy)
    return [
      {
        text: noPolicyText(steps, "of any tier ", ` for ${context.direction}`),
        mark: steps.some(({ type }) => type === "default-deny") ? "default deny" : "default allow",
      },
      ...unenforcedRows(steps),
    ];
  const lastTier = tierOf(steps.findLast(({ decides }) => decides));
  const rows: TextRow[] = steps.flatMap((step) => leadingRow(step, context));
  for (const tier of TIERS) {
    const ofTier = steps.filter((step) => "tier" in step && step.tier === tier && !isUnread(step));
    // Behind the decision, only what was not reached says so; empty tiers add nothing.
    const isBehind = lastTier !== undefined && TIERS.indexOf(tier) > TIERS.indexOf(lastTier);
    if (isBehind && ofTier.every(({ type }) => type === "no-policy")) continue;
    rows.push(...labelled(TIER_LABELS[tier], tierRows(ofTier, tier, context)));
  }
  const last = steps.find((step) => step.type === "default" || step.type === "default-deny");
  if (last !== undefined) {
    const text =
      last.type === "default" ? "allow" : "deny: the network plugin denies what no policy restricts";
    rows.push(...labelled("default", [{ text, ...decidesMark(last, context) }]));
  }
  return rows;
}

const NO_POLICY_STEPS: ReadonlySet<Step["type"]> = new Set([
  "no-policy",
  "default",
  "default-deny",
  "exempt",
  "service",
]);

/** True for the side of an address of which nothing tells whether it is a pod's. */
export function isMaybePod(steps: readonly Step[]): boolean {
  return steps.some((step) => step.type === "exempt" && step.why === "outside") && !isAllExempt(steps);
}

function isAllExempt(steps: readonly Step[]): boolean {
  return steps.every(({ type }) => type === "exempt" || type === "no-policy");
}

/** An address that may be a pod's: what its policies would say is told in short, which pod it is decides. */
export function mayBePodRows(steps: readonly Step[]): TextRow[] {
  const policies = policiesThatMaySay(steps);
  if (policies === undefined) return [{ text: "no policy selects it, whether it is a pod or not" }];
  return [
    { text: "outside the cluster, not subject to policy; but it may be a pod's address," },
    { text: `and then ${policies} may decide` },
  ];
}

/** A controller that is not in the input: which of the policies are about it is not known. */
export function unknownControllerRows(steps: readonly Step[]): TextRow[] {
  const policies = policiesThatMaySay(steps);
  return [
    {
      text:
        policies === undefined
          ? "not in the input, and no policy restricts it, whichever pod it is"
          : `not in the input: ${policies} may decide`,
    },
  ];
}

/** The policies that steps name, the first of many; undefined where there are none. */
function policiesThatMaySay(steps: readonly Step[]): string | undefined {
  const policies = new Set(
    steps.flatMap((step) =>
      "policy" in step && step.type !== "policy-not-reached" ? [policyText(step.policy.ref)] : [],
    ),
  );
  if (policies.size === 0) return undefined;
  const listed = [...policies].slice(0, 3);
  return withMore(listed, policies.size - listed.length, "or");
}

function tierOf(step: Step | undefined): Tier | undefined {
  return step !== undefined && "tier" in step ? step.tier : undefined;
}

function isUnread(step: Step): boolean {
  return step.type === "refused" && step.refused === undefined;
}

/** What stands before the first tier. */
function leadingRow(step: Step, context: SideContext): TextRow[] {
  if (step.type === "service") return [serviceRow(step, context)];
  if (step.type === "exempt") return [{ text: exemptionText(step.why) }];
  if (step.type === "not-carried" || step.type === "own-node-closed")
    return [{ text: deciderText(step, context.direction), ...decidesMark(step, context) }];
  return isUnread(step)
    ? [{ text: "documents that could not be read may contain policies", mark: "unknown" }]
    : [];
}

/** What stands in front of the pods and lets nothing through is no policy, and is said not to be one. */
function serviceRow(step: Extract<Step, { type: "service" }>, context: SideContext): TextRow {
  const what =
    step.why === "not-published"
      ? "the Service is not reachable from outside"
      : "source is not in loadBalancerSourceRanges";
  return {
    text: `not a policy: ${what}`,
    ...decidesMark(step, context),
    ...placeOf(step.at),
  };
}

function placeOf(at: Origin | undefined): Pick<TextRow, "place"> {
  return at === undefined ? {} : { place: placeText(at) };
}

function labelled(label: string, rows: readonly TextRow[]): TextRow[] {
  return rows.map((row, i) => ({ ...row, lead: (i === 0 ? label : "").padEnd(TIER_WIDTH) }));
}

function decidesMark(step: Step, { symbols }: SideContext): Pick<TextRow, "mark"> {
  return step.decides ? { mark: `${symbols.decides} decides` } : {};
}

function tierRows(steps: readonly Step[], tier: Tier, context: SideContext): TextRow[] {
  const rows: TextRow[] = tieRows(steps);
  const shown = context.showsAll ? steps : withManyAsOne(steps);
  const isCounted = shown.some(({ type }) => type === "many-policies");
  for (const step of shown) {
    switch (step.type) {
      case "many-policies":
        rows.push(...manyRows(step, steps, tier, context));
        break;
      case "no-policy":
        rows.push({
          text:
            tier === "NetworkPolicy" && step.unenforced === undefined
              ? `no policy isolates it for ${context.direction}`
              : noPolicyText([step]),
        });
        rows.push(...unenforcedRows([step]));
        break;
      case "tier-not-reached":
        rows.push({ text: "not reached" });
        break;
      case "policy-not-reached":
        rows.push({ text: `${policyLabel(step.policy)}  ${notReachedText(tier)}` });
        break;
      case "policy":
        rows.push(...policyRows(step, steps, context));
        break;
      case "rule":
        // Rules of an isolating policy stand below it.
        if (tier !== "NetworkPolicy" && (step.outcome !== "missed" || context.showsAll))
          rows.push(...ruleRows(step, ownerText(step, steps), context));
        break;
      case "isolation":
        if (step.policies.length > 1 && !isCounted)
          rows.push({
            text: `no rule of ${conjunction(step.policies.map(nameOf), "or")} matches`,
            ...decidesMark(step, context),
          });
        break;
      case "namespace-isolation": {
        rows.push({
          text: `namespace ${encode(step.namespace.name)} isolates its pods (2016 design)`,
          ...decidesMark(step, context),
          ...placeOf(step.at),
        });
        break;
      }
      case "own-node":
        rows.push({ text: "the pod's own node is exempt from isolation", ...decidesMark(step, context) });
        break;
      case "refused":
        if (step.refused !== undefined) rows.push(refusedRow(step.refused, context.incompleteness));
        break;
      default:
        break;
    }
  }
  return rows;
}

/** Why a policy of a tier was not asked: NetworkPolicies have no order, and another one that allows as well changes nothing. */
function notReachedText(tier: Tier): string {
  return tier === "NetworkPolicy" ? "not asked: another policy allows it already" : "not reached";
}

/** Many policies that decide nothing by themselves: how many, and the rule that comes nearest. */
function manyRows(
  { policies, outcome, nearest }: ManyPolicies,
  steps: readonly Step[],
  tier: Tier,
  context: SideContext,
): TextRow[] {
  const which = `${policies.length} policies${prioritiesText(policies)}`;
  if (outcome === "not-reached") return [{ text: `${which}  ${notReachedText(tier)}` }];
  if (outcome === "no-rule-matches") return [{ text: `${which}  no rule matches` }];
  const isolation = steps.find((step) => step.type === "isolation");
  if (isolation === undefined) return [];
  const rules = policies.reduce((sum, each) => sum + (each.rules[context.direction]?.rules.length ?? 0), 0);
  const none =
    rules === 0
      ? "select the pod and have no allow rules"
      : rules === 1
        ? "isolate it; their only rule doesn't match"
        : `isolate it; none of their ${rules} rules matches`;
  return [
    { text: `${which} ${none} (--all lists them)`, ...decidesMark(isolation, context) },
    ...(nearest === undefined
      ? []
      : ruleRows(nearest, `  closest: ${policyLabel(nearest.policy)}  `, context)),
  ];
}

/** ` (priority 3 to 40)`: the numbers of an ordered tier, in its order. */
function prioritiesText(policies: readonly Policy[]): string {
  const first = policies[0]?.priority;
  const last = policies.at(-1)?.priority;
  if (first === undefined || last === undefined) return "";
  return first === last ? ` (priority ${first})` : ` (priority ${first} to ${last})`;
}

/** What is not defined is said before the policies that it is about. */
function tieRows(steps: readonly Step[]): TextRow[] {
  const tied = steps.filter((step): step is RuleStep => step.type === "rule" && step.tied);
  const policies = new Set(tied.map(({ policy }) => policy));
  if (policies.size < 2) return [];
  const isOneApi = new Set([...policies].map(({ generation }) => generation)).size === 1;
  const what = isOneApi ? `${policies.size} policies share a priority` : "policies of two APIs";
  return [{ text: `${what}; order undefined` }];
}

/** The policy in front of a rule of an ordered tier; nothing but a margin where its own row stands above. */
function ownerText({ policy, tied }: RuleStep, steps: readonly Step[]): string {
  if (steps.some((step) => step.type === "policy" && step.policy === policy)) return "  ";
  return `${tied ? "  " : ""}${policyLabel(policy)}  `;
}

function nameOf({ ref }: Policy): string {
  return encode(ref.name);
}

/** A policy with the rules of it that matter. */
function policyRows(
  step: Extract<Step, { type: "policy" }>,
  steps: readonly Step[],
  context: SideContext,
): TextRow[] {
  const { policy, outcome, at } = step;
  const rules = steps.filter((each): each is RuleStep => each.type === "rule" && each.policy === policy);
  if (outcome === "no-rule-matches") {
    return [{ text: `${policyLabel(policy)}  no rule matches`, place: placeText(at) }];
  }
  const hits = rules.filter((rule) => rule.outcome !== "missed");
  const misses = rules.filter((rule) => rule.outcome === "missed");
  const isolated = steps.find(
    (each): each is Extract<Step, { type: "isolation" }> =>
      each.type === "isolation" && each.policies.includes(policy),
  );
  const [only] = hits;
  if (isolated === undefined && only !== undefined && hits.length === 1 && !context.showsAll) {
    return ruleRows(only, `${policyLabel(policy)}  `, context);
  }
  if (isolated === undefined && hits.length === 0 && !context.showsAll) return [];
  const mark = isolated !== undefined && isolated.policies.length === 1 ? decidesMark(isolated, context) : {};
  const head: TextRow = {
    text: `${policyLabel(policy)}  ${isolatesText(policy, misses.length, hits.length, context.direction)}`,
    ...mark,
    place: placeText(at),
  };
  const shown = context.showsAll ? misses : nearestFirst(misses);
  const left = misses.length - shown.length;
  const details = [...hits, ...shown]
    .toSorted((a, b) => a.rule.index - b.rule.index)
    .flatMap((rule) => ruleRows(rule, "  ", context));
  return [
    head,
    ...details,
    ...(left > 0 ? [{ text: `  ${left} more rules don't match either (--all shows them)` }] : []),
  ];
}

function nearestFirst(misses: readonly RuleStep[]): readonly RuleStep[] {
  if (misses.length <= MANY_MISSES) return misses;
  const nearness = ({ because }: RuleStep): number => (because.code === "matched" ? 0 : because.nearness);
  return misses.toSorted((a, b) => nearness(b) - nearness(a)).slice(0, SHOWN_OF_MANY);
}

function isolatesText(policy: Policy, misses: number, hits: number, direction: Direction): string {
  const count = policy.rules[direction]?.rules.length ?? 0;
  if (count === 0) return "selects the pod and has no allow rules";
  if (hits > 0 || misses < count) return "isolates it";
  return `isolates it; ${count === 1 ? "its rule doesn't match" : `none of its ${count} rules matches`}`;
}

function ruleRows(step: RuleStep, owner: string, context: SideContext): TextRow[] {
  const { rule, because, outcome } = step;
  const { direction, symbols, traffic } = context;
  const matched = because.code === "matched" ? because : undefined;
  const condition = ruleConditionText(rule, direction, matched);
  const action = actionText(step, symbols);
  // In an ordered tier the action stands first, and the condition may follow below it.
  const head = `${owner}${ruleText(rule)}  `;
  const texts = action === "" ? { text: head + condition } : { text: head + action, detail: condition };
  const place = placeText(step.at);
  if (outcome === "missed" && because.code !== "matched") {
    const mark = step.nearest ? { mark: `${symbols.decides} nearest miss` } : {};
    return [{ ...texts, reason: mismatchText(because, direction, traffic), ...mark, place }];
  }
  const mark = step.tied
    ? { mark: "undefined" }
    : outcome === "may-match"
      ? { mark: step.unsettled.every(({ type }) => type === "choice") ? "undefined" : "unknown" }
      : decidesMark(step, context);
  const rows: TextRow[] = [{ ...texts, ...mark, place }];
  if (outcome === "may-match" && step.unsettled.length > 0) {
    const depends = dependenciesText(step.unsettled);
    const margin = owner.length - owner.trimStart().length + 2;
    rows.push({ text: `${" ".repeat(margin)}depends on ${depends}` });
  }
  return rows;
}

function actionText({ tier, action, outcome, rule, policy }: RuleStep, { arrow }: Symbols): string {
  if (tier === "NetworkPolicy") return "";
  if (outcome === "failed-closed") return "Deny (fails closed)";
  const written = rule.unknownAction === undefined ? "" : ` (written "${encode(rule.unknownAction)}")`;
  const next = tier === "Admin" ? "NetworkPolicy" : "default";
  return action === "Pass" ? `Pass${written} ${arrow} ${next}` : `${actionName(action, policy)}${written}`;
}
