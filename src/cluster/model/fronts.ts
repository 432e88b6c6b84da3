import type { ObjectRef } from "./object-ref.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Selector } from "./selector.js";

/** An object that is no policy and says who connects to which pods: what routes, calls or watches them. */
export type FrontObject =
  | { readonly type: "route"; readonly route: RouteObject }
  | { readonly type: "class"; readonly class: ClassObject }
  | { readonly type: "gateway"; readonly gateway: GatewayObject }
  | { readonly type: "webhook"; readonly webhook: WebhookObject }
  | { readonly type: "monitor"; readonly monitor: MonitorObject };

/** All of these of a cluster. */
export interface Fronts {
  readonly routes: readonly RouteObject[];
  readonly classes: readonly ClassObject[];
  readonly gateways: readonly GatewayObject[];
  readonly webhooks: readonly WebhookObject[];
  readonly monitors: readonly MonitorObject[];
}

/** A port of a Service as something in front of it names it. */
export interface ServiceRef {
  readonly namespace: string;
  readonly name: string;
  /** Its number, or the name that the Service gives it; undefined where none is written. */
  readonly port: number | string | undefined;
  /** Where the Service is named. */
  readonly origin: Origin;
}

/** An Ingress, or a route of the Gateway API: a controller connects to its backends, not the client (S-ING-1). */
export interface RouteObject {
  readonly ref: ObjectRef;
  /** The Services that it leads to, each as often as it is written. */
  readonly backends: readonly ServiceRef[];
  /** The kinds of what else it leads to, which is no Service. */
  readonly otherBackends: readonly string[];
  readonly implementedBy: RouteImplementation;
  readonly origin: Origin;
}

/** How a route says who implements it. */
export type RouteImplementation =
  /** The class that an Ingress names in `ingressClassName`, or in the annotation from before that. */
  | { readonly type: "class"; readonly name: string | undefined }
  /** The Gateways that a route hangs on. */
  | { readonly type: "gateways"; readonly gateways: readonly GatewayName[] };

interface GatewayName {
  readonly namespace: string;
  readonly name: string;
}

/** An IngressClass or GatewayClass: the name of the controller that implements what is of the class. */
export interface ClassObject {
  readonly ref: ObjectRef;
  readonly controller: string | undefined;
}

/** A Gateway; its class leads to the controller whose pods connect (S-ING-1). */
export interface GatewayObject {
  readonly ref: ObjectRef;
  readonly className: string | undefined;
}

/** One webhook of an admission configuration that the API server calls through a Service. */
export interface WebhookObject {
  readonly ref: ObjectRef;
  /** The webhook's own name inside of the configuration. */
  readonly name: string;
  readonly service: ServiceRef;
}

/** A ServiceMonitor or PodMonitor: what Prometheus scrapes. */
export interface MonitorObject {
  readonly ref: ObjectRef;
  /** What its selector is compared with: the labels of Services, or those of pods. */
  readonly of: "services" | "pods";
  /** The namespaces in which it looks; undefined for all. */
  readonly namespaces: readonly string[] | undefined;
  readonly selector: Selector;
  readonly ports: readonly MonitoredPort[];
}

/** A port that is scraped: by the name of the Service's port, or the pods' own port, by number or name. */
export interface MonitoredPort {
  readonly by: "service-port" | "pod-port";
  readonly port: number | string;
  readonly origin: Origin;
}

/** The objects in front of pods, by what they are. */
export function frontsOf(objects: readonly FrontObject[]): Fronts {
  return {
    routes: objects.flatMap((object) => (object.type === "route" ? [object.route] : [])),
    classes: objects.flatMap((object) => (object.type === "class" ? [object.class] : [])),
    gateways: objects.flatMap((object) => (object.type === "gateway" ? [object.gateway] : [])),
    webhooks: objects.flatMap((object) => (object.type === "webhook" ? [object.webhook] : [])),
    monitors: objects.flatMap((object) => (object.type === "monitor" ? [object.monitor] : [])),
  };
}
