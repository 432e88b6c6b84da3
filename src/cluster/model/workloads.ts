import { typedPath } from "./object-ref.js";
import { traitsTogether, type PodTraits } from "./pod-traits.js";
import { compareTexts } from "../../base/collections/compare-texts.js";
import type { NodeAddresses } from "./node-addresses.js";
import type { PodSettings } from "./configured.js";
import type { OwnerRef, PodObject, PodShape, WorkloadObject } from "./objects.js";
import type { PodEndpoint } from "./endpoint.js";
import type { Workload } from "./cluster.js";
import type { Address } from "../../base/net/address.js";
import type { Origin } from "../../source/manifest/origin.js";

/**
 * Pods by the workload that owns them, through every owner in between (S-WL-2): pods that are in the input stand for
 * their workload, and its template is left out; a template without pods stands for the pods that it will make.
 */
export function workloadsOf(
  pods: readonly PodObject[],
  templates: readonly WorkloadObject[],
  nodeAddresses: NodeAddresses,
): Workload[] {
  const byKey = new Map(templates.map((template) => [keyOf(template.ref.namespace, template.ref), template]));
  const groups = new Map<string, OwnedPods>();
  const groupOf = (pod: PodObject): OwnedPods => {
    const owner = rootOwner(pod, byKey);
    const namespace = pod.ref.namespace ?? "default";
    const key = keyOf(namespace, owner);
    const group = groups.get(key) ?? { owner, namespace, pods: [] };
    groups.set(key, group);
    return group;
  };
  const siblings = new Siblings();
  for (const pod of pods) if (!pod.hasEnded) siblings.groupOf(pod, groupOf).pods.push(pod);
  const workloads = [...groups].map(([key, { owner, namespace, pods: owned }]): Workload => {
    const sorted = owned.toSorted((a, b) => compareTexts(a.ref.name, b.ref.name));
    const origin = byKey.get(key)?.origin ?? sorted[0]?.origin;
    const podNames = sorted.map(({ ref }) => ref.name);
    const make = (): PodEndpoint[] => sorted.map((pod) => podEndpoint(pod, nodeAddresses, sorted.length));
    return new MadeWorkload(
      { id: key, kind: owner.kind, namespace, name: owner.name, podNames, origin },
      make,
      () => sorted,
    );
  });
  for (const [key, template] of byKey) {
    if (!groups.has(key) && !isOwned(template, byKey, groups)) {
      workloads.push(templateWorkload(template, nodeAddresses));
    }
  }
  return workloads.toSorted((a, b) => compareTexts(a.id, b.id));
}

/** The pods of one topmost owner. */
interface OwnedPods {
  readonly owner: OwnerRef;
  readonly namespace: string;
  readonly pods: PodObject[];
}

/** Pods of one owner with one hash have the same topmost owner: a dump has twenty for each, found once. */
class Siblings {
  /** By the name of the owner; the same name may be in several namespaces. */
  readonly #met = new Map<string, { readonly pod: PodObject; readonly group: OwnedPods }[]>();

  groupOf(pod: PodObject, find: (pod: PodObject) => OwnedPods): OwnedPods {
    if (pod.owner === undefined) return find(pod);
    const ofName = this.#met.get(pod.owner.name);
    const known = ofName?.find((each) => areSiblings(each.pod, pod));
    if (known !== undefined) return known.group;
    const met = { pod, group: find(pod) };
    if (ofName === undefined) this.#met.set(pod.owner.name, [met]);
    else if (ofName.length < MOST_TRIED) ofName.push(met);
    return met.group;
  }
}

/** So many siblings of one name are compared with at the most: a name of a hash is hardly anywhere else. */
const MOST_TRIED = 8;

function areSiblings(a: PodObject, b: PodObject): boolean {
  return (
    a.ref.namespace === b.ref.namespace &&
    a.owner?.kind === b.owner?.kind &&
    a.labels["pod-template-hash"] === b.labels["pod-template-hash"]
  );
}

/** A workload whose pods are put together when they are asked for: one flow concerns two of thousands. */
class MadeWorkload implements Workload {
  readonly id: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly podNames: readonly string[];
  readonly origin: Origin | undefined;
  readonly #make: () => readonly PodEndpoint[];
  readonly #shapes: () => readonly PodShape[];
  #members: readonly PodEndpoint[] | undefined;

  constructor(
    facts: Omit<Workload, "members" | "traits" | "settings">,
    make: () => readonly PodEndpoint[],
    shapes: () => readonly PodShape[],
  ) {
    this.id = facts.id;
    this.kind = facts.kind;
    this.namespace = facts.namespace;
    this.name = facts.name;
    this.podNames = facts.podNames;
    this.origin = facts.origin;
    this.#make = make;
    this.#shapes = shapes;
  }

  get members(): readonly PodEndpoint[] {
    this.#members ??= this.#make();
    return this.#members;
  }

