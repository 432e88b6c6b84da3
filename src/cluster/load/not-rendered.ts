import { emptyDocument } from "../../source/manifest/document.js";
import { NOT_RENDERED, type OtherFile } from "./summary.js";
import type { Problem } from "../problems/problem.js";

/** The problems with what was not rendered, where that is not to pass. */
export function notRenderedProblems(other: readonly OtherFile[]): Problem[] {
  return other
    .filter(({ reason }) => NOT_RENDERED.has(reason))
    .map(({ file: name, reason }) => ({
      code: "not-analysed",
      facts:
        reason === "git-lfs" || reason === "submodule"
          ? { reason }
          : { reason: "not-rendered", detail: reason },
      at: { document: emptyDocument({ name, text: "" }), span: { start: 0, end: 0 } },
    }));
}
