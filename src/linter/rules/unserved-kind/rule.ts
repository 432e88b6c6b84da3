import bad from "./bad.yaml";
import good from "./good.yaml";
import { all, code } from "../words/code.js";
import { defineRule } from "../define.js";

/**
 * Raised for a kind and version that no release of any policy API serves, and for near misses of their names
 * (S-IN-10).
 */
export const unservedKind = defineRule({
  id: "unserved-kind",
  level: "error",
  category: "rejected",
  summary: "a policy of a kind and version that no API server serves together",
  rationale:
    "Every kind of policy is served in certain versions of its group only, and kinds are spelled with their capitals. Anything else is not found by the server, and nothing is enforced; a kind or group that is nearly that of a policy is taken for a slip.",
  reference: "S-IN-10",
  foundBy: ["admission/unserved.ts"],
  examples: { bad, good },
  word: ({ apiVersion, kind, served }) => ({
    message: `${code(kind)} does not exist in ${code(apiVersion)}`,
    label: "no server has this kind in this version",
    ...(served === undefined ? {} : { help: `did you mean ${asWritten(served)}?` }),
  }),
});

function asWritten({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string {
  return all([`apiVersion: ${apiVersion}`, `kind: ${kind}`]);
}
