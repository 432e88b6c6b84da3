import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { ambiguousPorts } from "../../../questions/mistakes/ambiguous-ports.js";

/** Looks up the port names of egress rules on all pods that they are for (S-PORT-7). */
export const namedPortAmbiguous = defineRule({
  id: "named-port-ambiguous",
  level: "info",
  category: "portability",
  summary: "a port name of egress that stands for several numbers",
  rationale:
    "A port name is looked up on each destination by itself. Where destinations of an egress rule give one name to different numbers, some network plugins match none of them, and others all numbers on all pods. anp doesn't report ingress, where each pod is asked for its own.",
  reference: "S-PORT-7",
  needs: ["pods"],
  examples: { bad, good },
  check: ambiguousPorts,
  word({ port, numbers }) {
    return {
      message: `the port name ${code(port)} stands for ${conjunction(numbers.map(({ number }) => String(number)))}`,
      label: numbers.map(({ number, pod }) => `${number} on ${code(pod)}`).join(", "),
      help: "write the numbers, or give the pods the same one",
    };
  },
});
