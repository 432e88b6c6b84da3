import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { rulesText } from "../words/proof.js";
import { cancellingExceptions } from "../plugins/restated.js";
import { howMany } from "../../../cluster/problems/selection.js";

/** By the plugin that is named, or that the input runs (S-IP-1). */
export const exceptCancelsAllow = defineRule({
  id: "except-cancels-allow",
  level: "warning",
  category: "portability",
  summary: "an exception that also takes away what another rule allows, on the network plugin",
  rationale:
    "By the API an exception only takes addresses out of its own CIDR. The AWS agent keeps one table for each pod, in which an exception denies its addresses also where another rule allows a wider CIDR. This was read in the code, and inferred: no verdict changes.",
  reference: "S-IP-1",
  needs: ["pods"],
  examples: { bad, good, reading: { plugin: "aws" } },
  isAboutFlows: true,
  check: cancellingExceptions,
  word(facts) {
    const { plugin, except, cidr, by, rule } = facts;
    return {
      message: `${code(except)}, an exception of ${code(cidr)}, may also deny what ${rulesText(by, rule)} ${howMany(by) === 1 ? "allows" : "allow"} on ${plugin}`,
      label: "denies more than its own CIDR",
      related: by.first.map(() => "allows it"),
      notes: [pluginNote(facts)],
      help: "repeat the excepted CIDR in the rule that allows it, as narrow as it is here",
    };
  },
});
