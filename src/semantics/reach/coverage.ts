import { ALL_TRAFFIC, OTHER_TRAFFIC, subtractTraffic } from "../../base/net/traffic.js";
import { groupBy } from "../../base/collections/group-by.js";
import { oncePer } from "../../base/collections/once-per.js";
import { BitSet } from "../../base/collections/bit-set.js";
import {
  isRegion,
  mergeRegions,
  regionsMeet,
  sharedRegions,
  splitWorlds,
  type Region,
} from "../match/region.js";
import { splitEachByRule } from "../match/rule.js";
import { splitBySubject } from "../match/subject.js";
import type { ClassWalk } from "./class-walk.js";
import type { Reach } from "./reach.js";
import { RulesBeside } from "./rules-beside.js";
import { Sights } from "./sights.js";
import { maySelect } from "../evaluate/refused.js";
import type { DirectedRule, Direction, Policy, Rule, Tier } from "../../cluster/model/policy.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";
import type { EndClass } from "./classes.js";
import type { Entry, Leaf, RuleEntry } from "../evaluate/entry.js";
import { isItself, isSource, isSubject, seenOfSubject, type WalkSubject } from "./walk-subject.js";

/** A rule that takes something in a walk. */
export interface TakingRule {
  readonly entry: RuleEntry;
  readonly ends: BitSet;
}

/** A direction of a policy. */
export type DirectedPolicy = Pick<DirectedRule, "policy" | "direction">;

/** Everything that has a port: other protocols are beyond the rules of a NetworkPolicy (S-ICMP-3). */
const PORT_TRAFFIC = subtractTraffic(ALL_TRAFFIC, OTHER_TRAFFIC);

