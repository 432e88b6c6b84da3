import { defuse, encode } from "./encode.js";
import { incompleteLine } from "./incomplete-text.js";
import { isComplete, type Incompleteness } from "../load/incomplete.js";
import { placeText } from "./place.js";
import { kindAndName } from "../model/object-ref.js";
import { policyText, trafficText } from "./describe.js";
import { serviceText } from "./service-words.js";
import { endText } from "./explain-ends.js";
import type { Direction } from "../model/policy.js";
import type { Explanation, Result } from "../explain/result.js";
import type { Step } from "../evaluate/step.js";
import type { View } from "./view.js";

/** One line per result, to be searched with grep: verdict, ends, traffic, and who decided on which side. */
export function* explainBrief(
  { results }: Explanation,
  incompleteness: Incompleteness,
  view: View,
): Generator<string> {
  if (!isComplete(incompleteness)) yield defuse(incompleteLine(incompleteness, view));
  for (const result of results) {
    const { from, to, family, traffic, verdict, path, route } = result;
    const flow = `${endText(from)} ${view.symbols.arrow} ${endText(to)}  ${trafficText(traffic)}`;
    const deciders = (["egress", "ingress"] as const).flatMap((direction) => decidersOf(result, direction));
    const word = view.paint.verdict(verdict, verdict.toUpperCase());
    const by = route === undefined ? "" : `for ${encode(kindAndName(route.ref))}`;
    const through = path === undefined ? "" : `through ${serviceText(path)}`;
    yield defuse(
      [word, flow, by, through, family ?? "", ...deciders].filter((part) => part !== "").join("  "),
    );
  }
}

function decidersOf(result: Result, direction: Direction): string[] {
  return result[direction].steps
    .filter(({ decides }) => decides)
    .map((step) => `${direction}=${deciderText(step)}`);
}

function deciderText(step: Step): string {
  switch (step.type) {
    case "rule":
      return `${policyText(step.policy.ref)}[${step.rule.index + 1}]@${placeText(step.at)}`;
    case "isolated":
      return `isolated:${step.policies.map(({ ref }) => policyText(ref)).join("+")}@${placeText(step.at)}`;
    case "namespace-isolated":
      return `isolated:namespace ${encode(step.namespace.name)}`;
    case "refused":
      return step.refused === undefined ? "not-analysed" : `refused:${policyText(step.refused.ref)}`;
    case "service":
      return `not-led:${step.why}`;
    case "exempt":
      return `not-subject:${step.why}`;
    default:
      return step.type;
  }
}
