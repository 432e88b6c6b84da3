import { meantToLetIn, otherPorts } from "./allowed-ports.js";
import { backendProtocol, distinctBackends } from "../../../cluster/model/route-backends.js";
import { blockedOf } from "./blocked.js";
import { kindAndName, qualifiedName } from "../../../cluster/model/object-ref.js";
import { routeControllers } from "../../../cluster/model/route-controllers.js";
import { ownNamespaceOnly } from "./own-namespace-only.js";
import { servicePort, targetsBehind, type ConnectionTarget } from "./targets.js";
import { ANY_ADDRESS } from "./unknown-source.js";
import { connectionSources } from "./connecting.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { RouteObject, ServiceRef } from "../../../cluster/model/fronts.js";
import type { ServiceObject } from "../../../cluster/model/objects.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Backends of routes that their controller cannot reach: each once, however often a route names it. */
export function* blockedBackends(cluster: Cluster): Generator<Problem> {
  for (const route of cluster.fronts.routes) {
    const sources = routeControllers(cluster, route).flatMap((each) => connectionSources(each) ?? []);
    for (const backend of distinctBackends(route)) {
      const found = servicePort(cluster, backend, backendProtocol(route));
      if (found === undefined) continue;
      for (const target of targetsBehind(cluster, found.service, found.port)) {
        for (const { endpoints, connecting } of sources) {
          const blocked = blockedOf(cluster, endpoints, target);
          // Pods that are let in and may not connect are no controller, where nothing shows one.
          const isOfOthers = connecting.type === "unknown" && blocked?.connection.side === "egress";
          if (blocked === undefined || isOfOthers) {
            if (connecting.type === "unknown" && route.implementedBy.type === "class")
              yield* withinNamespace(cluster, { route, backend, service: found.service, target });
            continue;
          }
          const { connection, concerned } = blocked;
          const { side, denier, witness, to } = connection;
          const meant =
            side === "ingress" ? meantToLetIn(cluster, found.service.ref.namespace ?? "", to) : undefined;
          const other =
            side === "ingress" && meant === undefined
              ? otherPorts(cluster, to, found.port, target.listening)
              : undefined;
          const [at, role] = other === undefined ? [denier?.at, "denies"] : [other.at, "other-port"];
          yield {
            code: "ingress-backend-blocked",
            facts: {
              route: kindAndName(route.ref),
              connecting,
              service: qualifiedName(found.service.ref),
              ...target.listening,
              concerned,
              side,
              ...(other === undefined ? {} : { allows: other.allows }),
              ...(meant === undefined ? {} : { meant: kindAndName(meant.ref) }),
            },
            at: backend.origin,
            object: route.ref,
            ...(at === undefined ? {} : { related: [{ at, role }] }),
            witness,
          };
        }
      }
    }
  }
}

interface AskedBackend {
  readonly route: RouteObject;
  readonly backend: ServiceRef;
  readonly service: ServiceObject;
  readonly target: ConnectionTarget;
}

/** A backend that only pods of its own namespace reach, where nothing shows who the controller is. */
function* withinNamespace(
  cluster: Cluster,
  { route, backend, service, target }: AskedBackend,
): Generator<Problem> {
  // Whoever is outside of the cluster stands for who is not of this namespace.
  const outside = blockedOf(cluster, [ANY_ADDRESS], target);
  const only = outside?.connection.side === "ingress" ? ownNamespaceOnly(cluster, target) : undefined;
  if (outside === undefined || only === undefined) return;
  yield {
    code: "ingress-backend-blocked",
    facts: {
      route: kindAndName(route.ref),
      connecting: { type: "unknown" },
      service: qualifiedName(service.ref),
      ...target.listening,
      concerned: outside.concerned,
      side: "ingress",
      within: service.ref.namespace ?? "",
    },
    at: backend.origin,
    object: route.ref,
    related: [{ at: only, role: "allows" }],
    witness: outside.connection.witness,
  };
}
