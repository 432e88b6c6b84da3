import type { Incompleteness } from "../cluster/load/incomplete.js";
import type { Matrix } from "../questions/matrix/matrix.js";
import type { MatrixNote } from "../questions/matrix/notes.js";

/** A map as it is reported. */
export interface MatrixReport {
  readonly matrix: Matrix;
  readonly incompleteness: Incompleteness;
  /** Pairs with nothing but denied are listed too. */
  readonly showsDenied: boolean;
  /** Each pair is listed with what decided. */
  readonly explains: boolean;
  /** What is worth knowing, once the whole map has been worked out. */
  notes(): readonly MatrixNote[];
}
