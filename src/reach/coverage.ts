import { ALL_TRAFFIC, OTHER_TRAFFIC, subtractTraffic } from "../net/traffic.js";
import { areSeveral } from "./rows.js";
import { groupBy } from "../collections/group-by.js";
import { BitSet } from "../collections/bit-set.js";
import { regionsMeet, sharedRegions, splitWorlds, type Region } from "../match/region.js";
import { splitByRule } from "../match/rule.js";
import { splitBySubject } from "../match/subject.js";
import type { ClassWalk, Reach } from "./reach.js";
import type { DirectedRule, Direction, Policy, Rule } from "../model/policy.js";
import type { EndClass } from "./classes.js";
import type { Entry, Leaf } from "../evaluate/entry.js";
import type { Family } from "../net/address.js";

/** Pods on the pod network that nothing tells apart, over one family: what a direction is walked for. */
export interface Subject {
  readonly of: EndClass;
  readonly family: Family;
  /** The classes that no walk tells apart as its subject, the one above among them. */
  readonly alike: readonly EndClass[];
}

export type RuleEntry = Extract<Entry, { type: "rule" }>;

/** Everything that has a port: other protocols are beyond the rules of a NetworkPolicy (S-ICMP-3). */
const PORT_TRAFFIC = subtractTraffic(ALL_TRAFFIC, OTHER_TRAFFIC);

