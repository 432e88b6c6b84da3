import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { prioritiesOutOfRange } from "../plugins/kinds.js";

/** By the plugin that is named, or that the input runs (U-2). */
export const priorityOutOfPluginRange = defineRule({
  id: "priority-out-of-plugin-range",
  level: "error",
  category: "portability",
  summary: "a priority that the network plugin doesn't install",
  rationale:
    "The API takes priorities up to 1000. OVN-Kubernetes installs those up to 99: of a policy behind that no rule is installed, and only its status says so.",
  reference: "U-2",
  examples: { bad, good, reading: { plugin: "ovn-kubernetes" } },
  check: prioritiesOutOfRange,
  word(facts) {
    const { plugin, priority, last } = facts;
    return {
      message: `${plugin} installs no rule of a policy with priority ${priority}`,
      label: `the last priority is ${last}`,
      notes: [pluginNote(facts)],
      help: `use a priority from 0 to ${last}`,
    };
  },
});
