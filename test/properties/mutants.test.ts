import { changedFlows, type ChangedFlow } from "../../src/questions/diff/diff.js";
import { check, isWholeRun, Mismatch } from "./run.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { endsOf } from "./questions.js";
import { expect, it } from "vitest";
import { judgeExpectation } from "../../src/questions/expect/judge.js";
import { load, requireAccepted } from "./program.js";
import { judgeMutants, type MutantFate } from "../../src/questions/mutate/mutate.js";
import { mayChange, sightOf } from "../../src/questions/mutate/relevance.js";
import { mutantsOf, type MadeMutant } from "../../src/questions/mutate/mutants.js";
import { mutationText } from "../../src/report/mutant-words.js";
import { Random } from "./generate/random.js";
import { readTestFile } from "../../src/questions/expect/read-test-file.js";
import { REFERENCE } from "../../src/index.js";
import { trafficKey } from "../../src/base/net/traffic.js";
import { smaller } from "./generate/smaller.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { Expectation } from "../../src/questions/expect/test-file.js";

const TRYING = { profile: REFERENCE, namespace: undefined };

/** Of each scenario, how many mutants are tried. */
const MOST_MUTANTS = 8;

it(
  "an expectation that cannot hang on a change of a policy comes to the same with it",
  { timeout: 600_000 },
  async () => {
    const counts = { asked: 0, unasked: 0 };
    await check({
      name: "mutants",
      arbitrary: scenario,
      runs: 300,
      part: 720,
      holds: async (made) => {
        const loaded = await load(made);
        requireAccepted(loaded);
        holdMutants(loaded.cluster, expectationsOf(made), new Random(made.spelling), counts);
      },
      smaller,
      show: describe,
    });
    console.log(`${counts.unasked} expectations that a mutant does not touch, ${counts.asked} that it may`);
    expect(counts.unasked).toBeGreaterThan(0);
  },
);

it("what becomes of a change is what runs of its own show", { timeout: 600_000 }, async () => {
  const fates = new Map<string, number>();
  await check({
    name: "fates of mutants",
    arbitrary: scenario,
    runs: 150,
    part: 360,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      for (const fate of holdFates(loaded.cluster, expectationsOf(made), new Random(made.spelling)))
        fates.set(fate, (fates.get(fate) ?? 0) + 1);
    },
    smaller,
    show: describe,
  });
  const all = ["equivalent", "killed", "no-coverage", "survived"].map(
    (each) => `${each} ${fates.get(each) ?? 0}`,
  );
  console.log(`fates of mutants: ${all.join(", ")}`);
  expect(fates.size).toBeGreaterThan(1);
  // How many of each there are hangs on the seed: a few cases may have none that a test notices.
  if (isWholeRun) expect(fates.get("killed")).toBeGreaterThan(0);
});

