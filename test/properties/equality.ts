import { check, isWholeRun, Mismatch } from "./run.js";
import { askAll, askOne, holds, load, requireAccepted, verdictText } from "./program.js";
import { atomsOf, endsOf, FAMILIES, servicesOf, type Atom, type End, type ServiceEnd } from "./questions.js";
import { Coverage } from "./coverage.js";
import { evaluate, evaluateService, type Answer, type ServiceAnswer } from "../reference/reference.js";
import { readCluster } from "../reference/objects.js";
import { referenceOptions } from "./reference-options.js";
import { smaller } from "./generate/smaller.js";
import { describe, olderScenario, scenario, type Scenario } from "./generate/scenario.js";
import { parseAddress } from "../../src/base/net/address.js";
import { explainFlow, REFERENCE, STRICT, type Loaded, type Profile, type Result } from "../../src/index.js";
import { pluginProfiles } from "./plugin-profiles.js";
import type { Cluster } from "../reference/cluster.js";
import type { Family } from "../../src/base/net/address.js";

const CLUSTERS_PER_SHARD = 500;

/** One of so many pairs is asked for a single port as well. */
const PAIRS_PER_SINGLE = 4;

/**
 * Holds the program and the reference equal on one of several runs, and prints what the run met.
 * @returns the kinds of things that the run met too rarely to have tested them
 */
export async function checkShard(shard: number): Promise<readonly string[]> {
  const coverage = new Coverage();
  await check({
    name: `equality, part ${shard}`,
    arbitrary: scenario,
    runs: CLUSTERS_PER_SHARD,
    part: shard,
    holds: (made) => compare(made, coverage),
    smaller,
    show: describe,
  });
  console.log(coverage.toString());
  return isWholeRun ? coverage.rare : [];
}

/** The same for AdminNetworkPolicies and BaselineAdminNetworkPolicies of older shapes (S-TEN-1…3). */
export async function checkOlderShapes(): Promise<void> {
  const coverage = new Coverage();
  await check({
    name: "equality, older shapes",
    arbitrary: olderScenario,
    runs: CLUSTERS_PER_SHARD / 2,
    holds: (made) => compare(made, coverage),
    smaller,
    show: describe,
  });
  console.log(coverage.toString());
}

/** The same for what network plugins do, each by turns. */
export async function checkPlugins(shard: number): Promise<void> {
  const coverage = new Coverage();
  await check({
    name: `equality, plugins, part ${shard}`,
    arbitrary: scenario,
    runs: CLUSTERS_PER_SHARD,
    part: 200 + shard,
    holds: (made) => compare(made, coverage, pluginProfiles),
    smaller,
    show: describe,
  });
  console.log(coverage.toString());
}

/** Compares all answers of a scenario. @throws {Mismatch} on the first difference */
async function compare(
  made: Scenario,
  coverage: Coverage,
  profiles: readonly Profile[] = [REFERENCE, STRICT],
): Promise<void> {
  const loaded = await load(made);
  requireAccepted(loaded);
  // Every cluster is its own, so that each profile by turns meets as much as both at once would.
  const profile = profiles[made.spelling % profiles.length]!;
  new Comparison(made, loaded, profile, coverage).run();
  coverage.endCluster();
}

class Comparison {
  readonly #scenario: Scenario;
  readonly #loaded: Loaded;
  readonly #profile: Profile;
  readonly #reference: Cluster;
  readonly #coverage: Coverage;
  readonly #atoms: readonly Atom[];

  constructor(made: Scenario, loaded: Loaded, profile: Profile, coverage: Coverage) {
    this.#scenario = made;
    this.#loaded = loaded;
    this.#profile = profile;
    this.#coverage = coverage;
    this.#reference = readCluster(made.objects, referenceOptions(made, profile));
    this.#atoms = atomsOf(made);
  }

