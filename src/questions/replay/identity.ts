import { AddressSet } from "../../base/net/address-set.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Profile } from "../../semantics/match/profile.js";
import type { ReplayState } from "./state.js";
import type { Tally } from "./tally.js";

/** A short text that is the same for the same pieces alone: a hash of them, which the caller's platform has. */
export type TextDigest = (pieces: Iterable<string>) => string;

/** What tells the states apart with which records are counted. */
export interface TallyIdentity {
  readonly states: readonly { readonly taken: number | undefined; readonly digest: string }[];
  /** Of the clusters that they are compared with as well. */
  readonly changes: readonly string[];
}

/** What records of a tally are counted with: tallies that have the same can be added. */
export function tallyIdentity({ timeline, others }: Tally, digest: TextDigest): TallyIdentity {
  const { states } = timeline;
  return {
    states: states.map((state) => ({ taken: state.taken, digest: digest(identityText(state)) })),
    changes: others.map((cluster) => digest(identityText({ cluster, profile: undefined }))),
  };
}

/**
 * All that verdicts rest on, as text: what the cluster has and its user says of it, and how its plugin is read. Where it is written is
 * no part of it, nor what the state is called.
 */
function* identityText({
  cluster,
  profile,
}: Pick<ReplayState, "cluster"> & { readonly profile: Profile | undefined }): Generator<string> {
  const {
    namespaces,
    workloads,
    nodes,
    nodeAddresses,
    services,
    endpoints,
    fronts,
    policies,
    refused,
    facts,
  } = cluster;
  const pods = workloads.map(({ id, members }) => [id, members]);
  const parts: Partial<Record<keyof Cluster, unknown>> & { readonly profile: unknown } = {
    profile,
    facts,
    namespaces,
    nodes,
    nodeAddresses: nodeAddresses.all,
    workloads: pods,
    services,
    endpoints,
    fronts,
    refused,
    policies,
  };
  for (const [name, part] of Object.entries(parts)) {
    yield `\n${name} `;
    yield* textOf(part, 0);
  }
}

/** JSON, but for maps, sets and what JSON has no word for. */
function* textOf(value: unknown, depth: number): Generator<string> {
  if (typeof value === "bigint" || value === undefined) yield String(value);
  else if (typeof value === "function") return;
  else if (typeof value !== "object" || value === null) yield JSON.stringify(value);
  else if (value instanceof AddressSet) yield value.key;
  else if (depth > DEEPEST) throw new Error("invariant: nothing in a cluster goes round");
  else if (Array.isArray(value) || value instanceof Set) {
    yield "[";
    for (const each of value as Iterable<unknown>) {
      yield* textOf(each, depth + 1);
      yield ",";
    }
    yield "]";
  } else {
    yield "{";
    for (const [key, each] of fieldsOf(value)) {
      yield `${JSON.stringify(key)}:`;
      yield* textOf(each, depth + 1);
      yield ",";
    }
    yield "}";
  }
}

const DEEPEST = 30;

/** The fields of an object, also those that are read when they are asked for; by name, for what a file says first means nothing. */
function fieldsOf(value: object): readonly (readonly [string, unknown])[] {
  if (value instanceof Map)
    return [...(value as ReadonlyMap<unknown, unknown>)]
      .map(([key, each]) => [String(key), each] as const)
      .toSorted(byName);
  const names = new Set(Object.keys(value));
  for (let of = Object.getPrototypeOf(value) as object | null; of !== null && of !== Object.prototype;) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(of)))
      if (get !== undefined) names.add(name);
    of = Object.getPrototypeOf(of) as object | null;
  }
  return [...names]
    .filter((name) => !LEFT_OUT.test(name))
    .map((name) => [name, (value as Readonly<Record<string, unknown>>)[name]] as const)
    .map(([name, each]) => [name, name === "failsClosed" ? each !== undefined : each] as const)
    .toSorted(byName);
}

/** Where things are written, and what evaluation doesn't ask about. */
const LEFT_OUT = /^(?:.*[oO]rigins?|traits|settings|problems|document)$/;

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