/** Each by a whole comparison and by whole runs of all expectations that are met. */
function holdFates(
  cluster: Cluster,
  asked: readonly Expectation[],
  random: Random,
): readonly MutantFate["status"][] {
  // Only what is met can notice a change: of both verdicts the one that is there, and one that is not.
  const both = asked.flatMap((each) => [
    { ...each, verdict: "allowed" as const },
    { ...each, verdict: "denied" as const },
  ]);
  const isMet = (each: Expectation): boolean => judgeExpectation(cluster, each, TRYING).status === "met";
  const expectations = [...both.filter(isMet), ...both.filter((each) => !isMet(each)).slice(0, 1)];
  const tests = expectations.map((each, i) => ({
    name: `${i}`,
    at: each.at,
    expectations: [each],
    environments: undefined,
    todo: undefined,
  }));
  const met = expectations.map(isMet);
  const all = [...mutantsOf(cluster.policies)];
  const drawn = Array.from({ length: Math.min(MOST_MUTANTS, all.length) }, () =>
    all.splice(random.below(all.length), 1),
  ).flat();
  const judged = judgeMutants(cluster, tests, TRYING, { mutants: drawn });
  for (const [i, { fate, mutant }] of judged.entries()) {
    const { revised } = drawn[i] as MadeMutant;
    const policies = cluster.policies.flatMap((policy) =>
      revised.has(policy) ? (revised.get(policy) ?? []) : [policy],
    );
    const after = { ...cluster, policies };
    const failing = expectations.flatMap((each, k) =>
      met[k] === true && judgeExpectation(after, each, TRYING).status !== "met" ? [`${k}`] : [],
    );
    const changed = [...changedFlows(cluster, after, REFERENCE, [{}])].map(textOf);
    // In which order a pair's traffic is told hangs on what was walked before: any flow that changes may be the one.
    const told = "flow" in fate ? textOf(fate.flow) : undefined;
    const isTold = told === undefined ? changed.length === 0 : changed.includes(told);
    const isRight = fate.status === "killed" ? failing.includes(fate.test) : failing.length === 0 && isTold;
    if (isRight) continue;
    throw new Mismatch(
      `${mutant.policy.ref.name} ${mutationText(mutant)}: ${fate.status} ${told ?? ""}, but ${failing.join()} fail, and ${changed[0] ?? "nothing"} changes`,
    );
  }
  return judged.map(({ fate }) => fate.status);
}

function textOf({ from, to, slice }: ChangedFlow): string {
  return `${from.row.id} ${to.row.id} ${trafficKey(slice.traffic)} ${slice.before.verdict} ${slice.after.verdict}`;
}

function holdMutants(
  cluster: Cluster,
  expectations: readonly Expectation[],
  random: Random,
  counts: { asked: number; unasked: number },
): void {
  const prepared = expectations.map((expectation) => ({
    expectation,
    status: judgeExpectation(cluster, expectation, TRYING).status,
    sight: sightOf(cluster, expectation, TRYING),
  }));
  const all = [...mutantsOf(cluster.policies)];
  for (let i = 0; i < MOST_MUTANTS && all.length > 0; i++) {
    const [mutant] = all.splice(random.below(all.length), 1);
    if (mutant === undefined) return;
    const policies = cluster.policies.flatMap((policy) =>
      mutant.revised.has(policy) ? (mutant.revised.get(policy) ?? []) : [policy],
    );
    const after = { ...cluster, policies };
    for (const { expectation, status, sight } of prepared) {
      if (mayChange(sight, mutant, cluster, after, REFERENCE)) {
        counts.asked++;
        continue;
      }
      counts.unasked++;
      const then = judgeExpectation(after, expectation, TRYING).status;
      if (then !== status)
        throw new Mismatch(
          `${mutant.policy.ref.name} ${mutationText(mutant)}: ${JSON.stringify([expectation.from, expectation.to].map(([end]) => end?.text))} was ${status}, and is ${then}`,
        );
    }
  }
}

/** Flows between ends of a scenario, and one with everything, with ports and without. */
function expectationsOf(made: Scenario): readonly Expectation[] {
  const { sources, destinations } = endsOf(made);
  const random = new Random(made.spelling);
  const any = <T>(list: readonly T[]): T | undefined => list[random.below(Math.max(1, list.length))];
  const tests = Array.from({ length: 6 }, (_, i) => {
    const [from, to] = [any(sources)?.text ?? "*", any(destinations)?.text ?? "*"];
    const ends = i === 0 ? { from: "*", to } : i === 1 ? { from, to: "*" } : { from, to };
    return {
      name: `test ${i}`,
      ...ends,
      ...(i % 2 === 0 ? {} : { port: any(["80", "53/udp", "8080", "http"]) }),
      expect: any(["allowed", "denied", "denied"]),
    };
  });
  const text = JSON.stringify({ apiVersion: "anp.dev/v1alpha1", kind: "PolicyTest", tests });
  const read = readTestFile({ name: "it.anp-test.yaml", text });
  return read.ok ? read.value.tests.flatMap(({ expectations }) => expectations) : [];
}
