import { Distinctions } from "../../src/reach/distinctions.js";
import { resolve } from "../../src/query/resolve.js";
import type { Cluster } from "../../src/model/cluster.js";
import type { End } from "../../src/reach/classes.js";
import type { End as AskedEnd } from "./questions.js";
import type { Scenario } from "./generate/scenario.js";

/** The ends of a scenario as the map takes them. */
export interface Ends {
  readonly sources: readonly End[];
  /** Sources too. */
  readonly all: readonly End[];
}

/** Looks every end of a scenario up, and cuts addresses into pieces that nothing tells apart. */
export function classIndex(
  made: Scenario,
  cluster: Cluster,
  {
    sources,
    destinations,
  }: { readonly sources: readonly AskedEnd[]; readonly destinations: readonly AskedEnd[] },
): Ends {
  void made;
  const { addresses } = new Distinctions(cluster);
  const lookUp = ({ text }: AskedEnd): End[] => {
    const resolution = resolve(cluster, text, undefined);
    if (!resolution.ok) return [];
    const { endpoints, domain } = resolution.resolved;
    return endpoints
      .flatMap((endpoint) =>
        endpoint.type === "addresses"
          ? addresses.cut(endpoint.addresses).map((each) => ({ ...endpoint, addresses: each }))
          : [endpoint],
      )
      .map((endpoint) => {
        const toName = domain ?? (endpoint.type === "domain" ? endpoint.name : undefined);
        return toName === undefined ? { endpoint } : { endpoint, toName };
      });
  };
  const first = sources.flatMap(lookUp);
  const rest = destinations.filter((each) => !sources.includes(each)).flatMap(lookUp);
  return { sources: first, all: [...first, ...rest] };
}
