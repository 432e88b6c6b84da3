import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised for reversed ranges that the v1alpha1 CRDs store; they match no port (S-PORT-4). */
export const uncheckedPortRange = defineRule({
  id: "unchecked-port-range",
  level: "error",
  category: "never-works",
  summary: "a range of ports that ends before it starts, and is stored all the same",
  rationale:
    "The CRDs of AdminNetworkPolicy and BaselineAdminNetworkPolicy do not compare the ends of a range. A reversed one matches no port: a Deny lets everything through, an Allow allows nothing.",
  reference: "S-PORT-4",
  foundBy: ["admission/crd/unchecked-values.ts"],
  examples: { bad, good },
  word({ start, end }) {
    return {
      message: `a range from ${code(start)} to ${code(end)} matches no port`,
      label: `below ${code(start)}`,
      related: ["the start"],
      help: "swap the two",
    };
  },
});
