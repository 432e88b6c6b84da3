import {
  ALL_TRAFFIC,
  intersectTraffic,
  isNoTraffic,
  trafficOf,
  OTHER_TRAFFIC,
} from "../../src/base/net/traffic.js";
import { atomsOf, endsOf, type Atom } from "./questions.js";
import { check, isWholeRun, Mismatch } from "./run.js";
import { describe, olderScenario, scenario, type Scenario } from "./generate/scenario.js";
import { evaluate, type Part } from "../../src/semantics/evaluate/evaluate.js";
import { evaluate as evaluateByReference } from "../reference/reference.js";
import { load, requireAccepted, verdictText } from "./program.js";
import { mapEnds, someAddressOf, type MapEnd } from "./reach-ends.js";
import { Random } from "./generate/random.js";
import { classesOf } from "../../src/semantics/reach/classes.js";
import { Distinctions } from "../../src/semantics/reach/distinctions.js";
import { Reach } from "../../src/semantics/reach/reach.js";
import { readCluster } from "../reference/objects.js";
import { pluginProfiles } from "./plugin-profiles.js";
import { REFERENCE, STRICT, type Profile } from "../../src/index.js";
import { referenceOptions } from "./reference-options.js";
import { Shares } from "./shares.js";
import { smaller } from "./generate/smaller.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { Cluster as ReferenceCluster } from "../reference/cluster.js";
import type { EndClass } from "../../src/semantics/reach/classes.js";
import type { Family } from "../../src/base/net/address.js";
import type { Traffic } from "../../src/base/net/traffic.js";

const CLUSTERS_PER_SHARD = 1250;

/** How many flows of a cluster the reference is asked about, each on one random port. */
const REFERENCE_FLOWS = 12;

/** Holds the map of all flows equal to the evaluation of each one, and to the reference. @returns what was met too rarely */
export async function checkReach(shard: number): Promise<readonly string[]> {
  return checkMap(`part ${shard}`, 100 + shard, scenario);
}

/** The same where peers are compared with the subject: the classes and groups must tell namespaces apart (S-TEN-1…3). */
export async function checkReachOfOlderShapes(): Promise<void> {
  await checkMap("older shapes", 150, olderScenario, CLUSTERS_PER_SHARD / 2);
}

/** The same for what network plugins do, each by turns. */
export async function checkReachOfPlugins(): Promise<void> {
  await checkMap("plugins", 160, scenario, CLUSTERS_PER_SHARD, pluginProfiles);
}

async function checkMap(
  name: string,
  part: number,
  arbitrary: typeof scenario,
  runs = CLUSTERS_PER_SHARD,
  profiles: readonly Profile[] = [REFERENCE, STRICT],
): Promise<readonly string[]> {
  const shares = {
    flows: new Shares("verdicts of the map, against evaluation", [
      "allowed",
      "denied",
      "undefined",
      "unknown",
    ]),
    reference: new Shares("verdicts of the map, against the reference", [
      "allowed",
      "denied",
      "undefined",
      "unknown",
    ]),
  };
  await check({
    name: `map of all flows, ${name}`,
    arbitrary,
    runs,
    part,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      const profile = profiles[made.spelling % profiles.length]!;
      new Comparison(made, loaded.cluster, shares, profile).run();
    },
    smaller,
    show: describe,
  });
  console.log(`${shares.flows.toString()}\n${shares.reference.toString()}`);
  return isWholeRun ? [...shares.flows.rare, ...shares.reference.rare] : [];
}

class Comparison {
  readonly #reach: Reach;
  readonly #reference: ReferenceCluster;
  readonly #atoms: readonly Atom[];
  readonly #ends: readonly MapEnd[];
  readonly #classOf = new Map<MapEnd["end"], EndClass>();
  readonly #random: Random;
  readonly #shares: { readonly flows: Shares; readonly reference: Shares };

