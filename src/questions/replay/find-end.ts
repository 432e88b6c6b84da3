import { addressKey, addressOwners, nodeEndpoint } from "../../cluster/model/address-owners.js";
import { AddressSet } from "../../base/net/address-set.js";
import { isOnHostNetwork, type PodEndpoint } from "../../cluster/model/endpoint.js";
import { makerByLabels } from "./pod-index.js";
import { labelsOf, type Labels } from "../../cluster/model/labels.js";
import { oncePer } from "../../base/collections/once-per.js";
import { PRIVATE } from "../../base/net/special-ranges.js";
import { FAMILIES, type Address } from "../../base/net/address.js";
import { openPodFamilies } from "../../cluster/model/pod-blocks.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { NotJudged } from "./outcome.js";
import type {
  RecordedAddress,
  RecordedEnd,
  RecordedHost,
  RecordedPod,
  RecordedPods,
} from "../../source/flows/record.js";
import type { ReplayEnd, StateEnds } from "./ends.js";
import type { Segment } from "./state.js";

/** An end of a record as it was then, for other ends that are nodes and for those that aren't; or why nobody can tell. */
export type RecordEnd =
  | {
      readonly end: ReplayEnd;
      readonly byNode: ReplayEnd;
      readonly isOnHost: boolean;
      /** The same for two ends that are the same pod; undefined where several pods may be meant. */
      readonly self: string | undefined;
      /** The ports that it is known to listen on: `TCP 80`. */
      readonly listens: ReadonlySet<string>;
    }
  | NotJudged;

interface FoundThen {
  key: number;
  found: RecordEnd;
  others: Map<number, RecordEnd> | undefined;
}

/** Finds what ends of records were, by names, then labels, then addresses at that time. */
export class EndFinder {
  readonly #ends: readonly StateEnds[];
  /** What was found for an end in the segment of time that was asked for last, and in others. */
  readonly #known = new WeakMap<RecordedEnd, FoundThen>();

  /** @param ends those of each state */
  constructor(ends: readonly StateEnds[]) {
    this.#ends = ends;
  }

  find(end: RecordedEnd, segment: Segment): RecordEnd {
    const { key } = segment;
    const known = this.#known.get(end);
    if (known === undefined) {
      const found = this.#find(end, segment);
      this.#known.set(end, { key, found, others: undefined });
      return found;
    }
    if (known.key === key) return known.found;
    known.others ??= new Map();
    known.others.set(known.key, known.found);
    known.found = known.others.get(key) ?? this.#find(end, segment);
    known.key = key;
    return known.found;
  }

  /** What was found for an end in the segment that was asked for last; undefined where nobody has asked. */
  known(end: RecordedEnd): RecordEnd | undefined {
    return this.#known.get(end)?.found;
  }

