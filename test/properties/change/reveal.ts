import type { Change } from "../law.js";
import type {
  KubernetesObject,
  Metadata,
  NodeStatus,
  PodSpec,
  PodStatus,
} from "../../reference/kubernetes.js";
import type { Random } from "../generate/random.js";
import type { Scenario } from "../generate/scenario.js";
import { addressesOf, familiesShown, familyOf } from "./add.js";
import { NAMESPACE_LABELS, NODE_ADDRESSES, NODE_LABELS, POD_LABELS } from "../generate/universe.js";
import { withObjects } from "./objects.js";

/*
 * Each change tells one kind of fact that an input may lack. What it tells is one of the ways that things may be: an
 * address from the pod CIDRs, a node whose address a host pod has already.
 */

/** Adds the Namespaces that are only referred to. */
export const revealNamespaces: Change = (made, random) => {
  const listed = new Set(
    made.objects.filter(({ kind }) => kind === "Namespace").map(({ metadata }) => metadata?.name),
  );
  const missing = [...namespacesReferredTo(made)].filter((name) => !listed.has(name));
  if (missing.length === 0) return made;
  const namespaces = missing.map((name): KubernetesObject => {
    const labels: Metadata["labels"] = random.happens(1, 2)
      ? { team: random.happens(1, 2) ? "a" : "yes" }
      : {};
    return { apiVersion: "v1", kind: "Namespace", metadata: { name, labels } };
  });
  return { ...made, objects: [...namespaces, ...made.objects] };
};

function namespacesReferredTo({ objects, hypothetical }: Scenario): ReadonlySet<string> {
  const names = objects.flatMap(({ metadata }) => metadata?.namespace ?? []);
  return new Set(hypothetical === undefined ? names : [...names, hypothetical.namespace]);
}

/** Tells the node of every pod; a host pod's address says which it is. */
export const revealNodesOfPods: Change = (made, random) =>
  withObjects(made, (object) => {
    const spec = object.spec as PodSpec;
    if (object.kind !== "Pod" || spec.nodeName) return [object];
    const isOnFirst = spec.hostNetwork === true && addressesOf(object).length > 0;
    const nodeName = isOnFirst || random.happens(1, 2) ? "node-0" : "node-1";
    return [{ ...object, spec: { ...spec, nodeName } }];
  });

/** Tells an address of every pod on the pod network, in each family that others have. */
export const revealAddressesOfPods: Change = (made) => {
  const families = familiesOf(made);
  let next = 20;
  return withObjects(made, (object) => {
    const { phase } = (object.status ?? {}) as PodStatus;
    const isOnHost = (object.spec as PodSpec | undefined)?.hostNetwork === true;
    if (object.kind !== "Pod" || phase === "Succeeded" || isOnHost || addressesOf(object).length > 0)
      return [object];
    const number = next++;
    const podIPs = families.map((family) => ({
      ip: family === "IPv4" ? `10.0.0.${number}` : `fd00::${number}`,
    }));
    return [{ ...object, status: { ...(object.status as object), podIP: podIPs[0]!.ip, podIPs } }];
  });
};

/**
 * Adds the Nodes that pods name, and the addresses of those that have none. Where there are no Nodes, an address is taken for one
 * outside of the cluster: as those that are asked for, those that names resolve to do not turn out to be a node's.
 */
export const revealNodes: Change = (made, random) => {
  const families = familiesOf(made);
  const outside = new Set(Object.values(made.facts.dns ?? {}).flat());
  const known = withObjects(made, (object) =>
    object.kind !== "Node" || addressesOf(object).length > 0
      ? [object]
      : [{ ...object, status: statusOfNode(object.metadata?.name ?? "", families, outside) }],
  );
  const listed = new Set(
    made.objects.filter(({ kind }) => kind === "Node").map(({ metadata }) => metadata?.name),
  );
  const named = made.objects.flatMap(({ kind, spec }) =>
    kind === "Pod" ? ((spec as PodSpec).nodeName ?? []) : [],
  );
  // One Node is enough to say that all others are listed too.
  const missing = [...new Set(["node-0", ...named])].filter((name) => !listed.has(name));
  if (missing.length === 0) return known;
  // So no address that is asked for is that of another one (S-IP-7): where some are listed, it has addresses that nobody asks for.
  const status = (name: string, index: number): NodeStatus =>
    listed.size === 0 ? statusOfNode(name, families, outside) : statusOfOther(index, families);
  // Nor does it tell less of its pods' addresses than the others do (S-EV-1a).
  const { spec } = made.objects.find(({ kind }) => kind === "Node") ?? {};
  const nodes = missing.map((name, index): KubernetesObject => {
    const labels: Metadata["labels"] = random.happens(1, 2) ? { role: "a" } : {};
    return {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name, labels },
      ...(spec !== undefined && { spec }),
      status: status(name, index),
    };
  });
  return { ...known, objects: [...nodes, ...known.objects] };
};

function statusOfOther(index: number, families: readonly ("IPv4" | "IPv6")[]): NodeStatus {
  const addresses = { IPv4: `192.168.9.${index + 1}`, IPv6: `fd01::9:${index + 1}` };
  return { addresses: families.map((family) => ({ type: "InternalIP", address: addresses[family] })) };
}