  constructor(
    made: Scenario,
    cluster: Cluster,
    shares: { readonly flows: Shares; readonly reference: Shares },
    profile: Profile,
  ) {
    this.#ends = mapEnds(cluster, endsOf(made));
    const ends = this.#ends.map(({ end }) => end);
    this.#reach = new Reach(cluster, profile, classesOf(cluster, ends, new Distinctions(cluster)));
    this.#reference = readCluster(made.objects, referenceOptions(made, profile));
    this.#atoms = atomsOf(made);
    this.#random = new Random(made.spelling);
    this.#shares = shares;
    for (const each of this.#reach.classes)
      if (!each.isOwnNode) for (const member of each.members) this.#classOf.set(member, each);
  }

  run(): void {
    const pairs = this.#ends
      .filter(({ isSource }) => isSource)
      .flatMap((from) => this.#ends.map((to) => [from, to] as const))
      .filter(([from, to]) => isPair(from, to));
    for (const [from, to] of pairs) this.#compareWithEvaluation(from, to);
    for (const [from, to] of this.#random.shuffled(pairs).slice(0, REFERENCE_FLOWS))
      this.#compareWithReference(from, to);
  }

  /** The parts of all traffic between the classes of two ends, per family. */
  #partsOf(from: MapEnd, to: MapEnd): { readonly family: Family; readonly parts: readonly Part[] }[] {
    const [source, destination] = [from, to].map(({ end }) => this.#classOf.get(end)!) as [
      EndClass,
      EndClass,
    ];
    const isOwn = nodeOf(from) !== undefined && nodeOf(from) === nodeOf(to);
    const index = (each: EndClass): number => (isOwn ? (each.asOwnNode ?? each.index) : each.index);
    return source.families
      .filter((family) => destination.families.includes(family))
      .map((family) => ({
        family,
        parts: this.#reach.flow(index(source), index(destination), family).parts,
      }));
  }

  /** Every end stands for its class: of a block, some address in it. */
  #compareWithEvaluation(from: MapEnd, to: MapEnd): void {
    for (const { family, parts } of this.#partsOf(from, to)) {
      const [a, b] = [from, to].map(({ end }) => someAddressOf(end, this.#random));
      const decision = evaluate(
        this.#reach.cluster,
        {
          from: a!.endpoint,
          to: b!.endpoint,
          family,
          traffic: ALL_TRAFFIC,
          way: { type: "direct", toName: to.end.toName },
        },
        this.#reach.profile,
      );
      this.#shares.flows.add(
        parts.map(({ verdict }) => verdict),
        1,
      );
      for (const one of decision.parts)
        for (const other of parts) this.#compareParts(from, to, family, one, other);
    }
  }

  #compareParts(from: MapEnd, to: MapEnd, family: Family, one: Part, other: Part): void {
    const isSame = partText(one) === partText(other);
    if (isSame || !one.isExact || !other.isExact) return;
    const common = intersectTraffic(one.traffic, other.traffic);
    if (isNoTraffic(common)) return;
    this.#fail(from, to, family, common, `evaluated: ${partText(one)}`, partText(other));
  }

  #compareWithReference(from: MapEnd, to: MapEnd): void {
    if (from.asked === undefined || to.asked === undefined) return;
    const atom = this.#atoms[this.#random.below(this.#atoms.length)]!;
    const port = atom.protocol === "other" ? undefined : this.#portOf(atom);
    const traffic = atom.protocol === "other" ? OTHER_TRAFFIC : trafficOf(atom.protocol, [[port!, port!]]);
    for (const { family, parts } of this.#partsOf(from, to)) {
      const query = { from: from.asked.query, to: to.asked.query, family, protocol: atom.protocol };
      const answer = evaluateByReference(this.#reference, port === undefined ? query : { ...query, port });
      const about = parts.filter((part) => !isNoTraffic(intersectTraffic(part.traffic, traffic)));
      const [part] = about;
      if (about.length !== 1 || part === undefined || answer.outcomes.length === 0)
        this.#fail(
          from,
          to,
          family,
          traffic,
          `reference: ${answer.outcomes.join()}`,
          `${about.length} parts`,
        );
      if (part.isExact && verdictText(part) !== verdictText(answer))
        this.#fail(from, to, family, traffic, `reference: ${verdictText(answer)}`, verdictText(part));
      this.#shares.reference.add([part.verdict], 1);
    }
  }

  /** Any port of an atom. */
  #portOf({ port, last }: Extract<Atom, { port: number }>): number {
    return port + this.#random.below(last - port + 1);
  }

  #fail(from: MapEnd, to: MapEnd, family: Family, traffic: Traffic, expected: string, found: string): never {
    const ends = [from, to].map(({ end }) => `${end.endpoint.id} ${end.toName ?? ""}`);
    throw new Mismatch(
      `${ends.join("-> ")}, ${family}, ${JSON.stringify(traffic)}, profile ${this.#reach.profile.name}\n  ${expected}\n  the map: ${found}`,
    );
  }
}

/** False for traffic between two ends outside of the cluster, and for one that is a pod to itself. */
function isPair({ end: { endpoint: from } }: MapEnd, { end: { endpoint: to } }: MapEnd): boolean {
  const isInside = [from, to].some(({ type }) => type === "pod" || type === "node");
  const isItself =
    from.type === "pod" &&
    to.type === "pod" &&
    from.id === to.id &&
    (from.replicas === 1 || from.pods.length > 0);
  return isInside && !isItself;
}

/** The node that an end is or is on. */
function nodeOf({ end: { endpoint } }: MapEnd): string | undefined {
  if (endpoint.type === "node") return endpoint.name;
  return endpoint.type === "pod" ? endpoint.node : undefined;
}

function partText(part: Part): string {
  const codes = [...new Set(part.reasons.map(({ code }) => code))].toSorted();
  return `${verdictText(part)} ${codes.join()}`;
}
