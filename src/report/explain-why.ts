import { actionName } from "./action-name.js";
import { ruleLabel } from "../base/text/rule-label.js";
import { conjunction, policiesText, policyText, ruleConditionText, trafficText } from "./describe.js";
import { dependenciesText } from "./unsettled-words.js";
import { unreachableText } from "./service-words.js";
import { deciderText } from "./decider-words.js";
import { encode } from "./encode.js";
import { exemptionText } from "./explain-words.js";
import type { Direction } from "../cluster/model/policy.js";
import type { Result, ResultSide } from "../questions/explain/result.js";
import type { Step } from "../semantics/evaluate/step.js";
import type { Traffic } from "../base/net/traffic.js";

/**
 * The sentence that could be pasted into a ticket.
 * @param hasReadings true where what holds without refused policies is told beside it
 */
export function whySentence(result: Result, hasReadings = false): string {
  const { verdict, egress, ingress, from, to } = result;
  const out = sideClause(result, "egress");
  const into = sideClause(result, "ingress");
  switch (verdict) {
    case "allowed":
      if (isItself(egress) && isItself(ingress)) return "a pod can always reach itself.";
      if (isUnrestricted(egress) && isUnrestricted(ingress)) return "no policy restricts this traffic.";
      return `${joinClauses(
        isUnrestricted(egress) ? freeClause(egress, `egress of ${encode(from.shownAs)}`) : out,
        isUnrestricted(ingress) ? freeClause(ingress, `ingress to ${encode(to.shownAs)}`) : into,
      )}.`;
    case "denied":
      if (egress.verdict === "denied" && ingress.verdict === "denied")
        return `both sides block it: ${out}, and ${into}${overrideHint(egress, ingress)}.`;
      if (egress.verdict === "denied") return `${out}.`;
      if (ingress.verdict === "denied") return `${into}.`;
      return "one of the two sides blocks it, whatever the missing facts are.";
    case "undefined":
    case "unknown": {
      const depends = `it depends on ${dependenciesText(result.reasons)}`;
      const open = [...tieClauses(egress), ...tieClauses(ingress)];
      if (open.length > 0) return `${open.join("; ")}.`;
      if (hasReadings) return `${depends}.`;
      if (result.withoutMissing !== undefined && result.withoutMissing !== "unknown") {
        return `${depends}; without it, the flow is ${result.withoutMissing}.`;
      }
      const condition = conditionText(result);
      if (condition !== undefined) return `${depends}: ${condition}.`;
      const fixed = [egress, ingress].find((side) => side.verdict === "allowed" && !isUnrestricted(side));
      return `${depends}${fixed === undefined ? "" : "; the other side allows it"}${result.isExact ? "" : " (too many possibilities to compare; the answer may be definite)"}.`;
    }
  }
}

/** What one rule that may match makes of the flow, where nothing else is open: `if rule 1 of … matches, the flow is …`. */
function conditionText({ verdict, egress, ingress }: Result): string | undefined {
  const direction = ingress.verdict === "allowed" ? "egress" : "ingress";
  const [side, other] = direction === "egress" ? [egress, ingress] : [ingress, egress];
  const deciding = side.steps.filter(({ decides }) => decides);
  const step = deciding.find((each) => each.type === "rule" && each.outcome === "may-match");
  const isPlain = verdict === "unknown" && other.verdict === "allowed" && deciding.length === 2;
  if (!isPlain || step?.type !== "rule" || step.action === "Pass") return undefined;
  const [matched, missed] = step.action === "Accept" ? ["allowed", "denied"] : ["denied", "allowed"];
  const rule = `${ruleLabel(step.rule.index + 1, undefined)} of ${policyText(step.policy.ref)}`;
  return `if ${rule} (${ruleConditionText(step.rule, direction)}) matches, the flow is ${matched}, else ${missed}`;
}

/** Exemptions that the ends themselves tell. */
const EVIDENT: ReadonlySet<string> = new Set(["outside", "node", "host-network"]);

function joinClauses(a: string, b: string): string {
  return a === "" ? b : b === "" ? a : `${a}, and ${b}`;
}

/** Of what is not subject to policy at all there is nothing to say. */
function freeClause({ steps }: ResultSide, what: string): string {
  return steps.some(({ type }) => type === "exempt") ? "" : `nothing restricts ${what}`;
}

/** True where both ends are one pod (S-LOOP-1). */
function isItself({ steps }: ResultSide): boolean {
  return steps.some((step) => step.type === "exempt" && step.why === "loopback" && step.decides);
}

function isUnrestricted({ steps }: ResultSide): boolean {
  const deciding = steps.filter(({ decides }) => decides);
  return deciding.length > 0 && deciding.every((step) => step.type === "default" || step.type === "exempt");
}

