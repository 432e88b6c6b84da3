import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { servicePorts } from "../../../questions/mistakes/service-ports.js";

/** Compares port numbers of rules with the ports of Services whose pods listen on others (S-VIP-1). */
export const servicePortNotTargetPort = defineRule({
  id: "service-port-not-target-port",
  level: "error",
  category: "never-works",
  summary: "a rule with a Service's port instead of its pods' port",
  rationale:
    "Policy applies behind the Service, where the address is a pod's and the port is the target port. A rule with the Service's port matches none of that traffic: an allow doesn't open it, and a deny doesn't close it. anp doesn't report rules that also list the pods' port.",
  reference: "S-VIP-1",
  examples: { bad, good },
  needs: ["pods"],
  concerns: ({ services }) => services.length > 0,
  check: (cluster) => servicePorts(cluster),
  fix: {
    kind: "unsafe",
    edits({ at, facts: { targets } }) {
      const [only, ...more] = targets;
      return only === undefined || more.length > 0 || !("step" in at)
        ? undefined
        : [{ type: "set", at, value: only }];
    },
  },
  word({ direction, port, isNodePort = false, service, targets }) {
    const listened = conjunction(targets.map(String));
    const whose = direction === "ingress" ? "no pod that this policy selects" : "no pod that this rule names";
    return {
      message: `port ${port} is a ${isNodePort ? "node port" : "port"} of Service ${code(service)}, but its pods listen on ${listened}`,
      label: `${whose} listens on ${port}`,
      related: ["the Service sends traffic here"],
      notes: ["policy applies after the Service's address is translated, so it sees the pod's port"],
      help: `write ${conjunction(
        targets.map((target) => code(`port: ${target}`)),
        "and",
      )}`,
    };
  },
});
