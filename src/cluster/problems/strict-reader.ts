import { entries, items, type Node } from "../../source/manifest/node.js";
import { isList, isMapping } from "../../source/manifest/value.js";
import { keyOf, rootOrigin } from "../../source/manifest/origin.js";
import { readDocuments } from "../../source/manifest/read.js";
import { nearest } from "../../base/text/nearest.js";
import { withArticle } from "../../base/text/with-article.js";
import type { SourceFile } from "../../source/manifest/source.js";
import type { Place } from "./problem.js";

/** Something that a file of anp's own must not say, in words: lower case, no full stop. */
export interface FileMistake {
  readonly at: Place;
  readonly message: string;
}

/** Reads parts of a file of anp's own, such as a config, and remembers what is wrong: all of it is told at once. */
export class StrictReader {
  readonly mistakes: FileMistake[] = [];
  readonly #longestList: number;

  constructor(longestList: number) {
    this.#longestList = longestList;
  }

  wrong(at: Place, message: string): void {
    this.mistakes.push({ at, message });
  }

  /**
   * The entries of a mapping with known keys.
   * @param why for keys that people look for here, what to do instead
   */
  fields(
    node: Node | undefined,
    keys: readonly string[],
    why: ReadonlyMap<string, string> = new Map(),
  ): ReadonlyMap<string, Node> {
    const all = this.mapping(node, `a mapping with ${keys.join(", ")}`);
    for (const [key, value] of all) {
      if (keys.includes(key)) continue;
      const [meant] = nearest(key, keys);
      const advice =
        why.get(key) ?? (meant === undefined ? `keys are ${keys.join(", ")}` : `did you mean ${meant}?`);
      this.wrong(keyOf(value.origin), `unknown key ${JSON.stringify(key)}: ${advice}`);
    }
    return new Map(all);
  }

  /** The entries of a mapping. An empty value is an empty mapping. */
  mapping(node: Node | undefined, what: string): [string, Node][] {
    if (node === undefined || node.value === null) return [];
    if (!isMapping(node.value)) this.wrong(node.origin, `expected ${what}`);
    const all = entries(node);
    const [, next] = all[this.#longestList] ?? [];
    if (next !== undefined) this.wrong(next.origin, `a mapping has at most ${this.#longestList} entries`);
    return all.slice(0, this.#longestList);
  }

  list(node: Node | undefined, what: string): Node[] {
    if (node === undefined || node.value === null) return [];
    if (!isList(node.value)) this.wrong(node.origin, `expected a list of ${what}`);
    const all = items(node);
    const next = all[this.#longestList];
    if (next !== undefined) this.wrong(next.origin, `a list has at most ${this.#longestList} entries`);
    return all.slice(0, this.#longestList);
  }

  /** @param check what is wrong with a text, if something is */
  text(
    node: Node | undefined,
    what: string,
    check: (text: string) => string | undefined = () => undefined,
  ): string | undefined {
    if (node === undefined) return undefined;
    if (typeof node.value !== "string" || node.value.trim() === "") {
      this.wrong(node.origin, `expected ${what}`);
      return undefined;
    }
    const fault = check(node.value);
    if (fault === undefined) return node.value;
    this.wrong(node.origin, fault);
    return undefined;
  }

  texts(node: Node | undefined, what: string, check?: (text: string) => string | undefined): string[] {
    return this.list(node, `${what}s`).flatMap((each) => this.text(each, withArticle(what), check) ?? []);
  }

  isTrue(node: Node | undefined, otherwise: boolean): boolean {
    if (node === undefined || typeof node.value === "boolean")
      return node === undefined ? otherwise : node.value === true;
    this.wrong(node.origin, "expected true or false");
    return otherwise;
  }
}

/** The one document of the file; undefined where it is empty. @param what the file is */
export function rootNode(file: SourceFile, reader: StrictReader, what = "a config"): Node | undefined {
  let root: Node | undefined;
  for (const { document, value, problem, rest, duplicates, collisions } of readDocuments(file)) {
    const unread = problem ?? rest;
    if (unread !== undefined)
      reader.wrong({ document, span: unread.at }, `cannot be read: ${unread.detail ?? unread.code}`);
    for (const { key, second } of [...duplicates, ...collisions])
      reader.wrong({ document, span: second }, `${JSON.stringify(key)} is written twice`);
    if (value === undefined || value === null) continue;
    if (root !== undefined) reader.wrong(rootOrigin(document), `${what} is one document`);
    root ??= { value, origin: rootOrigin(document) };
  }
  return root;
}
