import type { ForeignCheck } from "./structural/foreign-checks.js";
import type { Problem } from "../problems/problem.js";
import type { MixedUpShape } from "./crd/mixed-up-shape.js";
import type { Value } from "../../source/manifest/value.js";

/** Whether a server takes an object, and what is wrong with it. */
export interface Admission {
  /** The object as the server stores it, pruned and with its defaults; undefined where it is refused. */
  readonly stored: Value | undefined;
  /** Set where all that is wrong is fields that it does not know: what it stores where it is told not to check strictly. */
  readonly storedUnchecked?: Value;
  /** What the server refuses, with its own lines; and what it stores though nothing can come of it. */
  readonly problems: readonly Problem[];
  /** Set where all that is wrong is that it has the shape of an older release. */
  readonly mixedUp?: MixedUpShape;
  /** Checks whose results decide as well. */
  readonly checks?: readonly ForeignCheck[];
  /** True where it is neither taken nor refused: something of its schema was not evaluated. */
  readonly isUndecided?: true;
}
