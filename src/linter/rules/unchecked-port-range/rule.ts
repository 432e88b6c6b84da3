import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { swappedRange } from "../fixes/swapped-range.js";

/** Raised for reversed ranges that the v1alpha1 CRDs store; they match no port (S-PORT-4). */
export const uncheckedPortRange = defineRule({
  id: "unchecked-port-range",
  level: "error",
  category: "never-works",
  summary: "a reversed port range that the server stores anyway",
  rationale:
    "The CRDs of AdminNetworkPolicy and BaselineAdminNetworkPolicy don't compare the ends of a range. A reversed range matches no port: a Deny blocks nothing, an Allow allows nothing.",
  reference: "S-PORT-4",
  foundBy: ["admission/crd/unchecked-values.ts"],
  examples: { bad, good },
  fix: { kind: "unsafe", edits: (problem) => swappedRange(problem, problem.facts) },
  word({ start, end }) {
    return {
      message: `the range ${code(start)} to ${code(end)} matches no port`,
      label: `below ${code(start)}`,
      related: ["the start"],
      help: "swap the two",
    };
  },
});
