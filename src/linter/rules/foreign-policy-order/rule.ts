import bad from "./bad.yaml";
import good from "./good.yaml";
import { all } from "../words/code.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { foreignOrders } from "../plugins/kinds.js";

/** By the plugin that is named, or that the input runs (S-IN-10). */
export const foreignPolicyOrder = defineRule({
  id: "foreign-policy-order",
  level: "warning",
  category: "portability",
  summary: "policies of the network plugin's own, and where they come in its order",
  rationale:
    "The plugin's own kinds decide before or behind NetworkPolicy and the Admin tier. anp doesn't evaluate them: its verdicts cover the standard kinds.",
  reference: "S-IN-10",
  examples: { bad, good, reading: { plugin: "calico" } },
  check: foreignOrders,
  word(facts) {
    const { plugin, kinds, count } = facts;
    return {
      message: `${count === 1 ? "one object" : `${count} objects`} of kind ${all(kinds)} may decide before or behind the standard kinds on ${plugin}`,
      label: count === 1 ? "not evaluated" : "the first one; none is evaluated",
      notes: [pluginNote(facts)],
    };
  },
});
