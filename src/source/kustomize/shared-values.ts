import { withParts } from "./parts.js";
import type { Count } from "./strategic-merge.js";
import type { Node } from "../manifest/node.js";
import type { Origin } from "../manifest/origin.js";

/**
 * The values that kustomize wrote at several places of an object at once, by their origins, which are theirs alone. To
 * kustomize each of them is one value: what labels or a strategic merge patch later write over one place stands at all of them.
 * A JSON patch parts them.
 */
export type SharedValues = ReadonlySet<Origin>;

/** Of an object as it is written, and as a JSON patch leaves it. */
export const NOTHING_SHARED: SharedValues = new Set();

/** Notes what one change of an object writes over its shared values, and writes it wherever they stand. */
export class SharedWriting {
  readonly #before: SharedValues;
  readonly #over = new Map<Origin, Node>();
  readonly #added = new Set<Origin>();

  constructor(before: SharedValues) {
    this.#before = before;
  }

  /** True where a value stands at other places too: what is written over it is noted, and the value may stay for now. */
  takes(before: Node, now: Node): boolean {
    if (!this.#before.has(before.origin)) return false;
    // What is written last counts.
    this.#over.set(before.origin, { value: now.value, origin: { ...now.origin } });
    return true;
  }

  /** A value that is about to be written at several places. */
  shared({ value, origin }: Node): Node {
    const own = { ...origin };
    this.#added.add(own);
    return { value, origin: own };
  }

  /** The object with what was written over its shared values at all of their places. */
  finished(node: Node, count: Count): { readonly node: Node; readonly shared: SharedValues } {
    if (this.#over.size + this.#added.size === 0) return { node, shared: this.#before };
    const kept = [...this.#before].filter((origin) => !this.#over.has(origin));
    const replaced = [...this.#over.values()].map(({ origin }) => origin);
    const shared = new Set([...kept, ...replaced, ...this.#added]);
    return { node: this.#over.size === 0 ? node : this.#everywhere(node, count), shared };
  }

  #everywhere(node: Node, count: Count): Node {
    count(1);
    const now = this.#over.get(node.origin);
    if (now !== undefined) return now;
    return withParts(node, (part) => this.#everywhere(part, count));
  }
}
