import { AddressIndex } from "./address-index.js";
import { anyOf, askedOnce, type AskedOnce } from "../match/split.js";
import { World, type Split } from "../match/world.js";
import { bitsOf } from "../../base/net/address.js";
import { BitSet } from "../../base/collections/bit-set.js";
import { effectiveAction } from "../match/effect.js";
import { groupBy } from "../../base/collections/group-by.js";
import { isUnlistedPod, type EndClass } from "./classes.js";
import type { LabelIndex } from "./label-index.js";
import { NameIndex } from "./name-index.js";
import { isOnHostNetwork } from "../../cluster/model/endpoint.js";
import { oncePer } from "../../base/collections/once-per.js";
import { rangeKey } from "../match/peer.js";
import { splitByListedPeer } from "../match/listed-peer.js";
import { factEndKey } from "../match/fact-end.js";
import { addressOf, type MatchContext, type Party } from "../match/party.js";
import { EVERYTHING } from "../../cluster/model/selector.js";
import type {
  AddressRange,
  ComparedPeer,
  Peer,
  PodSelection,
  Rule,
  Tier,
} from "../../cluster/model/policy.js";

/** How classes answer to a question: those of which the answer is yes, and groups of those where it is open. */
export interface Answers {
  readonly yes: BitSet;
  readonly open: readonly OpenGroup[];
}

/** No class answers yes. */
const NO_CLASSES: Answers = { yes: BitSet.NONE, open: [] };

/** Classes for which a question is open in the same way: the facts and choices behind it are the same. */
export interface OpenGroup {
  readonly classes: BitSet;
  readonly representative: EndClass;
}

/**
 * Asks the peers of rules about all classes at once. What a peer means is asked of `match/`, once per group of classes
 * that the peer's kind cannot tell apart; the index only leaves out what cannot match.
 */
export class PeerGroups {
  readonly #size: number;
  readonly #partyOf: (each: EndClass) => Party;
  readonly #contextOf: (each: EndClass) => MatchContext;
  readonly #pods: LabelIndex;
  /** Classes that differ only in what selectors of pods see. */
  readonly #views: readonly (readonly EndClass[])[];
  readonly #addresses: AddressIndex;
  /** Undefined until a rule gives a name. */
  #names: NameIndex | undefined;
  readonly #unlisted: readonly EndClass[];
  readonly #hosts: readonly EndClass[];
  readonly #seesHosts: boolean;
  /** False where no class can be one that a selector of pods selects. */
  readonly #hasPods: boolean;
  readonly #byPeer = new Map<string, Answers>();
  readonly #asked = new WeakMap<OpenGroup, AskedOnce>();
  readonly #byList = new WeakMap<readonly Peer[], Map<string, Answers>>();
  /** Numbers of sets of classes that peers match, by their hashes. */
  readonly #sets = new Map<number, { readonly set: BitSet; readonly number: number }[]>();
  #countedSets = 0;

