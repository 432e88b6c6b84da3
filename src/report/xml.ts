import { encodeWhole } from "./encode.js";

/** An element with attributes and either text or other elements; attributes that are undefined are left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly text?: readonly string[];
  readonly children?: readonly XmlElement[];
}

/** The first line of a document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** An element as lines of XML 1.0. Names are ours; all else may come from input. */
export function* xmlLines(element: XmlElement, indent = ""): Generator<string> {
  const { name, children = [] } = element;
  const open = `${indent}<${name}${attributesText(element)}`;
  if (element.text !== undefined) yield `${open}>${element.text.map(xmlText).join("\n")}</${name}>`;
  else if (children.length === 0) yield `${open}/>`;
  else
    yield* xmlAround(
      element,
      children.flatMap((child) => [...xmlLines(child, `${indent}  `)]),
      indent,
    );
}

/** The lines of an element around those of what is in it. */
export function* xmlAround(
  element: Omit<XmlElement, "text" | "children">,
  lines: Iterable<string>,
  indent = "",
): Generator<string> {
  yield `${indent}<${element.name}${attributesText(element)}>`;
  yield* lines;
  yield `${indent}</${element.name}>`;
}

function attributesText({ attributes }: Pick<XmlElement, "attributes">): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${xmlText(String(value))}"`))
    .join("");
}

/**
 * One line of text, for content and attributes alike: what is invisible is a visible escape, what means something to XML a
 * reference. What a CI runner executes where a report is printed, and what GitLab and Jenkins take for the path of a file
 * to attach, is broken up.
 */
export function xmlText(text: string): string {
  return encodeWhole(text)
    .replaceAll(NO_XML, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`)
    .replaceAll("[[ATTACHMENT", "[ [ATTACHMENT")
    .replaceAll(/[&<>"']|#(?=#)|:(?=:)/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Characters that no document may hold and that are not invisible: XML 1.0, production 2. */
const NO_XML = /[\ufffe\uffff]/g;
