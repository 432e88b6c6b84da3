import { candidatesIn, type Candidates } from "./candidates.js";
import { changedFlows } from "../diff/diff.js";
import { judgeMutants } from "../mutate/mutate.js";
import { judgeTest } from "../expect/judge.js";
import { LimitReached } from "../../base/limits/work.js";
import { mutantsOf } from "../mutate/mutants.js";
import { DraftMap, type DecidedFlow } from "./reached.js";
import { readTestFile } from "../expect/read-test-file.js";
import { sampleTraffic } from "../../semantics/reach/witness.js";
import { TEST_FILE_HEAD, type DraftTest } from "./tests.js";
import { typedBeside } from "../expect/typed-beside.js";
import { isDefinite } from "../../cluster/model/verdict.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { PolicyTest } from "../expect/test-file.js";
import type { Profile } from "../../semantics/match/profile.js";

/** Tests that hold today, for a person to look at. */
export interface TestDraft {
  readonly tests: readonly DraftTest[];
  /** Policies that no test of the draft would miss: without them no flow changes, or none that is definite today. */
  readonly unnoticed: readonly Policy[];
  /** True where a limit was reached first: nothing is said of what it has no test for. */
  readonly isCut: boolean;
}

/** For a policy that no test would miss, how many of its flows are tried. */
const MOST_FLOWS = 50;

/**
 * Drafts tests from today's map: what may come to each workload and where it may go, as far as policies say something about it.
 * Every test of the draft holds, and each policy that changes a definite flow is missed by one of them, unless a limit is reached before.
 * @throws {LimitReached} where there is no test yet
 */
export function draftTests(cluster: Cluster, profile: Profile): TestDraft {
  const drafted: DraftTest[] = [];
  const names = new Set<string>();
  const add = (candidates: Candidates, misses?: Cluster): boolean => {
    const found = candidates.find(
      (each) => holds(each, cluster, profile) && (misses === undefined || !holds(each, misses, profile)),
    );
    if (found === undefined || names.has(found.name)) return false;
    names.add(found.name);
    drafted.push(found);
    return true;
  };
  const finish = (): readonly Policy[] => {
    const reached = new DraftMap(cluster, profile);
    for (const candidates of candidatesIn(cluster, reached)) add(candidates);
    return missed(cluster, drafted, profile).filter((policy) => {
      const after = without(cluster, policy);
      // One of the ends that a flow stands for may be another one than that for which it changes.
      const addFor = (candidates: Candidates): boolean => add(candidates, after);
      return !some(flowsBetween(cluster, after, profile), addFor) && !some(testsBy(reached, policy), addFor);
    });
  };
  try {
    const unnoticed = finish();
    // A test that a limit cuts short doesn't hold, and a policy that nobody got to isn't unnoticed.
    const isCut = cluster.work?.limit !== undefined;
    return { tests: drafted, unnoticed: isCut ? [] : unnoticed, isCut };
  } catch (error) {
    if (!(error instanceof LimitReached) || drafted.length === 0) throw error;
    return { tests: drafted, unnoticed: [], isCut: true };
  }
}

/** True where one of the first of some tests is taken. */
function some(tests: Iterable<DraftTest | undefined>, add: (candidates: Candidates) => boolean): boolean {
  let tried = 0;
  for (const test of tests) {
    if (test !== undefined && add([test])) return true;
    if (++tried >= MOST_FLOWS) return false;
  }
  return false;
}

/** Tests of flows that are otherwise in another state of the policies. */
function* flowsBetween(cluster: Cluster, after: Cluster, profile: Profile): Generator<DraftTest | undefined> {
  for (const { from, to, slice } of changedFlows(cluster, after, profile, [{}])) {
    const { verdict } = slice.before;
    if (isDefinite(verdict)) yield testOf({ from: from.row, to: to.row, traffic: slice.traffic, verdict });
  }
}

/** Where others decide the same without a policy, that it does can be asked for. */
function* testsBy(reached: DraftMap, policy: Policy): Generator<DraftTest | undefined> {
  const { kind, namespace, name } = policy.ref;
  const by = [kind, ...(namespace === undefined ? [] : [namespace]), name].join("/");
  for (const flow of reached.decidedBy(policy)) {
    const test = testOf(flow);
    yield test === undefined ? undefined : { ...test, name: `${test.name}, by ${by}`, by };
  }
}

/** The policies that could go without a test that fails. */
function missed(cluster: Cluster, drafted: readonly DraftTest[], profile: Profile): readonly Policy[] {
  const drops = [...mutantsOf(cluster.policies)].filter(({ mutator }) => mutator === "drop-policy");
  const judged = judgeMutants(
    cluster,
    drafted.flatMap(read),
    { profile, namespace: undefined },
    { mutants: drops },
  );
  return judged.filter(({ fate }) => fate.status !== "killed").map(({ mutant }) => mutant.policy);
}

function without(cluster: Cluster, policy: Policy): Cluster {
  return { ...cluster, policies: cluster.policies.filter((each) => each !== policy) };
}

/** A test of one flow; undefined where it has no port. */
function testOf({ from, to, traffic, verdict }: DecidedFlow): DraftTest | undefined {
  const sample = sampleTraffic(traffic, to.endClass);
  if (sample.port === undefined) return undefined;
  const port =
    sample.protocol === "TCP" ? String(sample.port) : `${sample.port}/${sample.protocol.toLowerCase()}`;
  const [source, destination] = [typedBeside(from, to), typedBeside(to, from)];
  if (source === undefined || destination === undefined) return undefined;
  const word = verdict === "allowed" ? "reaches" : "doesn't reach";
  const name = `${source} ${word} ${destination} on ${port}`;
  return { name, from: source, to: destination, port, expect: verdict };
}

function holds(test: DraftTest, cluster: Cluster, profile: Profile): boolean {
  const judging = { profile, namespace: undefined, today: "", stopsAtFirst: true };
  return read(test).some((each) => judgeTest(cluster, each, judging).status === "passed");
}

/** A test as it is read of a file. */
function read(test: DraftTest): readonly PolicyTest[] {
  const text = JSON.stringify({ ...TEST_FILE_HEAD, tests: [test] });
  const file = readTestFile({ name: "draft.anp-test.json", text });
  return file.ok ? file.value.tests : [];
}
