import { code } from "./code.js";
import { conjunction } from "../../text/list.js";
import { ALL_PORTS } from "../../net/port-set.js";
import { PROTOCOLS, type Traffic } from "../../net/traffic.js";
import type { Concerned, DnsEgressMissing } from "../../diagnostics/exposure.js";

/** `shop/web`, `shop/web and 2 other workloads`. */
export function concernedText({ first, count }: Concerned): string {
  if (count === 1) return code(first);
  return `${code(first)} and ${count - 1} other workload${count === 2 ? "" : "s"}`;
}

/** How many ports are listed before the rest is counted. */
const LISTED = 3;

/** `every port`, `8080/TCP`, `1-1023/TCP and 53/UDP`. */
export function portsText(traffic: Traffic): string {
  if (PROTOCOLS.every((protocol) => isEvery(traffic, protocol))) return "every port";
  const parts = PROTOCOLS.flatMap((protocol) =>
    isEvery(traffic, protocol)
      ? [`every port of ${protocol}`]
      : traffic[protocol].map(
          ([first, last]) => `${first === last ? first : `${first}-${last}`}/${protocol}`,
        ),
  );
  const more = parts.length - LISTED;
  return conjunction(more > 0 ? [...parts.slice(0, LISTED), `${more} more`] : parts);
}

function isEvery(traffic: Traffic, protocol: (typeof PROTOCOLS)[number]): boolean {
  const [only, ...others] = traffic[protocol];
  const [all] = ALL_PORTS;
  return only !== undefined && others.length === 0 && only[0] === all?.[0] && only[1] === all[1];
}

/** `53/UDP and 53/TCP`: the ports on which DNS pods listen. */
export function dnsPortsText(ports: DnsEgressMissing["missing"]): string {
  return conjunction(ports.map(({ protocol, port }) => `${port}/${protocol}`));
}
