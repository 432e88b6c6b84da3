import { explain } from "../explain/explain.js";
import { explainRoute, NoBackendError } from "../explain/route.js";
import { MissingPortError } from "../explain/missing-port.js";
import { missingPortError, noBackendError, resolveSourceEndpoint } from "./explain-errors.js";
import { asksForEdits, profileOf, type ExplainOptions } from "./explain-options.js";
import { UsageError } from "./exit.js";
import { workloadsOf, type AskedRoute } from "../query/route.js";
import type { Cluster } from "../model/cluster.js";
import type { Explanation } from "../explain/result.js";
import type { Incompleteness } from "../load/incomplete.js";
import type { Resolved } from "../query/resolve.js";
import type { TrafficQuestion } from "../query/traffic.js";

/** What is asked about a destination. */
export interface AskedTraffic {
  readonly traffic: TrafficQuestion;
  readonly options: ExplainOptions;
}

/**
 * Explains the traffic from an endpoint to another.
 * @throws {UsageError} where the source is not there, or the destination has no such port
 */
export function explainEnds(
  cluster: Cluster,
  fromName: string,
  to: Resolved,
  { traffic, options }: AskedTraffic,
  incompleteness: Incompleteness,
): Explanation {
  const from = resolveSourceEndpoint(cluster, fromName, options.namespace, incompleteness);
  return orUsageError(() => explain(cluster, { from, to, traffic, profile: profileOf(options) }), to);
}

/**
 * Explains what controllers connect to for a route.
 * @param to undefined for all backends
 * @throws {UsageError} where the route does not lead there, and for an option that means nothing for a route
 */
export function explainControllers(
  cluster: Cluster,
  from: AskedRoute,
  to: Resolved | undefined,
  { traffic, options }: AskedTraffic,
): Explanation {
  const connecting = workloadsOf(from);
  if (asksForEdits(options))
    throw new UsageError(
      "--suggest asks about two endpoints, and a route is none",
      connecting.length === 0
        ? "name the pods of its controller instead of the route"
        : `name the pods that connect: ${connecting.join(", ")}`,
    );
  return orUsageError(() => explainRoute(cluster, { from, to, traffic, profile: profileOf(options) }), to);
}

function orUsageError(explained: () => Explanation, to: Resolved | undefined): Explanation {
  try {
    return explained();
  } catch (error) {
    if (error instanceof MissingPortError) throw missingPortError(error, to?.shownAs ?? "that");
    if (error instanceof NoBackendError) throw noBackendError(error, to?.shownAs);
    throw error;
  }
}
