import { AddressSet } from "../../base/net/address-set.js";
import {
  ALL_TRAFFIC,
  isNoTraffic,
  NO_TRAFFIC,
  subtractTraffic,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { nameOfAddresses } from "../../semantics/reach/address-name.js";
import { sentTo } from "./sent.js";
import { trafficFor } from "../query/traffic.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { End } from "../../semantics/reach/classes.js";
import type { ExceptedEnd } from "./future-pods.js";
import type { ExpectationProblem } from "./outcome.js";
import type { NamedEnd } from "./ends.js";

/** Ends of which nothing is expected, or nothing on some ports. */
export class Excepted {
  readonly ends: readonly ExceptedEnd[];
  /** By the ids of endpoints. */
  readonly #traffic = new Map<string, Traffic>();
  /** Addresses of which nothing at all is expected. */
  readonly #addresses: AddressSet;

  constructor(ends: readonly ExceptedEnd[], byEndpoint: Iterable<readonly [id: string, traffic: Traffic]>) {
    this.ends = ends;
    for (const [id, traffic] of byEndpoint)
      this.#traffic.set(id, unionTraffic(this.#traffic.get(id) ?? NO_TRAFFIC, traffic));
    const ofAllTraffic = ends.filter(({ traffic }) => isAll(traffic));
    const excepted = ofAllTraffic.flatMap(({ end }) => end.resolved.endpoints);
    this.#addresses = AddressSet.unionOf(
      excepted.flatMap((each) => (each.type === "addresses" ? [each.addresses] : [])),
    );
  }

  /** The traffic of an end of which nothing is expected: the same object for none. */
  trafficOf({ endpoint }: End): Traffic {
    return this.#traffic.get(endpoint.id) ?? NO_TRAFFIC;
  }

  /** An end without what is excepted of it altogether; nothing where that is all. */
  rest(end: End): End[] {
    const { endpoint } = end;
    if (isAll(this.trafficOf(end))) return [];
    if (endpoint.type !== "addresses" || !endpoint.addresses.meets(this.#addresses)) return [end];
    const addresses = endpoint.addresses.subtract(this.#addresses);
    if (addresses.isEmpty) return [];
    const name = nameOfAddresses(addresses);
    return [{ ...end, endpoint: { ...endpoint, id: `ip/${name}`, name, addresses } }];
  }
}

function isAll(traffic: Traffic): boolean {
  return isNoTraffic(subtractTraffic(ALL_TRAFFIC, traffic));
}

/** What some names except: with a port that traffic, of a Service what its pods are sent. */
export function exceptedBy(
  cluster: Cluster,
  names: readonly NamedEnd[],
  protocol: string | undefined,
): Attempt<Excepted, ExpectationProblem> {
  const byEndpoint: (readonly [string, Traffic])[] = [];
  const ends: ExceptedEnd[] = [];
  for (const end of names) {
    const { text, resolved } = end;
    const sent = text.port === undefined ? undefined : sentTo(cluster, end, undefined, protocol);
    if (sent?.ok === false) return sent;
    let all = sent === undefined ? ALL_TRAFFIC : NO_TRAFFIC;
    for (const endpoint of resolved.endpoints) {
      const named = sent === undefined ? undefined : trafficFor(sent.value.question, endpoint);
      const own = named === undefined ? ALL_TRAFFIC : named.ok ? named.value : NO_TRAFFIC;
      const traffic = sent?.value.behind.get(endpoint.id) ?? own;
      byEndpoint.push([endpoint.id, traffic]);
      all = unionTraffic(all, traffic);
    }
    ends.push({ end, traffic: all });
  }
  return succeeded(new Excepted(ends, byEndpoint));
}
