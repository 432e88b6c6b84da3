import { AddressSet } from "../../base/net/address-set.js";
import { addressKey } from "../../cluster/model/address-owners.js";
import { classesOf, classKey } from "../../semantics/reach/classes.js";
import { formatAddress, type Address } from "../../base/net/address.js";
import {
  hypotheticalPod,
  type Endpoint,
  type NodeEndpoint,
  type PodEndpoint,
} from "../../cluster/model/endpoint.js";
import { INTERNET } from "../../base/net/special-ranges.js";
import { nameOfAddresses } from "../../semantics/reach/address-name.js";
import { PodsByName } from "./pod-index.js";
import { nodeEndpoint } from "../../cluster/model/address-owners.js";
import { outsideEndpoint } from "../../cluster/model/outside.js";
import type { Distinctions } from "../../semantics/reach/distinctions.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { Labels } from "../../cluster/model/labels.js";
import type { StaleEnd } from "./outcome.js";

/** What an end of a record was found to be: enough to find it again in the same state, or in another one. */
export type FoundEnd =
  | { readonly type: "pod"; readonly namespace: string; readonly name: string }
  /** The pods that a workload makes, none of which may be in the input. */
  | { readonly type: "workload"; readonly id: string }
  /** A pod by the labels that the log has of it. */
  | {
      readonly type: "labels";
      readonly namespace: string;
      readonly labels: Labels;
      /** How people call it: the name of the workload or pod that the log has. */
      readonly name: string;
      readonly why: StaleEnd;
    }
  | { readonly type: "node"; readonly name: string; readonly address: Address | undefined }
  | { readonly type: "address"; readonly address: Address }
  /** The virtual address of a Service. */
  | { readonly type: "service"; readonly address: Address };

/** Ends of one state that no policy tells apart and that people call alike. */
export interface ReplayEnd {
  /** Its number among the ends of all states. */
  readonly number: number;
  readonly state: number;
  /** The same number for ends of a state that no policy tells apart, whatever people call them. */
  readonly alike: number;
  readonly found: FoundEnd;
  /** One of them; undefined for a Service. */
  readonly endpoint: Endpoint | undefined;
  /** As `anp explain` takes it: `shop/deployment/web`, `node/a`, `internet`, `10.0.0.0/8`. */
  readonly label: string;
  /** One of them by its own name, as `anp explain` takes it. */
  readonly example: string;
  readonly stale: StaleEnd | undefined;
  /** True where it is one pod on its node: the other end is a node, or on one. */
  readonly isByNode: boolean;
}

/** The ends of one state, each kind of them once. */
export class StateEnds {
  readonly pods: PodsByName;
  readonly distinctions: Distinctions;
  readonly cluster: Cluster;
  readonly #state: number;
  readonly #all: ReplayEnd[];
  readonly #byKey = new Map<string, ReplayEnd>();
  readonly #alike = new Map<string, number>();
  readonly #classOf: ReadonlyMap<Endpoint, number>;

