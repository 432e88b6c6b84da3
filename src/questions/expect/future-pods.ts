import {
  ALL_TRAFFIC,
  intersectTraffic,
  isNoTraffic,
  subtractTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { ANY_DESTINATION, ANY_SOURCE } from "../../semantics/match/fact-end.js";
import { Exceptions, newPods, newPodsKey, type NewPods } from "../audit/sources.js";
import { fulfils } from "../../semantics/match/selector.js";
import { labelsOf, type Labels } from "../../cluster/model/labels.js";
import { newPodsMeaning, type Meaning } from "../audit/judge.js";
import { oncePer } from "../../base/collections/once-per.js";
import { selectorsOf, type UsedSelector } from "../../cluster/model/policy-parts.js";
import { wholeNamespace } from "../query/group.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { NamedEnd } from "./ends.js";

/** An end of which some traffic is not asked about, all of it where none is said. */
export interface ExceptedEnd {
  readonly end: NamedEnd;
  readonly traffic: Traffic;
}

/** Pods that do not exist yet, with how what comes to them is read, for each part of the traffic. */
export interface FuturePods extends NewPods {
  readonly meanings: readonly { readonly traffic: Traffic; readonly meaning: Meaning }[];
}

/**
 * Pods that do not exist yet, of any labels, in each namespace and in those that do not exist. One that has the labels by
 * which a policy selects an excepted pod counts as that pod, and so do all of a namespace that is excepted as a whole.
 */
export function futurePods(
  cluster: Cluster,
  excepted: readonly ExceptedEnd[],
  side: "from" | "to",
): FuturePods[] {
  const of = side === "from" ? ANY_SOURCE : ANY_DESTINATION;
  const found = new Map<string, FuturePods>();
  const selectors = cluster.policies.flatMap(selectorsOf);
  const alikeTo = oncePer((endpoint: Endpoint) => withSelectingLabels(endpoint, selectors, cluster));
  for (const { traffic, ends } of partsOf(excepted, cluster)) {
    cluster.work?.take(selectors.length + cluster.namespaces.size);
    const namespaces = ends.flatMap(({ text }) => wholeNamespace(cluster, text.text) ?? []);
    const alike = ends.map(({ resolved }) => ({
      ...resolved,
      endpoints: resolved.endpoints.flatMap(alikeTo),
    }));
    for (const pods of newPods(cluster, new Exceptions(alike, namespaces))) {
      const known = found.get(pods.id);
      const meaning = { traffic, meaning: newPodsMeaning(pods, of) };
      found.set(pods.id, { ...(known ?? pods), meanings: [...(known?.meanings ?? []), meaning] });
    }
  }
  return [...found.values()];
}

/** The same text for policies with which the pods that do not exist yet, and which of them are like an excepted one, are the same. */
export function futureKey(cluster: Cluster, hasExcepted: boolean): string {
  return hasExcepted ? SELECTORS(cluster).key : NEW_PODS(cluster).key;
}

const SELECTORS = oncePer(({ policies }: Cluster) => {
  const keys = policies.flatMap(selectorsOf).map(({ of, selector }) => `${of} ${selector.key}`);
  return { key: JSON.stringify([...new Set(keys)].toSorted()) };
});

const NEW_PODS = oncePer((cluster: Cluster) => ({ key: newPodsKey(cluster) }));

/** All traffic, in parts of which the same ends are excepted. */
function partsOf(
  excepted: readonly ExceptedEnd[],
  { work }: Cluster,
): { traffic: Traffic; ends: readonly NamedEnd[] }[] {
  let parts: { traffic: Traffic; ends: readonly NamedEnd[] }[] = [{ traffic: ALL_TRAFFIC, ends: [] }];
  for (const { end, traffic } of excepted) {
    work?.take(parts.reduce((sum, { ends }) => sum + ends.length + 1, 0));
    parts = parts.flatMap((part) => [
      { traffic: intersectTraffic(part.traffic, traffic), ends: [...part.ends, end] },
      { traffic: subtractTraffic(part.traffic, traffic), ends: part.ends },
    ]);
    parts = parts.filter((part) => !isNoTraffic(part.traffic));
  }
  return parts;
}

/** A pod once for each set of its labels by which some policy selects it. */
function withSelectingLabels(
  endpoint: Endpoint,
  selectors: readonly UsedSelector[],
  { work }: Cluster,
): Endpoint[] {
  if (endpoint.type !== "pod") return [endpoint];
  work?.take(selectors.length);
  return selectingLabels(endpoint.labels, selectors).map((labels) => ({ ...endpoint, labels }));
}

function selectingLabels(labels: Labels, selectors: readonly UsedSelector[]): Labels[] {
  const found = new Map<string, Labels>();
  for (const { selector, of } of selectors) {
    const { requirements, unbuildable } = selector;
    if (of !== "pods" || unbuildable === true) continue;
    if (!requirements.every((each) => fulfils(each, labels))) continue;
    const keys = requirements.map(({ key }) => key).filter((key) => Object.hasOwn(labels, key));
    if (keys.length === 0) continue;
    const some = labelsOf(keys.map((key) => [key, labels[key] as string]));
    found.set(JSON.stringify(Object.entries(some).toSorted(([a], [b]) => (a < b ? -1 : 1))), some);
  }
  return [...found.values()];
}
