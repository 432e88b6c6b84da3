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
  summary: "a domain name that has not the form that the API asks for",
  rationale:
    "A domain name has at least two labels, and at most one wildcard: `*.` in front, which stands for any number of labels. The API server refuses the object as a whole, so nothing of the policy takes effect.",
  reference: "S-FQ-2",
  foundBy: ["admission/crd/domain-name.ts", "admission/crd/schema-findings.ts"],
  examples: { bad, good },
  word(facts) {
    return {
      message: `${code(facts.name)} is not a domain name that a policy may have`,
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
      return "a star stands only in front, as a label of its own";
    case "single-label":
      return "one label only";
    case "characters":
      return "not the form of a domain name";
  }
}

function helpOf({ fault, name }: Facts): string {
  switch (fault) {
    case "double-wildcard":
      return `write ${code(name.replace(/^\*+/, "*"))}: one star matches any number of labels`;
    case "inner-wildcard":
      return "name each domain, or a domain above them with `*.` in front";
    case "single-label":
      return "write the full name, of two labels at least";
    case "characters":
      return "labels are letters, digits, `-` and `_`, with a letter or digit at the end, joined by single dots";
  }
}
