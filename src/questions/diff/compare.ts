import { BitSet } from "../../base/collections/bit-set.js";
import { groupBy } from "../../base/collections/group-by.js";
import { hasNode, isJointPair, relationsBetween, type JointRow } from "./joint-rows.js";
import { isPairOfClasses } from "../../semantics/reach/connections.js";
import { ON_OTHER_NODES, type Relation } from "./node-pairs.js";
import { DIRECTIONS, type Direction } from "../../cluster/model/policy.js";
import { oncePer } from "../../base/collections/once-per.js";
import { SliceFinder, type FlowCells, type Slice } from "./slices.js";
import type { Outcomes } from "../../semantics/reach/cells.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { Reach, Scope } from "../../semantics/reach/reach.js";
import type { Differences } from "./differences.js";
import type { Family } from "../../base/net/address.js";
import type { JointClass } from "./joint-classes.js";

/** A slice of the flow between two rows, with what it is limited to. */
export interface PairSlice extends Slice {
  /** Set where the families that both ends have come to different things. */
  readonly family: Family | undefined;
  /** Set where it matters whether an end is on the node that the other one is, or is on (S-NODE-L4). */
  readonly node: Relation | undefined;
  /** The same text for what belongs together: the key, with what it is limited to. */
  readonly group: string;
}

/** One side of a comparison. */
type ComparedSide = "before" | "after";

/**
 * Compares the flows between rows of two clusters. A walk is made only for what may have changed: a class that rules see
 * otherwise than before, or that other policies select, and for the other end of a flow that this has changed.
 */
