import { ALL_TRAFFIC, OTHER_TRAFFIC, subtractTraffic } from "../../base/net/traffic.js";
import { groupBy } from "../../base/collections/group-by.js";
import { oncePer } from "../../base/collections/once-per.js";
import { portNamesKey } from "./distinctions.js";
import { BitSet } from "../../base/collections/bit-set.js";
import { mergeRegions, regionsMeet, sharedRegions, splitWorlds, type Region } from "../match/region.js";
import { splitEachByRule } from "../match/rule.js";
import { splitBySubject } from "../match/subject.js";
import type { ClassWalk, Reach } from "./reach.js";
import { maySelect } from "../evaluate/refused.js";
import type { DirectedRule, Direction, Policy, Rule, Tier } from "../../cluster/model/policy.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";
import type { EndClass } from "./classes.js";
import type { Entry, Leaf, RuleEntry } from "../evaluate/entry.js";
import {
  hasSeveral,
  isItself,
  isSource,
  isSubject,
  seenOfSubject,
  type SeenOfSubject,
  type WalkSubject,
} from "./walk-subject.js";

/** A rule that takes something in a walk. */
export interface TakingRule {
  readonly entry: RuleEntry;
  readonly ends: BitSet;
}

/** Everything that has a port: other protocols are beyond the rules of a NetworkPolicy (S-ICMP-3). */
const PORT_TRAFFIC = subtractTraffic(ALL_TRAFFIC, OTHER_TRAFFIC);

