import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { withArticle } from "../../../base/text/with-article.js";

/**
 * Raised where a cluster-scoped object has `metadata.namespace`, which the server drops before it stores the object
 * (S-IN-8).
 */
export const clusterScopedNamespace = defineRule({
  id: "cluster-scoped-namespace",
  level: "warning",
  category: "misleading",
  summary: "a namespace on a cluster-scoped policy",
  rationale:
    "The kind is cluster-scoped: the API server silently drops the namespace, and the policy applies in every namespace that its subject selects.",
  reference: "S-IN-8",
  foundBy: ["admission/crd/cluster-scoped.ts"],
  examples: { bad, good },
  noFix: "Whether the policy is meant for that namespace alone isn't known.",
  word({ kind, namespace }) {
    return {
      message: `${withArticle(kind)} has no namespace`,
      label: `${code(namespace)} is dropped`,
      help: `remove it; to apply the policy only in that namespace, select it in \`subject\` by its label ${code(`kubernetes.io/metadata.name: ${namespace}`)}`,
    };
  },
});
