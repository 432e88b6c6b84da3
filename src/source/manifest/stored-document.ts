import { blockLines, type BlockStyle } from "./print/block.js";
import { sortedKeys, type Value } from "./value.js";
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
    // One order of keys, whoever has stored it.
    this.#text ??= `${blockLines(this.#value, STYLE, sortedKeys).join("\n")}\n`;
    return this.#text;
  }
}

/** The lines of all that a server has stored are indented alike. */
const STYLE: BlockStyle = { step: 2, listOffset: 0 };
