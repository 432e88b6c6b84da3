/** The cluster of the conformance suite (section 5.4). */

import { label, namespace, node, pod } from "./builders.js";
import type { KubernetesObject } from "./kubernetes.js";

export const HOUSES = { g: "gryffindor", s: "slytherin", h: "hufflepuff", r: "ravenclaw" } as const;
export type House = keyof typeof HOUSES;

const PORTS = [
  { name: "web", containerPort: 80 },
  { name: "dns", containerPort: 53, protocol: "UDP" },
];

const houses = Object.keys(HOUSES) as House[];

function housePod(house: House, index: number, replica: number): KubernetesObject {
  const ips = [`10.0.${index}.${replica}`, `fd00::${index}:${replica}`];
  const labels = { "conformance-house": HOUSES[house] };
  return pod(house, `${replica - 1}`, { labels, ips, node: "n1", ports: PORTS });
}

/** Namespaces and pods by one letter, two pods each; c/centaur is a host pod. */
export const cluster: readonly KubernetesObject[] = [
  ...houses.map((house) => namespace(house, { "conformance-house": HOUSES[house] })),
  ...houses.flatMap((house, index) => [1, 2].map((replica) => housePod(house, index, replica))),
  namespace("c"),
  node("n1", ["192.168.0.1", "fd00:1::1"], { "kubernetes.io/os": "linux" }),
  node("n2", ["192.168.0.2", "fd00:1::2"], { "kubernetes.io/os": "linux" }),
  pod("c", "centaur", { host: true, node: "n2", ips: ["192.168.0.2", "fd00:1::2"] }),
];

export function house(name: House): { namespaces: ReturnType<typeof label> } {
  return { namespaces: label("conformance-house", HOUSES[name]) };
}
