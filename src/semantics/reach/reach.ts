import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { ALL_TRAFFIC } from "../../base/net/traffic.js";
import { candidatesOf, revisedCandidates, type CandidatesByTier } from "../evaluate/candidates.js";
import { cellsOf, Shapes, type CutEnds, type Outcomes, type Shape } from "./cells.js";
import { classWalk, type ClassWalk } from "./class-walk.js";
import { classesOf, type EndClass } from "./classes.js";
import { ANY_DESTINATION, ANY_SOURCE, type FactEnd } from "../match/fact-end.js";
import { OtherClasses, weightOf } from "./many-others.js";
import { Distinctions } from "./distinctions.js";
import { endsOf } from "./ends.js";
import { oncePer } from "../../base/collections/once-per.js";
import { Selections } from "./selection.js";
import { profileOfCluster } from "../plugins/profile-of.js";
import { LabelIndex } from "./label-index.js";
import { partsOf, partsToLimit, type Part } from "../evaluate/evaluate.js";
import { unfinished, type AtLimit } from "../evaluate/limit.js";
import { PeerGroups } from "./peer-groups.js";
import { WalkForms } from "./walk-forms.js";
import { World } from "../match/world.js";
import { beginWalk, endWalk, walkDirection, type Begun } from "../evaluate/walk-direction.js";
import type { BitSet } from "../../base/collections/bit-set.js";
import { isOnHostNetwork, type Endpoint, type PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Direction, Policy } from "../../cluster/model/policy.js";
import type { Leaf } from "../evaluate/entry.js";
import type { Family } from "../../base/net/address.js";
import type { MatchContext, Party } from "../match/party.js";
import type { Profile } from "../match/profile.js";
import type { Region } from "../match/region.js";
import type { WalkSide } from "../evaluate/walk.js";

/** One direction of one class: the side of a walk, and all of its other ends. */
export interface DirectionQuestion {
  readonly side: WalkSide;
  readonly others: BitSet;
}

/** The ends between which flows are asked for; all of them where nothing is said. */
export interface Scope {
  readonly isSource?: (each: EndClass) => boolean;
  readonly isDestination?: (each: EndClass) => boolean;
}

interface ReachOptions {
  readonly shapes?: Shapes;
  readonly scope?: Scope;
  /** What a walk comes to that the cluster's work does not suffice for: by default that is thrown. */
  readonly atLimit?: AtLimit;
  /** Which policies select the classes, where that is known: it hangs on no scope. */
  readonly selections?: Selections;
  /** Another one over the same classes, most of whose walks are the same. */
  readonly like?: AlikeReach;
  /** Whether many walks are like others but for who decides: where most other ends are no pods. */
  readonly sharesForms?: boolean;
}

/** A reach over the same classes of the same objects, of which some policies are others. */
interface AlikeReach {
  readonly reach: Reach;
  readonly isTouched: IsTouched;
}

/** True where one of the policies that are others may select a class in a direction: what that comes to may be something else. */
export type IsTouched = (each: EndClass, direction: Direction) => boolean;

/** Each policy as it would be, or undefined where it would be gone. */
type Revise = (policy: Policy) => Policy | undefined;

/** All traffic between two classes, in parts that nothing tells apart; leaves are those of the cells. */
export interface ClassFlow {
  readonly egress: Outcomes;
  readonly ingress: Outcomes;
  /** Parts whose leaves are those of the cells' shapes: at the same places as the cells' own. */
  readonly parts: readonly Part[];
}

/**
 * All flows between some ends of a cluster, answered per pair of classes. The walk is that of `evaluate`, over all other
 * ends at once; each direction is walked when it is first asked for, once for all classes that are alike as its subject.
 */
