import type { Row } from "../../../semantics/reach/rows.js";

/** True for pods that run to their end: nobody connects to them, and a flow to them shows little. */
export function isJob({ kind }: Row): boolean {
  return kind === "Job" || kind === "CronJob";
}

/** Rows, those last to which nobody connects. */
export function jobsLast(rows: readonly Row[]): readonly Row[] {
  const jobs = rows.filter(isJob);
  return jobs.length === 0 ? rows : [...rows.filter((each) => !isJob(each)), ...jobs];
}
