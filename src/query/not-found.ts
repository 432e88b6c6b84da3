import { nearestNames } from "./suggest.js";
import { serviceName } from "./service.js";
import type { Cluster, Workload } from "../model/cluster.js";
import type { Resolution, Unresolved } from "./resolve.js";
import type { ServiceObject } from "../model/objects.js";

/** A name that was looked for. */
export interface Wanted {
  readonly kind: string | undefined;
  readonly name: string;
  readonly namespace: string | undefined;
}

function failed(problem: Unresolved): Resolution {
  return { ok: false, problem };
}

/** Says what Services there are instead. */
export function serviceNotFound({ services, ...cluster }: Cluster, wanted: Wanted): Resolution {
  const { name, namespace } = wanted;
  const inScope = services.filter(({ ref }) => namespace === undefined || ref.namespace === namespace);
  if (inScope.length === 0 && namespace !== undefined && !cluster.namespaces.has(namespace))
    return notFound({ services, ...cluster }, wanted);
  const names = inScope.map(({ ref }) => ref.name);
  const suggestions = nearestNames(name, names);
  const shownAs = ({ ref }: ServiceObject): string => serviceName(ref);
  return failed({
    code: "not-found",
    kind: "Service",
    namespace,
    name,
    suggestions: inScope.filter(({ ref }) => suggestions.includes(ref.name)).map(shownAs),
    others: inScope.filter(({ ref }) => !suggestions.includes(ref.name)).map(shownAs),
  });
}

/** Says what pods and workloads there are instead, or that there is no such namespace. */
export function notFound(cluster: Cluster, { kind, name, namespace }: Wanted): Resolution {
  if (namespace !== undefined && !cluster.namespaces.has(namespace)) {
    const suggestions = nearestNames(namespace, [...cluster.namespaces.keys()]);
    return failed({ code: "no-namespace", namespace, suggestions });
  }
  const inScope = cluster.workloads.filter(
    (workload) => namespace === undefined || workload.namespace === namespace,
  );
  const names = inScope.map((workload) => workload.name);
  // The same name, of another kind.
  const suggestions = names.includes(name) ? [name] : nearestNames(name, names);
  const describe = (each: Workload): string => `${each.namespace}/${each.name} (${each.kind})`;
  return failed({
    code: "not-found",
    kind,
    namespace,
    name,
    suggestions: inScope.filter((workload) => suggestions.includes(workload.name)).map(describe),
    others: inScope
      .filter((workload) => !suggestions.includes(workload.name))
      .map((workload) => `${workload.namespace}/${workload.name}`),
  });
}
