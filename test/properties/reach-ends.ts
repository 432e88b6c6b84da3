import { AddressSet } from "../../src/base/net/address-set.js";
import { Distinctions } from "../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../src/semantics/reach/ends.js";
import { resolve } from "../../src/questions/query/resolve.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { End } from "../../src/semantics/reach/classes.js";
import type { End as AskedEnd } from "./questions.js";
import type { Endpoint } from "../../src/cluster/model/endpoint.js";
import type { Random } from "./generate/random.js";

/** An end of the map, with how the reference names it, if it is one thing by one name. */
export interface MapEnd {
  readonly end: End;
  readonly asked: AskedEnd | undefined;
  /** False for what is only ever a destination. */
  readonly isSource: boolean;
}

/** Everything that a scenario asks about, and everything that the map of its cluster has: addresses in pieces that nothing tells apart. */
export function mapEnds(
  cluster: Cluster,
  {
    sources,
    destinations,
  }: { readonly sources: readonly AskedEnd[]; readonly destinations: readonly AskedEnd[] },
): MapEnd[] {
  const distinctions = new Distinctions(cluster);
  const asked = destinations.flatMap((each) => lookUp(cluster, distinctions, each, sources.includes(each)));
  const own = endsOf(cluster, distinctions).map((end): MapEnd => ({
    end,
    asked: undefined,
    isSource: end.toName === undefined,
  }));
  const known = new Set(asked.map(({ end }) => end.endpoint));
  return [...asked, ...own.filter(({ end }) => !known.has(end.endpoint))];
}

function lookUp(cluster: Cluster, { addresses }: Distinctions, asked: AskedEnd, isSource: boolean): MapEnd[] {
  const resolution = resolve(cluster, asked.text, undefined);
  if (!resolution.ok) return [];
  const { endpoints, domain } = resolution.value;
  const pieces = endpoints.flatMap((endpoint): Endpoint[] =>
    endpoint.type === "addresses"
      ? addresses.cut(endpoint.addresses).map((each) => ({ ...endpoint, addresses: each }))
      : [endpoint],
  );
  return pieces.map((endpoint): MapEnd => {
    const toName = domain ?? (endpoint.type === "domain" ? endpoint.name : undefined);
    return {
      end: toName === undefined ? { endpoint } : { endpoint, toName },
      asked: pieces.length === 1 ? asked : undefined,
      isSource: isSource && toName === undefined,
    };
  });
}

/** One address of a piece, anywhere in it, as an end by itself; every other end as it is. */
export function someAddressOf({ endpoint, ...rest }: End, random: Random): End {
  if (endpoint.type !== "addresses") return { endpoint, ...rest };
  const [family] = endpoint.addresses.families;
  const runs = family === undefined ? [] : endpoint.addresses.runs(family);
  const run = runs[random.below(runs.length)];
  if (family === undefined || run === undefined) return { endpoint, ...rest };
  const offset = BigInt(random.below(2 ** 30)) % (run.last - run.first + 1n);
  const value = random.happens(1, 2) ? run.first + offset : run.last - offset;
  return { endpoint: { ...endpoint, addresses: AddressSet.single({ family, value }) }, ...rest };
}
