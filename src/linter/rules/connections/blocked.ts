import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { deniedConnection, type DeniedConnection } from "./connection.js";
import { groupBy } from "../../../base/collections/group-by.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Concerned } from "../../../cluster/problems/exposure.js";
import type { Endpoint } from "../../../cluster/model/endpoint.js";
import type { ConnectionTarget } from "./targets.js";

/** The workloads of a target that nobody of some sources reaches. */
export interface Blocked {
  readonly connection: DeniedConnection;
  readonly concerned: Concerned;
}

/** The workloads of a target none of whose pods is reached from any of some sources; undefined where all are, or may be. */
export function blockedOf(
  cluster: Cluster,
  sources: readonly Endpoint[],
  { listening, pods }: ConnectionTarget,
): Blocked | undefined {
  if (sources.length === 0) return undefined;
  const blocked = [...groupBy(pods, ({ workload }) => workload)].flatMap(([workload, alike]) => {
    const to = alike.map(({ pod }) => pod);
    const connection = deniedConnection(cluster, sources, to, listening);
    return connection === undefined ? [] : [{ workload, connection }];
  });
  const [first] = blocked;
  if (first === undefined) return undefined;
  return {
    connection: first.connection,
    concerned: { first: qualifiedName(first.workload), count: blocked.length },
  };
}
