import { endsNamed, type NamedEnd } from "./ends.js";
import { areSeveral } from "../../semantics/reach/rows.js";
import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { judgeOthers } from "./others.js";
import { OPEN_SIDE } from "./test-file.js";
import { readTraffic } from "../query/traffic.js";
import { refersTo, withNamed } from "./policy-name.js";
import { judgeBetween } from "./flows.js";
import { UnmetFlows } from "./unmet-flows.js";
import type { Asked } from "../ask/problem.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Decider } from "../../semantics/evaluate/decider.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { EndText, Expectation, PolicyTest } from "./test-file.js";
import type { ExpectationOutcome, ExpectationProblem, JudgedTest } from "./outcome.js";
import type { OpenQuestion } from "./open-side.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Profile } from "../../semantics/match/profile.js";

/** How expectations are tried. */
export interface Trying {
  readonly profile: Profile;
  /** The namespace of names given without one, if it was given. */
  readonly namespace: string | undefined;
  /** Told what decides the flows that are asked about. */
  readonly onDecided?: OnDecided;
  /** True where it is enough to know that a flow does not meet an expectation: the others are not looked for. */
  readonly stopsAtFirst?: boolean;
  /** True where of everything on one side only pods that do not exist yet are tried: of all else it is known. */
  readonly onlyToCome?: boolean;
}

/** Told of something that a verdict of a test comes of, or of a rule that passes its flow on. */
export type OnDecided = (decider: Decider, direction: Direction) => void;

/** How tests are judged. */
export interface Judging extends Trying {
  /** The day on which they are, `2026-11-23`. */
  readonly today: string;
}

/** Pairs of named ends of one expectation: more are a map and no test. */
const MOST_PAIRS = 10_000;

/** Tries a test. A test with a todo fails where it passes, and where its last day is over. */
export function judgeTest(cluster: Cluster, test: PolicyTest, judging: Judging): JudgedTest {
  const expectations = test.expectations.map((each) => judgeExpectation(cluster, each, judging));
  const isError = expectations.some(({ status }) => status === "error");
  const isMet = expectations.every(({ status }) => status === "met");
  const { todo } = test;
  const outcome = (status: JudgedTest["status"], why?: JudgedTest["todo"]): JudgedTest => ({
    test,
    status,
    expectations,
    todo: why,
  });
  if (isError) return outcome("error");
  if (todo === undefined) return outcome(isMet ? "passed" : "failed");
  if (isMet) return outcome("failed", "passes");
  const isOver = todo.until !== undefined && todo.until < judging.today;
  return isOver ? outcome("failed", "expired") : outcome("todo");
}

/** Tries one expectation; a limit of the run makes it one that could not be tried. */
export function judgeExpectation(
  cluster: Cluster,
  expectation: Expectation,
  trying: Trying,
): ExpectationOutcome {
  const unmet = new UnmetFlows(trying.stopsAtFirst ?? false);
  const tried = orAtLimit(
    () => tryExpectation(cluster, expectation, trying, unmet),
    (): Tried => failed({ problem: { code: "limit" }, at: expectation.at }),
  );
  if (!tried.ok) return { status: "error", expectation, ...tried.problem };
  if (unmet.count === 0) return { status: "met", expectation };
  return { status: "unmet", expectation, unmet: unmet.kept, count: unmet.count };
}

type Tried = Attempt<undefined, { readonly problem: ExpectationProblem; readonly at: Origin }>;

function tryExpectation(loaded: Cluster, expectation: Expectation, trying: Trying, unmet: UnmetFlows): Tried {
  const { by, at } = expectation;
  const isKnown = by === undefined || loaded.policies.some(({ ref }) => refersTo(by.text, ref));
  if (by !== undefined && !isKnown)
    return failed({ problem: { code: "no-such-policy", policy: by.text }, at: by.at });
  const cluster = by === undefined ? loaded : withNamed(loaded, by.text);
  const sides = sidesOf(cluster, expectation, trying);
  if (!sides.ok) return sides;
  const { from, to } = sides.value;
  const question = openQuestionOf(expectation, sides.value);
  if (question !== undefined) return atPlace(judgeOthers(cluster, trying, question, unmet), at);
  return tryPairs(cluster, expectation, [from.ends, to.ends], trying, unmet);
}

