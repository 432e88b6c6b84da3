import { EXIT, UsageError, type ExitCode } from "./exit.js";
import { limitText } from "../report/incomplete-text.js";
import { oncePer } from "../collections/once-per.js";
import { Work } from "../limits/work.js";
import type { Io } from "./io.js";
import type { Limit } from "../limits/work.js";
import type { SourceOptions } from "./source-options.js";

type LimitOptions = Pick<SourceOptions, "timeout" | "maxWork">;

/** The one budget of the run that has these options; its time begins when it is first asked for. @throws {UsageError} */
export const workOf = oncePer((options: LimitOptions): Work => {
  const deadline = performance.now() + timeLimit(options);
  return new Work(mostWork(options), () => performance.now() > deadline);
});

/** How long the run may take, in milliseconds. @throws {UsageError} where the option cannot be read */
export function timeLimit({ timeout }: LimitOptions): number {
  return 1000 * wholeNumber(timeout, "--timeout");
}

function mostWork({ maxWork }: LimitOptions): number | undefined {
  return maxWork === undefined ? undefined : wholeNumber(maxWork, "--max-work");
}

/** @throws {UsageError} for text that is no whole number */
export function wholeNumber(text: string | undefined, option: string): number {
  const match = /^\d{1,15}$/.exec(text ?? "");
  if (match === null) throw new UsageError(`${option} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(match[0]);
}

/** What a run exits with that may have reached a limit: says so on standard error, whatever its outputs show. */
export function codeAtLimit(code: ExitCode, limit: Limit | undefined, { stderr }: Io): ExitCode {
  if (limit === undefined) return code;
  stderr.write(`anp: ${limitText(limit)}\n`);
  return EXIT.incomplete;
}
