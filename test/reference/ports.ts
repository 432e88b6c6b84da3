/** Ports and protocols of a rule: S-PORT-*. */

import type { Cluster } from "./cluster.js";
import type { Pod, Scene } from "./facts.js";
import type { AdminPort, ClusterProtocol, NetworkPolicyPort } from "./kubernetes.js";

/** The pod whose container ports give names their numbers; undefined where a name can match nothing (S-PORT-9). */
export type Naming = () => Pod | undefined;

function isNamed(scene: Scene, name: string, naming: Naming): boolean {
  const pod = naming();
  return pod !== undefined && scene.declares(pod, name);
}

/** Whether pods of the cluster declare a name with more than one number. */
export function isAmbiguous(name: string, { pods, workloads }: Cluster): boolean {
  const numbers = new Set<number>();
  for (const { ports, finished } of [...pods.values(), ...workloads.values()])
    if (!finished)
      for (const item of ports ?? [])
        if (item.name === name && item.containerPort) numbers.add(item.containerPort);
  return numbers.size > 1;
}

/** One item of a NetworkPolicy's ports; null is `{}`, which is every TCP port (S-PORT-1, S-NULL). */
export function networkPolicyPortMatches(
  item: NetworkPolicyPort | null | undefined,
  scene: Scene,
  naming: Naming,
): boolean {
  const { protocol, port } = scene.flow;
  if (port === undefined || (item?.protocol ?? "TCP") !== protocol) return false;
  const first = item?.port ?? undefined;
  if (first === undefined) return true;
  if (typeof first === "string") return isNamed(scene, first, naming);
  const last = scene.practice.ignoresEndPort === true ? first : (item?.endPort ?? first);
  return first <= port && port <= last;
}

/** The `ports` of an AdminNetworkPolicy's or BaselineAdminNetworkPolicy's rule (S-PORT-4). */
export function adminPortsMatch(
  ports: readonly AdminPort[] | null | undefined,
  scene: Scene,
  naming: Naming,
): boolean {
  if (ports === undefined || ports === null) return true;
  if (ports.length === 0) return scene.leans("U-31");
  if (scene.practice.namesMeanEveryPort === true && ports.some(({ namedPort }) => namedPort)) return true;
  return ports.some((item) => adminPortMatches(item, scene, naming));
}

function adminPortMatches(item: AdminPort, scene: Scene, naming: Naming): boolean {
  const { protocol, port } = scene.flow;
  if (port === undefined) return false; // a rule with ports never matches other protocols
  if (typeof item.namedPort === "string") return isNamed(scene, item.namedPort, naming); // any protocol (S-PORT-7)
  const numbers = item.portNumber ?? item.portRange;
  if (numbers === undefined || numbers === null) return false;
  const first = item.portNumber ? item.portNumber.port : item.portRange!.start;
  const last = item.portNumber ? item.portNumber.port : item.portRange!.end;
  if (port < first || port > last) return false; // start > end matches nothing
  if (numbers.protocol !== "") return (numbers.protocol ?? "TCP") === protocol;
  return protocol === "TCP" && scene.leans("U-32");
}

/** The `protocols` of a ClusterNetworkPolicy's rule (S-PORT-5). */
export function clusterProtocolsMatch(
  protocols: readonly ClusterProtocol[] | null | undefined,
  scene: Scene,
  naming: Naming,
): boolean {
  if (protocols === undefined || protocols === null) return true;
  const hasName = protocols.some(({ destinationNamedPort }) => typeof destinationNamedPort === "string");
  if (scene.practice.namesMeanEveryPort === true && hasName) return true;
  return protocols.some((item) => clusterProtocolMatches(item, scene, naming));
}

function clusterProtocolMatches(item: ClusterProtocol, scene: Scene, naming: Naming): boolean {
  const { protocol, port } = scene.flow;
  if (port === undefined) return false;
  if (typeof item.destinationNamedPort === "string") return isNamed(scene, item.destinationNamedPort, naming);
  const destination = { TCP: item.tcp, UDP: item.udp, SCTP: item.sctp, other: undefined }[protocol]
    ?.destinationPort;
  if (destination === undefined || destination === null) return false;
  const { number, range } = destination;
  return number === port || (range ? range.start <= port && port <= range.end : false);
}
