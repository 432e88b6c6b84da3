import type { Io } from "./io.js";

/** True in a job of GitHub Actions. */
export function isGithub({ env }: Pick<Io, "env">): boolean {
  return env["GITHUB_ACTIONS"] === "true";
}

/** The day of a run, in UTC: `2026-11-23`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
