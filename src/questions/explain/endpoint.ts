import { AddressSet } from "../../base/net/address-set.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { FAMILIES, type Block } from "../../base/net/address.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Resolved } from "../query/resolution.js";
import type { ResultEndpoint } from "./result.js";
import type { ServiceObject } from "../../cluster/model/objects.js";

/**
 * The destination as it was asked for: a Service is that, whatever stands behind it.
 * @param whole what stands behind it, all of it
 */
export function askedEndpoint(resolved: Resolved, whole: ResultEndpoint): ResultEndpoint {
  const [service] = resolved.services ?? [];
  return service === undefined
    ? whole
    : { ...whole, ...asService(service.service), shownAs: resolved.shownAs };
}

/** An end of a result: the asked endpoint where the members are all of it, else those members. */
export function resultEndpoint(
  cluster: Cluster,
  resolved: Resolved,
  members: readonly Endpoint[],
): ResultEndpoint {
  const { workload, shownAs } = resolved;
  const [service] = resolved.services ?? [];
  const [first] = members;
  const addresses = unionOf(members);
  const isWhole = isAllOf(members, addresses, resolved.endpoints);
  const pods = members.flatMap((member) => (member.type === "pod" ? member.pods : []));
  const labels = first !== undefined && "labels" in first ? first.labels : undefined;
  const ids = [...new Set(members.map(({ id }) => id))];
  const rest = { labels, addresses, pods, members: ids, isWhole };
  const owner = workload !== undefined && isWhole ? workload : service && ownerOf(cluster, members);
  if (owner !== undefined) {
    const { id, kind, namespace, name } = owner;
    return { ...rest, id, kind, namespace, name, shownAs: qualifiedName(owner) };
  }
  if (service !== undefined && first === undefined) return { ...rest, ...asService(service.service) };
  if (first?.type === "pod") {
    const { id, kind, namespace, name } = first;
    const own =
      service === undefined ? shownAs : `${members.length} pods of ${qualifiedName(service.service.ref)}`;
    return {
      ...rest,
      id,
      kind,
      namespace,
      name,
      shownAs: members.length === 1 ? `${namespace}/${name}` : own,
    };
  }
  if (first?.type === "node") {
    const { id, name } = first;
    return { ...rest, id, kind: "Node", namespace: undefined, name, shownAs: id };
  }
  const id = first?.id ?? `ip/${shownAs}`;
  const name = first?.name ?? shownAs;
  // What stands behind a Service is called by what it is, not by what was asked for.
  if (service !== undefined)
    return {
      ...rest,
      id,
      kind: "address",
      namespace: undefined,
      name,
      shownAs: members.map(nameOf).join(", "),
    };
  return { ...rest, id, kind: resolved.kind, namespace: undefined, name, shownAs };
}

/** The workload of which some endpoints are all pods. */
function ownerOf({ workloads }: Cluster, members: readonly Endpoint[]): Workload | undefined {
  const ids = new Set(members.map(({ id }) => id));
  return workloads.find(
    (each) => each.members.length === ids.size && each.members.every(({ id }) => ids.has(id)),
  );
}

function asService({
  ref,
}: ServiceObject): Pick<ResultEndpoint, "id" | "kind" | "namespace" | "name" | "shownAs"> {
  const { namespace = "default", name, kind } = ref;
  return { id: `${namespace}/service/${name}`, kind, namespace, name, shownAs: `${namespace}/${name}` };
}

function nameOf({ name }: Endpoint): string {
  return name;
}

/**
 * True where members are all endpoints; of addresses, all of their family.
 * @param addresses those of the members
 */
function isAllOf(
  members: readonly Endpoint[],
  addresses: AddressSet,
  endpoints: readonly Endpoint[],
): boolean {
  const hasBlocks = endpoints.some(({ type }) => type === "addresses");
  if (!hasBlocks) return members.length === endpoints.length;
  const [family, other] = addresses.families;
  return family !== undefined && other === undefined && addresses.equals(unionOf(endpoints).only(family));
}

function unionOf(endpoints: readonly Endpoint[]): AddressSet {
  return AddressSet.of(endpoints.flatMap((endpoint) => runsOf(endpoint)));
}

function runsOf(endpoint: Endpoint): readonly Pick<Block, "family" | "first" | "last">[] {
  if (endpoint.type === "addresses") {
    const { addresses } = endpoint;
    return FAMILIES.flatMap((family) => addresses.runs(family).map((run) => ({ family, ...run })));
  }
  if (endpoint.type === "domain") return [];
  return (endpoint.addresses ?? []).map(({ family, value }) => ({ family, first: value, last: value }));
}
