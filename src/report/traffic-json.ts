import { isEveryPort } from "../base/net/port-set.js";
import { PROTOCOLS, type Traffic } from "../base/net/traffic.js";

/** `"all"` is every port of TCP, UDP and SCTP and nothing else; all else is a list, other protocols an item of it. */
export function trafficJson(traffic: Traffic): unknown {
  if (PROTOCOLS.every((protocol) => isEveryPort(traffic[protocol])) && !traffic.other) return "all";
  return [
    ...PROTOCOLS.filter((protocol) => traffic[protocol].length > 0).map((protocol) => ({
      protocol,
      ports: traffic[protocol],
    })),
    ...(traffic.other ? [{ protocol: "other" }] : []),
  ];
}
