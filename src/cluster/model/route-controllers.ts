import { connectorOf, usualControllerOf, type Connector } from "./known-controllers.js";
import { labelsOf, type Labels } from "./labels.js";
import { podsWith, type ServicePod } from "./labelled-pods.js";
import { qualifiedName } from "./object-ref.js";
import type { ClassObject, GatewayObject, RouteObject } from "./fronts.js";
import type { Cluster } from "./cluster.js";

/** Who connects to the backends of a route (S-ING-1). */
export type RouteController = { readonly by: Implementer } & (
  | { readonly type: "pods"; readonly pods: readonly ServicePod[] }
  /** A load balancer outside of the cluster, with addresses that the input does not tell. */
  | { readonly type: "outside"; readonly controller: string }
  | { readonly type: "unknown"; readonly missing: MissingController }
);

/** What a route says of its controller, as far as the input tells. */
export interface Implementer {
  /** The Gateway that it hangs on: `edge/public`. */
  readonly gateway?: string | undefined;
  readonly className?: string | undefined;
  readonly controller?: string | undefined;
}

/** Why the pods that connect cannot be told. */
export type MissingController =
  /** An Ingress that names no class. */
  | { readonly code: "no-class" }
  /** A route that hangs on no Gateway. */
  | { readonly code: "no-gateway" }
  | {
      readonly code: "not-in-input";
      readonly kind: "IngressClass" | "GatewayClass" | "Gateway";
      readonly name: string;
    }
  /** A controller of which we do not know how its pods are labelled. */
  | { readonly code: "not-known"; readonly controller: string }
  /** A controller none of whose pods is in the input. */
  | { readonly code: "no-pods"; readonly controller: string };

/** The label of GEP-1762 on what is made for a Gateway, in its namespace. */
const GATEWAY_NAME = "gateway.networking.k8s.io/gateway-name";

/** Who connects to the backends of a route: the controller of its class, or those of its Gateways. */
export function routeControllers(
  cluster: Cluster,
  { implementedBy }: Pick<RouteObject, "implementedBy">,
): RouteController[] {
  if (implementedBy.type === "class") {
    const { name } = implementedBy;
    return [name === undefined ? unknown({ code: "no-class" }) : ofClass(cluster, "IngressClass", name)];
  }
  const { gateways } = implementedBy;
  if (gateways.length === 0) return [unknown({ code: "no-gateway" })];
  return gateways.map((wanted) => {
    const { namespace, name } = wanted;
    const gateway = cluster.fronts.gateways.find(
      ({ ref }) => ref.namespace === namespace && ref.name === name,
    );
    if (gateway !== undefined) return ofGateway(cluster, gateway);
    const called = qualifiedName(wanted);
    return unknown({ code: "not-in-input", kind: "Gateway", name: called }, { gateway: called });
  });
}

function unknown(missing: MissingController, by: Implementer = {}): RouteController {
  return { type: "unknown", missing, by };
}

/** The pods that are made for a Gateway, or those of its class's controller. */
function ofGateway(cluster: Cluster, { ref, className }: GatewayObject): RouteController {
  const own = podsWith(cluster, [labelsOf([[GATEWAY_NAME, ref.name]])]).filter(
    ({ workload }) => workload.namespace === ref.namespace,
  );
  if (own.length === 0) return ofClass(cluster, "GatewayClass", className ?? "", ref);
  const controller = classNamed(cluster, "GatewayClass", className)?.controller;
  return { type: "pods", pods: own, by: { gateway: qualifiedName(ref), className, controller } };
}

function classNamed(
  { fronts }: Cluster,
  kind: "IngressClass" | "GatewayClass",
  name: string | undefined,
): ClassObject | undefined {
  return fronts.classes.find(({ ref }) => ref.kind === kind && ref.name === name);
}

function ofClass(
  cluster: Cluster,
  kind: "IngressClass" | "GatewayClass",
  name: string,
  gateway?: GatewayObject["ref"],
): RouteController {
  const found = classNamed(cluster, kind, name);
  const by = { className: name, ...(gateway === undefined ? {} : { gateway: qualifiedName(gateway) }) };
  const usual = found === undefined ? usualControllerOf(kind, name) : undefined;
  if (usual !== undefined) return ofController(cluster, usual, gateway, by);
  return found === undefined
    ? unknown({ code: "not-in-input", kind, name }, by)
    : ofController(cluster, found.controller ?? "", gateway, by);
}

function ofController(
  cluster: Cluster,
  controller: string,
  gateway: GatewayObject["ref"] | undefined,
  of: Implementer,
): RouteController {
  const by = { ...of, controller };
  const connector = connectorOf(controller);
  if (connector === undefined) return unknown({ code: "not-known", controller }, by);
  if (connector.type === "outside") return { type: "outside", controller, by };
  const pods = podsWith(cluster, labelsFor(connector, gateway));
  return pods.length === 0 ? unknown({ code: "no-pods", controller }, by) : { type: "pods", pods, by };
}

function labelsFor(
  { labels, gatewayLabels }: Extract<Connector, { type: "pods" }>,
  gateway: GatewayObject["ref"] | undefined,
): readonly Labels[] {
  if (gatewayLabels === undefined || gateway === undefined) return labels;
  const { name, namespace } = gatewayLabels;
  const naming = labelsOf([
    [name, gateway.name],
    [namespace, gateway.namespace ?? "default"],
  ]);
  return [...labels, naming];
}
