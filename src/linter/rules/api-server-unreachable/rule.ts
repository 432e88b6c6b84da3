import bad from "./bad.yaml";
import good from "./good.yaml";
import { apiClients } from "../../../cluster/model/api-clients.js";
import { concernedText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import { unreachableApiServers } from "../connections/api-access.js";
import type { ApiServerUnreachable } from "../../../cluster/problems/connections.js";
import type { Wording } from "../../../cluster/problems/diagnostic.js";

/**
 * Asks egress of the workloads that are known to use the API, towards the nodes of the API server; one finding for
 * each place that has to change (S-VIP-1).
 */
export const apiServerUnreachable = defineRule({
  id: "api-server-unreachable",
  level: "warning",
  category: "risky",
  summary: "a workload that uses the API of Kubernetes and cannot reach the API server",
  rationale:
    "Operators, controllers and the cluster's own DNS watch objects through the API. Policy sees that connection behind Service `kubernetes`: to the nodes of the control plane, at the port on which the API server listens there, mostly 6443. A rule for the address or port of the Service does not allow it. A workload counts that is called or labelled as an operator, or that is known to watch objects: its service account says nothing, for every pod has one.",
  reference: "S-VIP-1",
  examples: { bad, good },
  needs: ["api-server"],
  concerns: (cluster) =>
    cluster.policies.some(({ rules }) => rules.egress !== undefined) && apiClients(cluster).length > 0,
  check: unreachableApiServers,
  word(facts) {
    const { port, cause, concerned } = facts;
    return {
      message: `the API server is out of reach for ${concernedText(concerned)}`,
      ...CAUSES[cause](facts),
      help: `allow egress to the nodes of the control plane on ${port}/TCP`,
    };
  },
});

const CAUSES: Readonly<
  Record<ApiServerUnreachable["cause"], (facts: ApiServerUnreachable) => Pick<Wording, "label" | "notes">>
> = {
  "no-rule": () => ({ label: "isolates egress, and no rule allows the API server" }),
  "service-port": ({ port }) => ({
    label: "the port of the Service, not of the API server",
    notes: [`policy sees the port behind the Service: the API server listens on ${port}`],
  }),
  "service-address": () => ({
    label: "holds the address of the Service, not those of the nodes",
    notes: [
      "policy sees the address behind the Service; whether it sees the Service's too differs by plugin",
    ],
  }),
  denied: () => ({ label: "denies it" }),
};
