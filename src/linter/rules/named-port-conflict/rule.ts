import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { conflictingNames } from "../plugins/fields.js";

/** By the plugin that is named, or that the input runs (S-PORT-7). */
export const namedPortConflict = defineRule({
  id: "named-port-conflict",
  level: "error",
  category: "portability",
  summary: "an egress port name of several numbers, which the network plugin drops",
  rationale:
    "Cilium before 1.20 resolves a port name of an egress rule once for the cluster. Where pods declare it with different numbers, traffic to all of them is dropped, and nothing says so.",
  reference: "S-PORT-7",
  examples: { bad, good, reading: { plugin: "cilium@1.19" } },
  check: conflictingNames,
  word(facts) {
    return {
      message: `${facts.plugin} drops traffic to the port name ${code(facts.port)}: pods declare it with different numbers`,
      label: "allows nothing",
      notes: [pluginNote(facts)],
      help: "write the number",
    };
  },
});
