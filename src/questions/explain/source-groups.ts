import { AddressSet } from "../../base/net/address-set.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Resolved } from "../query/resolution.js";

/** Sources in groups that load balancers tell apart, whatever policies do: by the ranges that they let in. */
export function bySourceRanges(sources: readonly Endpoint[], { services = [] }: Resolved): Endpoint[][] {
  const ranges = services.flatMap(({ service }) =>
    service.sourceRanges === undefined ? [] : [AddressSet.of(service.sourceRanges.blocks)],
  );
  const within = (group: readonly Endpoint[], of: (addresses: AddressSet) => AddressSet): Endpoint[] =>
    group.flatMap((endpoint): Endpoint[] => {
      if (endpoint.type !== "addresses") return [];
      const addresses = of(endpoint.addresses);
      return addresses.isEmpty ? [] : [{ ...endpoint, addresses }];
    });
  const inside = sources.filter(({ type }) => type !== "addresses");
  const outside = sources.filter(({ type }) => type === "addresses");
  const groups = ranges.reduce<Endpoint[][]>(
    (all, range) =>
      all.flatMap((group) => [
        within(group, (addresses) => addresses.intersect(range)),
        within(group, (addresses) => addresses.subtract(range)),
      ]),
    [outside],
  );
  return [inside, ...groups].filter((group) => group.length > 0);
}
