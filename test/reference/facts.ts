/** The two ends of a flow, and plain answers to questions about them in one world. */

import type { Address, Block, Family } from "./addresses.js";
import { contains, isPrivate, parseAddress, parseBlock, pieces } from "./addresses.js";
import { covers, coversAll, isInCluster, normalName, serviceOfName } from "./domains.js";
import type { Cluster, PodSource, UntoldLabels } from "./cluster.js";
import { NAMESPACE_NAME_LABEL } from "./objects.js";
import { LEANINGS, type Leaning, type Practice } from "./practice.js";
import { entranceOf } from "./services.js";
import type { LabelSelector, Labels } from "./selectors.js";
import { canBeBuilt, isEmpty, selects } from "./selectors.js";
import type { Passage } from "./services.js";
import type { Fact, World } from "./worlds.js";

export type Direction = "egress" | "ingress";
export type Protocol = "TCP" | "UDP" | "SCTP" | "other";

type Side = "from" | "to";

/**
 * `id` names the end in facts: two replicas of one workload are two ends. `asked` is the address by which a pod or
 * node was named, `via` the domain name.
 */
export type End =
  | {
      readonly kind: "pod";
      /** Neither end of the flow, for a pod that may be on the node of one. */
      readonly id: Side | `host pod ${string}`;
      readonly source: PodSource;
      readonly asked?: Address;
      readonly via?: string;
    }
  | {
      readonly kind: "node";
      readonly id: Side;
      readonly node: string;
      readonly asked?: Address;
      readonly via?: string;
    }
  | { readonly kind: "address"; readonly id: Side; readonly address: Address; readonly via?: string }
  | { readonly kind: "domain"; readonly id: Side; readonly domain: string }
  /** An address of a Service, as what is sent to it would look like to policy before it is rewritten (U-5). */
  | {
      readonly kind: "entrance";
      readonly id: Side;
      readonly name: string;
      readonly way: string;
      readonly address: Address | undefined;
      readonly via?: string;
    };

export interface Flow {
  readonly from: End;
  readonly to: End;
  readonly family: Family;
  readonly protocol: Protocol;
  readonly port: number | undefined;
  readonly loopback: boolean;
  /** Set where the destination is a backend of a Service, with the port of that. */
  readonly passage?: Passage;
}

/** A pod as selectors see it. */
export interface Pod {
  readonly end: End;
  readonly labels: Labels;
  readonly namespaceLabels: Labels;
  readonly isIn: (namespace: string) => boolean;
}

/** A label value, namespace or node that nothing in the input mentions. */
const ANOTHER = "\u0000another";
const YET_ANOTHER = "\u0000yet another";

export class Scene {
  readonly cluster: Cluster;
  readonly flow: Flow;
  readonly world: World;

  constructor(cluster: Cluster, flow: Flow, world: World) {
    this.cluster = cluster;
    this.flow = flow;
    this.world = world;
  }

  /** Another flow in the same world. */
  withFlow(flow: Flow): Scene {
    return new Scene(this.cluster, flow, this.world);
  }

  /** Whether the source is a pod or node, known or not. */
  isInside(end: End): boolean {
    return end.kind === "pod" || end.kind === "node" || this.#isUnlistedPod(end);
  }

  /** Whether a test holds for the unknown address that a load balancer or a node puts in the place of a source's. */
  someSource(of: "any" | "node", test: (address: Address) => boolean): boolean {
    const { family } = this.flow;
    const within = of === "node" ? this.cluster.nodeBlocks : [];
    const values = pieces(family, this.cluster.mentioned.blocks, within);
    return this.world.holds({ name: `address of the source for ${of}`, values }, (value) =>
      test({ family, value }),
    );
  }

  get practice(): Practice {
    return this.cluster.options.practice ?? {};
  }

