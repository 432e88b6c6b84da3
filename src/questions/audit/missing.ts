import { isLaterNode, isWholeClass, type TargetClass } from "./targets.js";
import { namesKey, shownAs } from "./target-names.js";
import { unsettledKey } from "../../semantics/match/unsettled.js";
import type { Chunk } from "./chunks.js";
import type { Missing } from "./result.js";

/** What keeps some traffic from being decided, in the words of the class. */
export function missingOf(chunks: readonly Chunk[], to: TargetClass): Missing[] {
  const isSure = chunks.some(({ certainty, verdict }) => certainty === "settled" && verdict !== "denied");
  const hasNodes = chunks.some(({ certainty }) => certainty === "settled");
  return chunks.flatMap(({ verdict, reasons, targets, certainty }): Missing[] => {
    if (verdict === "denied") return [];
    if (!isSure && isLaterNode({ certainty }) && hasNodes) return [{ code: "later-nodes" }];
    if (verdict === "allowed") return [];
    if (certainty === "name") return [{ code: "addresses-of-name", name: to.of.name }];
    return [{ code: "unsettled", reasons, to: shownAs(to, targets), isWhole: isWholeClass(to, targets) }];
  });
}

/** What is missing, each once where it would be told in the same words. */
export function distinctMissing(all: readonly Missing[]): Missing[] {
  return [...new Map(all.map((each) => [missingKey(each), each])).values()];
}

/** Equal texts for what is told as one thing that is missing. */
export function missingKey(missing: Missing): string {
  switch (missing.code) {
    case "unsettled":
      return ["unsettled", ...missing.reasons.map(unsettledKey), namesKey(missing.to)].join("\n");
    case "no-backends":
      return `no-backends ${missing.service}`;
    case "addresses-of-name":
      return `addresses-of-name ${missing.name}`;
    case "controller":
      return JSON.stringify([missing.code, missing.route, missing.why]);
    default:
      return missing.code;
  }
}
