import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised while a policy is reviewed, where the server stores the text; refused texts are `invalid-cidr` (S-IP-5). */
export const cidrHostBits = defineRule({
  id: "cidr-host-bits",
  level: "warning",
  category: "portability",
  summary: "a CIDR with bits set behind its prefix length",
  rationale:
    "`10.0.0.5/24` is read as the whole block, `10.0.0.0/24`, although it looks like one address. NetworkPolicy refuses it from Kubernetes 1.36 on; the policies for the whole cluster accept it.",
  reference: "S-IP-5",
  foundBy: ["kinds/review/cidr-form.ts"],
  examples: { bad, good },
  word({ cidr, corrected, single }) {
    return {
      message: `${code(cidr)} is read as ${code(corrected)}`,
      label: "has bits set behind the prefix length",
      help:
        single === undefined
          ? `write ${code(corrected)}`
          : `write ${code(corrected)} for the block, ${code(single)} for the one address`,
    };
  },
});
