import { explainCommand } from "./ask-again.js";
import type { ExplainOptions } from "./explain-options.js";
import type { Explanation, Note } from "../questions/explain/result.js";
import type { Sources } from "./sources.js";

/** A question as it was typed. */
interface AskedFlow {
  readonly from: string;
  readonly to: string | undefined;
  readonly sources: Sources;
  readonly options: ExplainOptions;
}

function isNameDenied(note: Note): boolean {
  return note.code === "dns-first" && note.verdicts.includes("denied");
}

/**
 * What to type next where a flow is denied, or the name of its destination can't be resolved: the same question, with the
 * edits that would allow it. Undefined where that is what is expected, where standard input would have to be typed again,
 * and where edits are shown.
 */
export function nextCommand(
  { results, notes }: Explanation,
  { from, to, sources, options }: AskedFlow,
): string | undefined {
  const { port, protocol, profile, expect, newNamespace } = options;
  if (to === undefined || expect === "denied" || sources.paths.includes("-")) return undefined;
  // Where something is let through, which ports are meant is not known.
  const verdicts = new Set(results.map(({ verdict }) => verdict));
  const isDenied = verdicts.has("denied") && !verdicts.has("allowed");
  if (!isDenied && !notes.some(isNameDenied)) return undefined;
  const question = {
    from,
    to,
    port,
    protocol,
    profile,
    ...(newNamespace && { newNamespaces: newNamespace }),
  };
  return `${explainCommand(question, sources, options)} --suggest`;
}
