import { AlikeTexts } from "./alike-texts.js";
import { isAt } from "./text-at.js";
import type { Keep } from "./composed.js";

/** A field that is built of objects of one kind, while one text is read. */
export interface PlannedField {
  readonly key: string;
  readonly build: true | Keep;
  readonly alike: AlikeTexts;
}

/** The fields of one mapping that are built. They are found in a text without making a text of each key. */
export class JsonPlan {
  readonly #bySize: PlannedField[][] = [];

  constructor(keep: Keep) {
    for (const [key, build] of Object.entries(keep))
      (this.#bySize[key.length] ??= []).push({ key, build, alike: new AlikeTexts() });
  }

  /** The field whose key stands between two offsets, as it is written; undefined where it is not built. */
  at(text: string, start: number, end: number): PlannedField | undefined {
    const fields = this.#bySize[end - start];
    if (fields === undefined) return undefined;
    for (const field of fields) if (isAt(text, start, field.key)) return field;
    return undefined;
  }
}
