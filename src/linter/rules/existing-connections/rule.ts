import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { establishedConnections } from "../plugins/kinds.js";

/** By the plugin that is named, or that the input runs (U-11). */
export const existingConnections = defineRule({
  id: "existing-connections",
  level: "info",
  category: "portability",
  summary: "what a change of policies does to open connections, on the network plugin",
  rationale:
    "Whether connections that are open survive a new policy differs. anp says what happens to new connections alone.",
  reference: "U-11",
  examples: { bad, good, reading: { plugin: "calico" } },
  check: establishedConnections,
  word(facts) {
    return {
      message: `verdicts are about new connections; open ones are another matter on ${facts.plugin}`,
      label: "the first of the policies that this is about",
      notes: [pluginNote(facts)],
    };
  },
});
