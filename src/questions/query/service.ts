import { addressKey } from "../../cluster/model/address-owners.js";
import { backendsOf, servicesByAddress, type Backend } from "../../cluster/model/services.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import type { AddressSet } from "../../base/net/address-set.js";
import type { Address } from "../../base/net/address.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Entrance } from "../../cluster/model/service-path.js";
import type { ServiceAddressType, ServiceObject, ServicePort } from "../../cluster/model/objects.js";

/** A Service that traffic is sent to. */
export interface AskedService {
  readonly service: ServiceObject;
  /** What it was named by; undefined where by its own name: then a source sends wherever it can. */
  readonly entrance: Entrance | undefined;
  readonly backends: readonly Backend[];
  /** Set where a controller connects to it for a route. */
  readonly routed?: RoutedPort;
}

/** How a controller connects to a Service that a route leads to (S-ING-1). */
export interface RoutedPort {
  /** The port that the route names. */
  readonly port: ServicePort;
  /** False where the controller is taken to connect to the endpoints themselves, as to those of a headless Service. */
  readonly isRewritten: boolean;
}

/** A Service by its own name. */
export function serviceByName(cluster: Cluster, service: ServiceObject): AskedService {
  return { service, entrance: undefined, backends: backendsOf(cluster, service) };
}

const ADDRESS_TYPES: readonly ServiceAddressType[] = ["cluster", "external", "balancer"];

/** The Services that have an address: several may share one that is not the cluster's own, with other ports. */
export function servicesAt(cluster: Cluster, address: Address): AskedService[] {
  const key = addressKey(address);
  return (servicesByAddress(cluster).get(key) ?? []).flatMap((service): AskedService[] => {
    const type = ADDRESS_TYPES.find((each) =>
      service.addressesOf[each].some((own) => addressKey(own) === key),
    );
    if (type === undefined) return [];
    return [{ service, entrance: { type, address }, backends: backendsOf(cluster, service) }];
  });
}

/** The addresses of Services in a block, each once. */
export function serviceAddressesIn(cluster: Cluster, block: AddressSet): Address[] {
  const all = cluster.services.flatMap(({ addresses }) => addresses.filter((each) => block.has(each)));
  return [...new Map(all.map((each) => [addressKey(each), each])).values()];
}

/** The Services whose load balancers are called so: clouds give some of them names instead of addresses. */
export function servicesOfBalancer(cluster: Cluster, name: string): AskedService[] {
  return cluster.services
    .filter(({ balancerNames }) => balancerNames.some((each) => each.toLowerCase() === name))
    .map((service) => ({
      service,
      entrance: { type: "balancer", address: undefined },
      backends: backendsOf(cluster, service),
    }));
}

/** The Services of a name, in one namespace or in all. */
export function servicesNamed(
  { services }: Cluster,
  name: string,
  namespace: string | undefined,
): readonly ServiceObject[] {
  return services.filter(
    ({ ref }) => ref.name === name && (namespace === undefined || ref.namespace === namespace),
  );
}

/** What to name instead of a Service that cannot be asked about: the pods behind it, each once. */
export function namesBehind({ backends }: AskedService, cluster: Cluster): string[] {
  const names = backends.flatMap(({ endpoint }) => {
    if (endpoint.type !== "pod") return [endpoint.name];
    const owner = cluster.workloads.find(({ members }) => members.includes(endpoint));
    return [qualifiedName(owner ?? endpoint)];
  });
  return [...new Set(names)];
}

/** A Service as it can be typed: `shop/svc/cart`. */
export function serviceName({
  namespace,
  name,
}: {
  readonly namespace: string | undefined;
  readonly name: string;
}): string {
  return `${namespace ?? "default"}/svc/${name}`;
}
