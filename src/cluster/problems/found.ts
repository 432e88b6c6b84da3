import type { Finding } from "./problem.js";
import type { Origin } from "../../source/manifest/origin.js";

/** What is wrong, and the smallest place for it. */
export interface Found {
  readonly at: Origin;
  readonly finding: Finding;
}