  #find(end: RecordedEnd, segment: Segment): RecordEnd {
    const state = this.#ends[segment.state]!;
    switch (end.kind) {
      case "pod":
        return podNamed(end, state) ?? "unknown-pod";
      case "pods":
        return podsNamed(end, state);
      case "host":
        return this.#host(end, segment);
      case "address":
        return this.#address(end, segment);
      case "set":
        return "aggregated";
      case "unknown":
        return "unknown-end";
    }
  }

  #address({ address, isOutside }: RecordedAddress, { state, around }: Segment): RecordEnd {
    const ends = this.#ends[state]!;
    if (isOutside) return single(ends.ofOutside(address));
    if (this.#hadOthers(address, around)) return "ambiguous-address";
    const owned = addressOwners(ends.cluster).get(addressKey(address))?.owner;
    if (owned === "service") return single(ends.ofService(address));
    if (owned?.type === "node") return { ...single(ends.ofNode(owned)), isOnHost: true };
    if (owned !== undefined) {
      const [name = ""] = owned.pods;
      const pod = ends.pods.pod(owned.namespace, name) ?? owned;
      return podsWithAddress(ends, address) > 1 ? "ambiguous-address" : ofPod(ends, pod);
    }
    if (isNode(ends, address)) return "unknown-node";
    return mayBeGonePod(ends, address) ? "unknown-pod" : single(ends.ofOutside(address));
  }

  #host(end: RecordedHost, { state, around }: Segment): RecordEnd {
    const ends = this.#ends[state]!;
    const byName = hostNamed(end, ends);
    if (byName !== undefined) return byName;
    const { address } = end;
    if (address === undefined) return "unknown-node";
    if (this.#hadOthers(address, around)) return "ambiguous-address";
    const owned = addressOwners(ends.cluster).get(addressKey(address))?.owner;
    if (owned === undefined || owned === "service" || owned.type !== "node") return "unknown-node";
    return { ...single(ends.ofNode(owned)), isOnHost: true };
  }

  /** True where an address had changed hands in some of the states. */
  #hadOthers(address: Address, around: readonly number[]): boolean {
    return new Set(around.map((each) => ownerKey(this.#ends[each]!, address))).size > 1;
  }
}

function single(end: ReplayEnd): Exclude<RecordEnd, NotJudged> {
  return { end, byNode: end, isOnHost: false, self: undefined, listens: NO_PORTS_KNOWN };
}

const NO_PORTS_KNOWN: ReadonlySet<string> = new Set();

function ofPod(ends: StateEnds, pod: PodEndpoint): Exclude<RecordEnd, NotJudged> {
  const byNode = ends.ofPod(pod, true);
  const isOnHost = isOnHostNetwork(pod);
  return {
    end: isOnHost ? byNode : ends.ofPod(pod, false),
    byNode,
    isOnHost,
    self: pod.pods.length === 1 ? pod.id : undefined,
    listens: new Set((pod.ports ?? []).map(({ protocol, port }) => `${protocol} ${port}`)),
  };
}

function podNamed(recorded: RecordedPod, ends: StateEnds): RecordEnd | undefined {
  const { namespace, name, labels, workload } = recorded;
  const named = name === undefined ? undefined : ends.pods.pod(namespace, name);
  if (named !== undefined) {
    if (labels === undefined || !isContradicted(named, labels, ends)) return ofPod(ends, named);
    return asRecorded(recorded, labels, "other-labels", ends);
  }
  const owner = ends.pods.owner(namespace, name, workload);
  const made = owner === undefined ? undefined : podMadeBy(owner, ends);
  if (owner !== undefined && made !== undefined) {
    if (labels !== undefined && isContradicted(owner.members[0]!, labels, ends))
      return asRecorded(recorded, labels, "other-labels", ends);
    return made;
  }
  return labels === undefined ? undefined : asRecorded(recorded, labels, "not-there", ends);
}

/**
 * A pod that a workload has made, which isn't there any more: one of the pods that are there now stands for it; it may not have been
 * on the same node. Undefined where policies tell the workload's pods apart.
 */
export function podMadeBy(owner: Workload, ends: StateEnds): Exclude<RecordEnd, NotJudged> | undefined {
  const [first] = owner.members;
  if (first === undefined || ends.ofWorkload(owner) === undefined) return undefined;
  const found = ofPod(ends, first);
  return { ...found, byNode: found.end, self: undefined };
}

/** True where the log has another value of a label that policies look at. Labels that the log leaves out may have been there. */
function isContradicted(pod: PodEndpoint, labels: ReadonlyMap<string, string>, ends: StateEnds): boolean {
  const then: Labels = labelsOf([...Object.entries(pod.labels), ...labels]);
  return ends.distinctions.ofPodLabels({ ...pod, labels: then }) !== ends.distinctions.ofPodLabels(pod);
}

function asRecorded(
  { namespace, name, workload }: RecordedPod,
  labels: ReadonlyMap<string, string>,
  why: "other-labels" | "not-there",
  ends: StateEnds,
): RecordEnd {
  const maker = name === undefined ? undefined : makerByLabels(name, labels);
  const called = workload?.name ?? maker ?? name ?? "a pod";
  const found = { type: "labels", namespace, labels: labelsOf(labels), name: called, why } as const;
  const end = ends.ofLabelsWithin(found);
  return end === undefined ? "too-many" : single(end);
}

function podsNamed({ namespace, prefix, workload, labels }: RecordedPods, ends: StateEnds): RecordEnd {
  const owner = ends.pods.ownerOfPrefix(namespace, prefix, workload);
  const made = owner === undefined ? undefined : podMadeBy(owner, ends);
  if (owner === undefined || made === undefined) return "aggregated";
  return labels !== undefined && isContradicted(owner.members[0]!, labels, ends) ? "aggregated" : made;
}

function hostNamed({ name, address }: RecordedHost, ends: StateEnds): RecordEnd | undefined {
  const { nodes } = ends.cluster;
  const object =
    name === undefined ? undefined : (nodes.get(name) ?? nodes.get(name.split("/").at(-1) ?? name));
  if (object === undefined) return undefined;
  // A node has several addresses, and rules for blocks go by the one that was seen.
  const own = address ?? object.addresses[0];
  if (address === undefined && areToldApart(object.addresses, ends)) return "aggregated";
  return {
    ...single(ends.ofNode(nodeEndpoint(object.name, own === undefined ? [] : [own], object))),
    isOnHost: true,
  };
}

/** True where policies tell apart some addresses of one family: it matters which of them it was. */
function areToldApart(addresses: readonly Address[], { distinctions }: StateEnds): boolean {
  return FAMILIES.some((family) => {
    const own = addresses.filter((each) => each.family === family);
    return new Set(own.map((each) => distinctions.addresses.classOf(each))).size > 1;
  });
}

/** Who had an address in a state: the same text for the same pod, node or Service, and as many pods. */
export function ownerKey(ends: StateEnds, address: Address): string {
  const owned = addressOwners(ends.cluster).get(addressKey(address));
  if (owned === undefined) return "";
  return owned.owner === "service" ? "service" : `${podsWithAddress(ends, address)} ${owned.owner.id}`;
}

/** How many pods of a state say that they have an address, those on nodes' networks apart. */
function podsWithAddress({ cluster }: StateEnds, address: Address): number {
  return podsByAddress(cluster).get(addressKey(address)) ?? 0;
}

const podsByAddress = oncePer((cluster: Cluster): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { members } of cluster.workloads)
    for (const { addresses, hostNetwork } of members)
      for (const each of hostNetwork ? [] : (addresses ?? []))
        counts.set(addressKey(each), (counts.get(addressKey(each)) ?? 0) + 1);
  return counts;
});

function isNode({ cluster }: StateEnds, address: Address): boolean {
  return AddressSet.of(cluster.facts.nodeBlocks).has(address);
}

/** True for an address that a pod may have had which had ended before the state was read. */
function mayBeGonePod({ cluster }: StateEnds, address: Address): boolean {
  const { facts } = cluster;
  const own = facts.podBlocks.filter(({ family }) => family === address.family);
  if (own.length > 0 && AddressSet.of(own).has(address)) return true;
  if (own.length > 0 && !openPodFamilies(cluster).has(address.family)) return false;
  return PRIVATE.has(address) && !AddressSet.of(facts.serviceBlocks).has(address);
}