  constructor(
    classes: readonly EndClass[],
    size: number,
    partyOf: (each: EndClass) => Party,
    contextOf: (each: EndClass) => MatchContext,
    pods: LabelIndex,
  ) {
    this.#size = size;
    this.#partyOf = partyOf;
    this.#contextOf = contextOf;
    this.#pods = pods;
    this.#views = [...groupBy(classes, ({ view, families }) => `${view} ${families.join()}`).values()];
    this.#addresses = new AddressIndex(this.#views, (of) => {
      const address = addressOf(partyOf(of), contextOf(of));
      return "fact" in address ? undefined : address;
    });
    this.#unlisted = classes.filter(isUnlistedPod);
    this.#hosts = classes.filter(({ representative }) => isOnHostNetwork(representative));
    const [any] = classes;
    this.#seesHosts =
      any !== undefined && contextOf(any).profile.readings["host-peer"] === "with-pod-selector";
    this.#hasPods =
      this.#unlisted.length > 0 ||
      (this.#seesHosts && this.#hosts.length > 0) ||
      classes.some(({ representative }) => representative.type === "pod");
  }

  /** Which classes one of some peers of a rule matches. The peers of a rule are asked once. */
  ofList(peers: readonly Peer[], rule: Rule, tier: Tier, subject: Party): Answers {
    let bySubject = this.#byList.get(peers);
    if (bySubject === undefined) this.#byList.set(peers, (bySubject = new Map<string, Answers>()));
    // A changed rule may have the peers of the one it was before (U-22).
    const action = peers.some(({ type }) => type === "domains") ? effectiveAction(rule) : "";
    const key = `${action} ${peers.some(isCompared) ? tenantKey(subject) : ""}`;
    const known = bySubject.get(key);
    if (known !== undefined) return known;
    const each = peers.map((peer) => this.#ofPeer(peer, rule, tier, subject));
    const answers = this.#either(each, peers, rule, tier, subject);
    bySubject.set(key, answers);
    return answers;
  }

  /** The same text for peers that match the same of these classes, `none` where that is none; undefined where it hangs on who asks. */
  formOf(peers: readonly Peer[], rule: Rule, tier: Tier, subject: Party): string | undefined {
    if (peers.some(isCompared)) return undefined;
    const { yes, open } = this.ofList(peers, rule, tier, subject);
    if (open.length === 0) return yes.isEmpty ? "none" : String(this.#numberOf(yes));
    const keys = peers.map((peer) => peerKey(peer, rule, tier, subject));
    return keys.includes(undefined) ? undefined : keys.join();
  }

  #numberOf(set: BitSet): number {
    let alike = this.#sets.get(set.hash);
    if (alike === undefined) this.#sets.set(set.hash, (alike = []));
    const known = alike.find((each) => each.set.equals(set));
    if (known !== undefined) return known.number;
    const number = this.#countedSets++;
    alike.push({ set, number });
    return number;
  }

  /** Asks one of several peers in some world, of a group of classes for which it is open: once for all walks. */
  splitGroup(
    world: World,
    peers: readonly Peer[],
    rule: Rule,
    tier: Tier,
    subject: Party,
    group: OpenGroup,
  ): Split {
    let asked = this.#asked.get(group);
    if (asked === undefined) {
      asked = askedOnce((each) => this.#split(each, peers, rule, tier, subject, group.representative));
      this.#asked.set(group, asked);
    }
    return asked.ask(world);
  }

  /** Asks one of several peers in some world, of one class. */
  #split(world: World, peers: readonly Peer[], rule: Rule, tier: Tier, subject: Party, of: EndClass): Split {
    const party = this.#partyOf(of);
    const seen = { party, tier, context: { ...this.#contextOf(of), subject } };
    return anyOf(
      world,
      peers.map(
        (peer) =>
          (each: World): Split =>
            splitByListedPeer(each, peer, rule, seen),
      ),
    );
  }

  #either(
    answers: readonly Answers[],
    peers: readonly Peer[],
    rule: Rule,
    tier: Tier,
    subject: Party,
  ): Answers {
    const [first] = answers;
    if (first === undefined) return NO_CLASSES;
    if (answers.length === 1) return first;
    const yes = answers.map((each) => each.yes).reduce((all, each) => all.union(each));
    const groups = answers.flatMap(({ open }) => open.map(({ classes }) => classes.subtract(yes)));
    const open = cells(groups.filter((classes) => !classes.isEmpty));
    if (open.length === 0) return { yes, open: [] };
    return this.#answersOf(
      yes,
      open.map((classes) => classes.members.map((index) => this.#pods.at(index))),
      (of) => this.#split(World.ANY, peers, rule, tier, subject, of),
    );
  }

  #ofPeer(peer: Peer, rule: Rule, tier: Tier, subject: Party): Answers {
    if (peer.type === "pods" && !this.#hasPods) return NO_CLASSES;
    const key = peerKey(peer, rule, tier, subject);
    const known = key === undefined ? undefined : this.#byPeer.get(key);
    if (known !== undefined) return known;
    const ask = (of: EndClass, asked: Peer): Split =>
      splitByListedPeer(World.ANY, asked, rule, {
        party: this.#partyOf(of),
        tier,
        context: { ...this.#contextOf(of), subject },
      });
    const none = BitSet.NONE;
    const answers =
      peer.type === "addresses"
        ? this.#ofAddresses(peer, tier, ask)
        : this.#answersOf(none, this.#groupsFor(peer), (of) => ask(of, peer));
    if (key !== undefined) this.#byPeer.set(key, answers);
    return answers;
  }

  /**
   * Which classes a CIDR matches. Whether one counts whose address it holds hangs on no CIDR: that is asked of each view once,
   * and of a peer only which views it holds.
   */
  #ofAddresses(peer: AddressPeer, tier: Tier, ask: (of: EndClass, asked: Peer) => Split): Answers {
    const inTier = tier === "NetworkPolicy" ? "NetworkPolicy" : "Admin";
    const { held, others } = this.#addresses.within(peer.block);
    const whole = oncePer((each: AddressPeer): Peer => ({ ...each, block: everyAddress(each.block) }));
    const answers = held.map((view): AskedClasses => {
      view.answers[inTier] ??= ask(view.of, whole(peer));
      return [view.classes, view.answers[inTier]];
    });
    const asked = others.map((view): AskedClasses => [view, ask(view[0] as EndClass, peer)]);
    return this.#joined(BitSet.NONE, [...answers, ...asked]);
  }

  #groupsFor(peer: Peer): readonly (readonly EndClass[])[] {
    if (peer.type === "pods") return this.#podGroups(peer);
    if (peer.type === "domains") return this.#nameGroups(peer.pattern);
    if (!isCompared(peer)) return this.#views;
    return this.#podGroups({ namespaces: { selector: EVERYTHING }, pods: peer.pods, origin: peer.origin });
  }

  #nameGroups(pattern: string): readonly (readonly EndClass[])[] {
    const [any] = this.#views[0] ?? [];
    if (any === undefined) return [];
    this.#names ??= new NameIndex(this.#contextOf(any).cluster, this.#views);
    return this.#names.candidates(pattern);
  }

  /** Classes that a selector of pods may select, in groups that it sees alike, and all ends that may be unlisted pods together. */
  #podGroups(peer: PodSelection): readonly (readonly EndClass[])[] {
    const pods = seenAlike(this.#candidates(peer), peer);
    return this.#unlisted.length === 0 ? pods : [...pods, this.#unlisted];
  }

  /** Pods by an index of labels; and where a podSelector counts for nodes too, all of those. */
  #candidates(peer: PodSelection): readonly EndClass[] {
    const found = this.#pods.candidates(peer);
    if (peer.pods === undefined || !this.#seesHosts) return found;
    return [...new Set([...found, ...this.#hosts])];
  }

  /** Asks each group by its representative. */
  #answersOf(sure: BitSet, groups: readonly (readonly EndClass[])[], ask: (of: EndClass) => Split): Answers {
    return this.#joined(
      sure,
      groups.map((group): AskedClasses => [group, ask(group[0] as EndClass)]),
    );
  }

  /** Groups with what they have answered: those with the same open answer become one. */
  #joined(sure: BitSet, asked: readonly AskedClasses[]): Answers {
    const yes: EndClass[] = [];
    const open = new Map<string, EndClass[]>();
    for (const [group, split] of asked) {
      if (split.yes.length === 0) continue;
      if (split.no.length === 0) for (const each of group) yes.push(each);
      else {
        const key = splitKey(split);
        const known = open.get(key);
        if (known === undefined) open.set(key, [...group]);
        else for (const each of group) known.push(each);
      }
    }
    return {
      yes: yes.length === 0 ? sure : this.#setOf(yes).union(sure),
      open: [...open.values()].map((classes) => ({
        classes: this.#setOf(classes),
        representative: classes[0] as EndClass,
      })),
    };
  }

  #setOf(classes: readonly EndClass[]): BitSet {
    return BitSet.of(
      this.#size,
      classes.map(({ index }) => index),
    );
  }
}

