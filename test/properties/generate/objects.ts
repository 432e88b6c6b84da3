import * as fc from "fast-check";
import {
  ADDED_LABELS,
  EXTERNAL_NODE_ADDRESS,
  labels,
  labelValue,
  maybe,
  NAMESPACE_LABELS,
  namespaceName,
  NODE_ADDRESSES,
  NODE_LABELS,
  pick,
  POD_ADDRESSES,
  POD_LABELS,
  portName,
  portNumber,
  PROTOCOLS,
  SERVED,
  written,
} from "./universe.js";
import type { Container, KubernetesObject, PodSpec, WorkloadSpec } from "../../reference/kubernetes.js";

export type Family = "IPv4" | "IPv6";

/** The families that the cluster has; single pods may have fewer. */
export type Stack = readonly Family[];

const ISOLATION = "net.beta.kubernetes.io/network-policy";

const annotation = pick(
  [4, fc.constant('{"ingress":{"isolation":"DefaultDeny"}}')],
  [1, fc.constantFrom('{"ingress":{}}', "{}")],
);

/** Seldom with a value or a key that is still to be filled in: each doubles the worlds that the reference tries. */
function labelsToFill(keys: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const none = fc.constant(undefined);
  return fc
    .tuple(
      labels(keys),
      pick([60, none], [1, fc.constantFrom(...keys)]),
      pick([60, none], [1, fc.constantFrom("${KEY}", "a${KEY}", "te${KEY}", "***")]),
      fc.oneof(labelValue, fc.constant("${VALUE}")),
    )
    .map(([given, key, keyToFill, value]) => ({
      ...given,
      ...(key === undefined ? {} : { [key]: "${VALUE}" }),
      ...(keyToFill === undefined ? {} : { [keyToFill]: value }),
    }));
}

/** A Namespace; its name is given later, for one that is missing is only referred to. */
export function namespaceObject(name: string, isLegacy: boolean): fc.Arbitrary<KubernetesObject> {
  return fc
    .record({ labels: maybe(labelsToFill(NAMESPACE_LABELS), 5), isolation: maybe(annotation, 6) })
    .map(({ labels: given, isolation }) => {
      const annotations = isLegacy && isolation !== undefined ? { [ISOLATION]: isolation } : undefined;
      return { apiVersion: "v1", kind: "Namespace", metadata: written({ name, labels: given, annotations }) };
    });
}

// ---- nodes ----

export function nodeObject(index: number, stack: Stack): fc.Arbitrary<KubernetesObject> {
  return fc
    .record({
      labels: labelsToFill(NODE_LABELS),
      families: pick<Stack>([9, fc.constant(stack)], [1, fc.constant([])]),
      isExternal: fc.boolean(),
      podCIDRs: pick<string[] | undefined>(
        [12, fc.constant(undefined)],
        // Every address that a change may give a pod is in these.
        [2, fc.constant([`10.0.0.0/${16 + index}`])],
        [1, fc.constant([`10.0.0.0/${16 + index}`, "fd00::/64"])],
      ),
    })
    .map(({ labels: given, families, isExternal, podCIDRs }) => {
      const own = families.map((family) => ({ type: "InternalIP", address: NODE_ADDRESSES[family][index]! }));
      const external = { type: "ExternalIP", address: EXTERNAL_NODE_ADDRESS };
      const hasExternal = isExternal && index === 0 && families.includes("IPv4");
      const addresses = [
        { type: "Hostname", address: nodeName(index) },
        ...own,
        ...(hasExternal ? [external] : []),
      ];
      const status = families.length === 0 ? undefined : { addresses };
      return written({
        apiVersion: "v1",
        kind: "Node",
        metadata: { name: nodeName(index), labels: given },
        spec: podCIDRs === undefined ? undefined : { podCIDR: podCIDRs[0], podCIDRs },
        status,
      });
    });
}

function nodeName(index: number): string {
  return `node-${index}`;
}

/** A node that is in the input, one that only pods name, or none. */
const nodeOfPod = pick<string | undefined>(
  [2, fc.constant(undefined)],
  [4, fc.constant(nodeName(0))],
  [3, fc.constant(nodeName(1))],
  [1, fc.constant("node-unlisted")],
);

// ---- pods ----

const declaredPort = fc
  .record({
    name: maybe(pick([40, portName], [1, fc.constant("${NAME}")]), 6),
    containerPort: pick<number | string>([60, portNumber], [1, fc.constant("${PORT}")]),
    protocol: pick<string | undefined>([3, fc.constant(undefined)], [3, fc.constantFrom(...PROTOCOLS)]),
  })
  .map(written);

/** Names are unique within a container only: two containers may declare one name twice (S-WL-5). */
const container: fc.Arbitrary<Container> = fc
  .record({
    ports: maybe(
      fc.uniqueArray(declaredPort, { maxLength: 2, selector: (port) => port.name ?? port.containerPort }),
      5,
    ),
  })
  .map(written);

const initContainer: fc.Arbitrary<Container> = fc
  .record({ container, restartPolicy: maybe(fc.constant("Always"), 3) })
  .map(({ container: given, restartPolicy }) => written({ ...given, restartPolicy }));

