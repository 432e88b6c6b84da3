import { intersectTraffic, PROTOCOLS, type Traffic } from "../../base/net/traffic.js";
import type { TrafficQuestion } from "../query/traffic.js";

/** The numbers of single ports that a question asks about, each once. */
export function portsIn(ports: Traffic, { ranges }: TrafficQuestion): number[] {
  const asked = intersectTraffic(ports, ranges);
  const numbers = PROTOCOLS.flatMap((protocol) =>
    asked[protocol].flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    ),
  );
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}