/** What the rules of a cluster match by themselves, beside what is left of it in the walks. */
export class Coverage {
  readonly reach: Reach;
  readonly #sources: BitSet;
  /** Pods by names that rules give for them. */
  readonly #named: readonly EndClass[];
  #isFiled = false;
  readonly #subjects = new Map<Policy, WalkSubject[]>();
  readonly #distinct = new WeakMap<Policy, Map<string, readonly WalkSubject[]>>();
  readonly #itself = new Map<EndClass, BitSet | undefined>();
  readonly #everything = new Map<string, Region & { readonly others: BitSet }>();
  readonly #shared = new WeakMap<Rule, Map<string, readonly Region[]>>();
  readonly #alone = new WeakMap<Rule, Map<WalkSubject, readonly Region[]>>();
  readonly #taken = new WeakMap<RuleEntry, Map<WalkSubject, readonly Region[]>>();
  readonly #leavesByEntry = oncePer(({ leaves }: ClassWalk) => groupBy(leaves, ({ by }) => by));
  readonly #leavesByPolicy = oncePer(({ leaves }: ClassWalk) =>
    groupBy(leaves, ({ by }) => (by.type === "rule" ? by.policy : undefined)),
  );
  readonly #takingIn = oncePer(({ entries }: ClassWalk) => entries.flatMap(takingRule));
  readonly #entries = new WeakMap<ClassWalk, ReadonlyMap<Rule, RuleEntry>>();

  constructor(reach: Reach) {
    this.reach = reach;
    this.#named = reach.classes.filter(({ toName }) => toName !== undefined);
    const sources = reach.classes.filter(isSource);
    this.#sources = BitSet.of(
      reach.classes.length,
      sources.map(({ index }) => index),
    );
  }

  /** Files every subject under the policies that select it. */
  #file(): void {
    if (this.#isFiled) return;
    const subjects = this.reach.classes.filter(isSubject);
    for (const alike of groupBy(subjects, (of) => this.#likenessOf(of)).values()) this.#fileClasses(alike);
    this.#isFiled = true;
  }

  /** What is the same for classes of which one stands for all; a class of one pod has flows of its own with all others. */
  #likenessOf(of: EndClass): string | EndClass {
    if (!hasSeveral(of)) return of;
    return `${of.families.join()}\n${this.reach.selections.of(of).alike.ingress}`;
  }

  #fileClasses(alike: readonly EndClass[]): void {
    const of = alike[0] as EndClass;
    const selected = of.families.map((family): WalkSubject => ({ of, family, alike }));
    for (const policy of this.reach.selections.of(of).policies) {
      const known = this.#subjects.get(policy);
      if (known === undefined) this.#subjects.set(policy, [...selected]);
      else known.push(...selected);
    }
  }

  /** The pods that a policy selects, in some world: of those that are alike, one stands for all. */
  subjectsOf(policy: Policy): readonly WalkSubject[] {
    this.#file();
    return this.#subjects.get(policy) ?? [];
  }

  /**
   * Of the pods that a policy of the Admin tier selects, one of those of which the tier does the same with a rule, and of which
   * the rule matches the same. Of other tiers all.
   */
  distinctFor(directed: DirectedRule): readonly WalkSubject[] {
    const { policy, direction } = directed;
    if (policy.tier !== "Admin") return this.subjectsOf(policy);
    let bySeen = this.#distinct.get(policy);
    if (bySeen === undefined) this.#distinct.set(policy, (bySeen = new Map()));
    // Rules of a policy that see the same of a subject have the same ones.
    const seen = seenOfSubject(directed);
    const key = `${direction} ${seen.compares} ${seen.portNames.join()}`;
    const known = bySeen.get(key);
    if (known !== undefined) return known;
    const distinct = this.#distinctAmong(directed, seen);
    bySeen.set(key, distinct);
    return distinct;
  }

  #distinctAmong({ policy, direction }: DirectedRule, seenOf: SeenOfSubject): readonly WalkSubject[] {
    const seen = new Set<string>();
    return this.subjectsOf(policy).filter((subject) => {
      const alike = this.reach.selections.of(subject.of).alikeToAdmin[direction];
      if (this.#itselfOf(subject.of) !== undefined) return true;
      const key = `${this.#sightOf(policy, seenOf, subject)}\n${alike}`;
      return !seen.has(key) && seen.add(key) !== undefined;
    });
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
  entryOf({ direction, rule }: DirectedRule, subject: WalkSubject): RuleEntry | undefined {
    const walk = this.walk(direction, subject);
    let entries = this.#entries.get(walk);
    if (entries === undefined) {
      const ofRules = walk.entries.filter((entry): entry is RuleEntry => entry.type === "rule");
      entries = new Map(ofRules.map((entry) => [entry.rule, entry]));
      this.#entries.set(walk, entries);
    }
    return entries.get(rule);
  }

  /** What a rule matches for a subject if it is the only one, where its policy selects the subject. */
  aloneOf(directed: DirectedRule, subject: WalkSubject): readonly Region[] {
    const shared = this.#sharedAlone(directed, subject);
    const itself = this.#itselfOf(subject.of);
    if (itself === undefined) return shared;
    let bySubject = this.#alone.get(directed.rule);
    if (bySubject === undefined) this.#alone.set(directed.rule, (bySubject = new Map()));
    const known = bySubject.get(subject);
    if (known !== undefined) return known;
    const alone = shared.flatMap((region) => withoutEnds(region, itself));
    bySubject.set(subject, alone);
    return alone;
  }

  /** The same, with what a pod would send to itself: one answer for all subjects that a rule sees alike. */
  #sharedAlone(directed: DirectedRule, subject: WalkSubject): readonly Region[] {
    let bySight = this.#shared.get(directed.rule);
    if (bySight === undefined) this.#shared.set(directed.rule, (bySight = new Map()));
    const sight = this.#sightOf(directed.policy, seenOfSubject(directed), subject);
    const known = bySight.get(sight);
    if (known !== undefined) return known;
    const alone = mergeRegions(this.matchedBy(directed, subject, [this.#all(directed, subject)]));
    bySight.set(sight, alone);
    return alone;
  }

  /** The same text for subjects of which a rule matches the same: all that its policy selects surely, most often. */
  #sightOf(policy: Policy, { compares, portNames }: SeenOfSubject, subject: WalkSubject): string {
    const { of, family } = subject;
    const { representative } = of;
    if (!this.selectsSurely(policy, subject) || representative.type !== "pod") return `${family} ${of.index}`;
    const namespace = compares ? representative.namespace : "";
    if (portNames.length === 0) return `${family} ${namespace} `;
    const { ports } = representative;
    return `${family} ${namespace} ${ports === undefined ? "?" : portNamesKey(ports, portNames)}`;
  }

  /** All traffic of a direction of a subject that rules of a policy's tier can match. */
  everything(directed: Pick<DirectedRule, "policy" | "direction">, subject: WalkSubject): Region {
    const all = this.#all(directed, subject);
    const itself = this.#itselfOf(subject.of);
    return itself === undefined
      ? all
      : (withoutEnds(all, itself)[0] ?? { ...all, others: itself.subtract(itself) });
  }

  /** The same, with what a pod would send to itself. None has a name as its source (S-FQ-8). */
  #all(
    { policy, direction }: Pick<DirectedRule, "policy" | "direction">,
    { of, family }: WalkSubject,
  ): Region {
    const isIsolating = policy.tier === "NetworkPolicy";
    const key = `${direction} ${family} ${isIsolating}`;
    const known = this.#everything.get(key);
    if (known !== undefined) return known;
    const { others: ends } = this.reach.question(direction, of.index, family);
    const others = direction === "egress" ? ends : ends.intersect(this.#sources);
    const all = { traffic: isIsolating ? PORT_TRAFFIC : ALL_TRAFFIC, world: this.reach.world, others };
    this.#everything.set(key, all);
    return all;
  }

  /** The classes that are the same one pod, also by its names: it sends nothing to itself (S-LOOP-1). Undefined for several pods. */
  #itselfOf(of: EndClass): BitSet | undefined {
    if (this.#itself.has(of)) return this.#itself.get(of);
    const same = [of, ...this.#named].filter((each) => isItself(of, each)).map(({ index }) => index);
    const itself = same.length === 0 ? undefined : BitSet.of(this.reach.classes.length, same);
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
  decidedIn(
    { policy, direction }: Pick<DirectedRule, "policy" | "direction">,
    subject: WalkSubject,
  ): readonly Leaf[] {
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

  /** What a rule matches of some regions, whatever comes before it. */
  matchedBy(directed: DirectedRule, subject: WalkSubject, regions: readonly Region[]): readonly Region[] {
    return this.#split(directed, subject, regions).matched;
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
      if (!this.#mayMatch(directed, subject, missed)) continue;
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
    const bySight = new Map<string, readonly Region[]>();
    const seenOf = [directed, ...rules].map((each) => ({ policy: each.policy, seen: seenOfSubject(each) }));
    return (subject) => {
      const policies = this.policiesOf(subject);
      const sight = seenOf
        .map(({ policy, seen }) => (policies.has(policy) ? this.#sightOf(policy, seen, subject) : ""))
        .join("\n");
      let missed = bySight.get(sight);
      if (missed === undefined) {
        missed = this.missedBy(rules, subject, this.#sharedAlone(directed, subject));
        bySight.set(sight, missed);
      }
      const itself = this.#itselfOf(subject.of);
      return itself === undefined ? missed : missed.flatMap((region) => withoutEnds(region, itself));
    };
  }

  /** False where a rule matches nothing of some regions: told without cutting them. */
  #mayMatch(directed: DirectedRule, subject: WalkSubject, regions: readonly Region[]): boolean {
    this.reach.cluster.work?.take(1);
    if (!this.policiesOf(subject).has(directed.policy)) return false;
    return this.aloneOf(directed, subject).some((region) => meetsAny(region, regions));
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
    return {
      matched: failedClosed.length === 0 ? matched : [...matched, ...failedClosed],
      missed: [...selected.missed, ...missed.flat()],
    };
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
export function endsOfRegions(regions: readonly Region[]): BitSet | undefined {
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