  get traits(): PodTraits {
    return traitsTogether(this.#shapes().map(({ traits }) => traits));
  }

  get settings(): readonly PodSettings[] {
    return this.#shapes().map(({ settings }) => settings);
  }
}

function idOf(namespace: string, owner: OwnerRef): string {
  return typedPath({ ...owner, namespace });
}

function keyOf(namespace: string | undefined, { kind, name }: OwnerRef): string {
  return idOf(namespace ?? "default", { kind, name });
}

const MAX_OWNERS = 8;

/** The topmost owner; a pod without one is its own. */
function rootOwner(pod: PodObject, templates: ReadonlyMap<string, WorkloadObject>): OwnerRef {
  const owners = podOwners(pod, (owner) => templates.get(keyOf(pod.ref.namespace, owner)));
  return owners.at(-1) ?? { kind: "Pod", name: pod.ref.name };
}

/** The owners of a pod, from its own upwards, as far as names tell where an owner is not in the input. */
export function podOwners(
  pod: PodObject,
  templateOf: (owner: OwnerRef) => WorkloadObject | undefined = () => undefined,
): OwnerRef[] {
  const owners: OwnerRef[] = [];
  let next = pod.owner;
  for (let i = 0; next !== undefined && i < MAX_OWNERS; i++) {
    owners.push(next);
    const template = templateOf(next);
    next = template === undefined ? missingOwner(next, pod) : template.owner;
  }
  return owners;
}

/**
 * The owner of an owner that is not in the input, where its name tells: a ReplicaSet is called `<deployment>-<hash>`
 * with the hash in the pod's labels, a Job `<cronjob>-<number>`.
 */
function missingOwner(owner: OwnerRef, pod: PodObject): OwnerRef | undefined {
  if (owner.kind === "ReplicaSet") {
    const hash = pod.labels["pod-template-hash"];
    if (hash !== undefined && hash !== "" && owner.name.endsWith(`-${hash}`)) {
      return { kind: "Deployment", name: owner.name.slice(0, -hash.length - 1) };
    }
  }
  const cronJob = owner.kind === "Job" ? /^(.+)-\d+$/.exec(owner.name)?.[1] : undefined;
  return cronJob === undefined ? undefined : { kind: "CronJob", name: cronJob };
}

/** True for a template whose owner stands for it: in the input, or told of by pods. */
function isOwned(
  { ref, owner }: WorkloadObject,
  templates: ReadonlyMap<string, unknown>,
  groups: ReadonlyMap<string, unknown>,
): boolean {
  if (owner === undefined) return false;
  const key = keyOf(ref.namespace, owner);
  return templates.has(key) || groups.has(key);
}

/** What few questions need is read when it is asked for. */
function podEndpoint(pod: PodObject, nodeAddresses: NodeAddresses, replicas: number): PodEndpoint {
  const { ref, labels, hostNetwork, untoldLabels, origin } = pod;
  const namespace = ref.namespace ?? "default";
  const node =
    pod.node ??
    (hostNetwork ? nodeAddresses.nodeWith([...(pod.addresses ?? []), ...pod.hostAddresses]) : undefined);
  return {
    type: "pod",
    id: idOf(namespace, { kind: "Pod", name: ref.name }),
    kind: "Pod",
    namespace,
    name: ref.name,
    labels,
    untoldLabels,
    hostNetwork,
    get addresses() {
      return hostNetwork ? addressesOnHost(pod.addresses, node, nodeAddresses) : pod.addresses;
    },
    node,
    get hostAddresses() {
      return pod.hostAddresses;
    },
    get ports() {
      return pod.ports;
    },
    pods: [ref.name],
    replicas,
    origin,
    ...(pod.noAddressYet ? { noAddressYet: true as const } : {}),
    ...(pod.isTerminating ? { isTerminating: true as const } : {}),
  };
}

/** A pod on the host's network has the addresses of its node. */
function addressesOnHost(
  own: readonly Address[] | undefined,
  node: string | undefined,
  nodeAddresses: NodeAddresses,
): readonly Address[] | undefined {
  const ofNode = node === undefined ? undefined : nodeAddresses.of(node);
  return own ?? ofNode;
}

function templateWorkload(template: WorkloadObject, nodeAddresses: NodeAddresses): Workload {
  const { ref, labels, hostNetwork, node, ports, untoldLabels, replicas, origin } = template;
  const namespace = ref.namespace ?? "default";
  const id = idOf(namespace, ref);
  const member: PodEndpoint = {
    type: "pod",
    id,
    kind: ref.kind,
    namespace,
    name: ref.name,
    labels,
    untoldLabels,
    hostNetwork,
    addresses: hostNetwork ? addressesOnHost(undefined, node, nodeAddresses) : undefined,
    node,
    hostAddresses: [],
    ports,
    pods: [],
    replicas,
    origin,
  };
  return {
    id,
    kind: ref.kind,
    namespace,
    name: ref.name,
    podNames: [],
    members: [member],
    get traits() {
      return template.traits;
    },
    get settings() {
      return [template.settings];
    },
    origin,
  };
}
