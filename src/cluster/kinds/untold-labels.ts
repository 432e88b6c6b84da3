import { isLabelKey, isLabelValue } from "../admission/validation/names.js";
import type { Labels } from "../model/labels.js";
import type { UntoldLabel } from "../model/untold-label.js";

/**
 * Labels with a key or a value that no server takes (V-LS-1…5): `${APP}`, which is replaced before the object is applied, or a mask in the
 * place of it. The label will be there, and nobody knows its key or its value (S-WL-1).
 */
export function untoldLabelsOf(labels: Labels): readonly UntoldLabel[] {
  const untold: UntoldLabel[] = [];
  for (const key in labels) {
    const written = labels[key]!;
    const value = isLabelValue(written) ? undefined : { written };
    if (!isLabelKey(key)) untold.push({ key, always: true, isKeyUntold: true, ...value });
    else if (value !== undefined) untold.push({ key, always: true, ...value });
  }
  return untold.length === 0 ? NONE : untold;
}

const NONE: readonly UntoldLabel[] = [];
