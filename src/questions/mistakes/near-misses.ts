import type { Bearer, SelectsNoPods } from "../../cluster/problems/selection.js";
import type { Requirement } from "../../cluster/model/selector.js";
import type { Vocabulary } from "./vocabulary.js";

/**
 * True where what a selector asks for is nearly there: its value under another key or with another ending, or its pods in one other namespace, or
 * pods that are there but for their node's network, or for one label that no pod has.
 */
export function isNearMiss(
  { otherKey, alike, elsewhere, hasPods, hostPod, almost }: SelectsNoPods,
  is: "subject" | "peer",
): boolean {
  if (hostPod !== undefined || almost !== undefined || alike !== undefined) return true;
  if (is === "subject" && hasPods && elsewhere.length === 1) return true;
  return otherKey !== undefined && isDistinct(otherKey.value);
}

/** False for values that many labels have. */
function isDistinct(value: string): boolean {
  return value.length > 2 && !/^(?:true|false|enabled|disabled|default|\d+)$/.test(value);
}

/** A pod that has a wanted value under another key. */
export function otherKeyOf({ key, values }: Requirement, vocabulary: Vocabulary): Bearer | undefined {
  for (const other of vocabulary.keys.keys()) {
    const value = other === key ? undefined : values.find((each) => vocabulary.values(other).has(each));
    if (value !== undefined) return { key: other, value, name: vocabulary.values(other).get(value) ?? "" };
  }
  return undefined;
}
