import { isLabelValue } from "../../admission/validation/names.js";
import type { Labels } from "../../model/labels.js";
import type { UntoldLabel } from "../../model/endpoint.js";

/**
 * Labels with a value that no server takes (V-LS-5): `${APP}`, which is replaced before the object is applied, or a mask in the place of
 * the value. The label will be there, and nobody knows its value (S-WL-1).
 */
export function untoldLabelsOf(labels: Labels): readonly UntoldLabel[] {
  const untold: UntoldLabel[] = [];
  for (const key in labels) {
    const written = labels[key]!;
    if (!isLabelValue(written)) untold.push({ key, always: true, written });
  }
  return untold.length === 0 ? NONE : untold;
}

const NONE: readonly UntoldLabel[] = [];
