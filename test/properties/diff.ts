import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { diff, type Diff } from "../../src/questions/diff/diff.js";
import { edited } from "./change/edit.js";
import { endsOf } from "./questions.js";
import { evaluate, type Part } from "../../src/semantics/evaluate/evaluate.js";
import {
  intersectTraffic,
  ALL_TRAFFIC,
  isNoTraffic,
  OTHER_TRAFFIC,
  PROTOCOLS,
  type Traffic,
} from "../../src/base/net/traffic.js";
import { load } from "./program.js";
import { check, Mismatch } from "./run.js";
import { Random } from "./generate/random.js";
import { reachableFamilies } from "../../src/cluster/model/endpoint.js";
import type { Way } from "../../src/semantics/evaluate/flow.js";
import type { End } from "../../src/semantics/reach/classes.js";
import { REFERENCE, STRICT, type Profile } from "../../src/index.js";
import { resolve } from "../../src/questions/query/resolve.js";
import { smaller } from "./generate/smaller.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { Endpoint } from "../../src/cluster/model/endpoint.js";
import type { Family } from "../../src/base/net/address.js";
import type { JointRow } from "../../src/questions/diff/joint-rows.js";
import type { Slice } from "../../src/questions/diff/slices.js";

/** What a run has compared. */
export interface Compared {
  flows: number;
  readonly changes: Map<string, number>;
}

/** Holds the laws of a diff on clusters before and after some edits. */
export async function checkDiff(runs: number): Promise<Compared> {
  const compared: Compared = { flows: 0, changes: new Map() };
  await check({
    name: "diff",
    arbitrary: scenario,
    runs,
    part: 200,
    holds: async (made) => {
      const next = edited(made, new Random(made.spelling));
      const [before, after] = await Promise.all([load(made), load(next)]);
      const profile = made.spelling % 2 === 0 ? REFERENCE : STRICT;
      try {
        expectNothing(before.cluster, profile);
        const [there, back] = [
          diff(before.cluster, after.cluster, profile),
          diff(after.cluster, before.cluster, profile),
        ];
        compareAll(made, next, [before.cluster, after.cluster], profile, there, back, compared);
      } catch (error) {
        if (!(error instanceof Mismatch)) throw error;
        throw new Mismatch(`profile ${profile.name}, afterwards:\n${describe(next)}\n${error.message}`);
      }
    },
    smaller,
    show: describe,
  });
  return compared;
}

/** diff(X, X) is empty. */
function expectNothing(cluster: Cluster, profile: Profile): void {
  const { changes, added, removed } = diff(cluster, cluster, profile);
  if (changes.length + added.length + removed.length > 0)
    throw new Mismatch(`a cluster differs from itself in ${changes.length} changes`);
}

/** One end in both clusters, as a person names it. */
export interface Pair {
  readonly text: string;
  readonly before: End;
  readonly after: End;
}

/** A flow is in the diff exactly if its verdicts differ; the other way round it says the opposite. */
function compareAll(
  made: Scenario,
  next: Scenario,
  clusters: readonly [Cluster, Cluster],
  profile: Profile,
  there: Diff,
  back: Diff,
  compared: Compared,
): void {
  const objects = [...made.objects, ...next.objects.filter((each) => !made.objects.includes(each))];
  const domains = namesIn(objects);
  const { sources, destinations } = endsOf({ ...made, objects, domains, hypothetical: undefined });
  const texts = new Map(destinations.map(({ text }) => [text, text]));
  const ends = [...texts.keys()].flatMap((text) => pairsNamed(text, clusters));
  const isSource = new Set(sources.map(({ text }) => text));
  const [changesThere, changesBack] = [new ChangedFlows(there, "after"), new ChangedFlows(back, "before")];
  for (const from of ends) {
    if (!isSource.has(from.text) || from.after.endpoint.type === "domain") continue;
    for (const to of ends) {
      if (isLoopback(from, to) || !(isOfCluster(from) || isOfCluster(to))) continue;
      compareEnds(from, to, clusters, profile, changesThere, changesBack, compared);
    }
  }
}

