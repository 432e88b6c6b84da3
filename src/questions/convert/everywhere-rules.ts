import { BitSet } from "../../base/collections/bit-set.js";
import { effectiveAction, isUnbuildable } from "../../semantics/match/effect.js";
import { includesPods, includesPort, includesSelector } from "../../semantics/match/implies.js";
import { rangeKey } from "../../semantics/match/peer.js";
import type {
  DirectedRule,
  Direction,
  NamespaceComparison,
  Peer,
  PodSelection,
  PortMatch,
  Rule,
} from "../../cluster/model/policy.js";

/*
 * That two lists of rules do the same to every flow of any cluster.
 *
 * What a rule matches is the union of its cells, a peer and a port each. Rules that stand together and do the same match
 * together the union of all of their cells, in whatever order they stand and however the cells are spread over them. So
 * two lists are equal where they are cut into as many such blocks, of the same actions, of which each has no cell that is
 * not in one of the other's. In an isolating tier every rule accepts: there is one block, and order is nothing.
 *
 * A rule that may fail closed does so as a whole (S-FC-3, U-20): that is a part of what it does, and only rules that may
 * fail closed in the same way make up one block.
 */

/** Rules that two lists have at the same place and that are not shown to do the same; none where one list has ended. */
export interface DifferingRules {
  readonly before: DirectedRule | undefined;
  readonly after: DirectedRule | undefined;
}

/**
 * Compares rules of one direction.
 * @param mayFailClosed true where a subject that cannot be built makes each rule fail closed: then those that match nothing
 * count too
 * @returns undefined where the lists do the same
 */
export function differingRules(
  before: readonly DirectedRule[],
  after: readonly DirectedRule[],
  mayFailClosed: boolean,
): DifferingRules | undefined {
  const [first, second] = [before, after].map((rules) => blocksOf(rules, mayFailClosed)) as [
    RuleBlock[],
    RuleBlock[],
  ];
  for (const index of (first.length > second.length ? first : second).keys()) {
    const [one, other] = [first[index], second[index]];
    if (one === undefined || other === undefined || one.effect !== other.effect)
      return { before: one?.rules[0].of, after: other?.rules[0].of };
    const lost = notIncluded(one, other);
    const gained = notIncluded(other, one);
    if (lost !== undefined || gained !== undefined)
      return { before: lost ?? one.rules[0].of, after: gained ?? other.rules[0].of };
  }
  return undefined;
}

/** Rules that stand together and do the same with what they match. */
interface RuleBlock {
  readonly effect: string;
  readonly rules: readonly [RuleCells, ...RuleCells[]];
}

/** What a rule matches: every one of the peers with every one of the ports, but for port names where they are nothing. */
interface RuleCells {
  readonly of: DirectedRule;
  readonly effect: string;
  readonly isWhole: boolean;
  readonly peers: readonly PeerPart[];
  readonly ports: readonly PortPart[];
}

/** A peer or port with a text that is the same for what means the same. */
interface PeerPart {
  readonly key: string;
  readonly peer: Peer | undefined;
  /** False where a port name resolves to nothing, whoever the other end is (S-PORT-9). */
  readonly hasNames: boolean;
}

interface PortPart {
  readonly key: string;
  readonly port: PortMatch | undefined;
}

function blocksOf(rules: readonly DirectedRule[], mayFailClosed: boolean): RuleBlock[] {
  const blocks: { effect: string; rules: [RuleCells, ...RuleCells[]] }[] = [];
  for (const cells of rules.map(cellsOf)) {
    if (!cells.isWhole && !mayFailClosed && !hasCells(cells)) continue;
    const last = blocks.at(-1);
    if (last?.effect === cells.effect) last.rules.push(cells);
    else blocks.push({ effect: cells.effect, rules: [cells] });
  }
  return blocks;
}

function cellsOf(of: DirectedRule): RuleCells {
  const { rule, direction } = of;
  const failure = failureOf(rule);
  return {
    of,
    effect: JSON.stringify([effectiveAction(rule), rule.unknownAction, failure]),
    isWhole: failure !== undefined,
    peers: rule.failsClosed === undefined ? peerParts(rule, direction) : [],
    ports: portParts(rule),
  };
}

/** How a rule may fail closed: always, or as selectors that cannot be built are read. */
function failureOf({ failsClosed, peers }: Rule): readonly string[] | undefined {
  if (failsClosed !== undefined) return [];
  const broken = peers.all ? [] : peers.items.filter(isUnbuildable);
  return broken.length === 0 ? undefined : [...new Set(broken.map(peerKey))].toSorted();
}

function hasCells(cells: RuleCells): boolean {
  return cells.peers.some((peer) => cells.ports.some((port) => isCell(peer, port)));
}

function isCell({ hasNames }: PeerPart, { port }: PortPart): boolean {
  return hasNames || port?.type !== "name";
}

const ALL = "all";

function peerParts({ peers }: Rule, direction: Direction): PeerPart[] {
  if (peers.all) return [{ key: ALL, peer: undefined, hasNames: true }];
  return peers.items
    .filter((peer) => peer.type !== "nothing" && !isUnbuildable(peer))
    .map((peer) => ({
      key: peerKey(peer),
      peer,
      hasNames: direction === "ingress" || peer.type === "pods" || peer.type === "compared",
    }));
}

/** As the reference profile reads them: `ports: []` is all (U-31), `protocol: ""` is TCP (U-32). */
function portParts({ ports }: Rule): PortPart[] {
  if (ports.all) return [{ key: ALL, port: undefined }];
  return ports.items.flatMap((port): PortPart[] => {
    if (port.type === "nothing") return [];
    if (port.type === "name") return [{ key: JSON.stringify([port.protocol ?? null, port.name]), port }];
    const { emptyProtocol: _readAsTcp, ...range } = port;
    return [{ key: JSON.stringify([range.protocol, range.first, range.last]), port: range }];
  });
}