  run(): void {
    const { sources, destinations } = endsOf(this.#scenario);
    let pairs = 0;
    for (const from of sources) {
      for (const to of destinations)
        if (from.isOfObject || to.isOfObject) this.#comparePair(from, to, pairs++);
    }
    const services = servicesOf(this.#scenario);
    for (const from of sources) for (const to of services) this.#compareService(from, to);
  }

  /** Compares what each backend of each port of a Service is sent. */
  #compareService(from: End, to: ServiceEnd): void {
    for (const port of to.ports) {
      const number = to.query.by === "node port" ? port.nodePort! : port.port;
      const protocol = (port.protocol ?? "TCP").toLowerCase();
      const question = {
        from: from.text,
        to: to.text,
        profile: this.#profile,
        protocol,
        port: String(number),
      };
      const { results } = explainFlow(this.#loaded, question);
      const found = results.filter((each) => each.path?.service.ref.name === nameOf(to.query.service));
      for (const family of FAMILIES) {
        const expected = evaluateService(this.#reference, { from: from.query, to: to.query, family, port });
        const ofFamily = found.filter((result) => result.family === family);
        this.#compareBackends(`${from.text} -> ${to.text} ${protocol} ${number}`, family, ofFamily, expected);
      }
    }
  }

  #compareBackends(
    question: string,
    family: Family,
    results: readonly Result[],
    expected: readonly ServiceAnswer[],
  ): void {
    const answers = new Map(
      expected.map((each) => [`${each.backend}${each.isItself ? " itself" : ""}`, each.answer]),
    );
    const met = new Set<string>();
    for (const result of results) {
      for (const id of result.to.members) {
        const key = `${keyOf(id)}${result.isHairpin || result.isLoopback ? " itself" : ""}`;
        met.add(key);
        const answer = answers.get(key);
        const wanted =
          answer === undefined
            ? "no such flow"
            : verdictText(result.isExact ? answer : asApproximated(result, answer));
        if (verdictText(result) !== wanted) {
          const why = answer === undefined ? "" : ` (${whyText(answer)})`;
          this.#failService(`${question} to ${key} ${family}`, verdictText(result), `${wanted}${why}`);
        }
        if (answer !== undefined) this.#coverage.addThroughService(result, answer);
      }
    }
    for (const [key, answer] of answers)
      if (!met.has(key))
        this.#failService(`${question} to ${key} ${family}`, "no such flow", verdictText(answer));
  }

  #failService(flow: string, program: string, expected: string): never {
    throw new Mismatch(
      `${flow}, profile ${this.#profile.name}\n  program:   ${program}\n  reference: ${expected}`,
    );
  }

  #comparePair(from: End, to: End, index: number): void {
    const results = askAll(this.#loaded, from, to, this.#profile);
    for (const family of FAMILIES) {
      const ofFamily = results.filter((result) => result.family === family);
      const flows = new Map<Result, number>();
      for (const atom of this.#atoms) {
        const result = this.#compareAtom(from, to, family, atom, ofFamily);
        if (result !== undefined) flows.set(result, (flows.get(result) ?? 0) + 1);
      }
      for (const [result, count] of flows) this.#coverage.add(result, family, count);
    }
    if (results.every(({ family }) => family === undefined)) this.#compareWithoutFamily(from, to, results);
    if (index % PAIRS_PER_SINGLE === 0) {
      const one = this.#atoms[(index / PAIRS_PER_SINGLE) % this.#atoms.length]!;
      this.#compareSingle(from, to, one, results);
    }
  }

  /** Compares one flow; returns the result that speaks about it, if the ends have the family in common. */
  #compareAtom(
    from: End,
    to: End,
    family: Family,
    atom: Atom,
    results: readonly Result[],
  ): Result | undefined {
    const { protocol, port } = atom;
    const query = {
      from: from.query,
      to: to.query,
      family,
      protocol,
      ...(port === undefined ? {} : { port }),
    };
    const answer = evaluate(this.#reference, query);
    const about = results.filter(({ traffic }) => holds(traffic, atom));
    const [result, ...others] = about;
    const isPossible = answer.outcomes.length > 0;
    if (!isPossible && result === undefined) return undefined;
    if (!isPossible || result === undefined || others.length > 0)
      this.#fail(
        from,
        to,
        family,
        atom,
        `${about.length} results`,
        isPossible ? verdictText(answer) : "no such flow",
      );
    if (!result.isExact) this.#coverage.addInexact();
    if (verdictText(result) !== verdictText(result.isExact ? answer : asApproximated(result, answer)))
      this.#fail(from, to, family, atom, verdictText(result), `${verdictText(answer)} (${whyText(answer)})`);
    this.#coverage.addDeciding(answer);
    return result;
  }

  /** S-EV-6: no common family is unknown, once. */
  #compareWithoutFamily(from: End, to: End, results: readonly Result[]): void {
    if (results.length !== 2 || results.some(({ verdict }) => verdict !== "unknown"))
      this.#fail(
        from,
        to,
        undefined,
        undefined,
        JSON.stringify(results.map(({ verdict }) => verdict)),
        "unknown",
      );
  }

  /** A port that is asked for by itself has the answer that it has among all. */
  #compareSingle(from: End, to: End, atom: Atom, all: readonly Result[]): void {
    const { results } = askOne(this.#loaded, from, to, this.#profile, atom);
    if ([...results, ...all].some(({ isExact }) => !isExact)) return;
    const single = results.map((result) => `${result.family} ${verdictText(result)}`).toSorted();
    const among = all
      .filter(({ traffic }) => holds(traffic, atom))
      .map((result) => `${result.family} ${verdictText(result)}`)
      .toSorted();
    if (single.join() !== among.join())
      this.#fail(from, to, undefined, atom, `alone ${single.join()}`, `among all ports ${among.join()}`);
  }

  #fail(
    from: End,
    to: End,
    family: Family | undefined,
    atom: Atom | undefined,
    program: string,
    expected: string,
  ): never {
    const port = atom === undefined ? "" : ` ${atom.protocol} ${atom.port ?? ""}`;
    throw new Mismatch(
      `${from.text} -> ${to.text}${port} ${family ?? ""}, profile ${this.#profile.name}\n` +
        `  program:   ${program}\n  reference: ${expected}`,
    );
  }
}

/**
 * The answer as it may be given where there are too many possibilities to compare (S-V-0): `unknown` for more than one
 * outcome, and said so.
 */
function asApproximated(result: Result, answer: Answer): Answer {
  const seen = <T extends Judgement>(given: Judgement, exact: T): T =>
    given.verdict === "unknown" && given.outcomes.length > 1 ? { ...exact, ...UNKNOWN } : exact;
  return {
    ...seen(result, answer),
    egress: seen(result.egress, answer.egress),
    ingress: seen(result.ingress, answer.ingress),
  };
}

type Judgement = Pick<Answer, "verdict" | "outcomes">;
const UNKNOWN: Judgement = { verdict: "unknown", outcomes: ["allowed", "denied"] };

function nameOf(qualified: string): string {
  return qualified.slice(qualified.indexOf("/") + 1);
}

/** Addresses are compared by what they are, however they are written. */
function keyOf(id: string): string {
  if (!id.startsWith("ip/")) return id;
  const address = parseAddress(id.slice("ip/".length));
  return address === undefined ? id : `${address.family} ${address.value}`;
}

function whyText({ egress, ingress, facts, choices }: Answer): string {
  const tiers = [egress, ingress].map((side) => Object.keys(side.tiers).join("|"));
  return `${tiers.join(" / ")}; facts: ${facts.join(", ")}; choices: ${choices.join(", ")}`;
}
