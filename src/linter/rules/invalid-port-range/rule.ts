import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { swappedRange } from "../fixes/swapped-range.js";
import type { Wording } from "../../../cluster/problems/diagnostic.js";

/** The words for reversed ranges and for `endPort` without a number, in every kind that refuses them (V-CR-13). */
export const invalidPortRange = defineRule({
  id: "invalid-port-range",
  level: "error",
  category: "rejected",
  summary: "an invalid port range",
  rationale:
    "In a ClusterNetworkPolicy a range must end above its start; in a NetworkPolicy, `endPort` needs a number in `port` that is not greater. The API server refuses the whole object.",
  reference: "V-CR-13",
  foundBy: ["admission/crd/rule-findings.ts", "admission/network-policy/port.ts"],
  examples: { bad, good },
  fix: {
    kind: "unsafe",
    edits: (problem) => {
      const { facts } = problem;
      const isReversed = facts.fault === "end-below-start" || facts.fault === "end-not-above-start";
      return isReversed ? swappedRange(problem, facts) : undefined;
    },
  },
  word({ fault, start = "", end }): Wording {
    switch (fault) {
      case "end-not-above-start":
        return {
          message: `${code(start)} to ${code(end)} is not a port range`,
          label: `not above ${code(start)}`,
          related: ["the start"],
          help: start === end ? `write ${code(`number: ${start}`)} for one port` : "swap the two",
        };
      case "end-below-start":
        return {
          message: `\`endPort\` ${code(end)} is below \`port\` ${code(start)}`,
          label: `below ${code(start)}`,
          related: ["the start"],
          help: "swap the two",
        };
      case "no-start":
        return {
          message: "`endPort` needs a `port`",
          label: "a range without a start",
          help: "add `port`, the first port of the range",
        };
      case "named-start":
        return {
          message: `\`endPort\` needs a number in \`port\`, not the name ${code(start)}`,
          label: "a range can't start with a name",
          related: ["a name"],
          help: "write the first port's number, or remove `endPort`",
        };
    }
  },
});