const podSpec: fc.Arbitrary<PodSpec> = fc
  .record({
    hostNetwork: pick<boolean | undefined>(
      [8, fc.constant(undefined)],
      [1, fc.constant(false)],
      [2, fc.constant(true)],
    ),
    nodeName: nodeOfPod,
    containers: fc.array(container, { minLength: 1, maxLength: 2 }),
    initContainers: maybe(fc.array(initContainer, { maxLength: 1 }), 3),
  })
  .map(written);

/** What a pod's status tells: nothing, no address yet, or one address per family of the cluster. */
type StatusKind = "missing" | "empty" | "no address" | "addresses" | "ended";

const statusKind = pick<StatusKind>(
  [14, fc.constant("addresses")],
  [3, fc.constant("missing")],
  [1, fc.constant("empty")],
  [1, fc.constant("no address")],
  [1, fc.constant("ended")],
);

export function podObject(index: number, stack: Stack): fc.Arbitrary<KubernetesObject> {
  return fc
    .record({
      namespace: namespaceName,
      labels: maybe(labelsToFill(POD_LABELS), 8),
      spec: podSpec,
      status: statusKind,
      families: pick<Stack>([8, fc.constant(stack)], [1, fc.constant(stack.slice(0, 1))]),
      isListed: fc.boolean(),
      tellsHost: fc.boolean(),
      isServed: fc.boolean(),
    })
    .map(({ namespace, labels: policied, spec, status, families, isListed, tellsHost, isServed }) => {
      const given = isServed ? { ...policied, ...SERVED } : policied;
      const host = hostOf(spec.nodeName ?? undefined, families);
      const own = spec.hostNetwork === true ? host : families.map((family) => POD_ADDRESSES[family][index]!);
      return written({
        apiVersion: "v1",
        kind: "Pod",
        metadata: written({ name: `pod-${index}`, namespace, labels: given }),
        spec,
        status: statusOf(status, own, tellsHost && spec.nodeName !== undefined ? host : [], isListed),
      });
    });
}

/** The addresses of the node that the pod is on; of a node that is not in the input only the pod's status tells any. */
function hostOf(name: string | undefined, families: Stack): string[] {
  const unlisted = { IPv4: "192.168.0.7", IPv6: "fd01::7" };
  if (name === undefined) return families.map((family) => NODE_ADDRESSES[family][0]!);
  const index = [nodeName(0), nodeName(1)].indexOf(name);
  return families.map((family) => (index === -1 ? unlisted[family] : NODE_ADDRESSES[family][index]!));
}

function statusOf(
  kind: StatusKind,
  own: readonly string[],
  host: readonly string[],
  isListed: boolean,
): object | undefined {
  if (kind === "missing") return undefined;
  if (kind === "empty") return {};
  if (kind === "no address") return { phase: "Pending" };
  const [podIP] = own;
  const [hostIP] = host;
  return written({
    phase: kind === "ended" ? "Succeeded" : "Running",
    podIP,
    podIPs: isListed || own.length > 1 ? own.map((ip) => ({ ip })) : undefined,
    hostIP,
    hostIPs: host.length > 1 ? host.map((ip) => ({ ip })) : undefined,
  });
}

// ---- workloads ----

const KINDS = [
  ["apps/v1", "Deployment"],
  ["apps/v1", "StatefulSet"],
  ["apps/v1", "DaemonSet"],
  ["apps/v1", "ReplicaSet"],
  ["v1", "ReplicationController"],
  ["batch/v1", "Job"],
  ["batch/v1", "CronJob"],
  ["extensions/v1beta1", "Deployment"],
] as const;

const SCALED: ReadonlySet<string> = new Set([
  "Deployment",
  "StatefulSet",
  "ReplicaSet",
  "ReplicationController",
]);

/** A workload without pods in the input. Labels of its own are never those of its pods. */
export function workloadObject(index: number): fc.Arbitrary<KubernetesObject> {
  return fc
    .record({
      type: fc.constantFrom(...KINDS),
      namespace: namespaceName,
      ownLabels: labels(POD_LABELS),
      labels: maybe(labelsToFill(POD_LABELS), 6),
      written: maybe(fc.tuple(fc.constantFrom(...ADDED_LABELS), labelValue), 8),
      isServed: fc.boolean(),
      spec: podSpec,
      replicas: fc.constantFrom(undefined, 1, 2, 0),
      isIndexed: fc.boolean(),
    })
    .map(
      ({
        type: [apiVersion, kind],
        namespace,
        ownLabels,
        labels: own,
        written: extra,
        isServed,
        spec,
        replicas,
        isIndexed,
      }) => {
        const given = isServed ? { ...own, ...SERVED } : own;
        const ofPods = extra === undefined ? given : { ...given, [extra[0]]: extra[1] };
        const template = { metadata: ofPods === undefined ? {} : { labels: ofPods }, spec };
        const job = written({ completionMode: isIndexed ? "Indexed" : undefined, template });
        const scaled = written({
          replicas: SCALED.has(kind) ? replicas : undefined,
          // No patch of another workload is without one.
          selector: { matchLabels: ofPods ?? {} },
          template,
        });
        const workloadSpec: WorkloadSpec =
          kind === "CronJob" ? { jobTemplate: { spec: job } } : kind === "Job" ? job : scaled;
        return {
          apiVersion,
          kind,
          metadata: { name: `work-${index}`, namespace, labels: ownLabels },
          spec: workloadSpec,
        };
      },
    );
}