export class Comparison {
  readonly #reach: Readonly<Record<ComparedSide, Reach>>;
  /** Walks for untouched ends; limited to ends that changed. */
  readonly #narrow: Readonly<Record<ComparedSide, Reach>>;
  readonly #classes: readonly JointClass[];
  readonly #isSeenOtherwise: readonly boolean[];
  readonly #isTouched: readonly boolean[];
  readonly #slices: SliceFinder;
  readonly #scope: Scope;
  /** The numbers of all classes as ends on other nodes, in their order. */
  readonly #indexes: Readonly<Record<ComparedSide, Uint32Array>>;
  readonly #turned: Readonly<Record<Direction, Record<Family, Map<JointClass, BitSet>>>> = {
    egress: { IPv4: new Map(), IPv6: new Map() },
    ingress: { IPv4: new Map(), IPv6: new Map() },
  };

  /**
   * @param before the flows of one cluster, with shapes in common with the other
   * @param scope of both
   * @param untouched where no end is seen otherwise: the walks of all that is not touched, before and after
   */
  constructor(
    before: Reach,
    after: Reach,
    classes: readonly JointClass[],
    differences: Pick<Differences, "isSeenOtherwise" | "isSelectedOtherwise">,
    scope: Scope,
    untouched?: Reach,
  ) {
    this.#reach = { before, after };
    this.#scope = scope;
    this.#slices = new SliceFinder(before, after);
    this.#classes = classes;
    const indexesOf = (side: ComparedSide): Uint32Array =>
      Uint32Array.from(classes, (each) => indexOf(each, side, ON_OTHER_NODES));
    this.#indexes = { before: indexesOf("before"), after: indexesOf("after") };
    this.#isSeenOtherwise = classes.map((each) => differences.isSeenOtherwise(each));
    this.#isTouched = classes.map(
      (each, i) => this.#isSeenOtherwise[i] === true || differences.isSelectedOtherwise(each),
    );
    this.#narrow = {
      before: untouched ?? this.#narrowed("before", classes),
      after: untouched ?? this.#narrowed("after", classes),
    };
  }

  #narrowed(side: ComparedSide, classes: readonly JointClass[]): Reach {
    const touched = new Set<number | undefined>();
    for (const each of classes) {
      if (this.#isTouched[each.index] !== true) continue;
      touched.add(each[side].index).add(each[side].asOwnNode);
    }
    const { isSource = isAny, isDestination = isAny } = this.#scope;
    const isTouched = ({ index }: EndClass): boolean => touched.has(index);
    return this.#reach[side].within({
      isSource: (each) => isTouched(each) && isSource(each),
      isDestination: (each) => isTouched(each) && isDestination(each),
    });
  }

  /** The pairs of rows whose flows have changed, with what has. */
  *changedPairs(
    rows: readonly JointRow[],
  ): Generator<readonly [from: JointRow, to: JointRow, slices: readonly PairSlice[]]> {
    const rowsOf = groupBy(rows, ({ of }) => of);
    for (const [source, destination] of this.#candidates()) {
      const isByNode = hasNode(source) || hasNode(destination);
      const ofClasses = isByNode ? undefined : this.#slicesOfClasses(source, destination, [ON_OTHER_NODES]);
      if (ofClasses?.length === 0) continue;
      for (const from of rowsOf.get(source) ?? []) {
        for (const to of rowsOf.get(destination) ?? []) {
          if (!isJointPair(from, to)) continue;
          const slices = ofClasses ?? this.#slicesOfClasses(source, destination, relationsBetween(from, to));
          if (slices.length > 0) yield [from, to, slices];
        }
      }
    }
  }

  /** The pairs of classes whose flows may have changed; all others are as they were. */
  *#candidates(): Generator<readonly [from: JointClass, to: JointClass]> {
    for (const touched of this.#classes) {
      if (this.#isTouched[touched.index] !== true) continue;
      for (const other of this.#classes) {
        if (this.#isWanted(touched, other) && isPairOfClasses(touched, other)) yield [touched, other];
        if (this.#isTouched[other.index] === true || !this.#isWanted(other, touched)) continue;
        if (isPairOfClasses(other, touched)) yield [other, touched];
      }
    }
  }

  #isWanted(from: JointClass, to: JointClass): boolean {
    const { isSource = isAny, isDestination = isAny } = this.#scope;
    return isSource(from) && isDestination(to);
  }

  /** Everything that has changed between two rows. */
  slicesBetween(from: JointRow, to: JointRow): readonly PairSlice[] {
    return isJointPair(from, to) ? this.#slicesOfClasses(from.of, to.of, relationsBetween(from, to)) : [];
  }

  #slicesOfClasses(from: JointClass, to: JointClass, relations: readonly Relation[]): readonly PairSlice[] {
    const families = from.families.filter((family) => to.families.includes(family));
    return limited(
      families.flatMap((family) =>
        relations.map((node) => ({ family, node, slices: this.#slicesOf(from, to, family, node) })),
      ),
    );
  }

  /** True where one direction comes to something else; then it is to be seen whether the flow does. */
  #cellsDiffer(from: JointClass, to: JointClass, family: Family, relation: Relation): boolean {
    return DIRECTIONS.some(
      (direction) => this.#mayTurn(direction, from, to) && this.#turns(direction, from, to, family, relation),
    );
  }

  #turns(
    direction: Direction,
    from: JointClass,
    to: JointClass,
    family: Family,
    relation: Relation,
  ): boolean {
    const [subject, other] = direction === "egress" ? [from, to] : [to, from];
    if (relation === ON_OTHER_NODES && this.#isTouched[subject.index] === true)
      return this.#turnedBy(direction, subject, family)?.has(other.index) === true;
    return (
      this.#cell("before", direction, from, to, family, relation).shape !==
      this.#cell("after", direction, from, to, family, relation).shape
    );
  }

  /**
   * The other ends on other nodes for which a direction of a touched class comes to something else, all at once: asking pair
   * by pair takes half of what comparing a cluster with all of its policies rewritten takes. Undefined for none.
   */
  #turnedBy(direction: Direction, subject: JointClass, family: Family): BitSet | undefined {
    const known = this.#turned[direction][family].get(subject);
    if (known !== undefined) return known === NOBODY ? undefined : known;
    const shapes = (side: ComparedSide): Uint32Array => {
      const found = new Uint32Array(this.#classes.length);
      const walk = this.#reach[side].walk(direction, indexOf(subject, side, ON_OTHER_NODES), family);
      walk.shapesOf(this.#indexes[side], (place, shape) => (found[place] = shape));
      return found;
    };
    const [before, after] = [shapes("before"), shapes("after")];
    const turned: number[] = [];
    for (let i = 0; i < before.length; i++) if (before[i] !== after[i]) turned.push(i);
    const ends = turned.length === 0 ? NOBODY : BitSet.of(before.length, turned);
    this.#turned[direction][family].set(subject, ends);
    return ends === NOBODY ? undefined : ends;
  }

  /** True where the subject of a direction may be subject to other rules, or its other end seen otherwise by them. */
  #mayTurn(direction: Direction, from: JointClass, to: JointClass): boolean {
    const [subject, other] = direction === "egress" ? [from, to] : [to, from];
    return this.#isTouched[subject.index] === true || this.#isSeenOtherwise[other.index] === true;
  }

  #cell(
    side: ComparedSide,
    direction: Direction,
    from: JointClass,
    to: JointClass,
    family: Family,
    relation: Relation,
  ): Outcomes {
    const [source, destination] = [indexOf(from, side, relation), indexOf(to, side, relation)];
    const [subject, other] = direction === "egress" ? [source, destination] : [destination, source];
    const { index } = direction === "egress" ? from : to;
    const reach = this.#isTouched[index] === true ? this.#reach[side] : this.#narrow[side];
    return reach.walk(direction, subject, family).cellOf(other);
  }

  #slicesOf(from: JointClass, to: JointClass, family: Family, relation: Relation): readonly Slice[] {
    if (!this.#cellsDiffer(from, to, family, relation)) return NO_SLICES;
    const cell = (side: ComparedSide, direction: Direction): Outcomes =>
      this.#cell(side, direction, from, to, family, relation);
    const after: FlowCells = { egress: cell("after", "egress"), ingress: cell("after", "ingress") };
    // A direction that cannot turn is walked before only where its rules are to be named.
    const likely = (direction: Direction): Outcomes =>
      this.#mayTurn(direction, from, to) ? cell("before", direction) : after[direction];
    if (!this.#slices.differ({ egress: likely("egress"), ingress: likely("ingress") }, after))
      return NO_SLICES;
    return this.#slices.between(
      { egress: cell("before", "egress"), ingress: cell("before", "ingress") },
      after,
    );
  }
}

