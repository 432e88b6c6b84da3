import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { portText } from "../../../base/text/ports.js";
import { withoutCorrected } from "./told.js";
import { undeclaredPorts } from "../../../questions/mistakes/undeclared-ports.js";

/** Compares all single ports of a rule with those that its destinations declare, and those that Services lead to (S-PORT-6). */
export const portNotDeclared = defineRule({
  id: "port-not-declared",
  level: "info",
  category: "risky",
  summary: "a rule for ports that none of its pods declares",
  rationale:
    "Containers may listen on ports that they don't declare, so this is a note. But if the pods of a rule declare ports, and none of the rule's is among them, one of the two is usually out of date. anp doesn't report ports to which a Service leads, those that service meshes add, or pods that declare no port.",
  reference: "S-PORT-6",
  needs: ["pods"],
  examples: { bad, good },
  check: undeclaredPorts,
  withoutTold: withoutCorrected,
  word({ protocol, ports, declared, pod }, { related = [] }) {
    const written = conjunction(ports.map((port) => portText(protocol, [port, port])));
    const there = conjunction(declared.map((port) => portText(protocol, [port, port])));
    return {
      message: `no pod that this rule is about declares ${written}`,
      label: `${code(pod)} declares ${there}`,
      related: related.map(() => "here too"),
      help: `write a port on which the pods listen, or declare ${ports.length === 1 ? "this one" : "these"} in the containers`,
    };
  },
});
