import type { Cluster, Workload } from "./cluster.js";
import type { Labels } from "./labels.js";
import type { PodEndpoint } from "./endpoint.js";
import type { Protocol } from "../net/traffic.js";
import type { ServiceObject, ServicePort } from "./objects.js";

/** A pod behind a Service, with the workload that it belongs to. */
export interface ServicePod {
  readonly workload: Workload;
  readonly pod: PodEndpoint;
}

/** The pods that a Service selects in its namespace, by the labels that the input tells; none without a selector. */
export function podsBehind({ workloads }: Pick<Cluster, "workloads">, service: ServiceObject): ServicePod[] {
  const { selector, ref } = service;
  if (selector === undefined) return [];
  return workloads
    .filter(({ namespace }) => namespace === ref.namespace)
    .flatMap((workload) =>
      workload.members.filter(({ labels }) => hasAll(labels, selector)).map((pod) => ({ workload, pod })),
    );
}

function hasAll(labels: Labels, wanted: Labels): boolean {
  return Object.keys(wanted).every((key) => labels[key] === wanted[key]);
}

/** A port on which something listens. */
export interface Listening {
  readonly protocol: Protocol;
  readonly port: number;
}

/**
 * The port of a pod that a port of its Service leads to, the protocol included; undefined where the pod does not declare
 * the name (S-VIP-4). Behind a headless Service nothing is rewritten: clients use the Service's own port (S-VIP-2).
 */
export function targetOn(
  { ports = [] }: PodEndpoint,
  { isHeadless }: ServiceObject,
  { protocol, port, target }: ServicePort,
): Listening | undefined {
  if (isHeadless) return { protocol, port };
  if (typeof target === "number") return { protocol, port: target };
  const declared = ports.find((each) => each.name === target && each.protocol === protocol);
  return declared === undefined ? undefined : { protocol, port: declared.port };
}
