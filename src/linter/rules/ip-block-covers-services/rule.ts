import bad from "./bad.yaml";
import good from "./good.yaml";
import { all, code } from "../words/code.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { coveredServices } from "../plugins/restated.js";

/** By the plugin that is named, or that the input runs (U-5). */
export const ipBlockCoversServices = defineRule({
  id: "ip-block-covers-services",
  level: "warning",
  category: "portability",
  summary: "a CIDR of Services, whose addresses the network plugin replaces first",
  rationale:
    "The plugin applies policy after a Service's address has been replaced by that of one of its pods: a rule for the Service's address matches nothing. Without a known plugin, `service-address-as-peer` says so with more care.",
  reference: "U-5",
  examples: { bad, good, reading: { plugin: "cilium" } },
  check: coveredServices,
  word(facts) {
    const { plugin, cidr, service, labels } = facts;
    return {
      message: `${code(cidr)} is ${service === undefined ? "of Services" : `the address of the Service ${code(service)}`}, which ${plugin} replaces by a pod's before policy applies`,
      label: "matches nothing",
      notes: [pluginNote(facts)],
      help:
        labels.length === 0
          ? "select the pods behind the Services by label"
          : `select the pods behind the Service: ${all(labels)}`,
    };
  },
});
