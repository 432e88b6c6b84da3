import { distinctBackends } from "../../../cluster/model/route-backends.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { hasLabels } from "../../../cluster/model/labels.js";
import { FALLBACK_NAMESPACE, namesNamespace } from "../../../cluster/problems/names-namespace.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { ServiceObject } from "../../../cluster/model/objects.js";

/** True for a workload to which an Ingress, a Gateway route or a published Service leads clients: it is meant to be called. */
export function isEntryPoint(cluster: Cluster, workload: Workload): boolean {
  return servicesOf(cluster, workload).some(
    ({ isPublished, ref }) =>
      isPublished || routed(cluster).has(qualifiedName({ ...ref, namespace: workload.namespace })),
  );
}

/** True for a Service to which an Ingress or a Gateway route leads. */
export function isRouted(cluster: Cluster, { ref }: ServiceObject): boolean {
  return routed(cluster).has(qualifiedName(ref));
}

/** The namespaces in which the charts and manifests of ingress controllers and gateways put them. */
const FRONTS: ReadonlySet<string> = new Set([
  "contour",
  "envoy-gateway-system",
  "haproxy-controller",
  "haproxy-ingress",
  "ingress-apisix",
  "ingress-controller",
  "ingress-nginx",
  "istio-gateways",
  "istio-ingress",
  "kong",
  "nginx-gateway",
  "nginx-ingress",
  "projectcontour",
  "traefik",
]);

/** True for the namespace of what lets clients in from outside: it is meant to be called by everybody. */
export function isOfFronts(namespace: string): boolean {
  return FRONTS.has(namespace);
}

/** True for a workload that nothing shows to be called: no Service leads to it, and its containers declare no port. */
export function isUncalled(cluster: Cluster, workload: Workload): boolean {
  return (
    workload.members.every(({ ports }) => ports?.length === 0) && servicesOf(cluster, workload).length === 0
  );
}

/** The Services that lead to a workload: of its namespace, and those that name none and go where they are applied. */
function servicesOf(cluster: Cluster, { namespace, members }: Workload): readonly ServiceObject[] {
  const own = byNamespace(cluster).get(namespace) ?? [];
  const services = [...own, ...unplaced(cluster).filter(({ ref }) => ref.namespace !== namespace)];
  cluster.work?.take(services.length * members.length);
  return services.filter(
    ({ selector }) => selector !== undefined && members.some(({ labels }) => hasLabels(labels, selector)),
  );
}

const byNamespace = oncePer(({ services }: Cluster) => groupBy(services, ({ ref }) => ref.namespace));

/** The Services that name no namespace, and that nothing else puts into one: manifests that do are applied together with them. */
const unplaced = oncePer(({ services }: Cluster) =>
  services.filter((service) => service.ref.namespace === FALLBACK_NAMESPACE && !namesNamespace(service)),
);

/** The Services that routes name, by `namespace/name`. */
const routed = oncePer(
  ({ fronts }: Cluster): ReadonlySet<string> =>
    new Set(fronts.routes.flatMap((route) => distinctBackends(route).map(qualifiedName))),
);
