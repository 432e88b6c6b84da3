import { addressOwners } from "../../cluster/model/address-owners.js";
import { AddressSet } from "../../base/net/address-set.js";
import { addressText, bucketOf } from "./address-text.js";
import { ownerKey } from "../replay/find-end.js";
import { columnsOf, type TableCell, type Table } from "./table.js";
import { FAMILIES, type Address, type Family } from "../../base/net/address.js";
import { INTERNET, PRIVATE } from "../../base/net/special-ranges.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { FoundEnds } from "./found-ends.js";
import type { Segment } from "../replay/state.js";
import type { StateEnds } from "../replay/ends.js";

/** Who had which address at which time: `node_found` is what it is to a log that says it is a node's. */
export function addressTable(
  segments: readonly Segment[],
  states: readonly StateEnds[],
  found: FoundEnds,
): Table<"addresses"> {
  const rows = segments.flatMap((segment) => {
    const own = new Map(ownedIn(segment, states).map((each) => [addressText(each), each]));
    return [...own].map(([text, address]): TableCell[] => {
      const asAddress = found.find({ kind: "address", address, isOutside: false, domains: [] }, segment);
      const asNode = found.find({ kind: "host", name: undefined, address, isLocal: undefined }, segment);
      return [segment.key, text, asAddress.found, asAddress.reason, asNode.found];
    });
  });
  return {
    name: "addresses",
    columns: columnsOf("number segment", "text address", "number found", "text reason", "number node_found"),
    rows,
  };
}

/**
 * What addresses are that nobody is known to have, in blocks without a gap, each within one bucket: `outside` is what they are to a
 * log that says that they are outside of the cluster.
 */
export function blockTable(
  segments: readonly Segment[],
  states: readonly StateEnds[],
  found: FoundEnds,
): Table<"blocks"> {
  const rows = segments.flatMap((segment) => {
    const ends = states[segment.state]!;
    const owned = AddressSet.ofEach(ownedIn(segment, states));
    return FAMILIES.flatMap((family) =>
      runsOf(family, ends).flatMap(({ first, last }): TableCell[][] => {
        const whole = AddressSet.of([{ family, first, last }]);
        const free = whole.subtract(owned).sample ?? whole.sample;
        if (free === undefined) return [];
        const inside = found.find({ kind: "address", address: free, isOutside: false, domains: [] }, segment);
        const outside = found.find({ kind: "address", address: free, isOutside: true, domains: [] }, segment);
        const [lo, hi] = [addressText({ family, value: first }), addressText({ family, value: last })];
        return [[segment.key, bucketOf(lo), lo, hi, inside.found, inside.reason, outside.found]];
      }),
    );
  });
  return {
    name: "blocks",
    columns: columnsOf(
      "number segment",
      "text bucket",
      "text lo",
      "text hi",
      "number found",
      "text reason",
      "number outside",
    ),
    rows,
  };
}

/** Addresses that changed hands between a state and the next one: a record whose time has both in it may be of either owner. */
export function handoverTable(states: readonly StateEnds[]): Table<"handovers"> {
  const rows = states.slice(1).flatMap((after, i): TableCell[][] => {
    const before = states[i]!;
    const either = new Map(ownedBy([before, after]).map((each) => [addressText(each), each]));
    return [...either].flatMap(([text, each]) =>
      ownerKey(before, each) === ownerKey(after, each) ? [] : [[text, i]],
    );
  });
  return { name: "handovers", columns: columnsOf("text address", "number state"), rows };
}

/** Every address that somebody has in a state around some times. */
function ownedIn({ around }: Segment, states: readonly StateEnds[]): Address[] {
  return ownedBy(around.map((state) => states[state]!));
}

function ownedBy(states: readonly StateEnds[]): Address[] {
  return states.flatMap(({ cluster }) => [...addressOwners(cluster).values()].map(({ address }) => address));
}

/** All addresses of a family, cut wherever what they are may change, and between buckets. */
function runsOf(family: Family, { cluster, distinctions }: StateEnds): readonly Run[] {
  const whole = AddressSet.all(family).runs(family)[0]!;
  const starts = new Set<bigint>([whole.first]);
  const add = (set: AddressSet): void => {
    for (const { first, last } of set.runs(family)) starts.add(first).add(last + 1n);
  };
  for (const each of distinctions.addresses.of(family)) add(each);
  for (const each of specialIn(cluster)) add(each);
  add(INTERNET[family]);
  const bucket = (whole.last + 1n) / 256n;
  for (let i = 0n; i < 256n; i++) starts.add(i * bucket);
  starts.delete(whole.last + 1n);
  const ascending = [...starts].toSorted((a, b) => (a < b ? -1 : 1));
  return ascending.map((first, i) => ({ first, last: (ascending[i + 1] ?? whole.last + 1n) - 1n }));
}

interface Run {
  readonly first: bigint;
  readonly last: bigint;
}

function specialIn({ facts }: Cluster): readonly AddressSet[] {
  return [facts.nodeBlocks, facts.podBlocks, facts.serviceBlocks]
    .map((each) => AddressSet.of(each))
    .concat(PRIVATE);
}
