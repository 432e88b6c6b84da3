import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";

/**
 * Raised where the objects of all files come together; copies that are equal are reported too, and evaluated once
 * (S-IN-9).
 */
export const duplicateObject = defineRule({
  id: "duplicate-object",
  level: "error",
  category: "misleading",
  summary: "an object that the input has twice",
  rationale:
    "A cluster has one object of a kind, namespace and name: the copy that is applied last replaces the others, and the order of files decides which that is. Copies of a policy that differ are not evaluated, because it cannot be told which one counts.",
  reference: "S-IN-9",
  foundBy: ["load/duplicates.ts"],
  examples: { bad, good },
  word({ kind, copies, differs }, { object }) {
    const name = object === undefined ? "" : ` ${code(qualifiedName(object))}`;
    const often = copies === 2 ? "twice" : `${copies} times`;
    return {
      message: `the input has ${kind}${name} ${often}, ${differs ? "and not the same each time" : "the same each time"}`,
      label: "again",
      related: ["first here", ...Array.from({ length: copies - 2 }, () => "and here")],
      help: "remove one of them, or give it another name",
    };
  },
});
