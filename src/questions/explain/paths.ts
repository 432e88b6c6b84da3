import type { Address, Family } from "../../base/net/address.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Entrance, ServicePath } from "../../cluster/model/service-path.js";
import type { ServiceAddressType, ServiceObject } from "../../cluster/model/objects.js";
import type { ThroughService } from "../query/targets.js";

/**
 * The way of a source through a Service over one family; undefined where the Service has no address of it. Who asks by the
 * Service's name sends to its cluster address, or from outside to whatever leads in.
 */
export function servicePathOf(
  { asked, port, number, addedBy }: ThroughService,
  source: Endpoint,
  family: Family,
): ServicePath | undefined {
  const { service } = asked;
  const way = { service, port, number, addedBy };
  if (service.families?.includes(family) === false) return undefined;
  if (service.isHeadless || asked.routed?.isRewritten === false) return { ...way, entrance: undefined };
  if (asked.entrance !== undefined) {
    const { entrance } = asked;
    return isEntranceOf(entrance, family) ? { ...way, entrance } : undefined;
  }
  const type = source.type === "addresses" ? entranceFromOutside(service) : "cluster";
  if (type === "node-port")
    return { ...way, entrance: { type, node: undefined }, number: port?.nodePort ?? number };
  const known = service.addressesOf[type];
  const address = known.find((each) => each.family === family);
  if (known.length > 0 && address === undefined) return undefined;
  return { ...way, entrance: { type, address } };
}

/** What leads to a Service from outside of the cluster; its cluster address does not. */
function entranceFromOutside({ type, addressesOf }: ServiceObject): ServiceAddressType | "node-port" {
  if (type === "LoadBalancer") return "balancer";
  if (addressesOf.external.length > 0) return "external";
  return type === "NodePort" ? "node-port" : "cluster";
}

function isEntranceOf(entrance: Entrance, family: Family): boolean {
  const addresses: readonly (Address | undefined)[] =
    entrance.type === "node-port" ? (entrance.node?.addresses ?? []) : [entrance.address];
  return addresses.every((each) => each === undefined) || addresses.some((each) => each?.family === family);
}
