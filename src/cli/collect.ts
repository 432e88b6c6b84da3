import { UsageError } from "./exit.js";
import type { Option } from "commander";

/** Reads an option that may be given several times, or once with commas: every value, in their order. */
export function collectList(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(",").map((each) => each.trim())];
}

/** Reads an option that may be given several times: every value, in their order. */
export function collectValues(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/**
 * An option that says what is asked and can only be one thing: of two of them, one would go unanswered, and the answer would read as if it
 * were to both.
 * @param how how to ask about several, if that is possible
 */
export function givenOnce(option: Option, how?: string): Option {
  const { parseArg } = option;
  return option.argParser((value: string, before: unknown) => {
    const read: unknown = parseArg === undefined ? value : parseArg(value, before);
    if (before !== undefined && before !== read)
      throw new UsageError(
        `${option.long} is given twice, and differently`,
        ...(how === undefined ? [] : [how]),
      );
    return read;
  });
}

/** How several ports are asked about. */
export const PORT_LIST = "list ports with commas: --port 80,443";