export class Reach {
  readonly cluster: Cluster;
  readonly profile: Profile;
  readonly classes: readonly EndClass[];
  /** A world in which nothing is restricted, among those of all walks. */
  readonly world: World;
  readonly #scope: Scope;
  readonly #others = new Map<string, OtherClasses>();
  readonly #walks: Readonly<Record<Direction, Record<Family, (ClassWalk | undefined)[]>>> = {
    egress: { IPv4: [], IPv6: [] },
    ingress: { IPv4: [], IPv6: [] },
  };
  /** By what classes that are alike have in common. */
  readonly #alike = new Map<string, ClassWalk>();
  readonly #begun = new Map<string, Begun>();
  readonly #forms = new Map<string, WalkForms>();
  readonly #questions: Readonly<Record<Direction, Record<Family, (DirectionQuestion | undefined)[]>>> = {
    egress: { IPv4: [], IPv6: [] },
    ingress: { IPv4: [], IPv6: [] },
  };
  readonly selections: Selections;
  readonly #shapes: Shapes;
  readonly #atLimit: AtLimit;
  readonly #like: AlikeReach | undefined;
  readonly #sharesForms: boolean;
  /** By the shapes of both directions. */
  readonly #parts: Map<number, readonly Part[]>[] = [];

  /**
   * @param classes the ends, as `classesOf` groups them
   * @param shapes those of another cluster, where the two are compared: equal leaves are one shape in both
   * @param scope the ends between which flows are asked for, where not all of them are
   * @param atLimit "unknown" where walks that cannot be made are unknown; by default they throw
   */
  constructor(
    cluster: Cluster,
    profile: Profile,
    classes: readonly EndClass[],
    {
      shapes = new Shapes((steps) => cluster.work?.take(steps)),
      scope = {},
      atLimit = "throw",
      selections,
      like,
      sharesForms = false,
    }: ReachOptions = {},
  ) {
    this.cluster = cluster;
    this.profile = profile;
    this.classes = classes;
    this.#scope = scope;
    this.#shapes = shapes;
    this.selections =
      selections ??
      new Selections(
        (of) => sideParty(of, ANY_SOURCE),
        () => this.#context("IPv4", undefined),
        (times) => this.spend(times),
        classes.some(({ members }) => members.some(({ endpoint }) => isUnplaced(endpoint))),
      );
    this.#atLimit = atLimit;
    this.#like = like;
    this.#sharesForms = sharesForms;
    this.world = shapes.world;
  }

  /** The same classes and shapes, for flows between some of the ends alone. */
  within(scope: Scope): Reach {
    return new Reach(this.cluster, this.profile, this.classes, {
      shapes: this.#shapes,
      scope,
      atLimit: this.#atLimit,
      selections: this.selections,
      sharesForms: this.#sharesForms,
    });
  }

  /** The same classes, shapes and scope with some other policies: what those do not select is walked once for both. */
  revised(cluster: Cluster, isTouched: IsTouched): Reach {
    return new Reach(cluster, this.profile, this.classes, {
      shapes: this.#shapes,
      scope: this.#scope,
      atLimit: this.#atLimit,
      like: { reach: this, isTouched },
    });
  }

  /** One direction of a class over a family that it has. */
  walk(direction: Direction, index: number, family: Family): ClassWalk {
    const walks = this.#walks[direction][family];
    return (walks[index] ??= this.#walkOrKnown(direction, this.classes[index] as EndClass, family));
  }

  #walkOrKnown(direction: Direction, subject: EndClass, family: Family): ClassWalk {
    const like = this.#like;
    if (like === undefined || like.isTouched(subject, direction))
      return this.#walkOfAlike(direction, subject, family);
    return like.reach.walk(direction, subject.index, family);
  }

  /** All traffic from one class to another over a family that both have; never a pod's to itself. */
  flow(from: number, to: number, family: Family): ClassFlow {
    const egress = this.walk("egress", from, family).cellOf(to);
    const ingress = this.walk("ingress", to, family).cellOf(from);
    return { egress, ingress, parts: this.partsOf(egress.shape, ingress.shape) };
  }

  /** One direction of a class as it is asked about: for questions about rules that a walk does not ask. */
  question(direction: Direction, index: number, family: Family): DirectionQuestion {
    const questions = this.#questions[direction][family];
    const known = questions[index];
    if (known !== undefined) return known;
    const end = direction === "egress" ? ANY_SOURCE : ANY_DESTINATION;
    const subject = sideParty(this.classes[index] as EndClass, end);
    const question = this.#questionOf(direction, subject, family);
    questions[index] = question;
    return question;
  }

  #questionOf(direction: Direction, subject: Party, family: Family): DirectionQuestion {
    const others = this.#othersOf(direction, family);
    const context = { ...this.#context(family, undefined), subject };
    return {
      side: { direction, subject, context, others: others.seenFrom(subject, direction, context) },
      others: others.all,
    };
  }

  /** The leaves of a walk that asks other policies than those of the cluster. */
  leavesWith(direction: Direction, index: number, family: Family, revise: Revise): readonly Leaf[] {
    const { side, others } = this.question(direction, index, family);
    return walkDirection(side, this.#wholeOf(others), false, revisedFor(side, revise)).leaves;
  }

  /** The same of the Admin tier alone, which hangs on nothing below it. */
  adminLeavesWith(direction: Direction, index: number, family: Family, revise: Revise): readonly Leaf[] {
    const { side, others } = this.question(direction, index, family);
    return beginWalk(side, this.#wholeOf(others), false, revisedFor(side, revise)).leaves;
  }

  /** The leaves of one direction of a pod that the cluster does not hold, with all classes as its other ends. */
  leavesOf(direction: Direction, endpoint: PodEndpoint, family: Family): readonly Leaf[] {
    const end = direction === "egress" ? ANY_SOURCE : ANY_DESTINATION;
    const { side, others } = this.#questionOf(direction, { endpoint, end }, family);
    return walkDirection(side, this.#wholeOf(others), false).leaves;
  }

  /** What all traffic comes to between two ends whose directions have these shapes: one list for each pair of shapes. */
  partsOf(egress: Shape, ingress: Shape): readonly Part[] {
    const byIngress = (this.#parts[egress.id] ??= new Map<number, readonly Part[]>());
    const known = byIngress.get(ingress.id);
    if (known !== undefined) return known;
    const { work } = this.cluster;
    const make = this.#atLimit === "unknown" ? partsToLimit : partsOf;
    const parts = make(ALL_TRAFFIC, egress.leaves, ingress.leaves, work, this.#shapes.judgements);
    byIngress.set(ingress.id, parts);
    return parts;
  }

  /**
   * Counts something that is done so many times over all classes.
   * @throws {LimitReached} where that is more than is allowed
   */
  spend(times: number): void {
    this.cluster.work?.take(times * weightOf(this.classes.length));
  }

  #walkOfAlike(direction: Direction, subject: EndClass, family: Family): ClassWalk {
    const alike = this.#likenessOf(direction, subject);
    if (alike === undefined) return this.#walk(direction, subject, family);
    const key = `${direction} ${family} ${alike}`;
    const known = this.#alike.get(key);
    if (known !== undefined) return known;
    const walk = this.#walk(direction, subject, family);
    this.#alike.set(key, walk);
    return walk;
  }

  #likenessOf(direction: Direction, subject: EndClass): string | undefined {
    const find = (): string | undefined => this.selections.of(subject).alike[direction];
    return this.#atLimit === "throw" ? find() : orAtLimit(find, () => undefined);
  }

  #walk(direction: Direction, subject: EndClass, family: Family): ClassWalk {
    const make = (): ClassWalk => this.#walkFormed(direction, subject, family);
    if (this.#atLimit === "throw") return make();
    return orAtLimit(make, () => this.#unknown(direction, family));
  }

  /** A walk like one that was made, where nothing but who decides is another. */
  #walkFormed(direction: Direction, subject: EndClass, family: Family): ClassWalk {
    const make = (): ClassWalk => this.#walkWhole(direction, subject, family);
    if (!this.#sharesForms) return make();
    const { candidates, besides } = this.selections.of(subject);
    const alike = besides()?.[direction];
    if (alike === undefined) return make();
    const key = `${direction} ${family}`;
    let forms = this.#forms.get(key);
    if (forms === undefined) {
      forms = new WalkForms(direction, this.#othersOf(direction, family).groups);
      this.#forms.set(key, forms);
    }
    const party = sideParty(subject, direction === "egress" ? ANY_SOURCE : ANY_DESTINATION);
    return forms.walkOf({ party, candidates, besides: alike }, make);
  }

  #walkWhole(direction: Direction, subject: EndClass, family: Family): ClassWalk {
    const { side, others } = this.question(direction, subject.index, family);
    const whole = this.#wholeOf(others);
    const { candidates } = this.selections.of(subject);
    const begun = this.#begin(direction, subject, family, () => beginWalk(side, whole, false, candidates));
    const { leaves, entries } = endWalk(side, begun, candidates);
    const cut = (): CutEnds => this.#cells(others, leaves, (steps) => this.cluster.work?.take(steps));
    const cutToLimit = (): CutEnds => orAtLimit(cut, () => this.#unknownCells(direction, family));
    const of = { direction, family, leaves, entries };
    return classWalk(of, this.#shapes, this.#atLimit === "throw" ? cut : cutToLimit);
  }

  #wholeOf(others: BitSet): Region {
    return { traffic: ALL_TRAFFIC, world: this.world, others };
  }

  /** The same text for walks that come to the same up to the end of the Admin tier: of classes that it does not tell apart. */
  beginningKey(direction: Direction, subject: EndClass, family: Family): string {
    return `${direction} ${family} ${this.selections.of(subject).alikeToAdmin[direction]}`;
  }

  /** The Admin tier is walked once for all classes that it does not tell apart. */
  #begin(direction: Direction, subject: EndClass, family: Family, begin: () => Begun): Begun {
    const key = this.beginningKey(direction, subject, family);
    const known = this.#begun.get(key);
    if (known !== undefined) return known;
    const begun = begin();
    this.#begun.set(key, begun);
    return begun;
  }

  #unknown(direction: Direction, family: Family): ClassWalk {
    const cut = (): CutEnds => this.#unknownCells(direction, family);
    return classWalk({ direction, family, ...this.#unfinished(direction, family) }, this.#shapes, cut);
  }

  #unknownCells(direction: Direction, family: Family): CutEnds {
    const { leaves } = this.#unfinished(direction, family);
    return this.#cells(this.#othersOf(direction, family).all, leaves, () => undefined);
  }

  #cells(others: BitSet, leaves: readonly Leaf[], spend: (steps: number) => void): CutEnds {
    return cellsOf(others, leaves, this.classes.length, this.#shapes, spend);
  }

  #unfinished(direction: Direction, family: Family): ReturnType<typeof unfinished> {
    const others = this.#othersOf(direction, family).all;
    return unfinished({ traffic: ALL_TRAFFIC, world: World.ANY, others });
  }

  /** The classes as the other ends of a direction: their facts are those of a source or of a destination. */
  #othersOf(direction: Direction, family: Family): OtherClasses {
    // Which of them a peer selects hangs on no policy.
    if (this.#like !== undefined) return this.#like.reach.#othersOf(direction, family);
    const key = `${direction} ${family}`;
    const known = this.#others.get(key);
    if (known !== undefined) return known;
    const end = direction === "egress" ? ANY_DESTINATION : ANY_SOURCE;
    const isWanted = direction === "egress" ? this.#scope.isDestination : this.#scope.isSource;
    const classes = this.classes.filter(
      (each) => each.families.includes(family) && (isWanted?.(each) ?? true),
    );
    const size = this.classes.length;
    const party = oncePer((each: EndClass): Party => sideParty(each, end));
    // A name is what the source asked for: it says nothing about the source itself.
    const context = oncePer((each: EndClass): MatchContext =>
      this.#context(family, direction === "egress" ? each.toName : undefined),
    );
    const groups = new PeerGroups(classes, size, party, context, new LabelIndex(this.cluster, classes));
    const others = new OtherClasses(classes, size, groups, party, context);
    this.#others.set(key, others);
    return others;
  }

  #context(family: Family, toName: string | undefined): MatchContext {
    return { cluster: this.cluster, profile: this.profile, family, toName };
  }
}

/** True for pods on the network of a node that is not known: whether a pod is on the same one is open (S-NODE-L4). */
function isUnplaced(endpoint: Endpoint): boolean {
  return isOnHostNetwork(endpoint) && endpoint.type === "pod" && endpoint.node === undefined;
}

/** All flows of a cluster as its network plugin enforces policies, or as the texts lean to, put together once, for rules. */
export const reachOf = oncePer((cluster: Cluster): Reach => {
  const distinctions = new Distinctions(cluster);
  const classes = classesOf(cluster, endsOf(cluster, distinctions), distinctions);
  return new Reach(cluster, profileOfCluster(cluster), classes);
});

function revisedFor({ subject, context }: WalkSide, revise: Revise): CandidatesByTier {
  return revisedCandidates(candidatesOf(subject.endpoint, context), revise);
}

function sideParty({ representative }: EndClass, end: FactEnd): Party {
  return { endpoint: representative, end };
}
