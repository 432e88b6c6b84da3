import {
  intersectTraffic,
  isNoTraffic,
  NO_TRAFFIC,
  trafficOf,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { isAboutEveryPort } from "../query/service-ports.js";
import type { EndsQuestion } from "../ask/flow.js";
import type { Resolved } from "../query/resolve.js";

/**
 * The ports that pods declare, where none are asked for: an edit for all other ports too is nothing that anybody wants.
 * @returns undefined where the question is about some ports already, or none are declared
 */
export function declaredPorts({ traffic }: EndsQuestion, to: Resolved): Traffic | undefined {
  // Of a Service, its own ports are asked for.
  if (!isAboutEveryPort(traffic) || to.services !== undefined) return undefined;
  const declared = to.endpoints
    .flatMap((endpoint) => (endpoint.type === "pod" ? (endpoint.ports ?? []) : []))
    .map(({ protocol, port }) => trafficOf(protocol, [[port, port]]))
    .reduce(unionTraffic, NO_TRAFFIC);
  const asked = intersectTraffic(declared, traffic.ranges);
  return isNoTraffic(asked) ? undefined : asked;
}
