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
  summary: "a workload that needs the Kubernetes API but can't reach the API server",
  rationale:
    "Operators, controllers and cluster DNS watch objects through the API. Policy sees that connection after the Service `kubernetes` is translated: to the control-plane nodes, on the port where the API server listens, usually 6443. A rule for the Service's address or port doesn't allow it. anp checks workloads that are named or labelled as operators, or that are known to watch objects.",
  reference: "S-VIP-1",
  examples: { bad, good },
  needs: ["api-server"],
  concerns: (cluster) =>
    cluster.policies.some(({ rules }) => rules.egress !== undefined) && apiClients(cluster).length > 0,
  isAboutFlows: true,
  check: unreachableApiServers,
  word(facts) {
    const { port, cause, concerned } = facts;
    return {
      message: `${concernedText(concerned)} can't reach the API server`,
      ...CAUSES[cause](facts),
      help: `allow egress to the control-plane nodes on TCP ${port}`,
    };
  },
});

const CAUSES: Readonly<
  Record<ApiServerUnreachable["cause"], (facts: ApiServerUnreachable) => Pick<Wording, "label" | "notes">>
> = {
  "no-rule": () => ({ label: "isolates egress, and no rule allows the API server" }),
  "service-port": ({ port }) => ({
    label: "the Service's port, not the API server's",
    notes: [`policy applies behind the Service, where the API server listens on ${port}`],
  }),
  "service-address": () => ({
    label: "contains the Service's address, not the nodes'",
    notes: [
      "policy applies to the address behind the Service; some network plugins also match the Service's own",
    ],
  }),
  denied: () => ({ label: "denies it" }),
};