/** What the rules of a cluster match by themselves, beside what is left of it in the walks. */
export class Coverage {
  readonly reach: Reach;
  readonly #sights = new Sights((policy, subject) => this.selectsSurely(policy, subject));
  readonly #sources: BitSet;
  /** Pods by names that rules give for them. */
  readonly #named: readonly EndClass[];
  readonly #subjects = new Map<Direction, ReadonlyMap<Policy, readonly WalkSubject[]>>();
  readonly #distinct = new WeakMap<Policy, Map<string, readonly WalkSubject[]>>();
  readonly #itself = new Map<EndClass, BitSet | undefined>();
  readonly #everything = new Map<string, Region & { readonly others: BitSet }>();
  readonly #besideItself = new Map<string, Region>();
  readonly #shared = new WeakMap<Rule, Map<number, readonly Region[]>>();
  readonly #taken = new WeakMap<RuleEntry, Map<WalkSubject, readonly Region[]>>();
  readonly #leavesByEntry = oncePer(({ leaves }: ClassWalk) => groupBy(leaves, ({ by }) => by));
  readonly #leavesByPolicy = oncePer(({ leaves }: ClassWalk) =>
    groupBy(leaves, ({ by }) => (by.type === "rule" ? by.policy : undefined)),
  );
  readonly #takingIn = oncePer(({ entries }: ClassWalk) => entries.flatMap(takingRule));
  /** By the walk, but of the Admin tier by what all walks have in common that it does not tell apart. */
  readonly #entries = new Map<ClassWalk | string, ReadonlyMap<Rule, RuleEntry>>();

  constructor(reach: Reach) {
    this.reach = reach;
    this.#named = reach.classes.filter(({ toName }) => toName !== undefined);
    this.#sources = this.#indexesOf(reach.classes.filter(isSource));
  }

  /** The subjects of a direction under the policies that select them: of those that are alike, one stands for all. */
  #file(direction: Direction): ReadonlyMap<Policy, readonly WalkSubject[]> {
    const filed = new Map<Policy, WalkSubject[]>();
    const subjects = this.reach.classes.filter(isSubject);
    const likenessOf = (of: EndClass): string =>
      `${of.families.join()}\n${this.reach.selections.of(of).alike[direction]}`;
    for (const alike of groupBy(subjects, likenessOf).values()) {
      const [of] = alike;
      const indexes = this.#indexesOf(alike);
      const selected = of.families.map((family): WalkSubject => ({ of, family, alike, indexes }));
      for (const policy of this.reach.selections.of(of).policies) {
        const known = filed.get(policy);
        if (known === undefined) filed.set(policy, [...selected]);
        else known.push(...selected);
      }
    }
    return filed;
  }

  /** The pods that a policy selects, in some world: of those that a direction does not tell apart, one stands for all. */
  subjectsOf({ policy, direction }: DirectedPolicy): readonly WalkSubject[] {
    let filed = this.#subjects.get(direction);
    if (filed === undefined) this.#subjects.set(direction, (filed = this.#file(direction)));
    return filed.get(policy) ?? [];
  }

  /**
   * Of the pods that a policy of the Admin tier selects, one of those of which the tier does the same with a rule, and of which
   * the rule matches the same. Of other tiers all.
   */
  distinctFor(directed: DirectedRule): readonly WalkSubject[] {
    const { policy, direction } = directed;
    if (policy.tier !== "Admin") return this.subjectsOf(directed);
    let bySeen = this.#distinct.get(policy);
    if (bySeen === undefined) this.#distinct.set(policy, (bySeen = new Map()));
    // Rules of a policy that see the same of a subject have the same ones.
    const seen = seenOfSubject(directed);
    const key = `${direction} ${seen.compares} ${seen.portNames.join()}`;
    const known = bySeen.get(key);
    if (known !== undefined) return known;
    const distinct = this.#distinctAmong(directed);
    bySeen.set(key, distinct);
    return distinct;
  }

  #distinctAmong(directed: DirectedRule): readonly WalkSubject[] {
    const { direction } = directed;
    const distinct = groupBy(this.subjectsOf(directed), (subject) => {
      const alike = this.reach.beginningKey(direction, subject.of, subject.family);
      return `${this.#sights.numberOf(directed, subject)}\n${alike}`;
    });
    return [...distinct.values()].map((subjects) => {
      const [first] = subjects;
      if (subjects.length === 1) return first;
      const alike = subjects.flatMap((each) => each.alike);
      return { ...first, alike, indexes: this.#indexesOf(alike) };
    });
  }

  #indexesOf(classes: readonly EndClass[]): BitSet {
    return BitSet.of(
      this.reach.classes.length,
      classes.map(({ index }) => index),
    );
  }

  /** The policies that select a subject, in some world. */
  policiesOf({ of }: WalkSubject): ReadonlySet<Policy> {
    return this.reach.selections.of(of).policies;
  }

  /** True where a policy selects a subject whatever is unsettled. */
  selectsSurely(policy: Policy, { of }: WalkSubject): boolean {
    return this.reach.selections.of(of).sure.has(policy);
  }

  /** True where a policy that is missing may select a subject in a direction. */
  mayBeSelectedBy(
    missing: RefusedPolicy,
    tier: Tier,
    direction: Direction,
    { of, family }: WalkSubject,
  ): boolean {
    const { side } = this.reach.question(direction, of.index, family);
    return maySelect(missing, side.subject, direction, tier, side.context);
  }

  /** One direction of a subject, walked through all policies. */
  walk(direction: Direction, { of, family }: Pick<WalkSubject, "of" | "family">): ClassWalk {
    return this.reach.walk(direction, of.index, family);
  }

  /** What was asked about a rule in the walk of a subject; undefined where all of its traffic was decided before. */
  entryOf({ policy, direction, rule }: DirectedRule, subject: WalkSubject): RuleEntry | undefined {
    const walk = this.walk(direction, subject);
    const isOfAdmin = policy.tier === "Admin";
    const key = isOfAdmin ? this.reach.beginningKey(direction, subject.of, subject.family) : walk;
    let entries = this.#entries.get(key);
    if (entries === undefined) {
      const isMeant = (entry: Entry): entry is RuleEntry =>
        entry.type === "rule" && (entry.tier === "Admin") === isOfAdmin;
      entries = new Map(walk.entries.filter(isMeant).map((entry) => [entry.rule, entry]));
      this.#entries.set(key, entries);
    }
    return entries.get(rule);
  }

  /** What a rule matches for a subject if it is the only one, where its policy selects the subject. */
  aloneOf(directed: DirectedRule, subject: WalkSubject): readonly Region[] {
    // Kept for none of the pairs of rules and pods, which are many: most often nothing is cut off.
    return this.#besideItselfIn(this.aloneWithItself(directed, subject), subject);
  }

  /** The same, with what a pod would send to itself: one answer for all subjects that a rule sees alike. */
  aloneWithItself(directed: DirectedRule, subject: WalkSubject): readonly Region[] {
    let bySight = this.#shared.get(directed.rule);
    if (bySight === undefined) this.#shared.set(directed.rule, (bySight = new Map()));
    const sight = this.#sights.numberOf(directed, subject);
    const known = bySight.get(sight);
    if (known !== undefined) return known;
    const alone = mergeRegions(this.#split(directed, subject, [this.#all(directed, subject)]).matched);
    bySight.set(sight, alone);
    return alone;
  }

  /** All traffic of a direction of a subject that rules of a policy's tier can match. */
  everything(directed: DirectedPolicy, subject: WalkSubject): Region {
    const all = this.#all(directed, subject);
    const itself = this.#itselfOf(subject);
    if (itself === undefined) return all;
    const key = `${this.#tierKey(directed, subject)} ${subject.of.index}`;
    let others = this.#besideItself.get(key);
    if (others === undefined)
      this.#besideItself.set(key, (others = { ...all, others: all.others.subtract(itself) }));
    return others;
  }

  /** The same, with what a pod would send to itself. None has a name as its source (S-FQ-8). */
  #all(directed: DirectedPolicy, subject: WalkSubject): Region & { readonly others: BitSet } {
    const { direction, policy } = directed;
    const key = this.#tierKey(directed, subject);
    const known = this.#everything.get(key);
    if (known !== undefined) return known;
    const { others: ends } = this.reach.question(direction, subject.of.index, subject.family);
    const others = direction === "egress" ? ends : ends.intersect(this.#sources);
    const isIsolating = policy.tier === "NetworkPolicy";
    const all = { traffic: isIsolating ? PORT_TRAFFIC : ALL_TRAFFIC, world: this.reach.world, others };
    this.#everything.set(key, all);
    return all;
  }

  /** The same text where rules can match the same traffic at all. */
  #tierKey({ policy, direction }: DirectedPolicy, { family }: WalkSubject): string {
    return `${direction} ${family} ${policy.tier === "NetworkPolicy"}`;
  }

  /** Some regions without what a pod would send to itself. */
  #besideItselfIn(regions: readonly Region[], subject: WalkSubject): readonly Region[] {
    const itself = this.#itselfOf(subject);
    if (itself === undefined || !regions.some(({ others }) => others?.meets(itself) === true)) return regions;
    return regions.flatMap((region) => withoutEnds(region, itself));
  }

  /** The classes that are the same one pod, also by its names: it sends nothing to itself (S-LOOP-1). Undefined for several pods. */
  #itselfOf({ of, alike }: WalkSubject): BitSet | undefined {
    if (alike.length > 1) return undefined;
    if (this.#itself.has(of)) return this.#itself.get(of);
    const same = [of, ...this.#named].filter((each) => isItself(of, each));
    const itself = same.length === 0 ? undefined : this.#indexesOf(same);
    this.#itself.set(of, itself);
    return itself;
  }

  /** What a rule takes of a subject's traffic when it is asked. */
  takenOf(directed: DirectedRule, subject: WalkSubject): readonly Region[] {
    const entry = this.entryOf(directed, subject);
    if (entry === undefined) return [];
    let bySubject = this.#taken.get(entry);
    if (bySubject === undefined) this.#taken.set(entry, (bySubject = new Map()));
    const known = bySubject.get(subject);
    if (known !== undefined) return known;
    const { matched, failedClosed } = entry;
    this.reach.spend(matched.length + failedClosed.length);
    const taken = sharedRegions([...matched, ...failedClosed], [this.everything(directed, subject)]);
    bySubject.set(subject, taken);
    return taken;
  }

  /** True where a rule takes something of a subject's traffic when it is asked. */
  takesSome(directed: DirectedRule, subject: WalkSubject): boolean {
    const entry = this.entryOf(directed, subject);
    if (entry === undefined) return false;
    const everything = this.everything(directed, subject);
    return [entry.matched, entry.failedClosed].some((regions) => meetsAny(everything, regions));
  }

  /** The leaves of a direction of a subject that an entry has decided. */
  decidedBy(entry: RuleEntry, direction: Direction, subject: WalkSubject): readonly Leaf[] {
    return this.#leavesByEntry(this.walk(direction, subject)).get(entry) ?? [];
  }

  /** The leaves of a direction of a subject that rules of a policy have decided. */
  decidedIn({ policy, direction }: DirectedPolicy, subject: WalkSubject): readonly Leaf[] {
    return this.#leavesByPolicy(this.walk(direction, subject)).get(policy) ?? [];
  }

  /** What is allowed in a direction of a subject. */
  allowedIn(direction: Direction, subject: Pick<WalkSubject, "of" | "family">): readonly Region[] {
    return this.walk(direction, subject).allowed;
  }

  /** The rules that take something in a walk, each with the ends of all that it takes. */
  takingIn(direction: Direction, subject: WalkSubject): readonly TakingRule[] {
    return this.#takingIn(this.walk(direction, subject));
  }

  /**
   * True where a rule matches something of some regions, whatever comes before it: told without cutting them.
   * @param regions without what a pod would send to itself, where that matters
   */
  matchesSome(directed: DirectedRule, subject: WalkSubject, regions: readonly Region[]): boolean {
    this.reach.cluster.work?.take(1);
    if (!this.policiesOf(subject).has(directed.policy)) return false;
    return this.aloneWithItself(directed, subject).some((region) => meetsAny(region, regions));
  }

  /** What none of some rules matches of some regions, of what rules of their tier can match at all. */
  missedBy(
    rules: Iterable<DirectedRule>,
    subject: WalkSubject,
    regions: readonly Region[],
  ): readonly Region[] {
    let missed = regions;
    for (const directed of rules) {
      if (missed.length === 0) break;
      if (!this.matchesSome(directed, subject, missed)) continue;
      missed = this.#split(directed, subject, missed).missed;
    }
    return missed;
  }

  /**
   * What none of some rules matches of what a rule matches by itself, for one subject after another: one answer for those that
   * all of the rules see alike.
   */
  missedOf(
    directed: DirectedRule,
    rules: readonly DirectedRule[],
  ): (subject: WalkSubject) => readonly Region[] {
    const bySight = new Map<number, readonly Region[]>();
    const beside = new RulesBeside(directed, rules, this.#sights);
    return (subject) => {
      const asked = beside.askedOf(this.policiesOf(subject));
      const sight = beside.sightOf(subject, asked);
      let missed = sight === undefined ? undefined : bySight.get(sight);
      if (missed === undefined) {
        const asking = asked.flatMap((each) => each.rules);
        missed = this.missedBy(asking, subject, this.aloneWithItself(directed, subject));
        if (sight !== undefined) bySight.set(sight, missed);
      }
      return this.#besideItselfIn(missed, subject);
    };
  }

  #split(
    { policy, direction, rule }: DirectedRule,
    subject: WalkSubject,
    regions: readonly Region[],
  ): { readonly matched: readonly Region[]; readonly missed: readonly Region[] } {
    if (!this.policiesOf(subject).has(policy)) return { matched: [], missed: regions };
    const { of, family } = subject;
    const { side } = this.reach.question(direction, of.index, family);
    this.reach.spend(regions.length);
    const selected = this.selectsSurely(policy, subject)
      ? { matched: regions, missed: [] }
      : splitWorlds(regions, (world) => splitBySubject(world, policy, side.subject, side.context));
    const { matched, failedClosed, missed } = splitEachByRule(selected.matched, rule, side, policy.tier);
    const left: Region[] = [...selected.missed];
    for (const each of missed) {
      if (isRegion(each)) left.push(each);
      else for (const one of each) left.push(one);
    }
    return { matched: failedClosed.length === 0 ? matched : [...matched, ...failedClosed], missed: left };
  }

  /** True where other policies would make another outcome possible for some traffic of a subject, or rule one out. */
  changesWith(
    direction: Direction,
    subject: WalkSubject,
    revise: (policy: Policy) => Policy | undefined,
  ): boolean {
    const { of, family } = subject;
    const before = this.walk(direction, subject).leaves;
    const after = this.reach.leavesWith(direction, of.index, family, revise);
    this.reach.spend(before.length * after.length);
    return before.some((leaf) =>
      after.some((other) => leaf.outcome !== other.outcome && regionsMeet(leaf.region, other.region)),
    );
  }
}

function takingRule(entry: Entry): TakingRule[] {
  if (entry.type !== "rule") return [];
  const ends = endsOfRegions([...entry.matched, ...entry.failedClosed]);
  return ends === undefined ? [] : [{ entry, ends }];
}

/** The ends of all of some regions; undefined where there are none. */
export function endsOfRegions(regions: Iterable<Region>): BitSet | undefined {
  let ends: BitSet | undefined;
  for (const { others } of regions) ends = others === undefined ? ends : (ends?.union(others) ?? others);
  return ends;
}

/** A region without some ends; none where nothing is left. */
function withoutEnds(region: Region, ends: BitSet): Region[] {
  const others = region.others?.subtract(ends);
  return others === undefined || others.isEmpty ? [] : [{ ...region, others }];
}

/** True where a region shares something with one of some others. */
export function meetsAny(region: Region, others: readonly Region[]): boolean {
  return others.some((each) => regionsMeet(region, each));
}
