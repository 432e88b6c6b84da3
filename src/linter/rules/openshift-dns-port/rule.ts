import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { POD_PORT, rulesForDnsNamespace, rulesForEverybody, SERVICE_PORT } from "../dns/openshift-port.js";

/** Looks for rules for OpenShift's DNS pods that allow the Service's port, and not that of the pods (S-PORT-6). */
export const openshiftDnsPort = defineRule({
  id: "openshift-dns-port",
  level: "warning",
  category: "never-works",
  summary: "a rule for OpenShift's DNS pods on port 53, where they listen on 5353",
  rationale:
    "Policy applies behind a Service, to its pods on their own port. The DNS pods of OpenShift listen on 5353; 53 is the port of their Service. A rule for 53 alone allows nothing, and names don't resolve. Of rules that name no namespace, anp reports those of policies for OpenShift (others of them name its namespaces or labels) whose pods no other rule lets reach 5353.",
  reference: "S-PORT-6",
  examples: { bad, good },
  *check(cluster) {
    yield* rulesForDnsNamespace(cluster);
    yield* rulesForEverybody(cluster);
  },
  fix: {
    kind: "unsafe",
    // What is for every pod may be meant for other resolvers too.
    edits: ({ at, facts: { isForAll } }) =>
      "step" in at && isForAll !== true ? [{ type: "set", at, value: POD_PORT }] : undefined,
  },
  word({ protocol, isForAll }, { related = [] }) {
    return {
      message: `the DNS pods of OpenShift listen on ${protocol} ${POD_PORT}, not ${SERVICE_PORT}`,
      label: "the port of the Service",
      related: related.map(() => "here too"),
      help:
        isForAll === true
          ? `allow egress to \`openshift-dns\` on port ${POD_PORT}, for UDP and TCP`
          : `write \`port: ${POD_PORT}\`, for UDP and TCP`,
    };
  },
});
