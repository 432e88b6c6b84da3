import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { helpWithReleases } from "../words/releases.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";

type Facts = ProblemOf<"invalid-domain-name">["facts"];

/** The words for a text outside of the pattern of `domainNames`, with the part that breaks it (S-FQ-2). */
export const invalidDomainName = defineRule({
  id: "invalid-domain-name",
  level: "error",
  category: "rejected",
  summary: "a malformed domain name",
  rationale:
    "A domain name has at least two labels and at most one wildcard, a leading `*.`, which matches any number of labels. The API server refuses the whole object, so the policy has no effect.",
  reference: "S-FQ-2",
  foundBy: ["admission/crd/domain-name.ts", "admission/crd/schema-findings.ts"],
  examples: { bad, good },
  fix: {
    kind: "unsafe",
    edits: ({ at, facts: { fault, name } }) =>
      fault === "double-wildcard" && "step" in at ? [{ type: "set", at, value: oneStar(name) }] : undefined,
  },
  word(facts) {
    return {
      message: `${code(facts.name)} is not a valid domain name`,
      label: labelOf(facts),
      ...helpWithReleases(facts, helpOf(facts)),
    };
  },
});

function labelOf({ fault }: Facts): string {
  switch (fault) {
    case "double-wildcard":
      return "two stars in a row";
    case "inner-wildcard":
      return "a star is only valid as the first label";
    case "single-label":
      return "only one label";
    case "characters":
      return "malformed";
  }
}

function helpOf({ fault, name }: Facts): string {
  switch (fault) {
    case "double-wildcard":
      return `write ${code(oneStar(name))}; one star matches any number of labels`;
    case "inner-wildcard":
      return "list each domain, or use `*.` before a parent domain";
    case "single-label":
      return "write the full name, with at least two labels";
    case "characters":
      return "use letters, digits, `-` and `_` in labels, end each with a letter or digit, and separate them with single dots";
  }
}

/** `*.cdn.example.com`, of `**.cdn.example.com`. */
function oneStar(name: string): string {
  return name.replace(/^\*+/, "*");
}
