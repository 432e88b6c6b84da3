import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised for extensions/v1beta1, unless the server that is asked for still serves it: before 1.16 (S-OBJ-2). */
export const removedApiVersion = defineRule({
  id: "removed-api-version",
  level: "error",
  category: "rejected",
  summary: "an API version that the server no longer serves",
  rationale:
    "extensions/v1beta1 NetworkPolicy was deprecated in Kubernetes 1.9 and removed in 1.16, so the policy has no effect. networking.k8s.io/v1 has the same fields.",
  reference: "S-OBJ-2",
  foundBy: ["admission/network-policy/removed-version.ts"],
  examples: { bad, good },
  noFix: "`anp convert` writes the newer object, with the proof that nothing changes.",
  word({ apiVersion, removedIn, replacement }) {
    return {
      message: `${code(apiVersion)} was removed in Kubernetes ${removedIn}`,
      label: `use ${code(replacement)}`,
      help: `write ${code(replacement)}, which has the same fields (or run \`anp convert\`); for an older cluster pass \`--kubernetes-version\`, for the 2016 design \`--legacy\``,
    };
  },
});
