import { field, fieldAt, items, textOf } from "../../../source/manifest/node.js";
import { namespaceIn, portReference, serviceRef } from "./service-ref.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";
import type { FrontObject } from "../../model/fronts.js";

/** The port of a webhook's Service where none is written. */
const USUAL_PORT = 443;

/** ValidatingWebhookConfiguration and MutatingWebhookConfiguration: the Services that the API server calls. */
export const WEBHOOKS: KindReader = {
  isNamespaced: false,
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true },
    webhooks: { name: true, clientConfig: { service: { namespace: true, name: true, port: true } } },
  },
  read({ ref, node }: ApiObject): ObjectReading {
    const fronts = items(field(node, "webhooks")).flatMap((webhook): FrontObject[] => {
      const service = fieldAt(webhook, "clientConfig", "service");
      if (service === undefined) return [];
      const port = portReference(field(service, "port")) ?? USUAL_PORT;
      const name = textOf(field(webhook, "name")) ?? ref.name;
      return serviceRef(field(service, "name"), namespaceIn(service, undefined), port).map((each) => ({
        type: "webhook",
        webhook: { ref, name, service: each },
      }));
    });
    const isCalled = items(field(node, "webhooks")).length > 0;
    const detour = { type: "server-call", ref, isCalled, origin: node.origin } as const;
    return {
      objects: [...fronts.map((front) => ({ type: "front", front }) as const), { type: "detour", detour }],
      problems: [],
    };
  },
};
