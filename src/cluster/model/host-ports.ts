import { oncePer } from "../../base/collections/once-per.js";
import type { Cluster } from "./cluster.js";
import type { PodEndpoint } from "./endpoint.js";
import type { Protocol } from "../../base/net/traffic.js";

/** A port of a node that leads to a pod on the pod network. */
export interface HostPort {
  readonly pod: PodEndpoint;
  readonly protocol: Protocol;
  /** The node's port, and the pod's behind it. */
  readonly number: number;
  readonly port: number;
}

/** The ports that pods open on the nodes that they run on. What a pod on its node's network opens is the node's own. */
export const hostPortsOf = oncePer(({ workloads }: Cluster): readonly HostPort[] =>
  workloads
    .flatMap(({ members }) => members)
    .filter(({ hostNetwork }) => !hostNetwork)
    .flatMap((pod) =>
      (pod.ports ?? []).flatMap(({ protocol, port, hostPort }) =>
        hostPort === undefined ? [] : [{ pod, protocol, number: hostPort, port }],
      ),
    ),
);
