import {
  addressesWithin,
  addressOf,
  mayBePod,
  partyOf,
  type AddressView,
  type MaskedSource,
  type MatchContext,
  type Party,
  type DialledAddress,
} from "./party.js";
import { portSet } from "../../base/net/port-set.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { trafficOf } from "../../base/net/traffic.js";
import type { Entrance, ServicePath } from "../../cluster/model/service-path.js";

/** What a source has sent to, where a Service rewrites that on the way; undefined where nothing is rewritten. */
export function dialledAddressOn(
  path: ServicePath,
  source: Party,
  { endpoint }: Party,
  context: MatchContext,
): DialledAddress | undefined {
  const { entrance, port, number } = path;
  if (entrance === undefined || port === undefined || number === undefined) return undefined;
  return {
    address: addressOfEntrance(entrance, path, context),
    traffic: trafficOf(port.protocol, portSet([[number, number]])),
    mayLeave: leadsOutside(entrance) && isMaybeInside(source),
    ...(entrance.type === "cluster" ? { clusterPort: { service: path.service, port } } : {}),
    leansToBackend: entrance.type === "cluster" && endpoint.type === "pod" && !endpoint.hostNetwork,
  };
}

/** How else a source may be seen behind a Service; undefined where it is seen as what it is. */
export function maskedSourceOn({ entrance, service }: ServicePath, source: Party): MaskedSource | undefined {
  if (entrance === undefined || entrance.type === "cluster") return undefined;
  const mayLeave = leadsOutside(entrance) && isMaybeInside(source);
  const mayBeNode = !service.keepsClientAddress && source.endpoint.type === "addresses";
  return mayLeave || mayBeNode ? { mayLeave, mayBeNode } : undefined;
}

function addressOfEntrance(entrance: Entrance, { service }: ServicePath, context: MatchContext): AddressView {
  const { cluster, family } = context;
  if (entrance.type === "node-port" && entrance.node !== undefined)
    return addressOf(partyOf(entrance.node), context);
  if (entrance.type !== "node-port" && entrance.address !== undefined) return entrance.address;
  const { serviceBlocks } = cluster.facts;
  return {
    fact: { type: "fact", code: "service-address", service: qualifiedName(service.ref), family },
    domain: addressesWithin(entrance.type === "cluster" ? serviceBlocks : [], family),
  };
}

/** Addresses that lead to a Service from outside: a pod's traffic to them may go that way too (S-VIP-2). */
function leadsOutside({ type }: Entrance): boolean {
  return type === "external" || type === "balancer";
}

function isMaybeInside({ endpoint }: Party): boolean {
  return endpoint.type === "pod" || endpoint.type === "node" || mayBePod(endpoint);
}
