import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised while a policy is reviewed, where the server stores the text; refused texts are `invalid-cidr` (S-IP-5). */
export const cidrHostBits = defineRule({
  id: "cidr-host-bits",
  level: "warning",
  category: "portability",
  summary: "a CIDR with bits set after its prefix length",
  rationale:
    "`10.0.0.5/24` looks like one address but means the whole block `10.0.0.0/24`. From Kubernetes 1.36 on, NetworkPolicy refuses it; cluster-wide policies accept it.",
  reference: "S-IP-5",
  foundBy: ["kinds/review/cidr-form.ts"],
  examples: { bad, good },
  noFix: "Whether the block or the single address is meant is not in the text.",
  word({ cidr, corrected, single }) {
    return {
      message: `${code(cidr)} is read as ${code(corrected)}`,
      label: "has bits set after the prefix length",
      help:
        single === undefined
          ? `write ${code(corrected)}`
          : `write ${code(corrected)} for the block, or ${code(single)} for the single address`,
    };
  },
});
