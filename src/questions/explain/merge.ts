import { pathOf, type Origin } from "../../source/manifest/origin.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { ServicePath } from "../../cluster/model/service-path.js";
import type { Result, ResultSide } from "./result.js";
import type { Step } from "../../semantics/evaluate/step.js";

/** A result before its ends are named: the endpoints on both sides for which it holds. */
export type UnnamedResult = Omit<Result, "from" | "to" | "freePriorities"> & {
  readonly sources: readonly Endpoint[];
  readonly destinations: readonly Endpoint[];
};

/**
 * Joins answers that say the same: first those from the same sources, then those to the same destinations. What is
 * joined stands for every pair of its sources and destinations.
 */
export function mergeAnswers(answers: readonly UnnamedResult[]): readonly UnnamedResult[] {
  const byDestination = joinBy(answers, ({ sources }) => idsOf(sources), joinDestinations);
  return joinBy(byDestination, ({ destinations }) => idsOf(destinations), joinSources);
}

function joinDestinations(a: UnnamedResult, b: UnnamedResult): UnnamedResult {
  return { ...a, destinations: [...a.destinations, ...b.destinations] };
}

function joinSources(a: UnnamedResult, b: UnnamedResult): UnnamedResult {
  return { ...a, sources: [...a.sources, ...b.sources] };
}

function joinBy(
  answers: readonly UnnamedResult[],
  side: (answer: UnnamedResult) => string,
  join: (a: UnnamedResult, b: UnnamedResult) => UnnamedResult,
): readonly UnnamedResult[] {
  // Most questions have one answer, and its meaning is a long text.
  if (answers.length < 2) return answers;
  const joined = new Map<string, UnnamedResult>();
  for (const answer of answers) {
    const key = `${side(answer)} ${meaningOf(answer)}`;
    const before = joined.get(key);
    joined.set(key, before === undefined ? answer : join(before, answer));
  }
  return [...joined.values()];
}

function idsOf(endpoints: readonly Endpoint[]): string {
  return JSON.stringify(
    endpoints.map((each) => [
      each.id,
      each.type === "addresses"
        ? each.addresses.key
        : each.type === "node"
          ? each.addresses.map(({ value }) => `${value}`)
          : "",
    ]),
  );
}

/** Equal texts for answers that say the same about their ends. */
function meaningOf({
  family,
  traffic,
  verdict,
  outcomes,
  reasons,
  isLoopback,
  isHairpin,
  path,
  egress,
  ingress,
  leanings,
}: UnnamedResult): string {
  return JSON.stringify([
    family ?? "",
    traffic,
    verdict,
    outcomes,
    reasons,
    isLoopback,
    isHairpin,
    path === undefined ? "" : pathMeaning(path),
    leanings,
    sideMeaning(egress),
    sideMeaning(ingress),
  ]);
}

function pathMeaning({ service, entrance, port, number, addedBy }: ServicePath): unknown {
  const { namespace = "", name } = service.ref;
  const address = entrance !== undefined && "address" in entrance ? entrance.address : undefined;
  const node = entrance?.type === "node-port" ? (entrance.node?.id ?? "") : "";
  return [
    namespace,
    name,
    entrance?.type ?? "",
    `${address?.value ?? ""}`,
    node,
    port?.port ?? 0,
    number ?? 0,
    addedBy === undefined ? "" : originKey(addedBy.origin),
  ];
}

function sideMeaning({ verdict, outcomes, reasons, steps }: ResultSide): unknown {
  return [verdict, outcomes, reasons, steps.map(stepMeaning)];
}

function stepMeaning(step: Step): unknown {
  const policy =
    "policy" in step ? [step.policy.ref.kind, step.policy.ref.namespace ?? "", step.policy.ref.name] : [];
  const rule =
    step.type === "rule" ? [step.rule.index, step.outcome, step.because.code, step.nearest, step.tied] : [];
  const at = "at" in step && step.at !== undefined ? originKey(step.at) : "";
  return [step.type, step.decides, "tier" in step ? step.tier : "", policy, rule, at];
}

function originKey(origin: Origin): string {
  return JSON.stringify([origin.document.file.name, origin.document.index, ...pathOf(origin)]);
}