/** The names that rules give; of those that `*.` stands for, one. */
export function namesIn(objects: Scenario["objects"]): string[] {
  const lists = JSON.stringify(objects).matchAll(/"domainNames":(\[[^\]]*\])/g);
  const patterns = [...lists].flatMap(([, list = "[]"]) => JSON.parse(list) as string[]);
  const names = patterns.map((each) => each.toLowerCase().replace(/\.$/, "").replace(/^\*/, "any"));
  return [...new Set(names)];
}

export function isOfCluster({ after: { endpoint } }: Pair): boolean {
  return endpoint.type === "pod" || endpoint.type === "node";
}

/** A pod and itself: no policy is asked. */
export function isLoopback({ before, after }: Pair, to: Pair): boolean {
  if (after.endpoint.id !== to.after.endpoint.id || after.endpoint.type !== "pod") return false;
  return [before.endpoint, after.endpoint].some(
    (each) => each.type === "pod" && (each.pods.length > 0 || each.replicas === 1),
  );
}

export function pairsNamed(text: string, [before, after]: readonly [Cluster, Cluster]): Pair[] {
  return endsNamed(text, before).flatMap((first) =>
    endsNamed(text, after)
      .filter(({ endpoint }) => isSameEnd(endpoint, first.endpoint))
      .map((second) => ({ text, before: first, after: second })),
  );
}

/** Addresses are taken to be outside of the cluster, as the map takes them. */
function endsNamed(text: string, cluster: Cluster): End[] {
  const resolution = resolve(cluster, text, undefined);
  if (!resolution.ok) return [];
  const { endpoints, domain } = resolution.value;
  return endpoints.map((endpoint) => {
    const outside = endpoint.type === "addresses" ? { ...endpoint, mayBePod: false } : endpoint;
    const toName = domain ?? (endpoint.type === "domain" ? endpoint.name : undefined);
    return toName === undefined ? { endpoint: outside } : { endpoint: outside, toName };
  });
}

function isSameEnd(a: Endpoint, b: Endpoint): boolean {
  if (a.type !== b.type || a.id !== b.id) return false;
  if (a.type === "node" && b.type === "node") return addressesText(a) === addressesText(b);
  return a.type !== "addresses" || b.type !== "addresses" || a.addresses.equals(b.addresses);
}

function addressesText({ addresses }: Extract<Endpoint, { type: "node" }>): string {
  return addresses.map(({ family, value }) => `${family} ${value}`).join();
}

function compareEnds(
  from: Pair,
  to: Pair,
  [before, after]: readonly [Cluster, Cluster],
  profile: Profile,
  there: ChangedFlows,
  back: ChangedFlows,
  compared: Compared,
): void {
  const families = (["IPv4", "IPv6"] as const).filter(
    (family) =>
      [from.before, to.before].every(({ endpoint }) =>
        reachableFamilies(before, endpoint).includes(family),
      ) &&
      [from.after, to.after].every(({ endpoint }) => reachableFamilies(after, endpoint).includes(family)),
  );
  for (const family of families) {
    const [first, second] = [
      partsBetween(before, from.before, to.before, family, profile),
      partsBetween(after, from.after, to.after, family, profile),
    ];
    const found = there.between(from, to, family);
    const reverse = back.between(from, to, family);
    for (const one of first) {
      for (const other of second) {
        const traffic = intersectTraffic(one.traffic, other.traffic);
        if (isNoTraffic(traffic) || !one.isExact || !other.isExact) continue;
        const expected = one.verdict === other.verdict ? "no change" : `${one.verdict} > ${other.verdict}`;
        compared.flows++;
        compared.changes.set(expected, (compared.changes.get(expected) ?? 0) + 1);
        const title = `${from.text} -> ${to.text} ${family}`;
        expectChange(
          `${title}, there`,
          expected,
          traffic,
          found,
          ({ before: b, after: a }) => `${b.verdict} > ${a.verdict}`,
        );
        expectChange(
          `${title}, back`,
          expected,
          traffic,
          reverse,
          ({ before: b, after: a }) => `${a.verdict} > ${b.verdict}`,
        );
      }
    }
  }
}