/** Groups of classes of pods that have the same namespace, and the same values of all labels that a selection asks for. */
function seenAlike(classes: readonly EndClass[], { pods }: PodSelection): readonly (readonly EndClass[])[] {
  const keys = pods?.requirements.map(({ key }) => key) ?? [];
  const groups: EndClass[][] = [];
  const known = new Map<string, EndClass[]>();
  for (const each of classes) {
    const { representative: end } = each;
    // Of host pods more is asked; and labels that the input doesn't tell are not settled.
    if (end.type !== "pod" || end.hostNetwork || end.untoldLabels.length > 0) {
      groups.push([each]);
      continue;
    }
    let view = end.namespace;
    for (const key of keys) {
      const value = end.labels[key];
      view += value === undefined ? "\n" : `\n${value.length} ${value}`;
    }
    const alike = known.get(view);
    if (alike !== undefined) {
      alike.push(each);
      continue;
    }
    const group = [each];
    known.set(view, group);
    groups.push(group);
  }
  return groups;
}

/** Classes that are asked together, with their answer. */
type AskedClasses = readonly [classes: readonly EndClass[], answer: Split];

type AddressPeer = Extract<Peer, { type: "addresses" }>;

/** Every address of a range's family. */
function everyAddress({ block, ...range }: AddressRange): AddressRange {
  const last = 2n ** BigInt(bitsOf(block.family)) - 1n;
  return { ...range, block: { ...block, first: 0n, last, prefix: 0 }, except: [] };
}