function peerKey(peer: Peer): string {
  return JSON.stringify([peer.type, ...contentOf(peer)]);
}

function contentOf(peer: Peer): readonly unknown[] {
  switch (peer.type) {
    case "pods":
      return selectionContent(peer);
    case "compared":
      return [comparisonContent(peer.comparison), peer.pods?.key ?? ""];
    case "addresses":
      return [rangeKey(peer.block)];
    case "nodes":
      return [peer.selector.key];
    case "domains":
      return [peer.pattern];
    case "nothing":
      return [];
  }
}

function selectionContent({ namespaces, pods }: PodSelection): readonly unknown[] {
  const inNamespaces =
    namespaces.own === undefined ? ["labels", namespaces.selector.key] : ["name", namespaces.own];
  return [...inNamespaces, pods?.key ?? ""];
}

function comparisonContent(comparison: NamespaceComparison): readonly unknown[] {
  if (comparison.of === "names") return [comparison.of, comparison.isSame];
  const keys = comparison.keys.toSorted();
  return [comparison.of, keys, comparison.of === "other-labels" && comparison.isContested];
}

/** The first rule of a block with a cell that is in no rule of another one. */
function notIncluded(narrow: RuleBlock, wide: RuleBlock): DirectedRule | undefined {
  const inWide = new Inclusion(wide.rules);
  return narrow.rules.find((rule) => !inWide.includes(rule))?.of;
}

/**
 * Which of some rules have a cell that includes another one. Most are written alike: what each says is compared only where
 * they are not.
 */
class Inclusion {
  readonly #rules: readonly RuleCells[];
  readonly #alike: Readonly<Record<"peers" | "ports", ReadonlyMap<string, BitSet>>>;
  readonly #included = { peers: new Map<string, BitSet>(), ports: new Map<string, BitSet>() };

  constructor(rules: readonly RuleCells[]) {
    this.#rules = rules;
    this.#alike = { peers: rulesByKey(rules, "peers"), ports: rulesByKey(rules, "ports") };
  }

  includes({ peers, ports }: RuleCells): boolean {
    return peers.every((peer) =>
      ports.every((port) => !isCell(peer, port) || this.#isAlike(peer, port) || this.#isIncluded(peer, port)),
    );
  }

  #isAlike({ key: peer }: PeerPart, { key: port }: PortPart): boolean {
    const [withPeer, withPort] = [this.#alike.peers.get(peer), this.#alike.ports.get(port)];
    return withPeer !== undefined && withPort !== undefined && !withPeer.intersect(withPort).isEmpty;
  }

  #isIncluded(peer: PeerPart, port: PortPart): boolean {
    const withPeer = this.#including("peers", peer, includesPeer);
    return !withPeer.intersect(this.#including("ports", port, includesPortPart)).isEmpty;
  }

  #including<P extends "peers" | "ports">(
    of: P,
    narrow: RuleCells[P][number],
    includes: (wide: RuleCells[P][number], narrow: RuleCells[P][number]) => boolean,
  ): BitSet {
    const known = this.#included[of].get(narrow.key);
    if (known !== undefined) return known;
    const indices = [...this.#rules.keys()].filter((index) => {
      const parts: readonly RuleCells[P][number][] = (this.#rules[index] as RuleCells)[of];
      return parts.some((wide) => includes(wide, narrow));
    });
    const found = BitSet.of(this.#rules.length, indices);
    this.#included[of].set(narrow.key, found);
    return found;
  }
}

/** The rules that have a peer or port, by its text. */
function rulesByKey(rules: readonly RuleCells[], of: "peers" | "ports"): ReadonlyMap<string, BitSet> {
  const indices = new Map<string, number[]>();
  for (const [index, rule] of rules.entries())
    for (const { key } of rule[of]) {
      const known = indices.get(key);
      if (known === undefined) indices.set(key, [index]);
      else known.push(index);
    }
  return new Map([...indices].map(([key, members]) => [key, BitSet.of(rules.length, members)]));
}

/**
 * A network is included only where it is the same: behind a Service, a wider one may hold both addresses of a flow, where a
 * narrower one tells one from the other, and the port that was sent to from the backend's (U-5, U-17).
 */
function includesPeer(wide: PeerPart, narrow: PeerPart): boolean {
  if (wide.key === narrow.key) return true;
  if (narrow.peer?.type === "pods")
    return (
      wide.peer === undefined ||
      (wide.peer.type === "pods" && isAlike(wide.peer, narrow.peer) && includesPods(wide.peer, narrow.peer))
    );
  return (
    narrow.peer?.type === "nodes" &&
    wide.peer?.type === "nodes" &&
    includesSelector(wide.peer.selector, narrow.peer.selector)
  );
}

/** A namespace is not found by the label that has its name on servers that do not set it (S-NS-3). */
function isAlike(one: PodSelection, other: PodSelection): boolean {
  return (one.namespaces.own === undefined) === (other.namespaces.own === undefined);
}

function includesPortPart(wide: PortPart, narrow: PortPart): boolean {
  if (wide.key === narrow.key || wide.port === undefined) return true;
  return narrow.port !== undefined && includesPort(wide.port, narrow.port);
}

/** True where two subjects select the same pods in any cluster; those that cannot be built are as they are written (U-20). */
export function selectsSame(one: PodSelection, other: PodSelection): boolean {
  if (JSON.stringify(selectionContent(one)) === JSON.stringify(selectionContent(other))) return true;
  return isAlike(one, other) && includesPods(one, other) && includesPods(other, one);
}