  /**
   * @param distinctions what any of the states tells apart: two ends that only one of them does are two in all
   * @param all the ends of all states, to which new ones are added
   */
  constructor(cluster: Cluster, state: number, distinctions: Distinctions, all: ReplayEnd[]) {
    this.cluster = cluster;
    this.#state = state;
    this.#all = all;
    this.pods = new PodsByName(cluster);
    this.distinctions = distinctions;
    const ends = cluster.workloads.flatMap(({ members }) => members.map((endpoint) => ({ endpoint })));
    const classes = classesOf(cluster, ends, this.distinctions).filter(({ isOwnNode }) => !isOwnNode);
    this.#classOf = new Map(
      classes.flatMap(({ index, members }) => members.map(({ endpoint }) => [endpoint, index] as const)),
    );
  }

  /** @param byNode true where the pod's own node counts: the other end is a node, or on one */
  ofPod(pod: PodEndpoint, byNode: boolean): ReplayEnd {
    const workload = this.pods.workloadOf(pod);
    const node = byNode ? (pod.node ?? "") : "-";
    const owner = workload?.id ?? pod.id;
    // Whichever pod of a class is met first, the same one stands for it.
    const one = byNode
      ? pod
      : (workload?.members.find((each) => this.#classOf.get(each) === this.#classOf.get(pod)) ?? pod);
    const [name] = one.pods;
    return this.#end(`pod ${owner} ${this.#classOf.get(pod)} ${node} ${byNode ? pod.id : ""}`, () => ({
      found:
        name === undefined
          ? { type: "workload", id: owner }
          : { type: "pod", namespace: pod.namespace, name },
      endpoint: one,
      label: owner,
      example: name === undefined ? owner : `${pod.namespace}/pod/${name}`,
      stale: undefined,
      isByNode: byNode,
    }));
  }

  /** The pods of a workload, where no policy tells them apart; undefined where one does. */
  ofWorkload(workload: Workload): ReplayEnd | undefined {
    const [first, ...others] = workload.members;
    if (first === undefined) return undefined;
    const own = this.#classOf.get(first);
    if (others.some((each) => this.#classOf.get(each) !== own)) return undefined;
    return this.ofPod(first, false);
  }

  ofLabels(found: Extract<FoundEnd, { type: "labels" }>): ReplayEnd {
    return this.#end(this.#labelsKey(found), () => labelsEnd(found));
  }

  /** The same; undefined where a log has named more pods that aren't there than are kept, and this is a new one. */
  ofLabelsWithin(found: Extract<FoundEnd, { type: "labels" }>): ReplayEnd | undefined {
    const isFull = this.#byKey.size >= MOST_KEPT;
    return isFull && !this.#byKey.has(this.#labelsKey(found)) ? undefined : this.ofLabels(found);
  }

  #labelsKey({ namespace, labels, name, why }: Extract<FoundEnd, { type: "labels" }>): string {
    const pod = hypotheticalPod(namespace, labels);
    const seen = `${this.distinctions.ofPodLabels(pod)} ${this.distinctions.ofPorts(pod)}`;
    return `labels ${namespace} ${name} ${why} ${seen}`;
  }

  ofNode(node: NodeEndpoint): ReplayEnd {
    const [address] = node.addresses;
    return this.#end(`node ${node.name} ${node.addresses.map(addressKey).join(" ")}`, () => ({
      found: { type: "node", name: node.name, address },
      endpoint: node,
      label: node.id,
      example: this.#nodeToAsk(node),
      stale: undefined,
      isByNode: false,
    }));
  }

  /** By its name, a node is asked about with all of its addresses: one of several is asked about by itself. */
  #nodeToAsk({ id, name, addresses: [address] }: NodeEndpoint): string {
    const all = this.cluster.nodes.get(name)?.addresses ?? [];
    const isOnly = all.every(({ family, value }) => family !== address?.family || value === address.value);
    return address === undefined || isOnly ? id : formatAddress(address);
  }

  /** An address that nothing in the cluster has. */
  ofOutside(address: Address): ReplayEnd {
    const { family } = address;
    const isInternet = INTERNET[family].has(address);
    const number = this.distinctions.addresses.classOf(address);
    const text = formatAddress(address);
    const single = AddressSet.single(address);
    const endpoint = outsideEndpoint(this.cluster, single, text, `ip/${text}`);
    return this.#end(`address ${family} ${number} ${isInternet} ${endpoint.mayBePod}`, () => {
      const alike = this.distinctions.addresses.of(family).find((each) => each.has(address)) ?? single;
      const whole = INTERNET[family];
      const own = isInternet ? alike.intersect(whole) : alike.subtract(whole);
      const isNamed = own.blocks().length <= MOST_BLOCKS;
      return {
        found: { type: "address", address },
        endpoint,
        label: isNamed ? nameOfAddresses(own) : isInternet ? "internet" : "private addresses",
        example: text,
        stale: undefined,
        isByNode: false,
      };
    });
  }

  ofService(address: Address): ReplayEnd {
    const text = formatAddress(address);
    return this.#end(`service ${text}`, () => ({
      found: { type: "service", address },
      endpoint: undefined,
      label: text,
      example: text,
      stale: undefined,
      isByNode: false,
    }));
  }

  /** What was found, in this state: also what another state had, or another run. Undefined where it isn't there. */
  again(found: FoundEnd, byNode: boolean): ReplayEnd | undefined {
    switch (found.type) {
      case "pod": {
        const pod = this.pods.pod(found.namespace, found.name);
        return pod === undefined ? undefined : this.ofPod(pod, byNode);
      }
      case "workload": {
        const workload = this.cluster.workloads.find(({ id }) => id === found.id);
        return workload === undefined ? undefined : this.ofWorkload(workload);
      }
      case "labels":
        return this.ofLabels(found);
      case "node": {
        const object = this.cluster.nodes.get(found.name);
        return this.ofNode(
          nodeEndpoint(found.name, found.address === undefined ? [] : [found.address], object),
        );
      }
      case "address":
        return this.ofOutside(found.address);
      case "service":
        return this.ofService(found.address);
    }
  }

  #end(key: string, make: () => Omit<ReplayEnd, "number" | "state" | "alike">): ReplayEnd {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const parts = make();
    const number = this.#all.length;
    const made = { number, state: this.#state, alike: this.#alikeTo(parts, number), ...parts };
    this.#all.push(made);
    this.#byKey.set(key, made);
    return made;
  }

  /** The number of the first end that no policy tells from this one: nodes, pods on them and Services are by themselves. */
  #alikeTo({ endpoint, isByNode }: Pick<ReplayEnd, "endpoint" | "isByNode">, number: number): number {
    if (endpoint === undefined || endpoint.type === "node" || isByNode) return number;
    const key = classKey(this.cluster, endpoint, this.distinctions);
    const known = this.#alike.get(key);
    if (known === undefined) this.#alike.set(key, number);
    return known ?? number;
  }
}

function labelsEnd(
  found: Extract<FoundEnd, { type: "labels" }>,
): Omit<ReplayEnd, "number" | "state" | "alike"> {
  const { namespace, labels, name, why } = found;
  return {
    found,
    endpoint: hypotheticalPod(namespace, labels),
    label: `${namespace}/${name}`,
    example: `${namespace}/${Object.entries(labels)
      .map(([key, value]) => `${key}=${value}`)
      .join(",")}`,
    stale: why,
    isByNode: false,
  };
}

/** So many ends, the cluster's own among them, are kept before pods that only the log knows aren't compared any more. */
const MOST_KEPT = 100_000;

/** A set of addresses of more blocks than this is called by what it is. */
const MOST_BLOCKS = 3;
