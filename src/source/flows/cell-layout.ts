import type { CellParts, PartUse } from "./line-parts.js";
import type { CellStyle } from "./cells-scan.js";

/** So many layouts are known again: each has the memory of a scan. */
const MOST_LAYOUTS = 8;

/** Keeps what headers of a format came to: files of one log have the same, and what is learned of their lines hangs on it. */
export class KeptLayouts {
  readonly #known = new Map<string, CellParts>();

  of(columns: readonly (PartUse | undefined)[], style: CellStyle): CellParts {
    const key = JSON.stringify([style, columns.map((each) => each ?? "")]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = { columns, style };
    const [oldest = ""] = this.#known.keys();
    if (this.#known.size >= MOST_LAYOUTS) this.#known.delete(oldest);
    this.#known.set(key, made);
    return made;
  }
}
