import { positionsOf } from "../manifest/positions.js";
import { readDocuments } from "../manifest/read.js";
import { Refused } from "./edit.js";
import type { DocumentReading } from "../manifest/document.js";
import type { FileStyle, Layout } from "./layout.js";

/**
 * A document's text with the places of everything in it.
 * @throws {Refused} where it cannot be read
 */
export function layoutOf(text: string, style: FileStyle): Layout {
  const { document, value, problem, rest } = onlyReading(text) ?? {};
  if (document === undefined || value === undefined || problem !== undefined || rest !== undefined)
    throw new Refused("unreadable");
  const isJson = document.cut.syntax === "json";
  return { ...style, document, text, root: positionsOf(document), value, isJson };
}

function onlyReading(text: string): DocumentReading | undefined {
  const readings = [...readDocuments({ name: "", text })];
  return readings.length === 1 ? readings[0] : undefined;
}
