import { PolicyChanges, type ChangedFlow } from "../diff/diff.js";
import { PodsToCome } from "./to-come.js";
import { touchedBy } from "./touched.js";
import { KnownFlows } from "./known-flows.js";
import { mayChange } from "./relevance.js";
import { preparedExpectations, type PreparedExpectation } from "./prepared.js";
import { intersectTraffic, isNoTraffic } from "../../base/net/traffic.js";
import { judgeExpectation, type Trying } from "../expect/judge.js";
import { LimitReached } from "../../base/limits/work.js";
import { OPEN_SIDE } from "../expect/test-file.js";
import { mutantsOf, type MadeMutant, type Mutant } from "./mutants.js";
import type { ExpectationOutcome } from "../expect/outcome.js";
import type { Sight } from "./relevance.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { PolicyTest } from "../expect/test-file.js";

/** What tests make of a mutant. */
export type MutantFate =
  /** A test fails: its name. */
  | { readonly status: "killed"; readonly test: string }
  /** A flow changes, and no test does: none is about the policy, or none about that flow. */
  | { readonly status: "survived" | "no-coverage"; readonly flow: ChangedFlow }
  /** Proved: no flow between the ends of the input changes. */
  | { readonly status: "equivalent" }
  /** A limit has ended the run before. */
  | { readonly status: "undecided" };

/** A mutant with what tests make of it. */
export interface JudgedMutant {
  readonly mutant: Mutant;
  readonly fate: MutantFate;
}

/** Which mutants are tried, and who is told how far that is. */
export interface MutantOptions {
  /** All of them where it is missing. */
  readonly mutants?: Iterable<MadeMutant>;
  readonly onMutant?: (done: number) => void;
}

/**
 * Changes the policies of a cluster a little, each time in one place, and tries the tests that are met: one of them should fail,
 * unless the change changes nothing, which is proved over all flows of the input.
 */
export function judgeMutants(
  cluster: Cluster,
  tests: readonly PolicyTest[],
  { profile, namespace }: Pick<Trying, "profile" | "namespace">,
  { mutants = mutantsOf(cluster.policies), onMutant }: MutantOptions = {},
): readonly JudgedMutant[] {
  const trying: Trying = { profile, namespace, stopsAtFirst: true };
  const prepared = preparedExpectations(cluster, tests, trying);
  const keeping: KeptAnswers = {
    changes: new PolicyChanges(cluster, profile),
    toCome: new PodsToCome(cluster, trying),
  };
  const judged: JudgedMutant[] = [];
  for (const made of mutants) {
    onMutant?.(judged.length);
    const { rules: _rules, revised: _revised, ...mutant } = made;
    judged.push({ mutant, fate: fateOf(made, cluster, prepared, keeping, trying) });
  }
  return judged;
}

/** What is kept from one mutant to the next. */
interface KeptAnswers {
  readonly changes: PolicyChanges;
  readonly toCome: PodsToCome;
}

function fateOf(
  mutant: MadeMutant,
  cluster: Cluster,
  prepared: readonly PreparedExpectation[],
  { changes, toCome }: KeptAnswers,
  trying: Trying,
): MutantFate {
  const { revised } = mutant;
  const policies = cluster.policies.flatMap((policy) =>
    revised.has(policy) ? (revised.get(policy) ?? []) : [policy],
  );
  const after: Cluster = { ...cluster, policies };
  try {
    cluster.work?.take(policies.length);
    const asked = prepared.filter(({ sight }) => mayChange(sight, mutant, cluster, after, trying.profile));
    const wide = asked.filter(isWide);
    const byFlows = fateByTests(
      asked.filter((each) => !isWide(each)),
      after,
      trying,
    );
    if (byFlows !== undefined) return byFlows;
    const made = [...revised.values()].filter((each) => each !== undefined);
    const isTouched = touchedBy(mutant, after);
    const flows = new KnownFlows(changes.flows(after, made, isTouched));
    const changed = flows.first(MOST_CHANGED);
    const judge = (each: PreparedExpectation): ExpectationOutcome["status"] | undefined =>
      mayHangOn(each, flows) ? undefined : toCome.judge(each.expectation, after, made, isTouched);
    const byMaps = fateByTests(likeliestFirst(wide, changed), after, trying, judge);
    if (byMaps !== undefined) return byMaps;
    const [flow] = changed;
    if (flow === undefined) return { status: "equivalent" };
    return { status: asked.length === 0 ? "no-coverage" : "survived", flow };
  } catch (error) {
    if (error instanceof LimitReached) return { status: "undecided" };
    throw error;
  }
}

/** What becomes of a mutant by the first test that fails; undefined where none does. @param otherwise what needs no whole run */
function fateByTests(
  asked: Iterable<PreparedExpectation>,
  after: Cluster,
  trying: Trying,
  judge: (each: PreparedExpectation) => ExpectationOutcome["status"] | undefined = () => undefined,
): MutantFate | undefined {
  for (const each of asked) {
    const { test, expectation } = each;
    const status = judge(each) ?? judgeExpectation(after, expectation, trying).status;
    if (status === "met") continue;
    // What a limit has left unknown meets no expectation: that is not the mutant's doing.
    return after.work?.limit === undefined ? { status: "killed", test } : { status: "undecided" };
  }
  return undefined;
}

/** True for an expectation about everything on one side: it takes a map of its own. */
function isWide({ expectation: { from, to } }: PreparedExpectation): boolean {
  return [...from, ...to].some(({ text }) => text === OPEN_SIDE);
}

/** So many flows that change tell which tests are likely to fail. */
const MOST_CHANGED = 8;

/** Expectations that see a flow that changes, before those that see none of the few that are known. */
function likeliestFirst(
  asked: readonly PreparedExpectation[],
  changed: readonly ChangedFlow[],
): readonly PreparedExpectation[] {
  const isLikely = ({ sight: { from, to } }: PreparedExpectation): boolean =>
    changed.some((flow) => isOneOf(from, flow.from) && isOneOf(to, flow.to));
  return [...asked.filter(isLikely), ...asked.filter((each) => !isLikely(each))];
}

function isOneOf(some: Sight["from"], { ends }: ChangedFlow["from"]): boolean {
  return some === undefined || ends.some(({ after }) => some.some(({ id }) => id === after.end.endpoint.id));
}

/**
 * False where no flow between ends of the input can be why an expectation fails: the map says what changes, and nothing does of
 * what it asks. Of pods that do not exist yet the map says nothing.
 */
function mayHangOn(
  { expectation, sight: { from, to, traffic } }: PreparedExpectation,
  flows: KnownFlows,
): boolean {
  // Who decides may change where no verdict does. Ends that are not pods may be cut in pieces that the map does not have.
  // A pod that is named by its labels alone is none of the map's.
  const named = from ?? to;
  if (expectation.by !== undefined || named?.every(isPodOfInput) !== true) return true;
  return flows.some(
    (flow) =>
      isOneOf(from, flow.from) &&
      isOneOf(to, flow.to) &&
      (traffic === undefined || !isNoTraffic(intersectTraffic(flow.slice.traffic, traffic))),
  );
}

function isPodOfInput(end: Endpoint): boolean {
  return end.type === "pod" && end.origin !== undefined;
}