  /** How an open point is read on which the texts lean: all of them are open in profile strict. */
  leans(point: Leaning): boolean {
    const byDefault = this.cluster.options.profile === "strict" ? "open" : LEANINGS[point];
    const answer = this.practice.answers?.[point] ?? byDefault;
    return answer === "open" ? this.world.choose(point, [true, false]) : answer;
  }

  /** A host pod as one that selectors see. */
  hostPod(end: End & { kind: "pod" }): Pod {
    return this.#knownPod(end, end.source);
  }

  /** Whether a selector of namespaces selects one by its name. */
  selectsNamespace(selector: LabelSelector, name: string): boolean {
    return selects(selector, (key, predicate) => this.#namespaceLabel(name, key, predicate), "empty");
  }

  /** The other pods on the network of a node. */
  otherHostPods(end: End): readonly Pod[] {
    const own = end.kind === "pod" ? end.source : undefined;
    return [...this.cluster.pods, ...this.cluster.workloads]
      .filter(([, source]) => source.host && !source.finished && source !== own)
      .map(([name, source]) => this.#knownPod({ kind: "pod", id: `host pod ${name}`, source }, source));
  }

  /** The end as a pod of the pod network; undefined for a host pod, a node and everything outside. */
  pod(end: End): Pod | undefined {
    if (end.kind === "pod") return end.source.host ? undefined : this.#knownPod(end, end.source);
    return this.#isUnlistedPod(end) ? this.#unlistedPod(end) : undefined;
  }

  /** The end as a pod that selectors of a NetworkPolicy can select: U-3 decides about host pods (S-HOST-1). */
  podOfNetworkPolicy(end: End): Pod | undefined {
    if (end.kind !== "pod" || !end.source.host) return this.pod(end);
    return this.leans("U-3") ? this.#knownPod(end, end.source) : undefined;
  }

  /** Whether the end is a pod, host pod or node of the cluster (U-4). */
  isInCluster(end: End): boolean {
    return end.kind === "pod" || end.kind === "node" || this.#isUnlistedPod(end);
  }

  #knownPod(end: End, source: PodSource): Pod {
    return {
      end,
      labels: (key, predicate) =>
        this.#labelOf(source.labels, source.untoldLabels, `pod ${end.id}`, key, predicate),
      namespaceLabels: (key, predicate) => this.#namespaceLabel(source.namespace, key, predicate),
      isIn: (namespace) => source.namespace === namespace,
    };
  }

  /** Whether an address (or an in-cluster name) that is no known pod's is the one of a pod that is not in the input. */
  #isUnlistedPod(end: End): boolean {
    if (end.kind === "pod" || end.kind === "node" || end.kind === "entrance") return false;
    if (!this.#mayBeUnlistedPod(end)) return false;
    return this.world.holds({ name: `is ${end.id} a pod`, values: [false, true] }, Boolean);
  }

  #mayBeUnlistedPod(end: End & { kind: "address" | "domain" }): boolean {
    if (end.kind === "domain") return isInCluster(end.domain); // S-FQ-8
    const { options, podBlocks } = this.cluster;
    // S-EV-1a: a complete input leaves no address over, in a pod CIDR neither; known pod CIDRs exclude all others.
    if (options.complete === true) return false;
    const blocks = podBlocks.filter((block) => block.family === end.address.family);
    if (blocks.some((block) => contains(block, end.address))) return true;
    return (blocks.length === 0 || this.#isOpen(end.address.family)) && isPrivate(end.address);
  }

  /** S-EV-1a: some Node tells no CIDR, or a known pod's address lies in none, and nobody has given any. */
  #isOpen(family: Address["family"]): boolean {
    const { options, nodeBlocksOfPods, pods } = this.cluster;
    const inFamily = (blocks: readonly Block[]) => blocks.filter((block) => block.family === family);
    if (inFamily((options.podCidrs ?? []).map(parseBlock)).length > 0) return false;
    const known = nodeBlocksOfPods.flatMap(inFamily);
    if (known.length === 0) return false;
    const addresses = [...pods.values()]
      .filter((pod) => !pod.finished && !pod.host)
      .flatMap((pod) => pod.addresses)
      .filter((address) => address.family === family);
    return (
      nodeBlocksOfPods.some((blocks) => inFamily(blocks).length === 0) ||
      addresses.some((address) => !known.some((block) => contains(block, address)))
    );
  }

