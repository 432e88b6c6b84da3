import { mayHoldText } from "../linter/rules/words/may-hold.js";
import type { BuildDoubt } from "../source/kustomize/unbuildable.js";

/** Why a kustomization is not rendered, or not all of it. */
export function buildDoubtText(doubt: BuildDoubt): string {
  return mayHoldText(doubt).replaceAll("`", "");
}
