import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised while a Namespace is read, at the annotation (S-NSANN-2). */
export const legacyIsolationAnnotation = defineRule({
  id: "legacy-isolation-annotation",
  level: "error",
  category: "never-works",
  summary: "a namespace that relies on an annotation for isolation",
  rationale:
    "The first design of network policy isolated namespaces with an annotation. Since Kubernetes 1.7 it has no effect: only a NetworkPolicy that selects a pod isolates it.",
  reference: "S-NSANN-2",
  foundBy: ["kinds/core/namespace.ts"],
  examples: { bad, good },
  word({ annotation, namespace, isolates }) {
    const it = namespace === "" ? "this namespace" : `namespace ${code(namespace)}`;
    return {
      message: isolates
        ? `pods of ${it} are not isolated by this annotation`
        : `the annotation ${code(annotation)} has no effect`,
      label: "ignored since Kubernetes 1.7",
      help: isolates
        ? `add a NetworkPolicy with \`podSelector: {}\` and \`policyTypes: [Ingress]\` to ${it}, or pass \`--legacy\` to read your manifests as the 2016 design did`
        : "remove it, or pass `--legacy` to read your manifests as the 2016 design did",
    };
  },
});
