import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { withArticle } from "../../../base/text/with-article.js";

/**
 * Raised for policies of the Admin and Baseline tier without any rule; a NetworkPolicy without rules denies, and is
 * meant (S-EV-11).
 */
export const emptyPolicy = defineRule({
  id: "empty-policy",
  level: "info",
  category: "style",
  summary: "a cluster-wide policy without rules",
  rationale:
    "A NetworkPolicy without rules denies everything, but a policy in the Admin or Baseline tier without rules does nothing. It only takes up a priority.",
  reference: "S-EV-11",
  foundBy: ["kinds/admin-policies/review/review.ts"],
  examples: { bad, good },
  word({ kind }) {
    return {
      message: `${withArticle(kind)} without rules does nothing`,
      label: "neither `ingress` nor `egress` rules",
      help: "add rules, or remove the policy",
    };
  },
});
