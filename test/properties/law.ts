import { expect, vi } from "vitest";
import { holds, load, requireAccepted, verdictText } from "./program.js";
import { atomsOf, pairsOf, type Atom, type End } from "./questions.js";
import { ALL_TRAFFIC } from "../../src/base/net/traffic.js";
import { evaluate, type Decision, type Part } from "../../src/semantics/evaluate/evaluate.js";
import { flowFamilies } from "../../src/cluster/model/endpoint.js";
import { resolve } from "../../src/questions/query/resolve.js";
import type { Resolved } from "../../src/questions/query/resolution.js";
import { check, isWholeRun, Mismatch } from "./run.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { Random } from "./generate/random.js";
import { smaller } from "./generate/smaller.js";
import { REFERENCE, STRICT, type Profile } from "../../src/index.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";

// A machine that does other things too takes its time.
vi.setConfig({ testTimeout: 300_000 });

/** How many clusters each law is held against. */
export const CLUSTERS_PER_LAW = 150;

/** Another way to write a scenario, or a scenario that differs from it; the same value where there is nothing to change. */
export type Change = (made: Scenario, random: Random) => Scenario;

/** The answers of the program by flow: pair, family and traffic. */
export type Answers = ReadonlyMap<string, Part>;

/** Two ends of a flow. */
export type Pair = readonly [from: End, to: End];

/** Holds a law on clusters that a change really changes. @param compare throws a {@link Mismatch} */
export async function holdLaw(
  name: string,
  change: Change,
  compare: (before: Answers, after: Answers) => void,
  from: Partial<LawOptions> = {},
): Promise<void> {
  const { scenarios = scenario, pairs = samePairs, profiles = [REFERENCE, STRICT] } = from;
  const changed = (made: Scenario): Scenario => change(made, new Random(made.spelling));
  let compared = 0;
  let inexact = 0;
  await check({
    name,
    arbitrary: scenarios.filter((made) => changed(made) !== made),
    runs: CLUSTERS_PER_LAW,
    holds: async (before) => {
      const after = changed(before);
      const atoms = atomsOf(before, after);
      // Each cluster is its own: by turns all profiles meet as much as all of them at once would.
      const profile = profiles[before.spelling % profiles.length]!;
      const asked = pairs(before, after);
      const [first, second] = await Promise.all([
        answersOf(before, asked, 0, atoms, profile),
        answersOf(after, asked, 1, atoms, profile),
      ]);
      const [exactFirst, exactSecond] = [exactIn(first, second), exactIn(second, first)];
      compared += exactFirst.size;
      inexact += first.size - exactFirst.size;
      try {
        compare(exactFirst, exactSecond);
      } catch (error) {
        if (!(error instanceof Mismatch)) throw error;
        throw new Mismatch(
          `profile ${profile.name}, after the change:\n${describe(after)}\n${error.message}`,
        );
      }
    },
    smaller,
    show: describe,
  });
  expectMet(compared);
  expect(inexact).toBeLessThan(compared / 100);
}

/** Without the flows with too many possibilities to compare, of which the program says so (S-V-0). */
function exactIn(answers: Answers, others: Answers): Answers {
  return new Map(
    [...answers].filter(([flow, answer]) => isExact(answer) && isExact(others.get(flow) ?? answer)),
  );
}

function isExact({ isExact, egress, ingress }: Part): boolean {
  return isExact && egress.isExact && ingress.isExact;
}

/** Expects that a run has met what its law is about; a quick look may miss it. */
export function expectMet(times: number): void {
  expect(times).toBeGreaterThan(isWholeRun ? 0 : -1);
}

interface LawOptions {
  readonly scenarios: typeof scenario;
  readonly pairs: (before: Scenario, after: Scenario) => readonly (readonly [Pair, Pair])[];
  /** How the policies are read, each by turns. */
  readonly profiles: readonly Profile[];
}

function samePairs(before: Scenario): readonly (readonly [Pair, Pair])[] {
  return pairsOf(before).map((pair) => [pair, pair]);
}

async function answersOf(
  made: Scenario,
  pairs: readonly (readonly [Pair, Pair])[],
  side: 0 | 1,
  atoms: readonly Atom[],
  profile: Profile,
): Promise<Answers> {
  const loaded = await load(made);
  requireAccepted(loaded);
  const answers = new Map<string, Part>();
  for (const pair of pairs) {
    // Flows are told apart by the words before the change.
    const title = `${pair[0][0].text} -> ${pair[0][1].text}`;
    for (const { flow, parts } of decisionsOf(loaded.cluster, pair[side], profile)) {
      for (const atom of atoms) {
        const part = parts.find(({ traffic }) => holds(traffic, atom));
        if (part === undefined) throw new Mismatch(`${title} ${atom.protocol} has no answer`);
        answers.set(`${title} ${atom.protocol} ${atom.port ?? ""} ${flow.family}`, part);
      }
    }
  }
  return answers;
}

/** All traffic between two ends, in every family that they have: what a policy means, without an explanation. */
function decisionsOf(cluster: Cluster, [from, to]: Pair, profile: Profile): readonly Decision[] {
  const [source, destination] = [from, to].map(({ text }) => {
    const resolution = resolve(cluster, text, undefined);
    if (!resolution.ok) throw new Error(`${text}: ${resolution.problem.code}`);
    return resolution.value;
  }) as [Resolved, Resolved];
  const [first, second] = [source.endpoints[0]!, destination.endpoints[0]!];
  const toName = destination.domain ?? (second.type === "domain" ? second.name : undefined);
  const isItself = first.id === second.id && first.type === "pod" && first.replicas === 1;
  return flowFamilies(cluster, first, second).map((family) =>
    evaluate(
      cluster,
      {
        from: first,
        to: second,
        family,
        traffic: ALL_TRAFFIC,
        way: isItself ? { type: "loopback" } : { type: "direct", toName },
      },
      profile,
    ),
  );
}

/** The same flows, with the same verdicts and outcomes. */
export function expectSame(before: Answers, after: Answers): void {
  for (const flow of new Set([...before.keys(), ...after.keys()])) {
    const [first, second] = [before, after].map((answers) => {
      const answer = answers.get(flow);
      return answer === undefined ? "no such flow" : verdictText(answer);
    });
    if (first !== second) throw new Mismatch(`${flow}\n  before: ${first}\n  after:  ${second}`);
  }
}

/** Holds that a change changes no verdict. */
export async function changesNothing(
  name: string,
  change: Change,
  from: Partial<LawOptions> = {},
): Promise<void> {
  await holdLaw(name, change, expectSame, from);
}
