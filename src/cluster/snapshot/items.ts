import { compareTexts } from "../../base/collections/compare-texts.js";
import { isMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import { sortedJson } from "./sorted-json.js";

interface Item {
  readonly namespace: string;
  readonly name: string;
  readonly text: string;
}

/** Kinds that stand before all others: what says how the rest is read, and what the rest lies in. */
const FIRST_KINDS: readonly string[] = ["CustomResourceDefinition", "Namespace", "Node"];

/** The objects of a snapshot, held as the lines that they will be: in one order, whatever the order in which they come. */
export class SnapshotItems {
  readonly #byKind = new Map<string, Item[]>();

  /** Adds an object that is already reduced to what a snapshot holds. */
  add(object: Mapping): void {
    const key = `${textOf(object["kind"])} ${textOf(object["apiVersion"])}`;
    const { namespace, name } = identityOf(object["metadata"]);
    const item = { namespace, name, text: sortedJson(object) };
    const known = this.#byKind.get(key);
    if (known === undefined) this.#byKind.set(key, [item]);
    else known.push(item);
  }

  /** How many objects of each kind there are. */
  get counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [key, items] of this.#byKind) {
      const kind = kindIn(key);
      counts.set(kind, (counts.get(kind) ?? 0) + items.length);
    }
    return counts;
  }

  /** The objects as JSON, one text each: by kind, namespace and name. */
  *texts(): Generator<string> {
    const keys = [...this.#byKind.keys()].toSorted(byKind);
    for (const key of keys) {
      let previous: string | undefined;
      for (const { text } of (this.#byKind.get(key) ?? []).toSorted(byIdentity)) {
        // What two files hold alike is one object.
        if (text !== previous) yield text;
        previous = text;
      }
    }
  }
}

function byKind(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || compareTexts(a, b);
}

function rankOf(key: string): number {
  const rank = FIRST_KINDS.indexOf(kindIn(key));
  return rank === -1 ? FIRST_KINDS.length : rank;
}

function kindIn(key: string): string {
  return key.slice(0, key.indexOf(" "));
}

function byIdentity(a: Item, b: Item): number {
  return (
    compareTexts(a.namespace, b.namespace) || compareTexts(a.name, b.name) || compareTexts(a.text, b.text)
  );
}

function identityOf(metadata: Value | undefined): { namespace: string; name: string } {
  return isMapping(metadata)
    ? { namespace: textOf(metadata["namespace"]), name: textOf(metadata["name"]) }
    : { namespace: "", name: "" };
}

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}
