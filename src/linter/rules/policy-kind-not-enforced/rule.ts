import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { unenforcedKinds } from "../plugins/kinds.js";

/** By the plugin that is named, or that the input runs (B-21). */
export const policyKindNotEnforced = defineRule({
  id: "policy-kind-not-enforced",
  level: "error",
  category: "portability",
  summary: "a kind of policy that the network plugin doesn't enforce",
  rationale:
    "The API server stores policies of every kind whose CRD is installed. Only a network plugin makes them do something, and most don't read every kind, or not without a setting: then nothing is denied, and nothing says so.",
  reference: "B-21",
  examples: { bad, good, reading: { plugin: "calico" } },
  check: unenforcedKinds,
  word(facts) {
    const { plugin, kind, count } = facts;
    return {
      message: `${plugin} doesn't enforce ${code(kind)}: ${count === 1 ? "this policy does" : `${count} policies do`} nothing`,
      label: count === 1 ? "has no effect" : "the first one; none has an effect",
      notes: [pluginNote(facts)],
      help: "switch the kind on where the plugin can, and say so with `--plugin NAME+FEATURE`, or write it in a kind that is enforced",
    };
  },
});
