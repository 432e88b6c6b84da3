import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised for protocols that the v1alpha1 CRDs store; with one, the port matches nothing (S-PORT-4). */
export const uncheckedProtocol = defineRule({
  id: "unchecked-protocol",
  level: "error",
  category: "never-works",
  summary: "a protocol that no rule can match, and that is stored all the same",
  rationale:
    "The CRDs of AdminNetworkPolicy and BaselineAdminNetworkPolicy take any text for a protocol. Only TCP, UDP and SCTP, in capitals, match something; an empty one means TCP to some implementations and nothing to others.",
  reference: "S-PORT-4",
  foundBy: ["admission/crd/unchecked-values.ts"],
  examples: { bad, good },
  word({ protocol, meant }) {
    const isEmpty = protocol === "";
    return {
      message: isEmpty
        ? "an empty protocol means TCP to some, and nothing to others"
        : `${code(protocol)} is not a protocol that a rule can match`,
      label: "must be `TCP`, `UDP` or `SCTP`",
      ...(isEmpty ? { help: "write `TCP`" } : meant === undefined ? {} : { help: `write ${code(meant)}` }),
    };
  },
});
