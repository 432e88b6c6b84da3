import { isPolicy, mapValues } from "./objects.js";
import { NAMESPACES } from "../generate/universe.js";
import { smaller } from "../generate/smaller.js";
import type { KubernetesObject, Metadata, PodSpec, PodStatus } from "../../reference/kubernetes.js";
import type { Random } from "../generate/random.js";
import type { Scenario } from "../generate/scenario.js";

/** A scenario as the next commit may leave it: one to three edits, mostly of policies. */
export function edited(made: Scenario, random: Random): Scenario {
  let next = made;
  const edits = 1 + random.below(3);
  for (let i = 0; i < edits; i++) next = EDITS[random.below(EDITS.length)]!(next, random);
  return next;
}

export type Edit = (made: Scenario, random: Random) => Scenario;

const dropPolicy: Edit = (made, random) => withOne(made, random, isPolicy, () => []);

const dropAnything: Edit = (made, random) =>
  withOne(
    made,
    random,
    () => true,
    () => [],
  );

/** A policy with one thing less: a rule, a peer, a label, a port. */
export const shortenPolicy: Edit = (made, random) =>
  withOne(made, random, isPolicy, (policy) => {
    const alone = {
      ...made,
      objects: [policy],
      spelling: 0,
      hypothetical: undefined,
      addresses: [],
      domains: [],
    };
    const bare = { ...alone, facts: { ...made.facts, dns: undefined, podCidrs: [], nodeCidrs: [] } };
    const shorter = [...smaller(bare)].flatMap(({ objects }) => objects);
    return shorter.length === 0 ? [policy] : [shorter[random.below(shorter.length)]!];
  });

/** A policy under another name, with another port, label, action or priority. */
const copyPolicy: Edit = (made, random) =>
  withOne(made, random, isPolicy, (policy) => {
    const name = policy.kind === "BaselineAdminNetworkPolicy" ? "default" : `copy-${random.below(1000)}`;
    const copy = { ...changedPolicy(policy, random), metadata: { ...policy.metadata, name } };
    return name === "default" ? [copy] : [policy, copy];
  });

export const changePolicy: Edit = (made, random) =>
  withOne(made, random, isPolicy, (policy) => [changedPolicy(policy, random)]);

const ACTIONS: Readonly<Record<string, string>> = { Allow: "Deny", Accept: "Deny", Deny: "Pass" };
const PORTS: ReadonlySet<string> = new Set(["port", "number"]);

function changedPolicy(policy: KubernetesObject, random: Random): KubernetesObject {
  return mapValues(policy, "", (value) => {
    if (Array.isArray(value)) return value;
    const entries = Object.entries(value).map(([key, child]) => {
      if (!random.happens(1, 4)) return [key, child] as const;
      if (key === "action") return [key, ACTIONS[child as string] ?? child] as const;
      if (key === "priority") return [key, (child as number) === 0 ? 1 : 0] as const;
      if (PORTS.has(key) && typeof child === "number") return [key, child === 80 ? 81 : 80] as const;
      return [
        key,
        key === "app" && typeof child === "string" ? (child === "a" ? "yes" : "a") : child,
      ] as const;
    });
    return Object.fromEntries(entries);
  }) as KubernetesObject;
}

function isPod({ kind }: KubernetesObject): boolean {
  return kind === "Pod";
}

const relabelPod: Edit = (made, random) =>
  withOne(made, random, isPod, (pod) => [relabelled(pod, "app", ["a", "yes", "b"][random.below(3)]!)]);

const relabelNamespace: Edit = (made, random) =>
  withOne(made, random, isNamespace, (each) => [
    relabelled(each, "team", ["a", "yes", "b"][random.below(3)]!),
  ]);

function isNamespace({ kind }: KubernetesObject): boolean {
  return kind === "Namespace";
}

const relabelNode: Edit = (made, random) =>
  withOne(
    made,
    random,
    ({ kind }) => kind === "Node",
    (node) => [relabelled(node, "role", random.happens(1, 2) ? "a" : "yes")],
  );

function relabelled(object: KubernetesObject, key: string, value: string): KubernetesObject {
  const metadata: Metadata = object.metadata ?? {};
  return { ...object, metadata: { ...metadata, labels: { ...metadata.labels, [key]: value } } };
}

/** Another port under the name of one, another node, another network. */
const respecifyPod: Edit = (made, random) =>
  withOne(made, random, isPod, (pod) => {
    const spec = pod.spec as PodSpec;
    const ports = [{ name: "http", containerPort: random.happens(1, 2) ? 80 : 81 }];
    const other: Partial<PodSpec> =
      [
        { containers: [{ ports }] },
        { nodeName: random.happens(1, 2) ? "node-0" : "node-1" },
        { hostNetwork: spec.hostNetwork !== true },
      ][random.below(3)] ?? {};
    return [{ ...pod, spec: { ...spec, ...other } }];
  });

const readdressPod: Edit = (made, random) =>
  withOne(made, random, isPod, (pod) => {
    const { podIPs: _all, ...status } = (pod.status ?? {}) as PodStatus;
    return [{ ...pod, status: { ...status, podIP: `10.0.0.${1 + random.below(12)}` } }];
  });

const addPod: Edit = (made, random) =>
  withOne(made, random, isPod, (pod) => [
    pod,
    {
      ...pod,
      metadata: {
        ...pod.metadata,
        name: `more-${random.below(1000)}`,
        namespace: NAMESPACES[random.below(NAMESPACES.length)]!,
      },
      status: { podIP: `10.0.0.${20 + random.below(9)}` },
    },
  ]);

const addNamespace: Edit = (made, random) => {
  const listed = new Set(made.objects.filter(isNamespace).map(({ metadata }) => metadata?.name));
  const missing = NAMESPACES.filter((name) => !listed.has(name));
  const name = missing[random.below(missing.length)];
  if (name === undefined) return made;
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels: { team: "a" } } };
  return { ...made, objects: [...made.objects, namespace] };
};

const EDITS: readonly Edit[] = [
  dropPolicy,
  dropAnything,
  shortenPolicy,
  shortenPolicy,
  copyPolicy,
  changePolicy,
  changePolicy,
  relabelPod,
  relabelNamespace,
  relabelNode,
  respecifyPod,
  readdressPod,
  addPod,
  addNamespace,
];

/** One object of a kind, replaced by some. */
function withOne(
  made: Scenario,
  random: Random,
  isMeant: (object: KubernetesObject) => boolean,
  replace: (object: KubernetesObject) => readonly KubernetesObject[],
): Scenario {
  const meant = [...made.objects.keys()].filter((index) => isMeant(made.objects[index]!));
  const index = meant[random.below(meant.length)];
  if (index === undefined) return made;
  return { ...made, objects: made.objects.toSpliced(index, 1, ...replace(made.objects[index]!)) };
}
