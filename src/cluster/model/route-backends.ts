import { groupBy } from "../../base/collections/group-by.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Cluster } from "./cluster.js";
import type { Protocol } from "../../base/net/traffic.js";
import type { RouteObject, ServiceRef } from "./fronts.js";
import type { ServiceObject, ServicePort } from "./objects.js";

/** The backends of a route, each once, however often it names them. */
export function distinctBackends({ backends }: RouteObject): readonly ServiceRef[] {
  const distinct = new Map<string, ServiceRef>();
  for (const each of backends) {
    const key = JSON.stringify([each.namespace, each.name, each.port ?? null]);
    if (!distinct.has(key)) distinct.set(key, each);
  }
  return [...distinct.values()];
}

/** The protocol in which a controller connects to the backends of a route. */
export function backendProtocol({ ref }: RouteObject): Protocol {
  return ref.kind === "UDPRoute" ? "UDP" : "TCP";
}

/** True for a route of OpenShift, which no other platform has. */
export function isOfOpenshift({ ref }: Pick<RouteObject, "ref">): boolean {
  return ref.apiVersion.startsWith("route.openshift.io/");
}

/** The Service that something names; undefined where the input has none such. */
export function serviceNamed(
  { services }: Pick<Cluster, "services">,
  { namespace, name }: Pick<ServiceRef, "namespace" | "name">,
): ServiceObject | undefined {
  return servicesByName(services).get(`${namespace}/${name}`)?.[0];
}

/** Hundreds of routes and addresses may each name one. */
const servicesByName = oncePer((services: readonly ServiceObject[]) =>
  groupBy(services, ({ ref }) => `${ref.namespace ?? ""}/${ref.name}`),
);

/** The port of a Service that something means by its number or name. */
export function servicePortNamed(
  { ports }: Pick<ServiceObject, "ports">,
  port: ServiceRef["port"],
  protocol: Protocol,
): ServicePort | undefined {
  return ports.find((each) => each.protocol === protocol && (each.port === port || each.name === port));
}
