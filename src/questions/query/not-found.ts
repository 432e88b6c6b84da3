import { qualifiedName } from "../../cluster/model/object-ref.js";
import { failed, type Failed } from "../../base/attempt/attempt.js";
import { nearestNames } from "./suggest.js";
import { podsBehind } from "../../cluster/model/services.js";
import { serviceName } from "./service.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { Unresolved } from "./resolution.js";
import type { ServiceObject } from "../../cluster/model/objects.js";

/** A name that was looked for. */
export interface SoughtName {
  readonly kind: string | undefined;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** Says what Services there are instead. */
export function serviceNotFound({ services, ...cluster }: Cluster, wanted: SoughtName): Failed<Unresolved> {
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

/** Says which pods of a headless Service have names. */
export function podNotFound({ workloads }: Cluster, service: ServiceObject, pod: string): Failed<Unresolved> {
  const behind = podsBehind({ workloads }, service).flatMap((each) =>
    each.pod.pods.length > 0 ? each.pod.pods : [`${each.workload.name}-0`],
  );
  const suggestions = nearestNames(pod, behind);
  const { namespace } = service.ref;
  return failed({
    code: "not-found",
    kind: `pod of Service "${service.ref.name}" called`,
    namespace,
    name: pod,
    suggestions,
    others: service.isHeadless ? behind.filter((each) => !suggestions.includes(each)) : [],
  });
}

/** Words that people use for what is outside of a cluster; none of them is its name. */
const OUTSIDE: ReadonlySet<string> = new Set([
  "world",
  "any",
  "all",
  "outside",
  "external",
  "public",
  "anywhere",
  "everywhere",
]);

/** Says what pods and workloads there are instead, or that there is no such namespace. */
export function notFound(cluster: Cluster, { kind, name, namespace }: SoughtName): Failed<Unresolved> {
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
  const isOutside =
    kind === undefined && (OUTSIDE.has(name.toLowerCase()) || nearestNames(name, ["internet"]).length > 0);
  const describe = (each: Workload): string => `${qualifiedName(each)} (${each.kind})`;
  return failed({
    code: "not-found",
    kind,
    namespace,
    name,
    suggestions: [
      ...(isOutside ? ["internet"] : []),
      ...inScope.filter((workload) => suggestions.includes(workload.name)).map(describe),
    ],
    others: inScope.filter((workload) => !suggestions.includes(workload.name)).map(qualifiedName),
  });
}
