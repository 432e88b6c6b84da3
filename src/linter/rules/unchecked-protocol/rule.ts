import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised for protocols that the v1alpha1 CRDs store; with one, the port matches nothing (S-PORT-4). */
export const uncheckedProtocol = defineRule({
  id: "unchecked-protocol",
  level: "error",
  category: "never-works",
  summary: "an invalid protocol that the server stores anyway",
  rationale:
    "The CRDs of AdminNetworkPolicy and BaselineAdminNetworkPolicy accept any text as a protocol. Only TCP, UDP and SCTP, in capitals, match anything; an empty one means TCP to some implementations and nothing to others.",
  reference: "S-PORT-4",
  foundBy: ["admission/crd/unchecked-values.ts"],
  examples: { bad, good },
  fix: {
    kind: "unsafe",
    edits: ({ at, facts: { meant } }) =>
      meant !== undefined && "step" in at ? [{ type: "set", at, value: meant }] : undefined,
  },
  word({ protocol, meant }) {
    const isEmpty = protocol === "";
    return {
      message: isEmpty
        ? "an empty protocol means TCP to some implementations and nothing to others"
        : `${code(protocol)} is not a valid protocol and matches nothing`,
      label: "must be `TCP`, `UDP` or `SCTP`",
      ...(isEmpty ? { help: "write `TCP`" } : meant === undefined ? {} : { help: `write ${code(meant)}` }),
    };
  },
});
