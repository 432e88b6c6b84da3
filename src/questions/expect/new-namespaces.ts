import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { labelsOf, NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import type { Cluster, Namespace } from "../../cluster/model/cluster.js";
import type { NewNamespace } from "./test-file.js";

/** A cluster with namespaces that exist in the tests alone; one that the cluster has already is a mistake in the tests. */
export function withNamespaces(
  cluster: Cluster,
  made: readonly NewNamespace[],
): Attempt<Cluster, NewNamespace> {
  if (made.length === 0) return succeeded(cluster);
  const { facts } = cluster;
  const namespaces = new Map<string, Namespace>(cluster.namespaces);
  for (const each of made) {
    const { name, labels } = each;
    if (cluster.namespaces.get(name)?.isKnown === true) return failed(each);
    const automatic = facts.labelsNamespaces ? [[NAMESPACE_NAME_LABEL, name] as const] : [];
    const all = labelsOf([...Object.entries(labels), ...automatic]);
    namespaces.set(name, {
      name,
      labels: all,
      untoldLabels: [],
      isKnown: true,
      isolation2016: undefined,
      origin: each.at,
    });
  }
  return succeeded({ ...cluster, namespaces });
}
