import { ANY_ADDRESS } from "./unknown-source.js";
import { apiServer } from "../../../cluster/model/api-server.js";
import { blockedOf } from "./blocked.js";
import { hypotheticalPod, type Endpoint } from "../../../cluster/model/endpoint.js";
import { labelsOf } from "../../../cluster/model/labels.js";
import { nodeEndpoint } from "../../../cluster/model/address-owners.js";
import { podsWith } from "../../../cluster/model/labelled-pods.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { servicePort, targetsBehind } from "./targets.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Pods behind admission webhooks that the API server cannot call. */
export function* blockedWebhooks(cluster: Cluster): Generator<Problem> {
  const { from, callers } = callersIn(cluster);
  for (const { ref, name, service } of cluster.fronts.webhooks) {
    const found = servicePort(cluster, service, "TCP");
    if (found === undefined) continue;
    for (const target of targetsBehind(cluster, found.service, found.port)) {
      const blocked = blockedOf(cluster, callers, target);
      if (blocked === undefined) continue;
      const { denier, witness } = blocked.connection;
      yield {
        code: "webhook-port-blocked",
        facts: {
          webhook: name,
          from,
          service: qualifiedName(found.service.ref),
          ...target.listening,
          concerned: blocked.concerned,
        },
        at: service.origin,
        object: ref,
        ...(denier === undefined ? {} : { related: [{ at: denier.at, role: "denies" }] }),
        witness,
      };
    }
  }
}

interface Callers {
  readonly from: "control-plane" | "anywhere";
  readonly callers: readonly Endpoint[];
}

/**
 * Where the API server calls from: the nodes of the control plane. That of a hosted one is outside of the input: it calls
 * from some address, or through its agents in the cluster.
 */
function callersIn(cluster: Cluster): Callers {
  const server = apiServer(cluster);
  if (server !== undefined) {
    const callers = server.nodes.flatMap((node) =>
      node.addresses.map((address) => nodeEndpoint(node.name, [address], node)),
    );
    return { from: "control-plane", callers };
  }
  const agents = podsWith(cluster, [AGENT]).map(({ pod }) => pod);
  const usual = agents.length > 0 ? agents : [hypotheticalPod(AGENT_NAMESPACE, AGENT)];
  return { from: "anywhere", callers: [ANY_ADDRESS, ...usual] };
}

/** The agents through which most hosted control planes reach pods. */
const AGENT = labelsOf([["k8s-app", "konnectivity-agent"]]);
const AGENT_NAMESPACE = "kube-system";