function isAny(): boolean {
  return true;
}

const NO_SLICES: readonly Slice[] = [];

const NOBODY = BitSet.NONE;

function indexOf(of: JointClass, side: ComparedSide, relation: Relation): number {
  const { index, asOwnNode } = of[side];
  return relation[side] === "own" ? (asOwnNode ?? index) : index;
}

interface FamilyAnswers {
  readonly family: Family;
  readonly node: Relation;
  readonly slices: readonly Slice[];
}

/** Names the family and the node only where they make a difference. */
function limited(answers: readonly FamilyAnswers[]): readonly PairSlice[] {
  const [first] = answers;
  if (first === undefined) return [];
  if (answers.every(({ slices }) => slices === first.slices)) return unlimited(first.slices);
  const keys = new Map(
    answers.map((each) => [
      each,
      each.slices
        .map(({ key }) => key)
        .toSorted()
        .join("\n"),
    ]),
  );
  const some = (isAlike: (a: FamilyAnswers, b: FamilyAnswers) => boolean): boolean =>
    answers.some((a) => answers.some((b) => isAlike(a, b) && keys.get(a) !== keys.get(b)));
  const byFamily = some((a, b) => nodeKey(a.node) === nodeKey(b.node));
  const byNode = some((a, b) => a.family === b.family);
  const kept = new Map<string, PairSlice[]>();
  for (const { family, node, slices } of answers) {
    const limits = { family: byFamily ? family : undefined, node: byNode ? node : undefined };
    const key = `${limits.family ?? ""} ${nodeKey(limits.node)}`;
    if (kept.has(key)) continue;
    kept.set(
      key,
      slices.map((slice) => ({ ...slice, ...limits, group: `${key} ${slice.key}` })),
    );
  }
  return [...kept.values()].flat();
}

const unlimited = oncePer((slices: readonly Slice[]): readonly PairSlice[] =>
  slices.map((slice) => ({ ...slice, family: undefined, node: undefined, group: slice.key })),
);

function nodeKey(node: Relation | undefined): string {
  return node === undefined ? "" : `${node.before} ${node.after}`;
}
