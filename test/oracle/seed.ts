import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The seed of a run: `ANP_SEED`, or else the commit's, so that the gate asks something new of each commit. */
export function seedOfRun(): number {
  const given = process.env["ANP_SEED"];
  if (given !== undefined) {
    if (!/^\d{1,10}$/.test(given)) throw new Error(`ANP_SEED must be a whole number, not ${given}`);
    return Number(given);
  }
  try {
    const cwd = fileURLToPath(new URL(".", import.meta.url));
    const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd, encoding: "utf8", stdio: "pipe" });
    return Number.parseInt(commit.slice(0, 8), 16);
  } catch {
    // A copy without its history.
    return 20_261_122;
  }
}

/** A number of the environment, as `ANP_SECONDS`. */
export function numberOfRun(name: string, otherwise: number): number {
  const given = process.env[name];
  if (given === undefined) return otherwise;
  if (!/^\d{1,10}$/.test(given)) throw new Error(`${name} must be a whole number, not ${given}`);
  return Number(given);
}
