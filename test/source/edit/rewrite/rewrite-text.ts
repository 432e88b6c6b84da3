import { applyRewrites } from "../../../../src/source/edit/rewrite/apply.js";
import { child, rootOrigin, type Origin, type PathStep } from "../../../../src/source/manifest/origin.js";
import { isList, isMapping, type Value } from "../../../../src/source/manifest/value.js";
import { readDocuments } from "../../../../src/source/manifest/read.js";
import type { Json } from "../../../../src/source/edit/edit.js";
import type { NewObject, RewrittenEntry, Rewriting } from "../../../../src/source/edit/rewrite/rewriting.js";
import type { SourceFile } from "../../../../src/source/manifest/source.js";

/** A value of a document with its place, to be written again or taken apart. */
export class Old {
  readonly at: Origin;
  readonly value: Value;

  constructor(at: Origin, value: Value) {
    this.at = at;
    this.value = value;
  }

  /** What stands at a path below: `spec/ports/0`. */
  get(path: string): Old {
    const steps: PathStep[] = path.split("/").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    return steps.reduce((old: Old, step) => {
      const value = (old.value as Readonly<Record<PathStep, Value>>)[step];
      if (value === undefined) throw new Error(`nothing at ${path}`);
      return new Old(child(old.at, step), value);
    }, this);
  }

  /** What stands under a key, whatever it is called. */
  field(key: string): Old {
    return new Old(child(this.at, key), (this.value as Readonly<Record<string, Value>>)[key] ?? null);
  }

  has(key: string): boolean {
    return isMapping(this.value) && this.value[key] !== undefined;
  }

  keys(): string[] {
    return isMapping(this.value) ? Object.keys(this.value) : [];
  }

  items(): Old[] {
    return isList(this.value) ? this.value.map((_, i) => this.get(String(i))) : [];
  }

  get kept(): Rewriting {
    return { type: "old", at: this.at, value: this.value };
  }

  /** The mapping with other values for some keys, in its order; undefined drops one. */
  with(changes: Readonly<Record<string, RewrittenEntry | Rewriting | undefined>>): Rewriting {
    return this.mapping(
      ...this.keys().flatMap((key): RewrittenEntry[] => {
        if (!Object.hasOwn(changes, key)) return [this.entry(key)];
        const change = changes[key];
        if (change === undefined) return [];
        return ["key" in change ? change : this.entry(key, key, change)];
      }),
    );
  }

  /** A mapping in the place of this one. */
  mapping(...entries: readonly RewrittenEntry[]): Rewriting {
    return { type: "mapping", at: this.at, entries };
  }

  /** A list in the place of this one. */
  list(...items: readonly Rewriting[]): Rewriting {
    return { type: "list", at: this.at, items };
  }

  /** The entry `key` of a mapping, under its name or another one, as it is or with another value. */
  entry(key: string, name = key, value: Rewriting = this.field(key).kept): RewrittenEntry {
    return { key: name, was: this.field(key).at, value };
  }
}

export function added(key: string, value: Json | Rewriting): RewrittenEntry {
  return { key, value: isRewriting(value) ? value : fresh(value) };
}

export function fresh(value: Json): Rewriting {
  return { type: "new", value };
}

export function freshMapping(...entries: readonly RewrittenEntry[]): Rewriting {
  return { type: "mapping", entries };
}

function isRewriting(value: Json | Rewriting): value is Rewriting {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "type");
}

/** An object of a text, what becomes of it, and what is made beside it. */
export interface TextRewrite {
  readonly document?: number;
  /** The path of the object in its document; the root where it is missing. */
  readonly object?: string;
  readonly to: (old: Old) => Rewriting;
  readonly also?: readonly NewObject[];
  readonly comment?: readonly string[];
}

/** What rewriting a file gives, with the codes of what is refused. */
export function rewriteFile(
  file: SourceFile,
  ...rewrites: readonly TextRewrite[]
): { text: string; refused: readonly string[] } {
  const readings = [...readDocuments(file)];
  const { text, refused } = applyRewrites(
    file,
    rewrites.map(({ document = 0, object, to, also = [], comment }) => {
      const reading = readings[document];
      if (reading === undefined) throw new Error(`no document ${document}`);
      const root = new Old(rootOrigin(reading.document), reading.value ?? null);
      const old = object === undefined ? root : root.get(object);
      return { at: old.at, to: to(old), also, ...(comment === undefined ? {} : { comment }) };
    }),
  );
  return { text, refused: refused.map(({ code }) => code) };
}

/** A text with objects rewritten. */
export function rewriteText(text: string, ...rewrites: readonly TextRewrite[]): string {
  const result = rewriteFile({ name: "policy.yaml", text }, ...rewrites);
  if (result.refused.length > 0) throw new Error(`refused: ${result.refused.join(", ")}`);
  return result.text;
}
