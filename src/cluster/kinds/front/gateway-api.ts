import { madePodsOf } from "../operators/made-pods.js";
import { field, fieldAt, items, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import { namespaceIn, portReference, serviceRef } from "./service-ref.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";
import type { RouteObject, ServiceRef } from "../../model/fronts.js";

const METADATA = { name: true, namespace: true } as const;

/** Gateway of the Gateway API: its class. */
export const GATEWAY: KindReader = {
  isNamespaced: true,
  keep: { apiVersion: true, kind: true, metadata: METADATA, spec: { gatewayClassName: true } },
  read({ ref, node }: ApiObject): ObjectReading {
    const className = textOf(fieldAt(node, "spec", "gatewayClassName"));
    const front = { type: "gateway", gateway: { ref, className } } as const;
    return { objects: [{ type: "front", front }, ...madePodsOf({ ref, node })], problems: [] };
  },
};

const REFERENCE = { group: true, kind: true, namespace: true, name: true } as const;

/** HTTPRoute, GRPCRoute, TLSRoute, TCPRoute and UDPRoute: the Gateways that they hang on, and their Services (S-ING-1). */
export const ROUTE: KindReader = {
  isNamespaced: true,
  keep: {
    apiVersion: true,
    kind: true,
    metadata: METADATA,
    spec: { parentRefs: REFERENCE, rules: { backendRefs: { ...REFERENCE, port: true, weight: true } } },
  },
  read({ ref, node }: ApiObject): ObjectReading {
    const spec = field(node, "spec");
    const gateways = items(field(spec, "parentRefs")).flatMap((parent) => {
      const name = textOf(field(parent, "name"));
      if (name === undefined || !isOf(parent, GATEWAY_GROUP, "Gateway")) return [];
      return [{ namespace: namespaceIn(parent, ref.namespace), name }];
    });
    const backends = items(field(spec, "rules")).flatMap((rule) => items(field(rule, "backendRefs")));
    const route: RouteObject = {
      ref,
      backends: backends.flatMap((backend) => backendIn(backend, ref.namespace)),
      otherBackends: backends.flatMap(otherBackendIn),
      implementedBy: { type: "gateways", gateways },
      origin: node.origin,
    };
    return { objects: [{ type: "front", front: { type: "route", route } }], problems: [] };
  },
};

const GATEWAY_GROUP = "gateway.networking.k8s.io";
const CORE_GROUP = "";

/** True for a reference to a kind, which is what a reference means that names none. */
function isOf(reference: Node, group: string, kind: string): boolean {
  const writtenGroup = textOf(field(reference, "group")) ?? group;
  return writtenGroup === group && (textOf(field(reference, "kind")) ?? kind) === kind;
}

/** A Service that gets traffic. */
function backendIn(backend: Node, own: string | undefined): ServiceRef[] {
  if (!isOf(backend, CORE_GROUP, "Service") || getsNothing(backend)) return [];
  return serviceRef(field(backend, "name"), namespaceIn(backend, own), portReference(field(backend, "port")));
}

/** The kind of a backend that is no Service and gets traffic. */
function otherBackendIn(backend: Node): string[] {
  if (isOf(backend, CORE_GROUP, "Service") || getsNothing(backend)) return [];
  const group = textOf(field(backend, "group")) ?? CORE_GROUP;
  const kind = textOf(field(backend, "kind")) ?? "Service";
  return [group === CORE_GROUP ? kind : `${kind} (${group})`];
}

/** True for a backend of weight 0. */
function getsNothing(backend: Node): boolean {
  return numberOf(field(backend, "weight")) === 0;
}
