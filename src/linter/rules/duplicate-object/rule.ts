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
  summary: "an object that appears twice in the input",
  rationale:
    "A cluster has only one object per kind, namespace and name: the copy applied last replaces the others. anp doesn't evaluate copies of a policy that differ, because it can't know which one wins. Copies of a policy that are equal are a note, because one of them may be changed without the other. Copies of another object that differ only in what policies don't see, and objects that stand beside no policy, aren't reported, unless you give the rule a level of your own (`--rule duplicate-object=warning`).",
  reference: "S-IN-9",
  isAboutOthers: true,
  foundBy: ["load/duplicates.ts"],
  examples: { bad, good },
  levelOf: ({ isPolicy, differs, isWithoutPolicy }) =>
    isWithoutPolicy === true ? "off" : differs ? "error" : isPolicy ? "info" : "off",
  word({ kind, isPolicy, copies, differs }, { object, at, related = [] }) {
    const name = object === undefined ? "" : ` ${code(qualifiedName(object))}`;
    const { name: file } = at.document.file;
    const isInOneFile = related.every(({ at: { document } }) => document.file.name === file);
    const often = copies === 2 ? "twice" : `${copies} times`;
    return {
      message: `the input has ${kind}${name} ${often}, ${differs ? "and not the same each time" : isPolicy ? "the same each time" : "each time the same to policies"}`,
      label: "again",
      related: ["first here", ...Array.from({ length: copies - 2 }, () => "and here")],
      help: isInOneFile
        ? "remove or rename one of them"
        : "remove or rename one of them; of files that are applied one at a time, name each under `roots` in `anp.yaml`",
    };
  },
});
