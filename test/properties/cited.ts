import type { Direction, Policy, Rule } from "../../src/cluster/model/policy.js";
import type { KubernetesObject } from "../reference/kubernetes.js";
import type { Result, Step } from "../../src/index.js";
import type { Scenario } from "./generate/scenario.js";
import { isPolicy } from "./change/objects.js";
import { addressesOf } from "./change/add.js";
import type { End } from "./questions.js";

type RuleStep = Extract<Step, { type: "rule" }>;

/** The scenario without what an explanation does not speak of: other policies, and pods that tell nothing about nodes. */
export function keepCited(made: Scenario, { egress, ingress }: Result, ends: readonly End[]): Scenario {
  const cited = new Set([...egress.steps, ...ingress.steps].flatMap(citedBy).map(nameOfPolicy));
  const asked = new Set(ends.map(({ text }) => text));
  const objects = made.objects.filter((object) => {
    if (isPolicy(object)) return cited.has(nameOf(object));
    return !isTemplate(object) || asked.has(textOf(object));
  });
  return { ...made, objects: objects.filter((object) => object.kind !== "Pod" || isKept(object, asked)) };
}

/** Policies that decide, or would in one of the worlds: what isolates, and every rule that matches or may match. */
function citedBy(step: Step): readonly Policy[] {
  if (step.type === "isolation") return step.policies;
  return step.type === "rule" && step.outcome !== "missed" ? [step.policy] : [];
}

/** A pod's address shows a family of the cluster (S-EV-6), and its status an address of its node. */
function isKept(pod: KubernetesObject, asked: ReadonlySet<string>): boolean {
  return asked.has(textOf(pod)) || addressesOf(pod).length > 0;
}

function isTemplate({ spec }: KubernetesObject): boolean {
  return typeof spec === "object" && spec !== null && ("template" in spec || "jobTemplate" in spec);
}

function textOf({ kind, metadata }: KubernetesObject): string {
  return `${metadata?.namespace ?? "default"}/${kind.toLowerCase()}/${metadata?.name}`;
}

function nameOf({ kind, metadata }: KubernetesObject): string {
  const namespace = kind === "NetworkPolicy" ? (metadata?.namespace ?? "default") : "";
  return `${kind} ${namespace}/${metadata?.name}`;
}

function nameOfPolicy({ ref }: Policy): string {
  return `${ref.kind} ${ref.namespace ?? ""}/${ref.name}`;
}

/** A rule that decides, with the object that holds it. */
export interface DecidingRule {
  readonly object: KubernetesObject;
  readonly direction: Direction;
  readonly index: number;
}

/** The rules that decide a result. */
export function decidingRules(made: Scenario, result: Result): readonly DecidingRule[] {
  return (["egress", "ingress"] as const).flatMap((direction) =>
    result[direction].steps.filter(isDeciding).flatMap(({ policy, rule }): DecidingRule[] => {
      const object = made.objects.find((each) => isPolicy(each) && nameOf(each) === nameOfPolicy(policy));
      return object === undefined ? [] : [{ object, direction, index: rule.index }];
    }),
  );
}

function isDeciding(step: Step): step is RuleStep {
  return step.type === "rule" && step.decides;
}

/** The rules of one direction of a policy, as they are written. */
export function rulesOf(object: KubernetesObject, direction: Direction): readonly unknown[] {
  return ((object.spec as Record<string, unknown> | undefined)?.[direction] ?? []) as readonly unknown[];
}

/** The scenario without one rule. */
export function withoutRule(made: Scenario, { object, direction, index }: DecidingRule): Scenario {
  const spec = { ...(object.spec as object), [direction]: rulesOf(object, direction).toSpliced(index, 1) };
  return { ...made, objects: made.objects.map((each) => (each === object ? { ...object, spec } : each)) };
}

/** What decides a result, in words that do not hang on where it is written. */
export function decidingText(made: Scenario, result: Result): string {
  return JSON.stringify(
    (["egress", "ingress"] as const).map((direction) =>
      result[direction].steps
        .filter(({ decides }) => decides)
        .map((step) => {
          if (step.type !== "rule")
            return [step.type, "policies" in step ? step.policies.map(nameOfPolicy) : []];
          return [nameOfPolicy(step.policy), ruleText(made, step.policy, direction, step.rule)];
        }),
    ),
  );
}

function ruleText(made: Scenario, policy: Policy, direction: Direction, { index }: Rule): unknown {
  const object = made.objects.find((each) => isPolicy(each) && nameOf(each) === nameOfPolicy(policy));
  return object === undefined ? undefined : rulesOf(object, direction)[index];
}
