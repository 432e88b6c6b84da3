import { contradictions } from "./contradictions.js";
import { expand } from "./expand.js";
import { isMapping } from "../../source/manifest/value.js";
import { isNamed, type NamedObject } from "./read-objects.js";
import { readDocuments } from "../../source/manifest/read.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** What the documents of a file name, as far as they can be read and say nothing twice. */
export function* namedObjectsIn(file: SourceFile): Generator<NamedObject> {
  for (const reading of readDocuments(file)) {
    const { document, value } = reading;
    if (!isMapping(value) || contradictions(reading).length > 0) continue;
    for (const object of expand(document, value)) if (isNamed(object)) yield object;
  }
}
