import { addressesOf, rangeKey } from "../match/peer.js";
import { namesAmong } from "../match/ports.js";
import { AddressClasses } from "./address-classes.js";
import { AddressSet } from "../../base/net/address-set.js";
import { DIRECTIONS, type Peer, type PodSelection, type Policy } from "../../cluster/model/policy.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Labels } from "../../cluster/model/labels.js";
import { openLabel, type HasLabels } from "../../cluster/model/untold-label.js";
import type { NodeObject } from "../../cluster/model/objects.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Selector } from "../../cluster/model/selector.js";

/** Everything that policies tell endpoints apart by. What is not in here makes no difference to any verdict. */
export class Distinctions {
  readonly addresses: AddressClasses;
  /** The names that rules give for domains, each once, in the order in which they are met. */
  readonly domains: readonly string[];
  readonly #pods = new LabelVocabulary();
  readonly #nodes = new LabelVocabulary();
  readonly #portNames: readonly string[];
  readonly #ranges: ReadonlySet<string>;

  /** @param clusters one, or two that are compared: what either tells apart */
  constructor(...clusters: readonly Pick<Cluster, "policies" | "refused" | "facts">[]) {
    const portNames = new Set<string>();
    const domains = new Set<string>();
    const ranges = new Map<string, AddressSet>();
    for (const { policies, refused, facts } of clusters) {
      for (const policy of policies) {
        this.#addSelection(policy.subject);
        for (const peer of peersIn(policy)) {
          if (peer.type === "pods" || peer.type === "compared") this.#addSelection(peer);
          else if (peer.type === "nodes") this.#nodes.add(peer.selector);
          else if (peer.type === "domains") domains.add(peer.pattern);
          else if (peer.type === "addresses") ranges.set(rangeKey(peer.block), addressesOf(peer.block));
        }
        for (const name of portNamesIn(policy)) portNames.add(name);
      }
      for (const { subject } of refused) if (subject !== undefined) this.#addSelection(subject);
      for (const block of facts.nodeBlocks)
        ranges.set(`node ${block.first}/${block.prefix}`, AddressSet.of([block]));
      for (const addresses of facts.dns?.values() ?? [])
        for (const each of addresses) ranges.set(`dns ${each.value}`, AddressSet.single(each));
    }
    this.addresses = new AddressClasses(ranges.values());
    this.#ranges = new Set(ranges.keys());
    this.domains = [...domains];
    this.#portNames = [...portNames];
  }

  /** Namespaces are told apart by their names anyway. */
  #addSelection({ pods }: Pick<PodSelection, "pods">): void {
    if (pods !== undefined) this.#pods.add(pods);
  }

  /** True where a policy asks for nothing but what is told apart anyway: with it, all of this would be the same. */
  covers(policy: Policy): boolean {
    if (!this.#coversSelection(policy.subject)) return false;
    for (const peer of peersIn(policy)) if (!this.#coversPeer(peer)) return false;
    for (const name of portNamesIn(policy)) if (!this.#portNames.includes(name)) return false;
    return true;
  }

  #coversPeer(peer: Peer): boolean {
    switch (peer.type) {
      case "pods":
      case "compared":
        return this.#coversSelection(peer);
      case "nodes":
        return this.#nodes.covers(peer.selector);
      case "domains":
        return this.domains.includes(peer.pattern);
      case "addresses":
        return this.#ranges.has(rangeKey(peer.block));
      case "nothing":
        return true;
    }
  }

  #coversSelection({ pods }: Pick<PodSelection, "pods">): boolean {
    return pods === undefined || this.#pods.covers(pods);
  }

  /** What selectors see of a pod's labels. */
  ofPodLabels(pod: PodEndpoint): string {
    return this.#pods.seeTold(pod);
  }

  /** What selectors see of a node's labels: facts about those that aren't told are about that node. */
  ofNodeLabels(node: NodeObject): string {
    const isTold = node.untoldLabels.length === 0;
    return isTold ? this.#nodes.see(node.labels) : `${node.name}\n${this.#nodes.seeTold(node)}`;
  }

  /** What port names in use resolve to on a pod. */
  ofPorts(pod: PodEndpoint): string {
    if (this.#portNames.length === 0) return "";
    const { ports } = pod;
    if (ports === undefined) return "?";
    return portNamesKey(ports, this.#portNames);
  }
}

/** What some port names resolve to among declared ports. */
export function portNamesKey(ports: NonNullable<PodEndpoint["ports"]>, names: readonly string[]): string {
  const used = ports.filter(({ name }) => name !== undefined && names.includes(name));
  return used
    .map(({ name, protocol, port }) => `${name} ${protocol} ${port}`)
    .toSorted()
    .join();
}

/** The keys that selectors ask for, each with the values that they name: all other values are alike. */
class LabelVocabulary {
  readonly #values = new Map<string, Set<string>>();

  add({ requirements }: Selector): void {
    for (const { key, values } of requirements) {
      const known = this.#values.get(key);
      if (known === undefined) this.#values.set(key, new Set(values));
      else for (const value of values) known.add(value);
    }
  }

  covers({ requirements }: Selector): boolean {
    return requirements.every(({ key, values }) => {
      const known = this.#values.get(key);
      return known !== undefined && values.every((value) => known.has(value));
    });
  }

  /** Equal texts for labels, some of which may not be told, that no selector tells apart. */
  seeTold(labelled: HasLabels): string {
    const { labels, untoldLabels } = labelled;
    const seen = this.see(labels);
    if (untoldLabels.length === 0) return seen;
    const open = [...this.#values.keys()].flatMap((key) => {
      const { isThere, values } = openLabel(key, labelled) ?? {};
      return isThere === undefined ? [] : [[key, isThere, values]];
    });
    return open.length === 0 ? seen : `${seen} ${JSON.stringify(open)}`;
  }

  /** Equal texts for labels that no selector tells apart. */
  see(labels: Labels): string {
    let text = "";
    for (const [key, values] of this.#values) {
      const value = labels[key];
      if (value === undefined) text += "-\n";
      else text += values.has(value) ? `=${value}\n` : "+\n";
    }
    return text;
  }
}

function* peersIn({ rules }: Policy): Generator<Peer> {
  for (const direction of DIRECTIONS)
    for (const { peers } of rules[direction]?.rules ?? []) if (!peers.all) yield* peers.items;
}

/** The names that the rules of some policies give for ports, each once. */
export function portNamesOf(policies: readonly Policy[]): readonly string[] {
  return [...new Set(policies.flatMap((policy) => [...portNamesIn(policy)]))];
}

function* portNamesIn({ rules }: Policy): Generator<string> {
  for (const direction of DIRECTIONS)
    for (const { ports } of rules[direction]?.rules ?? []) if (!ports.all) yield* namesAmong(ports.items);
}
