import { SaxesParser } from "saxes";

/** An element as a strict parser of XML 1.0 reads it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** The text that stands in it, without that of its children. */
  readonly text: string;
}

interface Open {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** Reads a document. @throws {Error} for what is not well-formed, and for what no report of ours has: DTDs, instructions, CDATA */
export function readXml(text: string): Element {
  const parser = new SaxesParser();
  const root: Open = { name: "", attributes: {}, children: [], text: "" };
  const stack = [root];
  const top = (): Open => stack.at(-1) ?? root;
  parser.on("error", (error) => {
    throw error;
  });
  for (const event of ["doctype", "processinginstruction", "cdata", "comment"] as const)
    parser.on(event, () => {
      throw new Error(`a ${event}`);
    });
  parser.on("text", (part) => (top().text += part));
  parser.on("opentag", ({ name, attributes }) => {
    const element: Open = { name, attributes: { ...attributes }, children: [], text: "" };
    top().children.push(element);
    stack.push(element);
  });
  parser.on("closetag", () => void stack.pop());
  parser.write(text).close();
  const [element] = root.children;
  if (element === undefined) throw new Error("no element");
  return element;
}

/** All elements of a name, in their order. */
export function elementsOf(element: Element, name: string): Element[] {
  const own = element.name === name ? [element] : [];
  return [...own, ...element.children.flatMap((child) => elementsOf(child, name))];
}
