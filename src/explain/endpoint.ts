import { AddressSet } from "../net/address-set.js";
import type { Block } from "../net/address.js";
import type { Endpoint } from "../model/endpoint.js";
import type { Resolved } from "../query/resolve.js";
import type { ResultEndpoint } from "./result.js";

/** An end of a result: the asked endpoint where the members are all of it, else those members. */
export function resultEndpoint(resolved: Resolved, members: readonly Endpoint[]): ResultEndpoint {
  const { workload, shownAs } = resolved;
  const [first] = members;
  const isWhole = isAllOf(members, resolved.endpoints);
  const pods = members.flatMap((member) => (member.type === "pod" ? member.pods : []));
  const addresses = unionOf(members);
  const labels = first !== undefined && "labels" in first ? first.labels : undefined;
  const rest = { labels, addresses, pods, isWhole };
  if (workload !== undefined && isWhole) {
    const { id, kind, namespace, name } = workload;
    return { ...rest, id, kind, namespace, name, shownAs: `${namespace}/${name}` };
  }
  if (first?.type === "pod") {
    const { id, kind, namespace, name } = first;
    return {
      ...rest,
      id,
      kind,
      namespace,
      name,
      shownAs: members.length === 1 ? `${namespace}/${name}` : shownAs,
    };
  }
  if (first?.type === "node") {
    const { id, name } = first;
    return { ...rest, id, kind: "Node", namespace: undefined, name, shownAs: id };
  }
  const id = first?.id ?? `ip/${shownAs}`;
  return { ...rest, id, kind: resolved.kind, namespace: undefined, name: first?.name ?? shownAs, shownAs };
}

/** True where members are all endpoints; of addresses, all of their family. */
function isAllOf(members: readonly Endpoint[], endpoints: readonly Endpoint[]): boolean {
  const hasBlocks = endpoints.some(({ type }) => type === "addresses");
  if (!hasBlocks) return members.length === endpoints.length;
  const { families } = unionOf(members);
  const [family, other] = families;
  return (
    family !== undefined && other === undefined && unionOf(members).equals(unionOf(endpoints).only(family))
  );
}

function unionOf(endpoints: readonly Endpoint[]): AddressSet {
  return AddressSet.of(endpoints.flatMap((endpoint) => blocksOf(endpoint)));
}

function blocksOf(endpoint: Endpoint): readonly Pick<Block, "family" | "first" | "last">[] {
  if (endpoint.type === "addresses") return endpoint.addresses.blocks();
  if (endpoint.type === "domain") return [];
  return (endpoint.addresses ?? []).map(({ family, value }) => ({ family, first: value, last: value }));
}
