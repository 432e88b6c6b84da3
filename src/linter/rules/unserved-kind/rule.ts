import bad from "./bad.yaml";
import good from "./good.yaml";
import { all, code } from "../words/code.js";
import { defineRule } from "../define.js";
import { unservedTogether } from "./together.js";

/**
 * Raised for a kind and version that no release of any policy API serves, and for near misses of their names
 * (S-IN-10).
 */
export const unservedKind = defineRule({
  id: "unserved-kind",
  level: "error",
  category: "rejected",
  summary: "a kind that doesn't exist in this API version",
  rationale:
    "Each policy kind exists only in certain versions of its API group, and kinds are case-sensitive. The server doesn't find anything else, so nothing is enforced. anp also reports kinds and groups that look like a misspelt policy, and versions that are newer than those it knows.",
  reference: "S-IN-10",
  foundBy: ["admission/unserved.ts"],
  examples: { bad, good },
  noFix: "An object of another version or kind may need other fields.",
  together: unservedTogether,
  word({ apiVersion, kind, served, isNewer = false }, { related: places = [] }) {
    const related = places.map(() => "here too");
    if (isNewer && served !== undefined)
      return {
        message: `this version of anp doesn't know ${code(kind)} in ${code(apiVersion)}`,
        label: `newer than ${code(served.apiVersion)}`,
        related,
        notes: ["the policy isn't evaluated: what it would decide is unknown"],
        help: `if your cluster has it, update anp; else write ${asWritten(served)}`,
      };
    return {
      message: `${code(kind)} does not exist in ${code(apiVersion)}`,
      label: "no server has this kind in this version",
      related,
      ...(served === undefined ? {} : { help: `did you mean ${asWritten(served)}?` }),
    };
  },
});

function asWritten({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string {
  return all([`apiVersion: ${apiVersion}`, `kind: ${kind}`]);
}