/** What the rules of a cluster match by themselves, beside what is left of it in the walks. */
export class Coverage {
  readonly reach: Reach;
  readonly #sources: BitSet;
  /** Pods by names that rules give for them. */
  readonly #named: readonly EndClass[];
  #isFiled = false;
  readonly #subjects = new Map<Policy, Subject[]>();
  readonly #itself = new Map<EndClass, BitSet>();
  readonly #alone = new WeakMap<Rule, Map<Subject, readonly Region[]>>();
  readonly #taken = new WeakMap<RuleEntry, Map<Subject, readonly Region[]>>();
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
    const { alike } = this.reach.selections.of(of);
    if (alike.egress === undefined || alike.ingress === undefined || !hasSeveral(of)) return of;
    return `${of.families.join()}\n${alike.ingress}`;
  }

  #fileClasses(alike: readonly EndClass[]): void {
    const of = alike[0] as EndClass;
    const selected = of.families.map((family): Subject => ({ of, family, alike }));
    for (const policy of this.reach.selections.of(of).policies) {
      const known = this.#subjects.get(policy);
      if (known === undefined) this.#subjects.set(policy, [...selected]);
      else known.push(...selected);
    }
  }

  /** The pods that a policy selects, in some world: of those that are alike, one stands for all. */
  subjectsOf(policy: Policy): readonly Subject[] {
    this.#file();
    return this.#subjects.get(policy) ?? [];
  }

  /** The policies that select a subject, in some world. */
  policiesOf({ of }: Subject): ReadonlySet<Policy> {
    return this.reach.selections.of(of).policies;
  }

  /** True where a policy selects a subject whatever is unsettled. */
  selectsSurely(policy: Policy, { of }: Subject): boolean {
    return this.reach.selections.of(of).sure.has(policy);
  }

  /** One direction of a subject, walked through all policies. */
  walk(direction: Direction, { of, family }: Pick<Subject, "of" | "family">): ClassWalk {
    return this.reach.walk(direction, of.index, family);
  }

  /** What was asked about a rule in the walk of a subject; undefined where all of its traffic was decided before. */
  entryOf({ direction, rule }: DirectedRule, subject: Subject): RuleEntry | undefined {
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
  aloneOf(directed: DirectedRule, subject: Subject): readonly Region[] {
    let bySubject = this.#alone.get(directed.rule);
    if (bySubject === undefined) this.#alone.set(directed.rule, (bySubject = new Map()));
    const known = bySubject.get(subject);
    if (known !== undefined) return known;
    const alone = this.matchedBy(directed, subject, [this.everything(directed, subject)]);
    bySubject.set(subject, alone);
    return alone;
  }

  /** All traffic of a direction of a subject that rules of a policy's tier can match. */
  everything(
    { policy, direction }: Pick<DirectedRule, "policy" | "direction">,
    { of, family }: Subject,
  ): Region {
    const traffic = policy.tier === "NetworkPolicy" ? PORT_TRAFFIC : ALL_TRAFFIC;
    return { traffic, world: this.reach.world, others: this.#othersOf(direction, of, family) };
  }

  /** The other ends of flows: none has a name as its source (S-FQ-8), and one pod sends nothing to itself (S-LOOP-1). */
  #othersOf(direction: Direction, of: EndClass, family: Family): BitSet {
    const { others } = this.reach.question(direction, of.index, family);
    const possible = direction === "egress" ? others : others.intersect(this.#sources);
    return possible.subtract(this.#itselfOf(of));
  }

  /** The classes that are the same one pod, also by its names. */
  #itselfOf(of: EndClass): BitSet {
    const { classes } = this.reach;
    const known = this.#itself.get(of);
    if (known !== undefined) return known;
    const same = [of, ...this.#named].filter((each) => isItself(of, each)).map(({ index }) => index);
    const itself = BitSet.of(classes.length, same);
    this.#itself.set(of, itself);
    return itself;
  }

  /** What a rule takes of a subject's traffic when it is asked. */
  takenOf(directed: DirectedRule, subject: Subject): readonly Region[] {
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

  /** What a rule matches of some regions, whatever comes before it. */
  matchedBy(directed: DirectedRule, subject: Subject, regions: readonly Region[]): readonly Region[] {
    return this.#split(directed, subject, regions).matched;
  }

  /** What none of some rules matches of some regions. */
  missedBy(rules: Iterable<DirectedRule>, subject: Subject, regions: readonly Region[]): readonly Region[] {
    let missed = regions;
    for (const directed of rules) {
      if (missed.length === 0) break;
      missed = this.#split(directed, subject, missed).missed;
    }
    return missed;
  }

  #split(
    { policy, direction, rule }: DirectedRule,
    subject: Subject,
    regions: readonly Region[],
  ): { readonly matched: readonly Region[]; readonly missed: readonly Region[] } {
    if (!this.policiesOf(subject).has(policy)) return { matched: [], missed: regions };
    const { of, family } = subject;
    const { side } = this.reach.question(direction, of.index, family);
    this.reach.spend(regions.length);
    const selected = splitWorlds(regions, (world) =>
      splitBySubject(world, policy, side.subject, side.context),
    );
    const splits = selected.matched.map((each) => splitByRule(each, rule, side, policy.tier));
    return {
      matched: splits.flatMap(({ matched, failedClosed }) => [...matched, ...failedClosed]),
      missed: [...selected.missed, ...splits.flatMap(({ missed }) => missed)],
    };
  }

  /** True where other policies would make another outcome possible for some traffic of a subject, or rule one out. */
  changesWith(
    direction: Direction,
    subject: Subject,
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

/** True for what policies select: pods on the pod network, each once. */
export function isSubject({ representative, toName, isOwnNode }: EndClass): boolean {
  return representative.type === "pod" && !representative.hostNetwork && toName === undefined && !isOwnNode;
}

/** The leaves that share something with some regions. */
export function leavesMeeting(leaves: readonly Leaf[], regions: readonly Region[]): Leaf[] {
  return leaves.filter(({ region }) => meetsAny(region, regions));
}

/** True where a region shares something with one of some others. */
export function meetsAny(region: Region, others: readonly Region[]): boolean {
  return others.some((each) => regionsMeet(region, each));
}

function isSource({ representative, toName }: EndClass): boolean {
  return toName === undefined && representative.type !== "domain";
}

/** True where both ends are the same one pod, also by a name of it: what it sends to itself is no flow (S-LOOP-1). */
export function isItself(a: EndClass, b: EndClass): boolean {
  if (a.representative.type !== "pod" || b.representative.type !== "pod") return false;
  return a.representative.id === b.representative.id && !hasSeveral(a) && !hasSeveral(b);
}

function hasSeveral({ members }: EndClass): boolean {
  return areSeveral(members.flatMap(({ endpoint }) => (endpoint.type === "pod" ? [endpoint] : [])));
}
