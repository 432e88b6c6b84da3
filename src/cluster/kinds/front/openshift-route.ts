import { field, fieldAt, items, textOf } from "../../../source/manifest/node.js";
import { portReference, serviceRef } from "./service-ref.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { RouteObject } from "../../model/fronts.js";

const BACKEND: Keep = { kind: true, name: true };

/**
 * Route of OpenShift: the Services of its namespace that it leads to, all on one port (S-ING-1). The router implements all that name no
 * other one.
 */
export const OPENSHIFT_ROUTE: KindReader = {
  isNamespaced: true,
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true, namespace: true },
    spec: { to: BACKEND, alternateBackends: BACKEND, port: { targetPort: true } },
  },
  read({ ref, node }: ApiObject): ObjectReading {
    const spec = field(node, "spec");
    const port = portReference(fieldAt(spec, "port", "targetPort"));
    const backends = [field(spec, "to"), ...items(field(spec, "alternateBackends"))];
    const route: RouteObject = {
      ref,
      backends: backends.flatMap((backend) =>
        (textOf(field(backend, "kind")) ?? "Service") === "Service"
          ? serviceRef(field(backend, "name"), ref.namespace ?? "default", port)
          : [],
      ),
      otherBackends: [],
      implementedBy: { type: "class", name: undefined },
      origin: node.origin,
    };
    return { objects: [{ type: "front", front: { type: "route", route } }], problems: [] };
  },
};
