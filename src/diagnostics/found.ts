import type { Finding } from "./problem.js";
import type { Origin } from "../manifest/origin.js";

/** What is wrong, and the smallest place for it. */
export interface Found {
  readonly at: Origin;
  readonly finding: Finding;
}
