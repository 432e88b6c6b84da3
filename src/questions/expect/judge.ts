import { endsNamed, type NamedEnd } from "./ends.js";
import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { othersUnmet } from "./others.js";
import { OPEN_SIDE } from "./test-file.js";
import { readTraffic } from "../query/traffic.js";
import { refersTo } from "./policy-name.js";
import { unmetBetween } from "./flows.js";
import type { Asked } from "../ask/problem.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { EndText, Expectation, PolicyTest } from "./test-file.js";
import type { ExpectationOutcome, ExpectationProblem, JudgedTest, Unmet } from "./outcome.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Profile } from "../../semantics/match/profile.js";

/** How tests are judged. */
export interface Judging {
  readonly profile: Profile;
  /** The namespace of names given without one, if it was given. */
  readonly namespace: string | undefined;
  /** The day on which they are, `2026-11-23`. */
  readonly today: string;
}

/** Of each expectation, how many flows that do not meet it are kept. */
const MOST_KEPT = 5;

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

function judgeExpectation(cluster: Cluster, expectation: Expectation, judging: Judging): ExpectationOutcome {
  const found = orAtLimit(
    () => unmetOf(cluster, expectation, judging),
    (): Tried => failed({ problem: { code: "limit" }, at: expectation.at }),
  );
  if (!found.ok) return { status: "error", expectation, ...found.problem };
  const { value: unmet } = found;
  if (unmet.length === 0) return { status: "met", expectation };
  return { status: "unmet", expectation, unmet: unmet.slice(0, MOST_KEPT), count: unmet.length };
}

type Tried = Attempt<readonly Unmet[], { readonly problem: ExpectationProblem; readonly at: Origin }>;

function unmetOf(cluster: Cluster, expectation: Expectation, judging: Judging): Tried {
  const { by, at } = expectation;
  const isKnown = by === undefined || cluster.policies.some(({ ref }) => refersTo(by.text, ref));
  if (by !== undefined && !isKnown)
    return failed({ problem: { code: "no-such-policy", policy: by.text }, at: by.at });
  const from = namedEnds(cluster, expectation.from, "from", judging);
  if (!from.ok) return from;
  const to = namedEnds(cluster, expectation.to, "to", judging);
  if (!to.ok) return to;
  if (from.value.isOpen || to.value.isOpen) {
    const except = namedEnds(cluster, expectation.except, from.value.isOpen ? "from" : "to", judging);
    if (!except.ok) return except;
    const open = from.value.isOpen ? "from" : "to";
    const ends = open === "from" ? to.value.ends : from.value.ends;
    return atPlace(
      othersUnmet(cluster, judging.profile, { open, ends, except: except.value.ends, expectation }),
      at,
    );
  }
  return unmetPairs(cluster, expectation, [from.value.ends, to.value.ends], judging);
}

function unmetPairs(
  cluster: Cluster,
  expectation: Expectation,
  [from, to]: readonly [readonly NamedEnd[], readonly NamedEnd[]],
  { profile }: Judging,
): Tried {
  const { at, protocol } = expectation;
  const count = from.length * to.length;
  if (count > MOST_PAIRS) return failed({ problem: { code: "too-many-pairs", count, most: MOST_PAIRS }, at });
  const unmet: Unmet[] = [];
  let pairs = 0;
  for (const source of from) {
    for (const destination of to) {
      // Of patterns on both sides, a pod by itself is no pair.
      const isSame =
        source.resolved.workload !== undefined && source.resolved.workload === destination.resolved.workload;
      if (isSame && (source.isOneOfMany || destination.isOneOfMany)) continue;
      pairs++;
      const port = destination.text.port ?? expectation.port;
      const traffic = readTraffic(port, protocol);
      if (!traffic.ok) return atPlace(traffic, destination.text.at);
      const pair = { from: source, to: destination, traffic: traffic.value, port, protocol };
      const found = unmetBetween(cluster, profile, pair, expectation);
      if (!found.ok) return atPlace(found, destination.text.at);
      unmet.push(...found.value);
    }
  }
  return pairs === 0 ? failed({ problem: { code: "nothing-between" }, at }) : succeeded(unmet);
}

function atPlace(found: Attempt<readonly Unmet[], ExpectationProblem>, at: Origin): Tried {
  return found.ok ? found : failed({ problem: found.problem, at });
}

interface SideEnds {
  readonly isOpen: boolean;
  readonly ends: readonly NamedEnd[];
}

function namedEnds(
  cluster: Cluster,
  texts: readonly EndText[],
  side: "from" | "to",
  { namespace }: Judging,
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
