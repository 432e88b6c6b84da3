import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { Changes, pairsOf, type Change } from "./group.js";
import { classesOf } from "../../semantics/reach/classes.js";
import { changedSelectingNothing, hasSubject } from "./selecting-nothing.js";
import { Comparison, type PairSlice } from "./compare.js";
import { Differences } from "./differences.js";
import { Distinctions } from "../../semantics/reach/distinctions.js";
import { endsOf } from "../../semantics/reach/ends.js";
import { familiesOfCluster } from "../../cluster/model/endpoint.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { jointRowsOf, type JointRow } from "./joint-rows.js";
import { jointClassesOf, type JointClass } from "./joint-classes.js";
import { matchEnds } from "./joint-ends.js";
import { Reach, type IsTouched, type Scope } from "../../semantics/reach/reach.js";
import { REFERENCE, type Profile } from "../../semantics/match/profile.js";
import { Shapes } from "../../semantics/reach/cells.js";
import { singleEndpointsOf, type SingleEndpoint } from "./endpoints.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { DIRECTIONS, type Policy } from "../../cluster/model/policy.js";

/** What differs between the flows of two clusters. */
export interface Diff {
  /** Flows that both clusters have and that come to another verdict, joined by what has changed them. */
  readonly changes: readonly Change[];
  readonly added: readonly SingleEndpoint[];
  readonly removed: readonly SingleEndpoint[];
  /** Families of which only one of the two shows an address: flows over them are not compared. */
  readonly onlyBefore: readonly Family[];
  readonly onlyAfter: readonly Family[];
  /** Policies that differ and select no pod of the state that they are in: what they do elsewhere is not compared. */
  readonly selectingNothing: readonly Policy[];
  /** False where neither cluster has a pod. */
  readonly hasPods: boolean;
  /** The flows of a change one by one, each with its own answers. */
  flowsOf(change: Change): Iterable<ChangedFlow>;
}

/** One flow of a change. */
export interface ChangedFlow {
  readonly from: JointRow;
  readonly to: JointRow;
  readonly slice: PairSlice;
}

/**
 * Compares all flows of two clusters. Both are cut into classes by what policies of either tell apart, so that a flow
 * before and the same flow after are a pair of classes each. Where a limit ends it, the changes that were found until then
 * stand, and the work of the clusters tells.
 */
export function diff(before: Cluster, after: Cluster, profile: Profile = REFERENCE): Diff {
  const { first, second, added, removed, rows, comparisonOf } = jointly(before, after, profile);
  const comparison = comparisonOf({});
  const [familiesBefore, familiesAfter] = [familiesOfCluster(before), familiesOfCluster(after)];
  return {
    changes: changesBetween(comparison, rows),
    added: singleEndpointsOf(second, added),
    removed: singleEndpointsOf(first, removed),
    onlyBefore: FAMILIES.filter((each) => familiesBefore.includes(each) && !familiesAfter.includes(each)),
    onlyAfter: FAMILIES.filter((each) => familiesAfter.includes(each) && !familiesBefore.includes(each)),
    selectingNothing: changedSelectingNothing(first, second),
    hasPods: hasSubject(first) || hasSubject(second),
    *flowsOf(change) {
      // What was compared stays known: no flow of a change is beyond a limit.
      for (const [from, to] of pairsOf(change))
        for (const slice of comparison.slicesBetween(from, to))
          if (slice.group === change.key) yield { from, to, slice };
    },
  };
}

/**
 * The flows of some scopes that change, one by one: where it is known which can, that takes a part of the work.
 * @param scopes none of which has a flow of another
 * @throws {LimitReached}
 */
export function* changedFlows(
  before: Cluster,
  after: Cluster,
  profile: Profile,
  scopes: readonly Scope[],
): Generator<ChangedFlow> {
  const { rows, comparisonOf } = jointly(before, after, profile);
  for (const scope of scopes)
    for (const [from, to, slices] of comparisonOf(scope).changedPairs(rows))
      for (const slice of slices) yield { from, to, slice };
}