  #unlistedPod(end: End): Pod {
    const namespace: Fact<string> = {
      name: `namespace of pod ${end.id}`,
      values: [...this.cluster.mentioned.namespaces, ANOTHER],
    };
    return {
      end,
      labels: (key, predicate) => this.#label(`label ${key} of pod ${end.id}`, key, false, predicate),
      namespaceLabels: (key, predicate) => this.#namespaceLabel(this.world.value(namespace), key, predicate),
      isIn: (name) => this.world.holds(namespace, (value) => value === name),
    };
  }

  /** A label of an object of the input, which may leave its value or its key open (S-WL-1). */
  #labelOf(
    labels: ReadonlyMap<string, string>,
    untoldLabels: UntoldLabels,
    of: string,
    key: string,
    predicate: (value: string | undefined) => boolean,
  ): boolean {
    const name = `label ${key} of ${of}`;
    const untold = untoldLabels.get(key); // the value is not known, that it exists mostly is
    const written = labels.get(key);
    if (untold !== undefined)
      return this.#label(name, key, untold === "always" || written !== undefined, predicate);
    if (written !== undefined) return predicate(written);
    const perhaps = [...labels].filter(([each]) => mayBecome(each, key));
    if (perhaps.length === 0) return predicate(undefined);
    if (perhaps.some(([each]) => untoldLabels.has(each))) return this.#label(name, key, false, predicate);
    return this.world.holds({ name, values: [...perhaps.map(([, value]) => value), undefined] }, predicate);
  }

  #label(
    name: string,
    key: string,
    present: boolean,
    predicate: (value: string | undefined) => boolean,
  ): boolean {
    const mentioned = this.cluster.mentioned.labelValues.get(key) ?? [];
    return this.world.holds(
      { name, values: [...mentioned, ANOTHER, ...(present ? [] : [undefined])] },
      predicate,
    );
  }

  #namespaceLabel(
    namespace: string,
    key: string,
    predicate: (value: string | undefined) => boolean,
  ): boolean {
    const known = this.cluster.namespaces.get(namespace);
    if (known !== undefined)
      return this.#labelOf(known.labels, known.untoldLabels, `namespace ${namespace}`, key, predicate);
    if (key === NAMESPACE_NAME_LABEL && this.cluster.options.labelsNamespaces !== false)
      return predicate(namespace); // S-NS-2
    return this.#label(`label ${key} of namespace ${namespace}`, key, false, predicate);
  }

  /** Whether two pods are in the same namespace (S-TEN-1); one of them at least is known. */
  areInOneNamespace(one: Pod, other: Pod): boolean {
    const [known, unlisted] = one.end.kind === "pod" ? [one, other] : [other, one];
    const name = known.end.kind === "pod" ? known.end.source.namespace : ANOTHER;
    if (unlisted.end.kind === "pod") return unlisted.end.source.namespace === name;
    const { namespaces } = this.cluster.mentioned;
    if (namespaces.has(name)) return unlisted.isIn(name);
    if ([...namespaces].some((each) => unlisted.isIn(each))) return false;
    const fact = { name: `is ${unlisted.end.id} in ${name}`, values: [false, true] };
    return this.world.holds(fact, Boolean);
  }

  /** Whether the namespaces of two pods have a label with the same value (S-TEN-2). */
  haveEqualLabel(one: Pod, other: Pod, key: string): boolean {
    const [mine, theirs] = [one, other].map((pod) => this.#valueOf(pod, key));
    if (mine === undefined || mine !== theirs) return false;
    if (mine !== ANOTHER || this.areInOneNamespace(one, other)) return true;
    return this.world.holds({ name: `are the values of ${key} the same`, values: [false, true] }, Boolean);
  }

  #valueOf(pod: Pod, key: string): string | undefined {
    const ofNamespaces = [...this.cluster.namespaces.values()].map(({ labels }) => labels.get(key));
    const mentioned = [
      ...(this.cluster.mentioned.labelValues.get(key) ?? []),
      ...this.cluster.mentioned.namespaces,
    ];
    const found = [undefined, ...mentioned, ...ofNamespaces].find((value) =>
      pod.namespaceLabels(key, (each) => each === value),
    );
    return found ?? (pod.namespaceLabels(key, (each) => each === undefined) ? undefined : ANOTHER);
  }

  /** Whether the pod's namespace is isolated by the annotation of the 2016 design (S-LEG-1). */
  isDefaultDeny(pod: Pod): boolean {
    const listed = [...this.cluster.namespaces].find(([name]) => pod.isIn(name));
    if (listed !== undefined) return listed[1].isDefaultDeny;
    const name = [...this.cluster.mentioned.namespaces].find((candidate) => pod.isIn(candidate)) ?? ANOTHER;
    return this.world.holds({ name: `isolation of namespace ${name}`, values: [false, true] }, Boolean);
  }

  /** Whether the predicate is true of the address that the end has in the flow's family. */
  address(end: End, predicate: (address: Address) => boolean): boolean {
    const { family } = this.flow;
    const test = (value: bigint) => predicate({ family, value });
    if (end.kind === "address") return predicate(end.address);
    if (end.kind === "domain") return this.world.holds(this.#addressFact(end, []), test);
    if (end.kind === "entrance") return this.#entranceAddress(end, test);
    const known = this.#knownAddress(end);
    if (known !== undefined) return predicate(known);
    if (end.kind === "pod" && !end.source.host) {
      // S-IP-6: any address of the pod CIDRs, another pod's too.
      const within = this.#isOpen(this.flow.family) ? [] : this.cluster.podBlocks;
      return this.world.holds(this.#addressFact(end, within), test);
    }
    return this.#addressOnNode(end, test);
  }

  /** An address that the server has not assigned, or not told, is any; a cluster address lies in the Services' CIDRs. */
  #entranceAddress(end: End & { kind: "entrance" }, test: (value: bigint) => boolean): boolean {
    if (end.address !== undefined) return test(end.address.value);
    const within = end.way === "cluster" ? this.cluster.serviceBlocks : [];
    const values = pieces(this.flow.family, this.cluster.mentioned.blocks, within);
    if (end.id === "from") return this.someSource("any", ({ value }) => test(value));
    return this.world.holds({ name: `address of Service ${end.name}`, values }, test);
  }

  #knownAddress(end: End & { kind: "pod" | "node" }): Address | undefined {
    if (end.asked !== undefined) return end.asked;
    const inFamily = (addresses: readonly Address[]) =>
      addresses.find((address) => address.family === this.flow.family);
    const own = end.kind === "pod" ? inFamily(end.source.addresses) : undefined;
    if (own !== undefined || (end.kind === "pod" && !end.source.host)) return own;
    const node = this.#knownNode(end); // a host pod has its node's
    return node === undefined ? undefined : inFamily(this.cluster.nodes.get(node)!.addresses);
  }

  /** A host pod has an address of its node; no two nodes share one. */
  #addressOnNode(end: End & { kind: "pod" | "node" }, test: (value: bigint) => boolean): boolean {
    const node = this.cluster.nodes.get(end.kind === "node" ? end.node : this.nodeOf(end));
    const known = node?.addresses.find((address) => address.family === this.flow.family);
    if (known !== undefined) return test(known.value);
    const fact = this.#addressFact(end, this.cluster.nodeBlocks);
    const taken = new Set(
      [...this.cluster.nodes.values()].flatMap((item) => item.addresses).map(({ value }) => value),
    );
    const free = fact.values.filter((value) => !taken.has(value));
    return this.world.holds({ name: fact.name, values: free.length > 0 ? free : fact.values }, test);
  }

  #addressFact(end: End, within: readonly Block[]): Fact<bigint> {
    return {
      name: `IP of ${end.id}`,
      values: pieces(this.flow.family, this.cluster.mentioned.blocks, within),
    };
  }

  /** The name of the node that a pod or node end is on. */
  nodeOf(end: End & { kind: "pod" | "node" }): string {
    return this.#knownNode(end) ?? this.world.value(this.#nodeFact(end));
  }

  /** Whether the pod is on this node; an address that may be a pod's says nothing about its node. */
  isOnNode({ end }: Pod, node: string): boolean {
    const known = end.kind === "pod" ? this.#knownNode(end) : undefined;
    return known === undefined
      ? this.world.holds(this.#nodeFact(end), (name) => name === node)
      : known === node;
  }

  #knownNode(end: End & { kind: "pod" | "node" }): string | undefined {
    if (end.kind === "node") return end.node;
    if (end.source.node !== undefined || !end.source.host) return end.source.node;
    const own = new Set(end.source.addresses.map(({ value }) => value)); // a host pod's addresses are its node's
    const owner = [...this.cluster.nodes.values()].find((node) =>
      node.addresses.some(({ value }) => own.has(value)),
    );
    return owner?.name;
  }

  #nodeFact(end: End): Fact<string> {
    return { name: `node of ${end.id}`, values: [...this.cluster.nodes.keys(), ANOTHER, YET_ANOTHER] };
  }

  /** Whether the destination is a node that the selector selects (S-IP-7, S-HOST-2). */
  isSelectedNode(selector: LabelSelector, end: End): boolean {
    if (end.kind === "node") return this.#selectsNode(selector, end.node);
    if (end.kind === "pod" && end.source.host) {
      return isEmpty(selector, "deleted") || this.#selectsNode(selector, this.nodeOf(end));
    }
    if (end.kind === "pod" || end.kind === "entrance" || this.#isUnlistedPod(end)) return false;
    const nodes = [...this.cluster.nodes.values()].filter((node) => node.labels !== undefined); // S-IP-7
    const known = nodes.find((node) => this.address(end, (address) => includes(node.addresses, address)));
    if (known !== undefined) return this.#selectsNode(selector, known.name);
    if (this.cluster.hasNodeObjects) return false;
    const { nodeBlocks } = this.cluster;
    const possible = this.address(end, (address) => {
      const blocks = nodeBlocks.filter((block) => block.family === address.family);
      return blocks.length === 0 || blocks.some((block) => contains(block, address));
    });
    const fact = { name: `is ${end.id} a node`, values: [false, true] };
    return possible && this.world.holds(fact, Boolean) && this.#selectsNode(selector, `${ANOTHER} ${end.id}`);
  }

  #selectsNode(selector: LabelSelector, node: string): boolean {
    const known = this.cluster.nodes.get(node);
    const labels: Labels = (key, predicate) =>
      known?.labels === undefined
        ? this.#label(`label ${key} of node ${node}`, key, false, predicate)
        : this.#labelOf(known.labels, known.untoldLabels, `node ${node}`, key, predicate);
    return this.selects(selector, labels);
  }

  /** A custom resource's selector; one that cannot be built matches nothing here (the other reading is in rules.ts). */
  selects(selector: LabelSelector, labels: Labels): boolean {
    return canBeBuilt(selector) && selects(selector, labels, "deleted");
  }

  /** Whether a container of the pod declares the flow's port and protocol under this name (S-PORT-7, S-PORT-8). */
  declares(pod: Pod, name: string): boolean {
    const { port, protocol } = this.flow;
    if (name === "" || port === undefined) return false;
    const ports = pod.end.kind === "pod" ? pod.end.source.ports : undefined;
    if (ports === undefined) {
      return this.world.holds(
        { name: `does ${pod.end.id} name its port ${name}`, values: [false, true] },
        Boolean,
      );
    }
    return ports.some(
      (item) => item.name === name && item.containerPort === port && (item.protocol ?? "TCP") === protocol,
    );
  }

  /** Whether the destination is known to belong to a name that the domainNames item covers (S-FQ-1). */
  belongsTo(pattern: string, end: End): boolean {
    if (end.kind === "entrance")
      return this.#isNameOf(pattern, end) && this.world.choose("fqdn-in-cluster", [true, false]);
    const { passage } = this.flow;
    if (passage !== undefined) {
      // S-FQ-5: a name that leads to a Service's address, and any name of what is behind it.
      const isNamed = this.#isNameOf(pattern, entranceOf(this.flow)) || this.#belongsToEnd(pattern, end);
      return isNamed && this.world.choose("fqdn-in-cluster", [true, false]);
    }
    return this.#belongsToEnd(pattern, end);
  }

  /** Whether a name that the pattern covers was asked for, or is known to have the address that is sent to. */
  #isNameOf(pattern: string, end: End): boolean {
    if (end.kind !== "entrance") return false;
    if (end.via !== undefined && covers(pattern, end.via)) return true;
    const { dns } = this.cluster.options;
    if (dns === undefined || end.address === undefined) return false;
    return Object.entries(dns).some(
      ([name, texts]) =>
        covers(pattern, name) &&
        includes(
          texts.flatMap((text) => parseAddress(text) ?? []),
          end.address!,
        ),
    );
  }

  #belongsToEnd(pattern: string, end: Exclude<End, { kind: "entrance" }>): boolean {
    if (end.kind === "domain") return covers(pattern, end.domain) && this.#isSupportedName(end.domain);
    if (end.via !== undefined && covers(pattern, end.via)) return this.#isSupportedName(end.via);
    const { dns } = this.cluster.options;
    const known = end.kind === "address" ? end.address : this.#knownAddress(end);
    if (dns !== undefined && known !== undefined) {
      const addresses = Object.entries(dns)
        .filter(([name]) => covers(pattern, name))
        .flatMap(([, texts]) => texts.flatMap((text) => parseAddress(text) ?? []));
      return includes(addresses, known);
    }
    // T80: a pod or node asked for as such belongs to no name; whether to one of the cluster's own is open (S-FQ-5).
    if (end.kind !== "address")
      return isInCluster(pattern) && this.world.choose("fqdn-in-cluster", [true, false]);
    // S-FQ-8: does a matching name resolve to it? A name of a narrower item is also one of this item.
    const narrower = new Set(
      this.cluster.mentioned.domainNames.filter((item) => coversAll(pattern, item)).map(normalName),
    );
    return [...narrower].some((item) =>
      this.world.holds({ name: `does ${item} resolve to ${end.id}`, values: [false, true] }, Boolean),
    );
  }

  /** S-FQ-5: headless Services and pod records are supported, other in-cluster names may match or not. */
  #isSupportedName(name: string): boolean {
    if (!isInCluster(name) || normalName(name).endsWith(".pod.cluster.local")) return true;
    const service = serviceOfName(name);
    if (service !== undefined && this.cluster.headlessServices.has(`${service.namespace}/${service.name}`))
      return true;
    return this.world.choose("fqdn-in-cluster", [true, false]);
  }
}

function includes(addresses: readonly Address[], address: Address): boolean {
  return addresses.some((item) => item.family === address.family && item.value === address.value);
}

/** S-WL-1: what no label is called is to be replaced, in part or as a whole, and may then be any key that fits. */
function mayBecome(text: string, key: string): boolean {
  const isKey = /^([a-z0-9][-a-z0-9.]*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
  if (isKey.test(text)) return false;
  const [start = "", ...more] = text.split(/\$\{[^}]*\}/);
  const end = more.at(-1);
  if (end === undefined) return true; // a mask
  return key.startsWith(start) && key.endsWith(end) && key.length > start.length + end.length;
}
