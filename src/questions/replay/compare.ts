import { deciderKey } from "../../semantics/evaluate/decider.js";
import {
  directionsSeen,
  FlowVerdicts,
  halfSeen,
  whyUnanswered,
  type ReplayFlow,
  type FlowAnswer,
} from "./verdicts.js";
import type { Direction } from "../../cluster/model/policy.js";
import { formatAddress } from "../../base/net/address.js";
import { inOrder, LabelNumbers } from "./label-numbers.js";
import { isDrift, REPLAY_OUTCOMES, type LikelyCause, type NotJudged, type ReplayOutcome } from "./outcome.js";
import { isOfPlugin } from "../../semantics/plugins/profile-of.js";
import { addUnjudged, countIn, type Counted, type TallyCounts, type Unjudged } from "./counting.js";
import type { RecordPlace, TallyGroup } from "./tally-group.js";
import type { Tally } from "./tally.js";
import { kindAndName } from "../../cluster/model/object-ref.js";
import { policiesOfStep } from "../../semantics/evaluate/step.js";
import { STRICT } from "../../semantics/match/profile.js";
import { unusedRules, type UnusedRules } from "./unused-rules.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Work } from "../../base/limits/work.js";
import type { AskedStep, HalfAnswer } from "./judged.js";
import type { PortRange } from "../../base/net/port-set.js";
import type { Protocol } from "../../base/net/traffic.js";
import type { ReplayEnd } from "./ends.js";
import type { RecordedPoint, RecordedRule } from "../../source/flows/record.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** Records of one pair of workloads and port that came to the same, by the same rules. */
export interface ReplayRow {
  readonly outcome: ReplayOutcome;
  /** As `anp explain` takes them. */
  readonly from: string;
  readonly to: string;
  /** One flow of them: ends as `anp explain` takes them. */
  readonly example: { readonly from: string; readonly to: string };
  /** Undefined for ICMP and other protocols without ports. */
  readonly protocol: Protocol | undefined;
  readonly ports: PortRange | undefined;
  readonly fate: TallyGroup["fate"];
  readonly points: readonly RecordedPoint[];
  readonly verdict: Verdict;
  readonly steps: readonly AskedStep[];
  readonly reasons: readonly string[];
  /** The likeliest first; none where they agree. */
  readonly causes: readonly LikelyCause[];
  /** Set where the log names something else as deciding. */
  readonly named: RecordedRule | undefined;
  /** The number of the state that they are compared with. */
  readonly state: number;
  readonly count: number;
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly place: RecordPlace;
}

/** What recorded traffic and policies come to together. */
export interface ReplayResult {
  /** Drift first, then what is open, then what agrees; of each the most frequent first. */
  readonly rows: readonly ReplayRow[];
  /** Records by what they came to. */
  readonly outcomes: Readonly<Record<ReplayOutcome, number>>;
  readonly counts: TallyCounts;
  readonly unused: UnusedRules;
}

/**
 * Compares each kind of record with what the policies make of it.
 * @param work what judging may take; reading the records doesn't count
 */
export function compareTally(tally: Tally, work?: Work): ReplayResult {
  const judge = new Judge(tally, work);
  for (const group of tally.groups) judge.add(group);
  return judge.finish();
}

/** The verdicts of every state of a tally. */
export function verdictsOf({ timeline }: Tally, work?: Work): readonly FlowVerdicts[] {
  return timeline.states.map(({ cluster, profile }) => new FlowVerdicts(within(cluster, work), profile));
}

/** A cluster whose questions have another budget. */
export function within(cluster: Cluster, work: Work | undefined): Cluster {
  return work === undefined ? cluster : { ...cluster, work };
}

class Judge {
  readonly #tally: Tally;
  readonly #verdicts: readonly FlowVerdicts[];
  readonly #rows = new Map<string, GrowingRow>();
  readonly #outcomes = { dropped: 0, passed: 0, open: 0, agrees: 0 };
  readonly #used: Record<Direction, Set<string>> = { egress: new Set(), ingress: new Set() };
  readonly #seen = { egress: 0, ingress: 0 };
  readonly #allowed = { egress: 0, ingress: 0 };

  readonly #labels = new LabelNumbers();
  readonly #answers = new Map<HalfAnswer, number>();
  readonly #answerKeys = new Map<string, number>();
  readonly #strict = new Map<number, FlowVerdicts>();
  readonly #work: Work | undefined;
  readonly #unjudged = new Map<NotJudged, Unjudged>();

  constructor(tally: Tally, work: Work | undefined) {
    this.#tally = tally;
    this.#work = work;
    this.#verdicts = verdictsOf(tally, work);
  }

