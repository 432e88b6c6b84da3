import { meantToLetIn, otherPorts } from "./allowed-ports.js";
import { backendProtocol, distinctBackends } from "../../../cluster/model/route-backends.js";
import { blockedOf } from "./blocked.js";
import { kindAndName, qualifiedName } from "../../../cluster/model/object-ref.js";
import { routeControllers } from "../../../cluster/model/route-controllers.js";
import { servicePort, targetsBehind } from "./targets.js";
import { connectionSources } from "./connecting.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
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
          if (blocked === undefined) continue;
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
