import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { groupBy } from "../../base/collections/group-by.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Json } from "../../source/edit/edit.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Resolved } from "../query/resolution.js";

/** Whom a policy is about, as its manifest says it, with a suffix for its name. */
export interface ClosedSubject {
  readonly suffix: string;
  readonly subject: Json;
}

/** No label tells the excepted pods of a namespace from its others. */
export interface NoOwnLabel {
  readonly code: "no-own-label";
  readonly namespace: string;
}

/**
 * Every pod but the excepted ones, those to come included: one subject for all namespaces without exceptions, and one for each that
 * has some.
 * @param namespaces those of which every pod is excepted
 */
export function closedSubjects(
  cluster: Cluster,
  except: readonly Resolved[],
  namespaces: readonly string[],
): Attempt<readonly ClosedSubject[], NoOwnLabel> {
  const pods = except
    .flatMap(({ endpoints }) => endpoints)
    .filter((each): each is PodEndpoint => each.type === "pod");
  const byNamespace = groupBy(
    pods.filter(({ namespace }) => !namespaces.includes(namespace)),
    ({ namespace }) => namespace,
  );
  const left = [...new Set([...namespaces, ...byNamespace.keys()])].toSorted();
  if (left.length === 0) return succeeded([{ suffix: "", subject: { namespaces: {} } }]);
  const others = { key: NAMESPACE_NAME_LABEL, operator: "NotIn", values: left };
  const subjects: ClosedSubject[] = [{ suffix: "", subject: { namespaces: { matchExpressions: [others] } } }];
  for (const [namespace, excepted] of byNamespace) {
    const label = ownLabel(cluster, namespace, excepted);
    if (label === undefined) return failed({ code: "no-own-label", namespace });
    const podSelector = { matchExpressions: [{ key: label.key, operator: "NotIn", values: label.values }] };
    subjects.push({
      suffix: `-in-${namespace}`,
      subject: {
        pods: { namespaceSelector: { matchLabels: { [NAMESPACE_NAME_LABEL]: namespace } }, podSelector },
      },
    });
  }
  return succeeded(subjects);
}

/** A label that all of some pods of a namespace have, with values that no other pod there has. */
function ownLabel(
  { workloads }: Cluster,
  namespace: string,
  excepted: readonly PodEndpoint[],
): { readonly key: string; readonly values: readonly string[] } | undefined {
  const ids = new Set(excepted.map(({ id }) => id));
  const others = workloads
    .flatMap(({ members }) => members)
    .filter((pod) => pod.namespace === namespace && !ids.has(pod.id));
  for (const key of Object.keys(excepted[0]?.labels ?? {})) {
    const values = [...new Set(excepted.flatMap(({ labels }) => labels[key] ?? []))];
    const hasAll = excepted.every(({ labels }) => labels[key] !== undefined);
    const isOwn = others.every(({ labels }) => !values.includes(labels[key] ?? ""));
    if (hasAll && isOwn) return { key, values: values.toSorted() };
  }
  return undefined;
}
