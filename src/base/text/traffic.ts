import { conjunction } from "./list.js";
import { isEveryPort, type PortSet } from "../net/port-set.js";
import { PROTOCOLS, type Traffic } from "../net/traffic.js";
import { runText } from "./ports.js";

function portsText(ports: PortSet): string {
  return ports.map(runText).join(", ");
}

/** `TCP 80, 443; UDP 53`, `TCP, UDP and SCTP, all ports`. */
export function trafficText(traffic: Traffic): string {
  const whole = PROTOCOLS.filter((protocol) => isEveryPort(traffic[protocol]));
  const some = PROTOCOLS.filter(
    (protocol) => traffic[protocol].length > 0 && !isEveryPort(traffic[protocol]),
  );
  const parts = some.map((protocol) => `${protocol} ${portsText(traffic[protocol])}`);
  if (whole.length > 0) parts.push(`${conjunction(whole)}, all ports`);
  if (traffic.other) parts.push("other protocols (ICMP …)");
  return parts.join("; ");
}

/** `TCP, UDP and SCTP`: the protocols that some traffic has ports of. */
export function protocolList(traffic: Traffic): string {
  return conjunction(PROTOCOLS.filter((protocol) => traffic[protocol].length > 0));
}