export function partsBetween(
  cluster: Cluster,
  from: End,
  to: End,
  family: Family,
  profile: Profile,
): readonly Part[] {
  const way: Way = { type: "direct", toName: to.toName };
  const flow = { from: from.endpoint, to: to.endpoint, family, traffic: ALL_TRAFFIC, way };
  return evaluate(cluster, flow, profile).parts;
}

/** All of some traffic is in one slice that says what is expected, or in none. */
function expectChange(
  title: string,
  expected: string,
  traffic: Traffic,
  slices: readonly Slice[],
  verdictsOf: (slice: Slice) => string,
): void {
  let rest = 0;
  for (const slice of slices) {
    const common = intersectTraffic(traffic, slice.traffic);
    if (isNoTraffic(common)) continue;
    rest += sizeOf(common);
    if (verdictsOf(slice) !== expected)
      throw new Mismatch(
        `${title} ${trafficText(common)}\n  one by one: ${expected}\n  diff: ${verdictsOf(slice)}`,
      );
  }
  if (rest !== (expected === "no change" ? 0 : sizeOf(traffic)))
    throw new Mismatch(
      `${title} ${trafficText(traffic)}\n  one by one: ${expected}\n  diff: not all of it, or twice`,
    );
}

function sizeOf(traffic: Traffic): number {
  const ports = PROTOCOLS.flatMap((protocol) => traffic[protocol]);
  return ports.reduce((sum, [first, last]) => sum + last - first + 1, traffic.other ? 1 : 0);
}

function trafficText(traffic: Traffic): string {
  return (
    JSON.stringify(PROTOCOLS.map((each) => [each, traffic[each]])) + (traffic.other ? " and others" : "")
  );
}

/** The flows of a diff by their ends, which stand in it as they are before or after. */
class ChangedFlows {
  readonly #slices = new Map<
    string,
    { slice: Slice & { family?: unknown; node?: unknown }; from: JointRow; to: JointRow }[]
  >();
  readonly #side: "before" | "after";

  constructor(diffed: Diff, side: "before" | "after") {
    this.#side = side;
    for (const change of diffed.changes) {
      for (const { from, to, slice } of diffed.flowsOf(change)) {
        const key = `${from.row.id} > ${to.row.id}`;
        const known = this.#slices.get(key) ?? [];
        this.#slices.set(key, [...known, { slice, from, to }]);
      }
    }
  }

  between(from: Pair, to: Pair, family: Family): Slice[] {
    const [b, a] = this.#side === "after" ? (["before", "after"] as const) : (["after", "before"] as const);
    const relation = { before: isOwn(from[b], to[b]), after: isOwn(from[a], to[a]) };
    return [...this.#slices.values()].flat().flatMap(({ slice, from: source, to: destination }) => {
      const { family: limited, node } = slice as Slice & {
        readonly family?: Family;
        readonly node?: { readonly before: string; readonly after: string };
      };
      if (limited !== undefined && limited !== family) return [];
      if (node !== undefined && (node.before !== relation.before || node.after !== relation.after)) return [];
      if (!this.#isIn(source, from) || !this.#isIn(destination, to)) return [];
      const { other } = slice;
      return other === undefined ? [slice] : [slice, { ...slice, ...other, traffic: OTHER_TRAFFIC }];
    });
  }

  #isIn({ ends }: JointRow, pair: Pair): boolean {
    return ends.some(({ after }) => isEnd(after.end, pair[this.#side]));
  }
}

function isOwn(from: End, to: End): string {
  const [a, b] = [nodeOf(from), nodeOf(to)];
  return a !== undefined && a === b ? "own" : "other";
}

function nodeOf({ endpoint }: End): string | undefined {
  if (endpoint.type === "node") return endpoint.name;
  return endpoint.type === "pod" ? endpoint.node : undefined;
}

function isEnd(found: End, asked: End): boolean {
  const [a, b] = [found.endpoint, asked.endpoint];
  if (found.toName !== asked.toName) return false;
  if (a.type === "addresses" && b.type === "addresses") {
    const { sample } = b.addresses;
    return sample !== undefined && a.addresses.has(sample);
  }
  if (a.type === "node" && b.type === "node") return a.id === b.id && addressesText(a) === addressesText(b);
  return a.type === b.type && a.id === b.id;
}
