import { ANY_ADDRESS } from "./unknown-source.js";
import { deniedConnection } from "./connection.js";
import { isRouted } from "../isolation/entry-points.js";
import { letsClientsPast } from "../plugins/services.js";
import { nameOrigin } from "../../../cluster/problems/object-places.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { targetsBehind } from "./targets.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Services that clients outside of the cluster are meant to reach, and whose pods let no address in on any of their ports. Of one that
 * lets some in on a port, the others may be closed on purpose; and where a route leads to one, it is its controller that connects.
 */
export function* blockedPublished(cluster: Cluster): Generator<Problem> {
  for (const service of cluster.services) {
    if (!service.isPublished || isRouted(cluster, service) || letsClientsPast(cluster, service)) continue;
    const targets = service.ports.flatMap((port) => targetsBehind(cluster, service, port));
    const denied = targets.flatMap(({ listening, pods }) => {
      const to = pods.map(({ pod }) => pod);
      const connection = deniedConnection(cluster, [ANY_ADDRESS], to, listening);
      return connection === undefined ? [] : [{ connection, listening }];
    });
    const [first] = denied;
    if (first === undefined || denied.length < targets.length) continue;
    const { denier, witness } = first.connection;
    const names = new Set(targets.flatMap(({ pods }) => pods.map(({ workload }) => qualifiedName(workload))));
    yield {
      code: "published-service-blocked",
      facts: {
        service: qualifiedName(service.ref),
        ...first.listening,
        ports: new Set(denied.map(({ listening: { protocol, port } }) => `${protocol} ${port}`)).size,
        concerned: { first: [...names][0] ?? "", count: names.size },
        keepsClientAddress: service.keepsClientAddress,
      },
      at: nameOrigin(service),
      object: service.ref,
      ...(denier === undefined ? {} : { related: [{ at: denier.at, role: "denies" }] }),
      witness,
    };
  }
}
