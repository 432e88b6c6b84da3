import { withSettings } from "../../cluster/kinds/allow-list.js";
import { isObject, type ParsedObject } from "./read-json.js";
import { project } from "../../source/manifest/project.js";
import { wrongAnswer } from "./cluster-error.js";
import type { Keep } from "../../source/manifest/composed.js";
import { isMapping, type Mapping, type Value } from "../../source/manifest/value.js";

/** Where objects live: in any namespace, in the one that is named, or in none. */
export type ObjectScope = "any-namespace" | "no-namespace" | { readonly namespace: string };

/** What the objects of one answer have to be. */
export interface Expected {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly scope: ObjectScope;
}

/** Holds the objects of one answer against what was asked for: each has its kind, its place, and a name of its own. */
export class ObjectCheck {
  readonly #expected: Expected;
  readonly #seen = new Set<string>();

  constructor(expected: Expected) {
    this.#expected = expected;
  }

  /**
   * What is kept of a parsed object, with the version and kind that those of a list do not write; undefined for one that is of a kind
   * of which only some are kept.
   * @throws {AnswerError} where it is not what was asked for, was there before, or nests deeper than any object does
   */
  kept(parsed: ParsedObject, keep: Keep): Value | undefined {
    const { path, apiVersion, kind } = this.#expected;
    if ((parsed["kind"] ?? kind) !== kind || (parsed["apiVersion"] ?? apiVersion) !== apiVersion)
      throw wrongAnswer(path, `an object that is no ${kind}`);
    const name = this.#nameOf(parsed);
    if (this.#seen.has(name)) throw wrongAnswer(path, `the same ${kind} twice`);
    this.#seen.add(name);
    parsed["apiVersion"] = apiVersion;
    parsed["kind"] = kind;
    const kept = keptOf(parsed, keep, path);
    if (!isMapping(kept)) throw new Error("invariant: an object is kept as one");
    return withSettings(parsed as Mapping, kept);
  }

  /** `shop/web`, `node-a`. */
  #nameOf({ metadata }: ParsedObject): string {
    const { path, kind, scope } = this.#expected;
    const { name, namespace = "" } = isObject(metadata) ? metadata : {};
    if (typeof name !== "string" || name === "" || typeof namespace !== "string")
      throw wrongAnswer(path, `a ${kind} without a name`);
    const isThere =
      typeof scope === "object"
        ? namespace === scope.namespace
        : (namespace === "") === (scope === "no-namespace");
    if (!isThere) throw wrongAnswer(path, `a ${kind} of another namespace`);
    return `${namespace}/${name}`;
  }
}

function keptOf(value: unknown, keep: Keep, path: string): Value | undefined {
  try {
    return project(value, keep);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw wrongAnswer(path, `an object of which ${error.message}`);
  }
}
