import { AddressSet } from "../../base/net/address-set.js";
import { NO_TRAFFIC, trafficOf, unionTraffic, type Traffic } from "../../base/net/traffic.js";
import { nameOfAddresses } from "../../semantics/reach/address-name.js";
import { portSet } from "../../base/net/port-set.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";

/** The addresses of an end that are known; none of a name. */
export function knownAddressesOf(endpoint: Endpoint): AddressSet {
  if (endpoint.type === "domain") return AddressSet.EMPTY;
  if (endpoint.type === "addresses") return endpoint.addresses;
  return AddressSet.ofEach(endpoint.addresses ?? []);
}

/** How a class calls an end: by its addresses, its name, or as it is typed. */
export function shownEnd(endpoint: Endpoint): string {
  if (endpoint.type === "addresses") return nameOfAddresses(endpoint.addresses);
  return endpoint.type === "domain" ? endpoint.name : endpoint.id;
}

/** Traffic to these ports and no others. */
export function onPorts(
  ports: readonly { readonly protocol: "TCP" | "UDP" | "SCTP"; readonly port: number }[],
): Traffic {
  return ports
    .map(({ protocol, port }) => trafficOf(protocol, portSet([[port, port]])))
    .reduce(unionTraffic, NO_TRAFFIC);
}
