import { child } from "../../source/manifest/origin.js";
import { field, type Node } from "../../source/manifest/node.js";
import { isLabelValue } from "./validation/names.js";
import { isMapping, type Value } from "../../source/manifest/value.js";
import { valueAt } from "../../source/edit/splice/change.js";
import { quote } from "./go-json/quote.js";
import type { Mistyped } from "./structural/mistyped.js";
import type { PathStep } from "../../source/manifest/origin.js";

/** What a field's text can't be: there it is a mask. */
type Mask = (text: string) => boolean;

/** No address has such a character, nor has any text that some release has stored in the place of one. */
const NO_ADDRESS = /[^0-9a-fA-F.:/]/;

const isNoAddress: Mask = (text) => NO_ADDRESS.test(text);

const ADDRESSES: Masks = new Map(["cidr", "except", "networks"].map((key) => [key, isNoAddress]));

/** By the field that holds the texts, one or a list or mapping of them. */
type Masks = ReadonlyMap<string, Mask>;

/** Of policies whose labels are checked when they are stored, as those of NetworkPolicy always have been; CRDs don't check them. */
const ADDRESSES_AND_LABELS: Masks = new Map([...ADDRESSES, ["matchLabels", (text) => !isLabelValue(text)]]);

/**
 * The first text in a stored spec that no release has taken there: an address, or the value of a label. Somebody has masked it since
 * (`***HIDDEN***`).
 */
export function maskedText(policy: Node, areLabelsChecked: boolean): Mistyped | undefined {
  const spec = field(policy, "spec");
  if (spec === undefined) return undefined;
  const path = pathToMask(spec.value, areLabelsChecked ? ADDRESSES_AND_LABELS : ADDRESSES, undefined);
  if (path === undefined) return undefined;
  const text = String(valueAt(spec.value, path));
  return { at: child(spec.origin, ...path), message: `${quote(text)} is masked` };
}

/** @param isMask what is asked of texts in the field that they are in */
function pathToMask(value: Value, masks: Masks, isMask: Mask | undefined): readonly PathStep[] | undefined {
  if (typeof value === "string") return isMask?.(value) === true ? [] : undefined;
  if (Array.isArray(value)) {
    for (const [i, each] of value.entries()) {
      const path = pathToMask(each as Value, masks, isMask);
      if (path !== undefined) return [i, ...path];
    }
    return undefined;
  }
  if (!isMapping(value)) return undefined;
  for (const key in value) {
    const path = pathToMask(value[key]!, masks, isMask ?? masks.get(key));
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}
