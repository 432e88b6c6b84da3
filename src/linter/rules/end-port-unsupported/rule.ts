import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { unreadEndPorts } from "../plugins/fields.js";

/** By the plugin that is named, or that the input runs (U-14). */
export const endPortUnsupported = defineRule({
  id: "end-port-unsupported",
  level: "warning",
  category: "portability",
  summary: "a range of ports of which the network plugin reads only the first",
  rationale:
    "A plugin that doesn't know `endPort` takes `port` alone: the policy is stored, and the other ports stay closed.",
  reference: "U-14",
  examples: { bad, good, reading: { plugin: "cilium@1.15" } },
  check: unreadEndPorts,
  word(facts) {
    const { plugin, port, endPort } = facts;
    return {
      message: `${plugin} allows only port ${port}, not ${port}-${endPort}`,
      label: "is ignored",
      notes: [pluginNote(facts)],
      help: "list the ports one by one, or update the plugin",
    };
  },
});
