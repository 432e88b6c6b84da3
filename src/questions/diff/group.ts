import { exampleEnds } from "./example-ends.js";
import { sampleTraffic } from "../../semantics/reach/witness.js";
import { isJointPair, type JointRow } from "./joint-rows.js";
import type { ClusterAnswer, ChangeKind, OtherProtocols } from "./slices.js";
import type { Comparison, PairSlice } from "./compare.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { Family } from "../../base/net/address.js";
import type { FlowWitness } from "../../cluster/problems/witness.js";
import type { Traffic } from "../../base/net/traffic.js";
import type { Relation } from "./node-pairs.js";

/** Flows that have changed alike: from each of some rows to each of others, but for those that have no flow. */
export interface Change {
  readonly change: ChangeKind;
  readonly from: readonly JointRow[];
  readonly to: readonly JointRow[];
  readonly traffic: Traffic;
  readonly family: Family | undefined;
  readonly node: Relation | undefined;
  /** The answers of the first flow; in the directions that turned, those of every one. */
  readonly before: ClusterAnswer;
  readonly after: ClusterAnswer;
  readonly turned: readonly Direction[];
  /** What becomes of other protocols beside the traffic, where the same rules have turned them too. */
  readonly other: OtherProtocols | undefined;
  readonly witness: ExampleFlow;
  /** Tells it from other changes of the same flows. */
  readonly key: string;
}

/** One concrete flow, as `anp explain` takes it. */
export type ExampleFlow = Omit<FlowWitness, "verdict">;

/** The order in which changes are told: what opens first. */
const KINDS: readonly ChangeKind[] = ["opened", "closed", "undefined", "unknown"];

interface SliceGroup {
  readonly slice: PairSlice;
  /** The rows whose policies decide, each with the other ends of its flows. */
  readonly bySubject: Map<JointRow, JointRow[]>;
}

/** Collects changed flows, and joins those that the same rules have changed. */
export class Changes {
  readonly #groups = new Map<string, SliceGroup>();

  add(from: JointRow, to: JointRow, slice: PairSlice): void {
    let group = this.#groups.get(slice.group);
    if (group === undefined) this.#groups.set(slice.group, (group = { slice, bySubject: new Map() }));
    const [subject, other] = isOfSource(slice) ? [from, to] : [to, from];
    const others = group.bySubject.get(subject);
    if (others === undefined) group.bySubject.set(subject, [other]);
    else others.push(other);
  }

  /** Changes in their order: by kind, then by the rows whose policies decide, then by traffic. */
  joined(comparison: Comparison): Change[] {
    return [...this.#groups]
      .flatMap(([key, { slice, bySubject }]) =>
        joinAlike(bySubject).map(({ subjects, others }) => {
          const [from, to] = isOfSource(slice) ? [subjects, others] : [others, subjects];
          return { key, from, to, subjects };
        }),
      )
      .map((each) => ({ ...each, change: changeOf(each, comparison) }))
      .toSorted(
        (a, b) =>
          KINDS.indexOf(a.change.change) - KINDS.indexOf(b.change.change) ||
          compareRows(a.subjects, b.subjects) ||
          compareRows(a.from, b.from) ||
          compareRows(a.to, b.to) ||
          (a.key < b.key ? -1 : 1),
      )
      .map(({ change }) => change);
  }
}

/** True where only policies of the source have made the difference. */
function isOfSource({ turned }: PairSlice): boolean {
  return turned.every((direction) => direction === "egress");
}

interface Alike {
  readonly subjects: JointRow[];
  readonly others: readonly JointRow[];
}

/** Joins rows that have changed flows with the same others; a row that has none with itself may be among those. */
function joinAlike(bySubject: ReadonlyMap<JointRow, readonly JointRow[]>): Alike[] {
  const byOthers = new Map<string, Alike[]>();
  const alike: Alike[] = [];
  for (const [subject, found] of [...bySubject].toSorted(([a], [b]) => a.index - b.index)) {
    const withSelf = subject.isSeveral ? found : [...found, subject];
    const others = withSelf.toSorted((a, b) => a.index - b.index);
    const hash = hashOf(others);
    const known = byOthers.get(hash)?.find((each) => isSameList(each.others, others));
    if (known !== undefined) known.subjects.push(subject);
    else {
      const one = { subjects: [subject], others };
      alike.push(one);
      byOthers.set(hash, [...(byOthers.get(hash) ?? []), one]);
    }
  }
  return alike.map(({ subjects, others }) => {
    const [only, ...more] = subjects;
    const isAlone = more.length === 0 && only !== undefined && !only.isSeveral;
    return { subjects, others: isAlone ? others.filter((each) => each !== only) : others };
  });
}

/** A short text that lists of rows mostly differ in. */
function hashOf(rows: readonly JointRow[]): string {
  let hash = 0;
  for (const { index } of rows) hash = (Math.imul(hash, 31) + index) | 0;
  return `${rows.length} ${hash}`;
}

function isSameList(a: readonly JointRow[], b: readonly JointRow[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

/** The flows of a change. */
export function* pairsOf({
  from,
  to,
}: Pick<Change, "from" | "to">): Generator<readonly [JointRow, JointRow]> {
  for (const source of from)
    for (const destination of to) if (isJointPair(source, destination)) yield [source, destination];
}

/** How many flows a change has. */
export function flowCount({ from, to }: Change): number {
  const isItself = (row: JointRow): boolean => !row.isSeveral && to.includes(row);
  return from.length * to.length - from.filter(isItself).length;
}

function changeOf(
  {
    key,
    from,
    to,
  }: { readonly key: string; readonly from: readonly JointRow[]; readonly to: readonly JointRow[] },
  comparison: Comparison,
): Change {
  const [pair] = pairsOf({ from, to });
  if (pair === undefined) throw new Error("invariant: a change has a flow");
  const slice = comparison.slicesBetween(...pair).find(({ group }) => group === key);
  if (slice === undefined) throw new Error("invariant: a flow of a change has changed");
  const { change, traffic, family, node, before, after, turned, other } = slice;
  const witness: ExampleFlow = {
    ...exampleEnds(pair[0], pair[1], { family, node }),
    ...sampleTraffic(traffic, pair[1].of),
  };
  return { change, from, to, traffic, family, node, before, after, turned, other, witness, key };
}

function compareRows(a: readonly JointRow[], b: readonly JointRow[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = (a[i] as JointRow).index - (b[i] as JointRow).index;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
