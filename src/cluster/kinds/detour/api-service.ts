import { fieldAt } from "../../../source/manifest/node.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";

/** APIService: an API that the API server has from a Service, or has in itself (B-19). */
export const API_SERVICE: KindReader = {
  isNamespaced: false,
  isBeside: true,
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true },
    spec: { service: { namespace: true, name: true, port: true } },
  },
  read({ ref, node }: ApiObject): ObjectReading {
    const isCalled = fieldAt(node, "spec", "service", "name") !== undefined;
    const detour = { type: "server-call", ref, isCalled, origin: node.origin } as const;
    return { objects: [{ type: "detour", detour }], problems: [] };
  },
};