/**
 * Compares a cluster with many, one after the other, that differ from it in some policies alone. Ends, classes and walks of the
 * first are kept for all of them; only a policy that tells something new apart takes a comparison of its own.
 */
export class PolicyChanges {
  readonly #before: Cluster;
  readonly #profile: Profile;
  #kept: KeptWalks | undefined;

  constructor(before: Cluster, profile: Profile) {
    this.#before = before;
    this.#profile = profile;
  }

  /**
   * The flows that change, as `changedFlows` tells them.
   * @param made the policies that the other cluster has instead of others
   * @throws {LimitReached}
   */
  *flows(after: Cluster, made: readonly Policy[], isTouched: IsTouched): Generator<ChangedFlow> {
    const { distinctions, first, classes, rows } = this.#keptFor(after);
    if (!made.every((policy) => distinctions.covers(policy))) {
      yield* changedFlows(this.#before, after, this.#profile, [{}]);
      return;
    }
    const isSelectedOtherwise = ({ after: of }: JointClass): boolean =>
      DIRECTIONS.some((direction) => isTouched(of, direction));
    const differences = { isSeenOtherwise: () => false, isSelectedOtherwise };
    const second = first.revised(after, isTouched);
    const comparison = new Comparison(first, second, classes, differences, {}, first);
    for (const [from, to, slices] of comparison.changedPairs(rows))
      for (const slice of slices) yield { from, to, slice };
  }

  #keptFor(after: Cluster): KeptWalks {
    const known = this.#kept;
    if (known !== undefined && known.uses++ < MOST_USES) return known;
    const before = this.#before;
    const distinctions = new Distinctions(before);
    const shapes = new Shapes((steps) => after.work?.take(steps));
    const ends = classesOf(before, endsOf(before, distinctions), distinctions);
    const first = new Reach(before, this.#profile, ends, { shapes });
    const classes = jointClassesOf(matchEnds(first, first).joint);
    const rows = jointRowsOf(classes, distinctions.addresses);
    return (this.#kept = { distinctions, first, classes, rows, uses: 1 });
  }
}

/** What is the same for all clusters that are compared with one. */
interface KeptWalks extends Pick<Jointly, "first" | "rows"> {
  readonly distinctions: Distinctions;
  readonly classes: readonly JointClass[];
  uses: number;
}

/** After so many comparisons all is made anew: what they came to stays known, and would fill the memory. */
const MOST_USES = 500;

/** What two clusters are compared by. */
interface Jointly extends Pick<ReturnType<typeof matchEnds>, "added" | "removed"> {
  readonly first: Reach;
  readonly second: Reach;
  readonly rows: readonly JointRow[];
  readonly comparisonOf: (scope: Scope) => Comparison;
}

function jointly(before: Cluster, after: Cluster, profile: Profile): Jointly {
  const distinctions = new Distinctions(before, after);
  const shapes = new Shapes((steps) => after.work?.take(steps));
  const [first, second] = [before, after].map(
    (cluster) =>
      new Reach(cluster, profile, classesOf(cluster, endsOf(cluster, distinctions), distinctions), {
        shapes,
      }),
  ) as [Reach, Reach];
  const { joint, added, removed } = matchEnds(first, second);
  const classes = jointClassesOf(joint);
  const differences = new Differences(before, after, profile);
  return {
    first,
    second,
    added,
    removed,
    rows: jointRowsOf(classes, distinctions.addresses),
    comparisonOf: (scope) =>
      new Comparison(first.within(scope), second.within(scope), classes, differences, scope),
  };
}

function changesBetween(comparison: Comparison, rows: readonly JointRow[]): Change[] {
  const changes = new Changes();
  orAtLimit(
    () => {
      for (const [from, to, slices] of comparison.changedPairs(rows))
        for (const slice of slices) changes.add(from, to, slice);
    },
    () => undefined,
  );
  return changes.joined(comparison);
}