/** The question of an expectation one side of which is everything; undefined for others. */
export function openQuestionOf(
  expectation: Expectation,
  { from, to, except }: ExpectationSides,
): OpenQuestion | undefined {
  if (!from.isOpen && !to.isOpen) return undefined;
  const open = from.isOpen ? "from" : "to";
  const { ends } = open === "from" ? to : from;
  return { open, ends, except: except.ends, expectation };
}

function tryPairs(
  cluster: Cluster,
  expectation: Expectation,
  [from, to]: readonly [readonly NamedEnd[], readonly NamedEnd[]],
  trying: Trying,
  unmet: UnmetFlows,
): Tried {
  const { at, protocol } = expectation;
  const count = from.length * to.length;
  if (count > MOST_PAIRS) return failed({ problem: { code: "too-many-pairs", count, most: MOST_PAIRS }, at });
  let pairs = 0;
  for (const source of from) {
    for (const destination of to) {
      if (isNoPair(source, destination, expectation)) continue;
      if (unmet.isEnough) return succeeded(undefined);
      pairs++;
      const port = destination.text.port ?? expectation.port;
      const traffic = readTraffic(port, protocol);
      if (!traffic.ok) return atPlace(traffic, destination.text.at);
      const pair = { from: source, to: destination, traffic: traffic.value, port, protocol };
      const tried = judgeBetween(cluster, trying, pair, expectation, unmet);
      if (!tried.ok) return atPlace(tried, destination.text.at);
    }
  }
  return pairs === 0 ? failed({ problem: { code: "nothing-between" }, at }) : succeeded(undefined);
}

/**
 * True for a pattern's pod and itself. The pods of a workload are others to each other (S-LOOP-3): none of them may reach another where
 * a pattern is denied. That a pattern is allowed says so of the workloads that it names and the other end, not of the pods of one.
 */
function isNoPair(source: NamedEnd, destination: NamedEnd, { verdict }: Expectation): boolean {
  const { workload, endpoints } = source.resolved;
  const isSame = workload !== undefined && workload === destination.resolved.workload;
  if (!isSame || !(source.isOneOfMany || destination.isOneOfMany)) return false;
  return (
    verdict === "allowed" || !areSeveral(endpoints.flatMap((each) => (each.type === "pod" ? [each] : [])))
  );
}

function atPlace(tried: Attempt<unknown, ExpectationProblem>, at: Origin): Tried {
  return tried.ok ? succeeded(undefined) : failed({ problem: tried.problem, at });
}

/** What the texts of an expectation stand for. */
export interface ExpectationSides {
  readonly from: SideEnds;
  readonly to: SideEnds;
  readonly except: SideEnds;
}

/** One side of an expectation. */
export interface SideEnds {
  /** True where it is everything. */
  readonly isOpen: boolean;
  readonly ends: readonly NamedEnd[];
}

/** Looks up the ends of an expectation. */
export function sidesOf(
  cluster: Cluster,
  expectation: Expectation,
  trying: Pick<Trying, "namespace">,
): Attempt<ExpectationSides, { readonly problem: ExpectationProblem; readonly at: Origin }> {
  const from = namedEnds(cluster, expectation.from, "from", trying);
  if (!from.ok) return from;
  const to = namedEnds(cluster, expectation.to, "to", trying);
  if (!to.ok) return to;
  const except = namedEnds(cluster, expectation.except, from.value.isOpen ? "from" : "to", trying);
  if (!except.ok) return except;
  return succeeded({ from: from.value, to: to.value, except: except.value });
}

function namedEnds(
  cluster: Cluster,
  texts: readonly EndText[],
  side: "from" | "to",
  { namespace }: Pick<Trying, "namespace">,
): Attempt<SideEnds, { readonly problem: ExpectationProblem; readonly at: Origin }> {
  const ends: NamedEnd[] = [];
  for (const text of texts) {
    if (text.text === OPEN_SIDE) return succeeded({ isOpen: true, ends: [] });
    const found: Asked<readonly NamedEnd[]> = endsNamed(cluster, text, side, namespace);
    if (!found.ok) return failed({ problem: found.problem, at: text.at });
    ends.push(...found.value);
  }
  return succeeded({ isOpen: false, ends });
}
