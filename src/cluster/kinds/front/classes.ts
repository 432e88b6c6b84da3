import { fieldAt, textOf } from "../../../source/manifest/node.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";

/** IngressClass, which names its controller in `spec.controller`. */
export const INGRESS_CLASS: KindReader = classReader("controller");

/** GatewayClass, which names its controller in `spec.controllerName`. */
export const GATEWAY_CLASS: KindReader = classReader("controllerName");

function classReader(controller: string): KindReader {
  return {
    isNamespaced: false,
    keep: { apiVersion: true, kind: true, metadata: { name: true }, spec: { [controller]: true } },
    read({ ref, node }: ApiObject): ObjectReading {
      const name = textOf(fieldAt(node, "spec", controller));
      const front = { type: "class", class: { ref, controller: name } } as const;
      return { objects: [{ type: "front", front }], problems: [] };
    },
  };
}
