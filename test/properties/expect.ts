import { askAll, load, requireAccepted } from "./program.js";
import { check, Mismatch } from "./run.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { endsOf, type End } from "./questions.js";
import { judgeTest } from "../../src/questions/expect/judge.js";
import { Random } from "./generate/random.js";
import { readTestFile } from "../../src/questions/expect/read-test-file.js";
import { explainFlow, REFERENCE } from "../../src/index.js";
import { smaller } from "./generate/smaller.js";
import type { Loaded } from "../../src/cluster/load/options.js";
import type { JudgedTest, Unmet } from "../../src/questions/expect/outcome.js";

/** How often expectations about everything were met, and how many flows were held against those that were. */
export interface MetExpectations {
  met: number;
  unmet: number;
  flows: number;
  /** How many questions that show an unmet one were asked. */
  questions: number;
}

/**
 * Expects one verdict of a pod with everything else. Where that is met, each single flow that can be asked about comes to it, those
 * of pods that do not exist among them.
 */
export async function checkExpectations(runs: number): Promise<MetExpectations> {
  const counts: MetExpectations = { met: 0, unmet: 0, flows: 0, questions: 0 };
  await check({
    name: "tests about everything",
    arbitrary: scenario,
    runs,
    isSlow: true,
    part: 700,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      for (const each of questionsAbout(made)) holdAgainstFlows(loaded, made, each, counts);
    },
    smaller,
    show: describe,
  });
  return counts;
}

interface OpenQuestion {
  readonly of: End;
  readonly open: "from" | "to";
  readonly verdict: "allowed" | "denied";
}

/** A pod of the scenario in both directions, with both verdicts. */
function questionsAbout(made: Scenario): OpenQuestion[] {
  const pods = endsOf(made).sources.filter(({ isPod, isOfObject }) => isPod === true && isOfObject);
  const of = pods[new Random(made.spelling).below(Math.max(1, pods.length))];
  if (of === undefined) return [];
  return (["from", "to"] as const).flatMap((open) =>
    (["allowed", "denied"] as const).map((verdict) => ({ of, open, verdict })),
  );
}

function holdAgainstFlows(
  loaded: Loaded,
  made: Scenario,
  { of, open, verdict }: OpenQuestion,
  counts: MetExpectations,
): void {
  const outcome = judged(loaded, { of, open, verdict });
  if (outcome.status !== "passed") {
    counts.unmet++;
    for (const expectation of outcome.expectations)
      if (expectation.status === "unmet")
        holdAgainstQuestions(loaded, made, expectation.unmet, verdict, counts);
    return;
  }
  counts.met++;
  const { sources, destinations } = endsOf(made);
  for (const other of open === "from" ? sources : destinations) {
    if (other.text === of.text || isNode(other)) continue;
    const [from, to] = open === "from" ? [other, of] : [of, other];
    for (const result of askAll(loaded, from, to, REFERENCE)) {
      if (result.traffic.other || result.isLoopback || result.family === undefined) continue;
      counts.flows++;
      if (result.verdict !== verdict && !isOnOwnNode(result))
        throw new Mismatch(
          `${open} "*", ${of.text}, ${verdict}: met, but ${from.text} -> ${to.text} is ${result.verdict}`,
        );
    }
  }
}

/** Where it is not met, the question that is named shows it. */
function holdAgainstQuestions(
  loaded: Loaded,
  made: Scenario,
  unmet: readonly Unmet[],
  expected: OpenQuestion["verdict"],
  counts: MetExpectations,
): void {
  for (const { question, verdict } of unmet) {
    // Of a name with several addresses, one of which may be the pod's own, the question is about all.
    if (question === undefined || made.facts.dns?.[question.to] !== undefined) continue;
    const { from, to, port, protocol } = question;
    const asked = {
      from,
      to,
      ...(port === undefined ? {} : { port }),
      ...(protocol === undefined ? {} : { protocol: protocol.toLowerCase() }),
    };
    const { results } = explainFlow(loaded, asked);
    counts.questions++;
    if (!results.some((result) => result.verdict !== expected))
      throw new Mismatch(`${JSON.stringify(asked)}: said to be ${verdict}, and is ${expected}`);
  }
}

function judged(loaded: Loaded, { of, open, verdict }: OpenQuestion): JudgedTest {
  const [from, to] = open === "from" ? ["*", of.text] : [of.text, "*"];
  const text = JSON.stringify({
    apiVersion: "anp.dev/v1alpha1",
    kind: "PolicyTest",
    tests: [{ name: "it", from, to, expect: verdict }],
  });
  const read = readTestFile({ name: "it.json", text });
  if (!read.ok) throw new Mismatch(read.problem.map(({ message }) => message).join("; "));
  const judging = { profile: REFERENCE, namespace: undefined, today: "2026-11-23" };
  return judgeTest(loaded.cluster, read.value.tests[0]!, judging);
}

function isNode({ text }: End): boolean {
  return text.startsWith("node/");
}

/** What is on the pod's own node is left out of what is expected (S-NODE-L1). */
function isOnOwnNode({ egress, ingress }: ReturnType<typeof askAll>[number]): boolean {
  return [egress, ingress].some(({ steps }) => steps.some(({ type }) => type === "own-node"));
}
