import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { ANYBODY, ANY_ADDRESS } from "./unknown-source.js";
import type { Connecting } from "../../../cluster/problems/connections.js";
import type { Endpoint } from "../../../cluster/model/endpoint.js";
import type { RouteController } from "../../../cluster/model/route-controllers.js";
import type { ServicePod } from "../../../cluster/model/labelled-pods.js";

/** Who makes a connection, as ends of flows and as findings name them. */
export interface ConnectionSources {
  readonly endpoints: readonly Endpoint[];
  readonly connecting: Connecting;
}

/** Pods that connect; undefined where there are none. */
export function podSources(pods: readonly ServicePod[]): ConnectionSources | undefined {
  const names = [...new Set(pods.map(({ workload }) => qualifiedName(workload)))];
  const [first] = names;
  if (first === undefined) return undefined;
  return {
    endpoints: pods.map(({ pod }) => pod),
    connecting: { type: "pods", first, more: names.length - 1 },
  };
}

/** Who connects for a route; of a controller that the input does not show, nothing is known (S-ING-1). */
export function connectionSources(controller: RouteController): ConnectionSources | undefined {
  switch (controller.type) {
    case "pods":
      return podSources(controller.pods);
    case "outside":
      return {
        endpoints: [ANY_ADDRESS],
        connecting: { type: "outside", controller: controller.controller },
      };
    case "unknown":
      return { endpoints: [ANYBODY], connecting: { type: "unknown" } };
  }
}