  add(group: TallyGroup): void {
    const answer = this.#verdicts[group.from.state]?.of(group);
    if (answer === undefined) {
      this.#leaveOut(whyUnanswered(group), group);
      return;
    }
    const half = halfSeen(answer, group.point);
    const outcome = outcomeOf(group, half, answer);
    for (const direction of directionsSeen(group.point)) {
      for (const key of answer.used[direction]) this.#used[direction].add(key);
      this.#seen[direction] += group.count;
      if (group.fate === "allowed") this.#allowed[direction] += group.count;
    }
    if (outcome === "one-of-two" || outcome === "unknown-drop") {
      this.#leaveOut(outcome, group);
      return;
    }
    this.#outcomes[outcome] += group.count;
    this.#row(group, outcome, half);
  }

  #leaveOut(reason: NotJudged, { count, place }: TallyGroup): void {
    addUnjudged(this.#unjudged, reason, count, place.file, place.line);
  }

  #row(group: TallyGroup, outcome: ReplayOutcome, half: HalfAnswer): void {
    const { from, to, protocol, ports, fate, point, count, first, last, place } = group;
    const ends = `${this.#labels.of(from)} ${this.#labels.of(to)}`;
    const key = `${from.state} ${outcome} ${protocol} ${ports?.[0]} ${fate} ${this.#answerOf(half)} ${ends}`;
    const known = this.#rows.get(key);
    if (known === undefined) {
      const counted = { count, first, last, place };
      this.#rows.set(key, { outcome, group, half, points: new Set([point]), ...counted });
      return;
    }
    known.points.add(point);
    if (!countIn(known, group)) return;
    known.group = group;
    known.half = half;
  }

  /** A number for a verdict and what decided it: many groups have the same answer. */
  #answerOf(half: HalfAnswer): number {
    const known = this.#answers.get(half);
    if (known !== undefined) return known;
    const steps = half.steps.map(({ decider, direction }) => deciderKey(decider, direction));
    const key = JSON.stringify([half.verdict, steps]);
    const number = this.#answerKeys.get(key) ?? this.#answerKeys.size;
    this.#answerKeys.set(key, number);
    this.#answers.set(half, number);
    return number;
  }

  #finished({ outcome, group, half, points, count, first, last, place }: GrowingRow): ReplayRow {
    const { from, to, protocol, ports, fate } = group;
    return {
      outcome,
      from: from.label,
      to: to.label,
      example: exampleOf(group),
      protocol,
      ports,
      fate,
      points: [...points].toSorted(),
      verdict: half.verdict,
      steps: half.steps,
      reasons: half.reasons,
      causes: isDrift(outcome) ? this.#causes(group, half) : [],
      named: otherDecider(group, half),
      state: from.state,
      count,
      first,
      last,
      place,
    };
  }

  #causes(group: TallyGroup, half: HalfAnswer): readonly LikelyCause[] {
    const { from, to, fate, point, last } = group;
    const causes: LikelyCause[] = [];
    const { states } = this.#tally.timeline;
    const wanted = fate === "allowed" ? "allowed" : "denied";
    const others = [...states.keys()]
      .filter((each) => each !== from.state)
      .toSorted((a, b) => Math.abs(a - from.state) - Math.abs(b - from.state));
    for (const each of others) {
      const asked = againIn(group, this.#tally.ends[each]!);
      const answer = asked === undefined ? undefined : this.#verdicts[each]!.of(asked);
      if (answer === undefined || halfSeen(answer, point).verdict !== wanted) continue;
      causes.push({ code: "changed-between", state: states[each]!.name });
      break;
    }
    for (const [end, found] of [
      ["source", from],
      ["destination", to],
    ] as const)
      if (found.stale !== undefined) causes.push({ code: "stale-snapshot", end, why: found.stale });
    const state = states[from.state]!;
    const { profile, taken } = state;
    if (!isOfPlugin(profile) && profile !== STRICT) {
      const strict = this.#strictOf(from.state).of(group);
      const open = strict === undefined ? undefined : halfSeen(strict, point);
      if (open !== undefined && open.verdict === "undefined")
        causes.push({ code: "open-point", points: open.reasons });
    }
    if (taken !== undefined && last !== undefined && Math.abs(last - taken) > FAR)
      causes.push({
        code: "far-in-time",
        hours: Math.round(Math.abs(last - taken) / HOUR),
        isBefore: last < taken,
      });
    const named = otherDecider(group, half);
    if (named !== undefined) causes.push({ code: "other-decider", named: recordedRuleName(named) });
    if (causes.length === 0) {
      const isOlder = taken !== undefined && last !== undefined && taken < last;
      causes.push({ code: "other-revision", policies: policiesIn(half.steps), isOlder });
    }
    return causes;
  }

  /** The verdicts of a state where what the sources leave open stays open. */
  #strictOf(state: number): FlowVerdicts {
    const known = this.#strict.get(state);
    if (known !== undefined) return known;
    const { cluster } = this.#tally.timeline.states[state]!;
    const made = new FlowVerdicts(within(cluster, this.#work), STRICT);
    this.#strict.set(state, made);
    return made;
  }

  /** Drift first, of each outcome the most frequent; then by what the rows are, so that the order is always the same. */
  #order(): (a: GrowingRow, b: GrowingRow) => number {
    const ranks = this.#labels.ranks();
    const outcome = (row: GrowingRow): number => REPLAY_OUTCOMES.indexOf(row.outcome);
    const label = (end: ReplayEnd): number => ranks[this.#labels.of(end)]!;
    return (a, b) =>
      outcome(a) - outcome(b) ||
      b.count - a.count ||
      label(a.group.from) - label(b.group.from) ||
      label(a.group.to) - label(b.group.to) ||
      inOrder(a.group.protocol ?? "other", b.group.protocol ?? "other") ||
      (a.group.ports?.[0] ?? 0) - (b.group.ports?.[0] ?? 0) ||
      inOrder(a.group.fate, b.group.fate) ||
      a.place.file - b.place.file ||
      a.place.line - b.place.line;
  }

  finish(): ReplayResult {
    const made = [...this.#rows.values()].toSorted(this.#order());
    const rows = made.map((each) => this.#finished(each));
    const last = this.#tally.timeline.states.at(-1);
    if (last === undefined) throw new Error("invariant: a timeline has a state");
    const unused = unusedRules(last.cluster, this.#used, { seen: this.#seen, allowed: this.#allowed });
    const { counts } = this.#tally;
    const unjudged = new Map(this.#unjudged);
    for (const [reason, { count, place }] of counts.unjudged)
      addUnjudged(unjudged, reason, count, place.file, place.line);
    return { rows, outcomes: this.#outcomes, counts: { ...counts, unjudged }, unused };
  }
}

/** A row while records are added; what else there is to say of it hangs on the first of them. */
interface GrowingRow extends Counted {
  readonly outcome: ReplayOutcome;
  /** The group of the first record, with what its half came to. */
  group: TallyGroup;
  half: HalfAnswer;
  readonly points: Set<RecordedPoint>;
}

const HOUR = 3_600_000;
const FAR = 24 * HOUR;

/** One flow of a group, as `anp explain` takes it. */
export function exampleOf({ from, to, sample }: TallyGroup): ReplayRow["example"] {
  return {
    from:
      sample.from === undefined || from.found.type !== "address" ? from.example : formatAddress(sample.from),
    to: sample.to === undefined || to.found.type !== "address" ? to.example : formatAddress(sample.to),
  };
}

/** The same flow between ends of another state; undefined where one of them isn't there. */
export function againIn(group: ReplayFlow, ends: Tally["ends"][number]): ReplayFlow | undefined {
  const from = ends.again(group.from.found, group.from.isByNode);
  const to = ends.again(group.to.found, group.to.isByNode);
  return from === undefined || to === undefined ? undefined : { ...group, from, to };
}

function outcomeOf(
  { fate, point }: TallyGroup,
  { verdict }: HalfAnswer,
  answer: FlowAnswer,
): ReplayOutcome | Extract<NotJudged, "one-of-two" | "unknown-drop"> {
  if (verdict === "undefined" || verdict === "unknown") return "open";
  if (fate === "allowed") {
    if (verdict === "allowed") return "agrees";
    if (point !== "unknown") return "passed";
    // It passed at one of the hooks, and nothing says at which.
    const isBoth = answer.egress.verdict === "denied" && answer.ingress.verdict === "denied";
    return isBoth ? "passed" : "one-of-two";
  }
  if (verdict === "denied") return "agrees";
  return fate === "dropped-somehow" ? "unknown-drop" : "dropped";
}

/** What the log names as deciding, where no policy of that name does here. */
function otherDecider({ named }: TallyGroup, { steps }: HalfAnswer): RecordedRule | undefined {
  if (named?.name === undefined) return undefined;
  const isSame = steps.some(({ decider }) => {
    return policiesOfStep(decider).some(
      ({ ref }) =>
        ref.name === named.name && (named.namespace === undefined || ref.namespace === named.namespace),
    );
  });
  return isSame ? undefined : named;
}

function policiesIn(steps: readonly AskedStep[]): readonly string[] {
  const policies = steps.flatMap(({ decider }) => policiesOfStep(decider));
  return [...new Set(policies.map(({ ref }) => kindAndName(ref)))];
}

/** `NetworkPolicy shop/web`, as far as a log says it. */
function recordedRuleName({ kind, namespace, name = "" }: RecordedRule): string {
  const full = namespace === undefined ? name : `${namespace}/${name}`;
  return kind === undefined ? full : `${kind} ${full}`;
}
