import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { unlistedNames } from "../dns/unlisted.js";
import { withMore } from "../../../base/text/list.js";

/** Compares the names that manifests give to pods with those that rules let them reach; everything else must be denied (S-FQ-1). */
export const domainNameUnlisted = defineRule({
  id: "domain-name-unlisted",
  level: "warning",
  category: "risky",
  summary: "pods configured with a domain name that their allow-list of names lacks",
  rationale:
    "Rules that accept domain names, over a deny of everything else, let pods reach those names alone. If a manifest gives the pods another name, in an environment variable, an argument or a ConfigMap that fills variables, they can't reach it. anp reads such names from manifests alone, never from a cluster or a snapshot, and of each keeps the host and the port.",
  reference: "S-FQ-1",
  examples: { bad, good },
  needs: ["pods"],
  concerns: (cluster) => cluster.policies.some(({ rules }) => rules.egress !== undefined),
  isAboutFlows: true,
  check: unlistedNames,
  word({ workload, setting, host, port, listed, moreListed }) {
    return {
      message: `${code(workload)} is configured with ${code(`${host}:${port}`)} (${code(setting)}), and may reach only ${withMore(listed.map(code), moreListed)}`,
      label: `doesn't hold ${code(host)}`,
      help: `add ${code(host)} to the accepted names, or remove it from the configuration`,
    };
  },
});