function isCompared(peer: Peer): peer is ComparedPeer {
  return peer.type === "compared";
}

/** Equal texts for subjects in the same namespace: a comparison sees nothing else of them. */
function tenantKey({ endpoint, end }: Party): string {
  return endpoint.type === "pod" ? `namespace ${endpoint.namespace}` : `end ${factEndKey(end)}`;
}

/** The same text for the same split. */
function splitKey({ yes, no }: Split): string {
  return JSON.stringify([yes.map(({ key }) => key).toSorted(), no.map(({ key }) => key).toSorted()]);
}

/** Cuts overlapping sets into disjoint ones that each lie inside or outside of every set. */
function cells(sets: readonly BitSet[]): BitSet[] {
  let found: BitSet[] = [];
  for (const set of sets) {
    let rest = set;
    const next: BitSet[] = [];
    for (const cell of found) {
      if (!cell.meets(rest)) {
        next.push(cell);
        continue;
      }
      const inside = cell.intersect(rest);
      const outside = cell.subtract(rest);
      next.push(inside);
      if (!outside.isEmpty) next.push(outside);
      rest = rest.subtract(inside);
    }
    if (!rest.isEmpty) next.push(rest);
    found = next;
  }
  return found;
}

/** Equal texts for peers that mean the same in a rule; undefined where one is not worth remembering. */
function peerKey(peer: Peer, rule: Rule, tier: Tier, subject: Party): string | undefined {
  const inTier = tier === "NetworkPolicy" ? "np" : "admin";
  switch (peer.type) {
    case "pods": {
      const where = peer.namespaces.own === undefined ? peer.namespaces.selector.key : [peer.namespaces.own];
      return JSON.stringify([inTier, "pods", where, peer.pods?.key ?? null]);
    }
    case "compared":
      return JSON.stringify([
        inTier,
        "compared",
        peer.comparison,
        peer.pods?.key ?? null,
        tenantKey(subject),
      ]);
    case "addresses":
      return JSON.stringify([inTier, "addresses", rangeKey(peer.block)]);
    case "nodes":
      return JSON.stringify([inTier, "nodes", peer.selector.key]);
    case "domains":
      return JSON.stringify([inTier, "domains", peer.pattern, effectiveAction(rule) === "Accept"]);
    case "nothing":
      return undefined;
  }
}
