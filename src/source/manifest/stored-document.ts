import { resolvePlain } from "./scalar.js";
import { isList, isMapping, sortedKeys, type Value } from "./value.js";
import type { Cut } from "./stream.js";
import type { Document } from "./document.js";
import type { RestoredKey } from "./composed.js";
import type { SourceFile } from "./source.js";

/** What names an object of a server. */
export interface StoredName {
  readonly kind: string;
  /** Undefined for a kind without namespaces. */
  readonly namespace: string | undefined;
  readonly name: string;
}

/**
 * An object that a server has stored, as a document of its own: people know it by its name. Name and text are made where
 * something of it is shown: a cluster has thousands of objects, an answer is about a few.
 */
export class StoredDocument implements Document {
  readonly #name: string | StoredName;
  readonly #value: Value;
  #file: SourceFile | undefined;

  /** @param name what people call it, or what it is: then `shop/networkpolicy/web`, `clusternetworkpolicy/tenants` */
  constructor(name: string | StoredName, value: Value) {
    this.#name = name;
    this.#value = value;
  }

  get file(): SourceFile {
    this.#file ??= new StoredFile(nameText(this.#name), this.#value);
    return this.#file;
  }

  get index(): number {
    return 0;
  }

  get restoredKeys(): readonly RestoredKey[] {
    return NONE;
  }

  get cut(): Cut {
    return { start: 0, end: this.file.text.length, body: 0, syntax: "yaml" };
  }
}

const NONE: readonly RestoredKey[] = [];

function nameText(name: string | StoredName): string {
  if (typeof name === "string") return name;
  const kindAndName = `${name.kind.toLowerCase()}/${name.name}`;
  return name.namespace === undefined ? kindAndName : `${name.namespace}/${kindAndName}`;
}

class StoredFile implements SourceFile {
  readonly name: string;
  readonly isStored = true as const;
  readonly #value: Value;
  #text: string | undefined;

  constructor(name: string, value: Value) {
    this.name = name;
    this.#value = value;
  }

  get text(): string {
    this.#text ??= `${blockLines(this.#value).join("\n")}\n`;
    return this.#text;
  }
}

/** A value as lines of YAML that read back as the same value, in one order of keys, whoever has stored it. */
function blockLines(value: Value): string[] {
  if (isList(value) && value.length > 0) {
    return value.flatMap((item) => {
      const [first = "", ...rest] = blockLines(item);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  if (isMapping(value) && Object.keys(value).length > 0) {
    return sortedKeys(value).flatMap((key) => {
      const below = value[key] as Value;
      const lines = blockLines(below);
      const head = keyLines(scalarText(key));
      if (!takesLines(below)) return withLast(head, ` ${lines.join("")}`);
      return [...head, ...(isList(below) ? lines : lines.map((line) => `  ${line}`))];
    });
  }
  return [isList(value) ? "[]" : isMapping(value) ? "{}" : scalarText(value)];
}

/** A key with its colon. A long one needs a `?`. */
function keyLines(key: string): string[] {
  return key.length <= LONGEST_KEY ? [`${key}:`] : [`? ${key}`, ":"];
}

const LONGEST_KEY = 1000;

function withLast(lines: readonly string[], end: string): string[] {
  return lines.map((line, i) => (i === lines.length - 1 ? line + end : line));
}

function takesLines(value: Value): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function scalarText(value: Exclude<Value, object> | null): string {
  if (typeof value !== "string") return String(value);
  const isPlain = /^[A-Za-z0-9][\w./-]*$/.test(value) && resolvePlain(value).type === "string";
  return isPlain
    ? value
    : JSON.stringify(value).replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
