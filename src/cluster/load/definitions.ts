import { definitionOf, type Definition, type DefinitionFault } from "../admission/crd/definition.js";
import { expand, listProblem } from "./expand.js";
import { readDocuments } from "../../source/manifest/read.js";
import type { Place } from "../problems/problem.js";
import type { ReadProblemCode } from "../../source/manifest/problem.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** A CRD of a file, or why there is none that can be used. */
export type DefinitionReading =
  | { readonly definition: Definition; readonly at: Place }
  | {
      readonly definition?: never;
      readonly fault: DefinitionFault | ReadProblemCode | "duplicate-key";
      readonly at: Place;
    };

/** The CustomResourceDefinitions of a file, which is to hold nothing else. */
export function* definitionsIn(file: SourceFile): Generator<DefinitionReading> {
  for (const { document, value, problem, rest, duplicates } of readDocuments(file)) {
    const unread = problem ?? rest;
    if (unread !== undefined) yield { fault: unread.code, at: { document, span: unread.at } };
    for (const { second } of duplicates) yield { fault: "duplicate-key", at: { document, span: second } };
    if (value === undefined || value === null) continue;
    const broken = listProblem(document, value);
    if (broken !== undefined) {
      yield { fault: broken.code, at: broken.at };
      continue;
    }
    for (const { node } of expand(document, value)) {
      const reading = definitionOf(node);
      if (reading.ok) yield { definition: reading.value, at: node.origin };
      else yield { fault: reading.problem, at: node.origin };
    }
  }
}
