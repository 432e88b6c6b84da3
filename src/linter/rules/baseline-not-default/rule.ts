import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** The words for a CEL rule of the BaselineAdminNetworkPolicy's CRD about its name (V-CR-16). */
export const baselineNotDefault = defineRule({
  id: "baseline-not-default",
  level: "error",
  category: "rejected",
  summary: "a BaselineAdminNetworkPolicy that isn't named `default`",
  rationale:
    "A cluster has one BaselineAdminNetworkPolicy, and its name must be `default`. The API server refuses any other.",
  reference: "V-CR-16",
  foundBy: ["admission/crd/rule-findings.ts"],
  examples: { bad, good },
  noFix:
    "Another Baseline policy may be called `default` already; its rules and these are then to be put in an order.",
  word({ name }) {
    return {
      message: `a BaselineAdminNetworkPolicy must be named \`default\`, not ${code(name)}`,
      label: "must be `default`",
      help: "rename it to `default`, and move all baseline rules into it",
    };
  },
});
