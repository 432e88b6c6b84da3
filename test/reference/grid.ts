/** The cluster of section 5.1: pods a, b and c in each of the namespaces x, y and z, and three nodes. */

import type { PodTraits } from "./builders.js";
import { namespace, node, pod, replaceIn } from "./builders.js";
import type { KubernetesObject } from "./kubernetes.js";

const NAMESPACES = ["x", "y", "z"] as const;
const PODS = ["a", "b", "c"] as const;

/** The cluster's objects; each of `instead` replaces the one of its kind, namespace and name. */
export function grid(...instead: KubernetesObject[]): KubernetesObject[] {
  const objects = [
    ...NAMESPACES.map((name) => namespace(name)),
    ...PODS.map((_, index) => node(`n${index + 1}`, [`192.168.0.${index + 1}`])),
    ...NAMESPACES.flatMap((namespace) => PODS.map((name) => servingPod(namespace, name))),
  ];
  return replaceIn(objects, instead);
}

/** Serves 80 and 81 with TCP, UDP and SCTP as serve-80-tcp and so on; x/a is 10.0.1.1, y/b 10.0.2.2, all a on n1. */
export function servingPod(
  namespace: (typeof NAMESPACES)[number],
  name: (typeof PODS)[number],
  traits: PodTraits = {},
): KubernetesObject {
  const place = PODS.indexOf(name) + 1;
  const ports = [80, 81].flatMap((containerPort) =>
    ["TCP", "UDP", "SCTP"].map((protocol) => ({
      name: `serve-${containerPort}-${protocol.toLowerCase()}`,
      containerPort,
      protocol,
    })),
  );
  const ips = [`10.0.${NAMESPACES.indexOf(namespace) + 1}.${place}`];
  return pod(namespace, name, { ips, node: `n${place}`, ports, ...traits });
}
