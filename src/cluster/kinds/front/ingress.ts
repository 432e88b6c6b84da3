import { field, fieldAt, items, textOf, type Node } from "../../../source/manifest/node.js";
import { portReference, serviceRef } from "./service-ref.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { RouteObject, ServiceRef } from "../../model/fronts.js";

/** Where the class stood before there was a field for it; most controllers still read it. */
const CLASS_ANNOTATION = "kubernetes.io/ingress.class";

const BACKEND: Keep = {
  service: { name: true, port: true },
  resource: { kind: true },
  serviceName: true,
  servicePort: true,
};

/**
 * Ingress of networking.k8s.io/v1, and of the beta versions, which name a backend otherwise: the Services that it leads
 * to, and its class (S-ING-1). Of its
 * annotations only the older one for the class is read.
 */
export const INGRESS: KindReader = {
  isNamespaced: true,
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true, namespace: true, annotations: { [CLASS_ANNOTATION]: true } },
    spec: {
      ingressClassName: true,
      defaultBackend: BACKEND,
      backend: BACKEND,
      rules: { http: { paths: { backend: BACKEND } } },
    },
  },
  read({ ref, node }: ApiObject): ObjectReading {
    const spec = field(node, "spec");
    const paths = items(field(spec, "rules")).flatMap((rule) => items(fieldAt(rule, "http", "paths")));
    const written = [
      field(spec, "defaultBackend") ?? field(spec, "backend"),
      ...paths.map((path) => field(path, "backend")),
    ];
    const annotated = textOf(fieldAt(node, "metadata", "annotations", CLASS_ANNOTATION));
    const route: RouteObject = {
      ref,
      backends: written.flatMap((backend) => backendIn(backend, ref.namespace ?? "default")),
      otherBackends: written.flatMap((backend) => textOf(fieldAt(backend, "resource", "kind")) ?? []),
      implementedBy: { type: "class", name: textOf(field(spec, "ingressClassName")) ?? annotated },
      origin: node.origin,
    };
    return { objects: [{ type: "front", front: { type: "route", route } }], problems: [] };
  },
};

/** `service: {name, port: {number | name}}`, or before v1 `serviceName` and `servicePort`; another resource is none. */
function backendIn(backend: Node | undefined, namespace: string): ServiceRef[] {
  const service = field(backend, "service");
  if (service === undefined)
    return serviceRef(field(backend, "serviceName"), namespace, portReference(field(backend, "servicePort")));
  const port = field(service, "port");
  return serviceRef(
    field(service, "name"),
    namespace,
    portReference(field(port, "number")) ?? portReference(field(port, "name")),
  );
}
