import type { ExplainOptions } from "./explain-options.js";
import { Progress } from "./progress.js";
import { STANDARD_INPUT } from "./sources.js";
import { UsageError } from "./exit.js";
import { workOf } from "./limits.js";
import type { Io } from "./io.js";
import type { Profile } from "../semantics/match/profile.js";
import type { Reloadable } from "../cluster/load/load.js";
import type { Suggestions } from "../questions/suggest/suggest.js";
import type { TrafficQuestion } from "../questions/query/traffic.js";

/** What edits are asked for. */
export interface AskedEdits {
  readonly input: Reloadable;
  readonly from: string;
  readonly to: string;
  readonly traffic: TrafficQuestion;
  readonly options: ExplainOptions;
  readonly profile: Profile;
}

/** Finds the edits that would change the answer; what that takes is loaded only where it is asked for. */
export async function suggestions(
  { input, from, to, traffic, options, profile }: AskedEdits,
  io: Io,
): Promise<Suggestions> {
  const isWanted = wantedBy(options);
  const { suggest } = await import("../questions/suggest/suggest.js");
  const work = workOf(options);
  const progress = new Progress(io.stderr);
  try {
    return await suggest({
      input,
      question: { from, to, namespace: options.namespace, traffic, profile },
      isNameless: ({ name }) => options.stdinFilename === undefined && name === STANDARD_INPUT,
      isLate: () => work.isOver,
      isWanted,
      onTrial: (count) => progress.show(`looking for edits: ${count} tried`),
    });
  } finally {
    progress.clear();
  }
}

/** The number of the suggestion that is to be written. @throws {UsageError} for what is no number */
export function applied({ apply }: ExplainOptions): number | undefined {
  return apply === undefined ? undefined : numberIn(apply, "--apply takes the number of a suggestion");
}

/** Which suggestions are shown with their patches. @throws {UsageError} for what is no number */
function wantedBy(options: ExplainOptions): (number: number) => boolean {
  const { show } = options;
  const written = applied(options);
  if (show === "all") return () => true;
  const shown =
    show === undefined ? (written ?? 1) : numberIn(show, "--show takes the number of a suggestion, or all");
  return (number) => number === shown || number === written;
}

function numberIn(text: string, message: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`${message}, not ${JSON.stringify(text)}`);
  return Number(text);
}

/** @throws {UsageError} for the number of a suggestion that there is not */
export function failWithoutSuggestion({ suggestions: found }: Suggestions, options: ExplainOptions): void {
  for (const [flag, text] of [
    ["--show", options.show],
    ["--apply", options.apply],
  ] as const) {
    if (text === undefined || text === "all" || Number(text) <= found.length) continue;
    const count =
      found.length === 0 ? "there are none" : `there ${found.length === 1 ? "is" : "are"} ${found.length}`;
    throw new UsageError(`${flag} ${text}: no such suggestion; ${count}`);
  }
}
