import { UsageError } from "./exit.js";
import { oncePer } from "../base/collections/once-per.js";
import { Work } from "../base/limits/work.js";
import type { CommandSourceOptions } from "./source-options.js";

type LimitOptions = Pick<CommandSourceOptions, "timeout" | "maxWork">;

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
  if (match === null) throw new UsageError(`${option} needs a whole number, not ${JSON.stringify(text)}`);
  return Number(match[0]);
}
