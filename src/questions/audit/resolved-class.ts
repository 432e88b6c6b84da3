import { ALL_TRAFFIC } from "../../base/net/traffic.js";
import { AddressSet } from "../../base/net/address-set.js";
import { backendsOf } from "../../cluster/model/services.js";
import { acceptsNames } from "../../semantics/match/effect.js";
import { groupBy } from "../../base/collections/group-by.js";
import { knownAddressesOf, onPorts, shownEnd } from "./destination-ends.js";
import { nameOfAddresses } from "../../semantics/reach/address-name.js";
import { parseBlock } from "../../base/net/address.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import type { AddressEndpoint } from "../../cluster/model/endpoint.js";
import type { AskedService } from "../query/service.js";
import type { AuditDestination, DestinationClass } from "./destinations.js";
import type { ClassNote, Missing } from "./result.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Distinctions } from "../../semantics/reach/distinctions.js";
import type { Resolved } from "../query/resolution.js";
import type { ServiceObject } from "../../cluster/model/objects.js";

/** What a name of `anp explain` stands for, as a class of its own. */
export function resolvedClass(
  cluster: Cluster,
  asked: string,
  resolved: Resolved,
  distinctions: Distinctions,
): DestinationClass {
  const { endpoints, services = [], domain, notes } = resolved;
  const leftOut = notes.flatMap((note): ClassNote[] =>
    note.code === "service-addresses-left-out"
      ? [{ code: "left-out", of: "services", count: note.count }]
      : [],
  );
  const isName = domain !== undefined || endpoints.some(({ type }) => type === "domain");
  const mayShare = isName && cluster.policies.some(({ rules }) => rules.egress?.rules.some(acceptsNames));
  const shared: ClassNote[] = mayShare ? [{ code: "names-may-share-addresses" }] : [];
  const base = { name: asked, names: [], notes: [...leftOut, ...shared] };
  if (services.length > 0) {
    // A block may hold several addresses of one Service.
    const distinct = [...new Map(services.map((each) => [each.service, each])).values()];
    const backends = distinct.flatMap((each) => each.backends);
    const missing: Missing[] =
      backends.length === 0 ? [{ code: "no-backends", service: resolved.shownAs }] : [];
    return {
      ...base,
      notes: [...base.notes, ...distinct.flatMap(addedNotes)],
      addresses: AddressSet.ofEach(distinct.flatMap(({ service }) => service.addresses)),
      destinations: distinct.flatMap(({ service }) => behindService(cluster, service)),
      services: distinct.map(({ service }) => service),
      missing,
    };
  }
  const destinations = endpoints.flatMap((endpoint): AuditDestination[] => {
    const toName = domain ?? (endpoint.type === "domain" ? endpoint.name : undefined);
    if (endpoint.type === "addresses" && toName === undefined)
      return piecesOf(endpoint, distinctions).map((piece) => ({
        endpoint: piece,
        traffic: ALL_TRAFFIC,
        shownAs: nameOfAddresses(piece.addresses),
        certainty: piece.addresses.onlyAddress === undefined ? "outside" : "settled",
      }));
    const of = toName === undefined ? {} : { toName };
    const certainty = endpoint.type === "domain" ? "name" : "settled";
    return [{ endpoint, ...of, traffic: ALL_TRAFFIC, shownAs: shownEnd(endpoint), certainty }];
  });
  const byName =
    domain === undefined ? endpoints.find((each) => each.type === "domain")?.name : domain.toLowerCase();
  const block = parseBlock(asked);
  const isBlock = endpoints.length > 1 || endpoints.every((each) => each.type === "addresses");
  return {
    ...base,
    ...(isBlock && byName === undefined ? { label: asked } : {}),
    // Of a CIDR all of it: a Service may have taken over a part.
    addresses:
      block === undefined
        ? AddressSet.unionOf(endpoints.map((each) => knownAddressesOf(each)))
        : AddressSet.of([block]),
    destinations: domain === undefined ? destinations : [...destinations, anyAddressOf(domain.toLowerCase())],
    services: [],
    names: byName === undefined ? [] : [byName],
    missing: [],
  };
}

/** The slices that add endpoints to what a Service selects, each with those. */
function addedNotes({ service, backends }: AskedService): ClassNote[] {
  return [...groupBy(backends, ({ addedBy }) => addedBy)].flatMap(([addedBy, added]): ClassNote[] => {
    if (addedBy === undefined) return [];
    const endpoints = added.map(({ endpoint }) => shownEnd(endpoint));
    return [{ code: "added-endpoints", service: qualifiedName(service.ref), addedBy, endpoints }];
  });
}

/** A name may come to have any address: only what denies them all denies the name (E-6). */
function anyAddressOf(name: string): AuditDestination {
  return {
    endpoint: { type: "domain", id: `domain/${name}`, name, mayBePod: false },
    toName: name,
    traffic: ALL_TRAFFIC,
    shownAs: name,
    certainty: "name",
  };
}

function piecesOf(whole: AddressEndpoint, distinctions: Distinctions): AddressEndpoint[] {
  return distinctions.addresses.cut(whole.addresses).map((addresses) => {
    const name = nameOfAddresses(addresses);
    return { ...whole, id: `ip/${name}`, name, addresses };
  });
}

/** What stands behind a Service, on the ports on which it is sent something. */
function behindService(cluster: Cluster, service: ServiceObject): AuditDestination[] {
  return backendsOf(cluster, service).map(({ endpoint, portFor }) => ({
    endpoint,
    traffic: onPorts(service.ports.flatMap((port) => portFor(port) ?? [])),
    shownAs: endpoint.type === "addresses" ? nameOfAddresses(endpoint.addresses) : shownEnd(endpoint),
    certainty: "settled",
  }));
}
