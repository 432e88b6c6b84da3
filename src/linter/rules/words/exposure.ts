import { count as countOf } from "../../../base/text/count.js";
import { code } from "./code.js";
import { conjunction, withMore } from "../../../base/text/list.js";
import { isEveryPort } from "../../../base/net/port-set.js";
import { portText } from "../../../base/text/ports.js";
import { PROTOCOLS, type Traffic } from "../../../base/net/traffic.js";
import type { Concerned, DnsEgressMissing } from "../../../cluster/problems/exposure.js";

/** `shop/web`, `shop/web and 2 other workloads`. */
export function concernedText({ first, count }: Concerned): string {
  if (count === 1) return code(first);
  return `${code(first)} and ${countOf(count - 1, "other workload")}`;
}

/** How many ports are listed before the rest is counted. */
const LISTED = 3;

/** `all ports`, `TCP 8080`, `TCP 1-1023 and UDP 53`. */
export function openPortsText(traffic: Traffic): string {
  if (PROTOCOLS.every((protocol) => isEveryPort(traffic[protocol]))) return "all ports";
  const parts = PROTOCOLS.flatMap((protocol) => traffic[protocol].map((run) => portText(protocol, run)));
  return withMore(parts.slice(0, LISTED), parts.length - LISTED);
}

/** `UDP 53 and TCP 53`: the ports on which DNS pods listen. */
export function dnsPortsText(ports: DnsEgressMissing["missing"]): string {
  return conjunction(ports.map(({ protocol, port }) => portText(protocol, [port, port])));
}
