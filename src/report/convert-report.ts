import type { ConversionTarget } from "../questions/convert/conversion.js";
import type { ConversionRun } from "../questions/convert/run.js";
import type { DiffReport } from "./diff-report.js";
import type { Everywhere } from "../questions/convert/everywhere.js";
import type { Rollout } from "../questions/convert/rollout.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";

/** A conversion as it is reported. */
export interface ConvertReport {
  readonly run: ConversionRun;
  /** What alone was to be converted to; undefined for the newest API of each kind. */
  readonly target: ConversionTarget | undefined;
  /** The verdicts before and after, over what was loaded. */
  readonly loaded: DiffReport;
  /**
   * True where a verdict differs. What is proven for any cluster holds in this one: there, two answers differ only where one
   * of them says less than could be said.
   */
  readonly differs: boolean;
  /** True where a limit has kept it from being told. */
  readonly isUndecided: boolean;
  /** How many workloads the input has: without any there is nothing to compare. */
  readonly workloads: number;
  /** The proof over every cluster. */
  readonly everywhere: Everywhere;
  /** The order in which new policies are applied and old ones go; undefined where every object keeps its kind. */
  readonly rollout: Rollout | undefined;
  readonly incompleteness: Incompleteness;
  /** What becomes of the new text; "withheld" where verdicts differ, or may, and nobody has accepted that. */
  readonly outcome: "written" | "checked" | "withheld";
}
