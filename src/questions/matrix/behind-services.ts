import { failed, succeeded, type Attempt, type Failed } from "../../base/attempt/attempt.js";
import { EVERY_PORT, type TrafficQuestion } from "../query/traffic.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { trafficTargets, type MissingServicePort } from "../query/targets.js";
import { unionTraffic, type Traffic } from "../../base/net/traffic.js";
import type { AskedService } from "../query/service.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Resolved } from "../query/resolution.js";

/** Why a map cannot show what a Service leads to. */
export type ServiceProblem =
  | MissingServicePort
  /** Some of what stands behind it is no pod: a row of the map has no Service in front. */
  | { readonly code: "behind-no-pods"; readonly service: string }
  /** It is not known on which port one of them is sent what the Service is sent. */
  | { readonly code: "behind-untold-port"; readonly service: string; readonly pod: string };

/**
 * What the pods behind the Services that are asked for are sent, by their ids: the map shows pods, on the ports on which
 * they are asked.
 */
export function sentBehindServices(
  cluster: Cluster,
  to: readonly Resolved[],
  traffic: TrafficQuestion = { ranges: EVERY_PORT, names: [] },
): Attempt<ReadonlyMap<string, Traffic>, ServiceProblem> {
  const sent = new Map<string, Traffic>();
  for (const resolved of to) {
    const [first] = resolved.services ?? [];
    if (first === undefined) continue;
    const found = trafficTargets(cluster, resolved, traffic);
    if (!found.ok) return found;
    for (const { endpoints, trafficTo } of found.value.targets) {
      for (const endpoint of endpoints) {
        const asked = trafficTo(endpoint);
        if (endpoint.type !== "pod") return behindNoPods(first);
        if (!asked.ok) continue;
        const known = sent.get(endpoint.id);
        sent.set(endpoint.id, known === undefined ? asked.value : unionTraffic(known, asked.value));
      }
    }
    for (const { untoldOn } of found.value.empty) {
      if (untoldOn === undefined) continue;
      const service = qualifiedName(first.service.ref);
      return failed({ code: "behind-untold-port", service, pod: qualifiedName(untoldOn) });
    }
    if (found.value.targets.length === 0) return behindNoPods(first);
  }
  return succeeded(sent);
}

function behindNoPods({ service }: AskedService): Failed<ServiceProblem> {
  return failed({ code: "behind-no-pods", service: qualifiedName(service.ref) });
}
