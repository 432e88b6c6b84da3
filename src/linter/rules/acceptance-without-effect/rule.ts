import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import type { AcceptanceFault } from "../../../cluster/problems/condition.js";

/** Whoever accepts that something is not read has seen it in one state, for some time (S-GATE-5). */
export const acceptanceWithoutEffect = defineRule({
  id: "acceptance-without-effect",
  level: "error",
  category: "gate",
  summary: "an entry of `accept` for something that has changed, or that is read",
  rationale:
    "Somebody looked at something that anp can't read and accepted it as it was. If its content is another one, or the last day is over, nobody has, and what isn't read counts again. If all of it is read, the entry would only hide what comes later.",
  reference: "S-GATE-5",
  foundBy: ["gate/acceptances.ts"],
  examples: { bad, good, reading: { asConfig: true } },
  levelOf({ fault }) {
    return fault === "unused" ? "warning" : "error";
  },
  noFix: "A config is never changed by a fix.",
  word(facts) {
    return { message: messageOf(facts), ...helpOf(facts) };
  },
});

function messageOf(facts: AcceptanceFault): string {
  const path = code(facts.path);
  switch (facts.fault) {
    case "changed":
      return `${path} has changed since it was accepted unread`;
    case "expired":
      return `${path} was accepted unread until ${facts.until}`;
    case "no-content":
      return `${path} can't be accepted: ${facts.why}`;
    case "unused":
      return `nothing in ${path} has to be accepted: it isn't there, or all of it is read`;
  }
}

function helpOf(facts: AcceptanceFault): { readonly label: string; readonly help?: string } {
  switch (facts.fault) {
    case "changed":
      return {
        label: "has no effect",
        help: `look at it again, then accept what it is now: ${facts.sha256}`,
      };
    case "expired":
      return { label: "no longer in effect", help: "look at it again, and set a later day" };
    case "no-content":
      return { label: "has no effect" };
    case "unused":
      return { label: "has no effect", help: "remove it" };
  }
}
