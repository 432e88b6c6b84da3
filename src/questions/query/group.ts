import { failed, succeeded, type Attempt, type Failed } from "../../base/attempt/attempt.js";
import { hasLabels } from "../../cluster/model/labels.js";
import { notFound } from "./not-found.js";
import { parseEndpointName } from "./name.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { resolve } from "./resolve.js";
import { resolvedEnds, resolvedWorkload, type Resolved, type Unresolved } from "./resolution.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";

/** What text comes to that may stand for several workloads: each of them, or why there is none. */
export type Group = Attempt<GroupEnds, Unresolved>;

/** What one text names: workloads and pods, in the order of the input. */
export interface GroupEnds {
  readonly ends: readonly Resolved[];
  /** Set where they were asked for by labels. */
  readonly labels?: AskedLabels;
}

/** Labels that stand for all that has them in the input: as they were typed, and for how many workloads or pods. */
export interface AskedLabels {
  readonly text: string;
  readonly count: number;
}

/** The words for the kind in `ns/shop`. */
const NAMESPACE_WORDS: ReadonlySet<string> = new Set(["ns", "namespace", "namespaces"]);

/**
 * Looks up text that stands for several workloads of the input: `shop/*` and other patterns of names, `ns/shop`, the bare
 * name of a namespace, and labels that loaded pods have (`shop/app=web`).
 * @param namespace the namespace of names given without one (`-n`), if it was given
 * @returns undefined for text that names one end, as `resolve` reads it
 */
export function resolveGroup(
  cluster: Cluster,
  text: string,
  namespace: string | undefined,
): Group | undefined {
  if (text.includes("=")) return ofLabels(cluster, text, namespace);
  if (text.includes("*")) return ofPattern(cluster, text, namespace);
  const [word = "", name, ...more] = text.split("/");
  if (name !== undefined)
    return more.length > 0 || !NAMESPACE_WORDS.has(word.toLowerCase()) || cluster.namespaces.has(word)
      ? undefined
      : inNamespace(cluster, name);
  return cluster.namespaces.has(text) ? ofBareName(cluster, text, namespace) : undefined;
}

/** The namespace all of whose pods a text names, those to come among them: `ns/shop`, `shop/*` or the bare name of one. */
export function wholeNamespace({ namespaces, workloads }: Cluster, text: string): string | undefined {
  const [word = "", name, ...more] = text.split("/");
  if (more.length > 0) return undefined;
  if (name === "*") return namespaces.has(word) ? word : undefined;
  if (name !== undefined)
    return NAMESPACE_WORDS.has(word.toLowerCase()) && !namespaces.has(word) && namespaces.has(name)
      ? name
      : undefined;
  const isOther = workloads.some((each) => each.name === text);
  return namespaces.has(text) && !isOther ? text : undefined;
}

/** A namespace by its bare name; one that something else has too is not clear. */
function ofBareName(cluster: Cluster, name: string, namespace: string | undefined): Group {
  const other = resolve(cluster, name, namespace);
  const ids = cluster.workloads.filter((each) => each.name === name).map(({ id }) => id);
  const others = ids.length === 0 && other.ok ? [other.value.shownAs] : ids;
  if (others.length === 0) return inNamespace(cluster, name);
  return failed({ code: "ambiguous", name, candidates: [`ns/${name}`, ...others] });
}

function inNamespace(cluster: Cluster, name: string): Group {
  return ends(
    cluster.workloads.filter((each) => each.namespace === name),
    () => notFound(cluster, { kind: undefined, name: "*", namespace: name }),
  );
}

/** `shop/*`, `shop/web-*`; a pattern without a namespace is one of all namespaces. */
function ofPattern(cluster: Cluster, text: string, given: string | undefined): Group | undefined {
  const parts = text.split("/");
  const [name = "", namespace, ...more] = parts.toReversed();
  // A name outside, such as *.example.com, is one of DNS.
  if (more.length > 0 || name === "" || name.includes(".") || namespace === "") return undefined;
  const isIn = matcher(namespace ?? given ?? "*");
  const isNamed = matcher(name);
  const found = cluster.workloads.filter((each) => isIn(each.namespace) && isNamed(each.name));
  const exact = namespace?.includes("*") === true ? undefined : (namespace ?? given);
  return ends(found, () => notFound(cluster, { kind: undefined, name, namespace: exact }));
}

function matcher(pattern: string): (text: string) => boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
      return false;
    let at = first.length;
    for (const part of rest) {
      const next = text.indexOf(part, at);
      if (next === -1 || next + part.length > text.length - last.length) return false;
      at = next + part.length;
    }
    return true;
  };
}

/** Loaded pods by their labels; where none has them, the text stands for a pod that does not exist yet. */
function ofLabels(cluster: Cluster, text: string, given: string | undefined): Group | undefined {
  const name = parseEndpointName(text, []);
  if (name?.type !== "labels") return undefined;
  const namespace = name.namespace ?? given;
  const found = cluster.workloads
    .filter((each) => namespace === undefined || each.namespace === namespace)
    .flatMap((workload): Resolved[] => {
      const pods = workload.members.filter((pod) => hasLabels(pod.labels, name.labels));
      return pods.length === workload.members.length && pods.length > 0
        ? [resolvedWorkload(workload)]
        : pods.map((pod) => asPods(pod));
    });
  if (found.length === 0) return undefined;
  return succeeded({ ends: found, labels: { text, count: found.length } });
}

function ends(workloads: readonly Workload[], otherwise: () => Failed<Unresolved>): Group {
  return workloads.length > 0
    ? succeeded({ ends: workloads.map((each) => resolvedWorkload(each)) })
    : otherwise();
}

/** Pods of one template that have the labels, with how many they are. */
function asPods(pod: PodEndpoint): Resolved {
  return resolvedEnds({ shownAs: qualifiedName(pod), kind: pod.kind }, [pod]);
}
