import { profileOf, type ExplainOptions } from "./explain-options.js";
import { STANDARD_INPUT } from "./sources.js";
import { workOf } from "./limits.js";
import type { Reloadable } from "../load/load.js";
import type { Suggestions } from "../suggest/suggest.js";
import type { TrafficQuestion } from "../query/traffic.js";

/** Finds the edits that would change the answer; what that takes is loaded only where it is asked for. */
export async function suggestions(
  input: Reloadable,
  ends: { readonly from: string; readonly to: string },
  traffic: TrafficQuestion,
  options: ExplainOptions,
): Promise<Suggestions> {
  const { suggest } = await import("../suggest/suggest.js");
  const work = workOf(options);
  return suggest({
    input,
    question: { ...ends, namespace: options.namespace, traffic, profile: profileOf(options) },
    isNameless: ({ name }) => options.stdinFilename === undefined && name === STANDARD_INPUT,
    isLate: () => work.isOver,
  });
}
