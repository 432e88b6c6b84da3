import type { KubernetesObject } from "../../reference/kubernetes.js";
import type { Scenario } from "./scenario.js";

/**
 * Scenarios with one thing less, biggest things first. Only what a server does not require is left out, so that what
 * fails afterwards fails for the same reason.
 */
export function* smaller(scenario: Scenario): Generator<Scenario> {
  const { objects, facts } = scenario;
  for (const index of objects.keys()) yield { ...scenario, objects: objects.toSpliced(index, 1) };
  if (scenario.spelling !== 0) yield { ...scenario, spelling: 0 };
  if (scenario.hypothetical !== undefined) yield { ...scenario, hypothetical: undefined };
  if (facts.dns !== undefined) yield { ...scenario, facts: { ...facts, dns: undefined } };
  for (const key of ["podCidrs", "nodeCidrs"] as const)
    if (facts[key].length > 0) yield { ...scenario, facts: { ...facts, [key]: [] } };
  for (const key of ["addresses", "domains"] as const)
    for (const index of scenario[key].keys()) yield { ...scenario, [key]: scenario[key].toSpliced(index, 1) };
  for (const [index, object] of objects.entries()) {
    for (const less of smallerValues(object, ""))
      yield { ...scenario, objects: objects.with(index, less as KubernetesObject) };
  }
}

/** Lists that may be left out or become empty, and those that have to keep an item. */
const LISTS: ReadonlySet<string> = new Set([
  "externalIPs",
  "ingress",
  "egress",
  "except",
  "initContainers",
  "ports",
]);
const FILLED_LISTS: ReadonlySet<string> = new Set([
  "from",
  "to",
  "protocols",
  "networks",
  "domainNames",
  "matchExpressions",
  "containers",
  "values",
  "addresses",
  "endpoints",
]);
const OPTIONAL: ReadonlySet<string> = new Set([
  "labels",
  "annotations",
  "policyTypes",
  "matchLabels",
  "nodeName",
  "nodePort",
  "targetPort",
  "externalTrafficPolicy",
  "loadBalancerSourceRanges",
  "externalIPs",
  "replicas",
  "completionMode",
  "name",
  "endPort",
  "protocol",
  "hostIP",
  "ports",
  "protocols",
]);

function* smallerValues(value: unknown, key: string): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    const isRemovable = LISTS.has(key) || (FILLED_LISTS.has(key) && value.length > 1);
    for (const [index, item] of value.entries()) {
      if (isRemovable) yield value.toSpliced(index, 1);
      for (const less of smallerValues(item, "")) yield value.with(index, less);
    }
    return;
  }
  for (const [name, child] of Object.entries(value)) {
    const isLabel = key === "labels" || key === "matchLabels";
    const isName = name === "name" && key === "metadata";
    if (isLabel || (OPTIONAL.has(name) && !isName)) yield without(value, name);
    for (const less of smallerValues(child, name)) yield { ...value, [name]: less };
  }
}

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
