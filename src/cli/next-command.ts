import { askAgain } from "./ask-again.js";
import { REFERENCE } from "../semantics/match/profile.js";
import { shellWord } from "../base/text/shell-word.js";
import type { ExplainOptions } from "./explain-options.js";
import type { Explanation } from "../questions/explain/result.js";
import type { Sources } from "./sources.js";

/** A question as it was typed. */
interface AskedFlow {
  readonly from: string;
  readonly to: string | undefined;
  readonly sources: Sources;
  readonly options: ExplainOptions;
}

/**
 * What to type next where a flow is denied: the same question, with the edits that would allow it. Undefined where that is
 * what is expected, where standard input would have to be typed again, and where edits are shown.
 */
export function nextCommand(
  { results }: Explanation,
  { from, to, sources, options }: AskedFlow,
): string | undefined {
  const { port, protocol, profile = REFERENCE.name, expect, newNamespace } = options;
  if (to === undefined || expect === "denied" || sources.paths.includes("-")) return undefined;
  // Where something is let through, which ports are meant is not known.
  const verdicts = new Set(results.map(({ verdict }) => verdict));
  if (!verdicts.has("denied") || verdicts.has("allowed")) return undefined;
  const words = [
    ...(port === undefined ? [] : ["--port", port]),
    ...(protocol === undefined ? [] : ["--protocol", protocol]),
    ...(profile === REFERENCE.name ? [] : ["--profile", profile]),
    ...(newNamespace ?? []).flatMap((each) => ["--new-namespace", each]),
  ];
  const question = [from, to, ...words].map(shellWord).join(" ");
  return `anp explain${askAgain(sources, options)} ${question} --suggest`;
}
