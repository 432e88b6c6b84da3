import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { uncarriedProtocols } from "../plugins/fields.js";

/** By the plugin that is named, or that the input runs (U-15). */
export const sctpUnsupported = defineRule({
  id: "sctp-unsupported",
  level: "warning",
  category: "portability",
  summary: "SCTP, which the network plugin doesn't carry",
  rationale:
    "A rule for SCTP can't match where the plugin drops SCTP whatever policies say. The policy still isolates its pods.",
  reference: "U-15",
  examples: { bad, good, reading: { plugin: "cilium" } },
  check: uncarriedProtocols,
  word(facts) {
    return {
      message: `${facts.plugin} drops SCTP, whatever policies say`,
      label: "never gets here",
      notes: [pluginNote(facts)],
      help: "switch SCTP on in the plugin, and say so with `--plugin NAME+sctp`",
    };
  },
});
