import { locate } from "../../src/source/manifest/locate.js";
import type { Origin } from "../../src/source/manifest/origin.js";
import type { Policy } from "../../src/cluster/model/policy.js";
import type { ResultSide } from "../../src/questions/explain/result.js";
import type { Step } from "../../src/semantics/evaluate/step.js";

/** The text that a step underlines. */
function underlined(origin: Origin | undefined): string {
  if (origin === undefined) return "«»";
  const { start, end } = locate(origin);
  return `«${origin.document.file.text.slice(start, end).trim().replaceAll(/\s+/g, " ")}»`;
}

function nameOf({ ref }: Pick<Policy, "ref">): string {
  return `${ref.kind} ${ref.namespace === undefined ? "" : `${ref.namespace}/`}${ref.name}`;
}

/** A deciding step in the words of `expected.txt`. */
function decidingText(step: Step): string {
  switch (step.type) {
    case "rule": {
      const verb =
        step.outcome === "failed-closed"
          ? "fails closed"
          : { Accept: "accepts", Deny: "denies", Pass: "passes" }[step.action];
      const tied = step.tied ? " tied" : "";
      const maybe = step.outcome === "may-match" ? "may: " : "";
      return `${maybe}${nameOf(step.policy)} rule ${step.rule.index + 1} ${verb}${tied} ${underlined(step.at)}`;
    }
    case "isolation":
      return `${step.policies.map(nameOf).join(" + ")} isolates ${underlined(step.at)}`;
    case "namespace-isolation":
      return `Namespace ${step.namespace.name} isolates`;
    case "service":
      return `Service ${step.service.ref.namespace}/${step.service.ref.name} does not lead there: ${step.why} ${underlined(step.at)}`;
    case "exempt":
      return `not subject: ${step.why}`;
    case "refused":
      return step.refused === undefined ? "not analysed" : `${nameOf(step.refused)} refused`;
    default:
      return step.type;
  }
}

/** Every line that an expectation may name for one side: what decided, what passed, what was missed. */
export function sideLines(direction: "egress" | "ingress", side: ResultSide): string[] {
  return side.steps.flatMap((step) => {
    const lines: string[] = [];
    if (step.decides) lines.push(`${direction} ${decidingText(step)}`);
    if (step.type === "rule" && step.action === "Pass" && step.outcome === "matched") {
      lines.push(`passed ${nameOf(step.policy)} rule ${step.rule.index + 1} ${underlined(step.at)}`);
    }
    if (step.type === "rule" && step.outcome === "missed") {
      lines.push(
        `missed ${nameOf(step.policy)} rule ${step.rule.index + 1} ${step.because.code} ${underlined(step.at)}`,
      );
    }
    return lines;
  });
}
