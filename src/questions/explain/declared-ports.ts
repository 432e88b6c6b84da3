import {
  intersectTraffic,
  isNoTraffic,
  NO_TRAFFIC,
  trafficOf,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { isAboutEveryPort } from "../query/service-ports.js";
import type { Resolved } from "../query/resolution.js";
import type { TrafficQuestion } from "../query/traffic.js";

/**
 * The ports that pods of a destination declare, where every port is asked about: those are what most people mean.
 * @returns undefined where the question names ports itself, or none are declared
 */
export function declaredPorts(traffic: TrafficQuestion, to: Resolved): Traffic | undefined {
  // Of a Service, its own ports are asked for.
  if (!isAboutEveryPort(traffic) || to.services !== undefined) return undefined;
  const declared = to.endpoints
    .flatMap((endpoint) => (endpoint.type === "pod" ? (endpoint.ports ?? []) : []))
    .map(({ protocol, port }) => trafficOf(protocol, [[port, port]]))
    .reduce(unionTraffic, NO_TRAFFIC);
  const asked = intersectTraffic(declared, traffic.ranges);
  return isNoTraffic(asked) ? undefined : asked;
}
