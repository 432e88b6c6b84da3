import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { unmatchedServices } from "../plugins/services.js";

/** By the plugin that is named, or that the input runs (U-5). */
export const serviceSelectorMismatch = defineRule({
  id: "service-selector-mismatch",
  level: "warning",
  category: "portability",
  summary: "an egress rule that the network plugin doesn't apply to a Service of the pods",
  rationale:
    "The AWS agent judges egress before a Service's address is replaced. It lets pods reach a Service only if the Service's own selector has the labels that the rule asks for, and its port is that of its pods. The pods by themselves are allowed, their Service isn't.",
  reference: "U-5",
  examples: { bad, good, reading: { plugin: "aws" } },
  check: unmatchedServices,
  word(facts) {
    const { plugin, service, why } = facts;
    const isLabel = why.type === "label";
    return {
      message: isLabel
        ? `${plugin} denies Service ${code(service)}: its selector lacks ${code(why.label)}, which this rule asks for`
        : `${plugin} denies Service ${code(service)}: its port is ${why.port}, that of its pods ${why.target}`,
      label: "allows the pods, and not their Service",
      notes: [pluginNote(facts)],
      help: isLabel
        ? "add the label to the Service's selector, or select the pods by a label that it has"
        : "give the Service the port of its pods, and allow that",
    };
  },
});