function sideClause(result: Result, direction: Direction): string {
  const side = result[direction];
  const end = encode(direction === "egress" ? result.from.shownAs : result.to.shownAs);
  const steps = side.steps.filter(({ decides }) => decides);
  // What may match changes nothing where something else is sure to decide the same.
  const sure = steps.filter((step) => !(step.type === "rule" && step.outcome === "may-match"));
  const said = isDefinite(side) && sure.length > 0 ? sure : steps;
  const clauses = said.map((step) => stepClause(step, direction, end, result.traffic));
  const deciding = conjunction([...new Set(clauses)].filter((clause) => clause !== ""));
  if (side.verdict === "denied") return `${deciding}${passClause(side)}`;
  const isIsolated = side.steps.some((step) => step.decides && step.type === "isolation");
  // With one plugin (OVN-6), and nowhere else.
  return side.verdict === "allowed" && isIsolated && result.isHairpin
    ? `${deciding}, but the network plugin lets a pod reach itself through a Service`
    : deciding;
}

function isDefinite({ verdict }: ResultSide): boolean {
  return verdict === "allowed" || verdict === "denied";
}

/** What went before a denial that a Pass of the Admin tier left to others. */
function passClause({ steps }: ResultSide): string {
  const passed = steps.some(
    (step) =>
      step.type === "rule" && step.tier === "Admin" && step.action === "Pass" && step.outcome === "matched",
  );
  return passed ? " (the Admin tier passed the decision on)" : "";
}

function stepClause(step: Step, direction: Direction, end: string, traffic: Traffic): string {
  switch (step.type) {
    case "rule": {
      const policy = policyText(step.policy.ref);
      const match = step.because.code === "matched" ? step.because : undefined;
      const what = ruleConditionText(step.rule, direction, match);
      if (step.outcome === "failed-closed")
        return `${policy} has a part that this version doesn't know, so it denies everything from there on`;
      if (step.action === "Deny")
        return `${policy} denies traffic ${direction === "egress" ? "" : `to ${end} `}${what}`;
      if (step.tier === "NetworkPolicy")
        return `${policy} lets ${direction === "ingress" ? "in" : "out"} traffic ${what}`;
      return `${policy} ${actionName(step.action, step.policy).toLowerCase()}s traffic ${what}`;
    }
    case "isolation": {
      const names = policiesText(step.policies.map(({ ref }) => ref));
      const verb = step.policies.length === 1 ? "isolates" : "isolate";
      const what = shortTraffic(traffic);
      return `${names} ${verb} ${end} for ${direction} and no rule lets ${what} ${direction === "ingress" ? "in" : "out"}`;
    }
    case "namespace-isolation":
      return `namespace ${encode(step.namespace.name)} isolates its pods (2016 design) and no rule lets it in`;
    case "own-node":
      return `traffic between ${end} and its own node is always allowed`;
    case "default":
      return `nothing restricts ${direction} of ${end}`;
    case "service":
      return unreachableText(step);
    case "limit":
      return `${direction} of ${end} was not decided within the limits of the run`;
    case "exempt":
      return EVIDENT.has(step.why) ? "" : exemptionText(step.why);
    case "default-deny":
    case "own-node-closed":
    case "not-carried":
      return deciderText(step, direction, end);
    default:
      return "";
  }
}

/** The traffic, where it is said in a few words. */
function shortTraffic(traffic: Traffic): string {
  const text = trafficText(traffic);
  return text.length <= 24 ? text : "it";
}

/** A NetworkPolicy cannot win against an Admin-tier deny: who fixes only one side should know. */
function overrideHint(egress: ResultSide, ingress: ResultSide): string {
  const isAdmin = (side: ResultSide): boolean =>
    side.steps.some((step) => step.decides && step.type === "rule" && step.tier === "Admin");
  if (isAdmin(egress) === isAdmin(ingress)) return "";
  return `; no NetworkPolicy can override ${isAdmin(egress) ? "the first" : "that"}`;
}

function tieClauses({ steps }: ResultSide): string[] {
  const tied = steps.filter(
    (step): step is Extract<Step, { type: "rule" }> => step.type === "rule" && step.tied,
  );
  if (tied.length < 2) return [];
  const names = policiesText([...new Set(tied.map(({ policy }) => policy.ref))]);
  const isSameApi = new Set(tied.map(({ policy }) => policy.generation)).size === 1;
  return [
    isSameApi
      ? `${names} share a tier and priority but conflict on this flow; an implementation may apply either`
      : `${names} conflict on this flow, and the order of their two APIs is undefined`,
  ];
}