function statusOfNode(
  name: string,
  families: readonly ("IPv4" | "IPv6")[],
  outside: ReadonlySet<string>,
): NodeStatus {
  const index = ["node-0", "node-1"].indexOf(name);
  const unlisted = { IPv4: "192.168.0.7", IPv6: "fd01::7" };
  const addresses = families.map((family) =>
    index === -1 ? unlisted[family] : NODE_ADDRESSES[family][index]!,
  );
  const own = addresses.filter((address) => !outside.has(address));
  return { addresses: own.map((address) => ({ type: "InternalIP", address })) };
}

/** Tells which addresses pods can have, and adds a pod for each asked address among them. */
export const revealOwners: Change = (made, random) => {
  const { podCidrs } = made.facts;
  const isTold = podCidrs.length === 2;
  // A pod with an address of another family would show that the cluster has that one too.
  const families = familiesOf(made);
  const owned = made.addresses.filter(
    (address) => /^(?:10\.0\.|fd00:)/.test(address) && families.includes(familyOf(address)),
  );
  if (isTold && owned.length === 0) return made;
  const taken = new Set(made.objects.flatMap(addressesOf));
  const pods = owned
    .filter((address) => !taken.has(address))
    .map((address, index) => owner(address, index, random));
  const objects = [...made.objects, ...pods];
  return { ...made, objects, facts: { ...made.facts, podCidrs: ["10.0.0.0/16", "fd00::/64"] } };
};

function owner(podIP: string, index: number, random: Random): KubernetesObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `owner-${index}`, namespace: "shop", labels: random.happens(1, 2) ? { app: "a" } : {} },
    spec: { nodeName: "node-0", containers: [{ ports: [{ name: "http", containerPort: 80 }] }] },
    status: { podIP },
  };
}

/** Tells what the names of rules resolve to, where an address is asked for and no name is. */
export const revealNames: Change = (made, random) => {
  const { addresses: asked, domains, facts, objects } = made;
  const hasNames = JSON.stringify(objects).includes('"domainNames"');
  if (!hasNames || facts.dns !== undefined || asked.length === 0 || domains.length > 0) return made;
  const addresses = random.happens(1, 2) ? asked : [];
  return { ...made, facts: { ...facts, dns: { "a.example.com": ["203.0.113.77", ...addresses] } } };
};

/** Fills in the labels of pods, Namespaces and Nodes whose values or keys are placeholders or masks. */
export const revealLabels: Change = (made, random) =>
  withObjects(made, (object) => {
    const labels = object.metadata?.labels;
    const keys = KEYS[object.kind];
    if (!labels || keys === undefined || !Object.entries(labels).flat().some(isToFill)) return [object];
    const written = Object.entries(labels).filter(([key]) => !isToFill(key));
    const free = keys.filter((key) => !written.some(([each]) => each === key));
    const filled = Object.entries(labels).map(([key, value]) => [
      isToFill(key) ? filledKey(key, free, random) : key,
      isToFill(value) ? (random.happens(1, 2) ? "a" : "other") : value,
    ]);
    return [
      { ...object, metadata: { ...object.metadata, labels: Object.fromEntries(filled) as typeof labels } },
    ];
  });

const KEYS: Readonly<Record<string, readonly string[]>> = {
  Pod: POD_LABELS,
  Namespace: NAMESPACE_LABELS,
  Node: NODE_LABELS,
};

function isToFill(text: string | null): boolean {
  return text !== null && (text.includes("${") || text === "***");
}

/** A key of the objects that begins as it does, or one that nobody asks for. */
function filledKey(key: string, free: readonly string[], random: Random): string {
  const start = key === "***" ? "" : key.slice(0, key.indexOf("${"));
  const first = free.find((each) => each.startsWith(start) && each.length > start.length);
  return first !== undefined && random.happens(1, 2) ? first : `${start}nobody`;
}

/** Fills in the names and numbers of container ports that are placeholders, of pods and of templates. */
export const revealPorts: Change = (made, random) =>
  withObjects(made, (object) => {
    const text = JSON.stringify(object);
    if (!/"\$\{(?:PORT|NAME)\}"/.test(text)) return [object];
    const filled = text
      .replaceAll('"${PORT}"', () => (random.happens(1, 2) ? "80" : "8080"))
      .replaceAll('"${NAME}"', () => (random.happens(1, 2) ? '"http"' : '"other"'));
    return [JSON.parse(filled) as KubernetesObject];
  });

/** The families of the cluster as they are taken to be where a pod has no address (S-EV-6). */
function familiesOf(made: Scenario): readonly ("IPv4" | "IPv6")[] {
  const shown = familiesShown(made);
  return shown.size === 0 ? ["IPv4"] : [...shown].toSorted();
}

/** Everything that can be told. */
export const revealAll: Change = (made, random) =>
  [
    revealLabels,
    revealPorts,
    revealOwners,
    revealNamespaces,
    revealNodesOfPods,
    revealAddressesOfPods,
    revealNodes,
    revealNames,
  ].reduce((told, reveal) => reveal(told, random), made);
