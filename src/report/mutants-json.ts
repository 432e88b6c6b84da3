import { countedMutants } from "../questions/mutate/merge.js";
import { mutationText } from "./mutant-words.js";
import { originJson, policyJson } from "./json-parts.js";
import { trafficJson } from "./traffic-json.js";
import type { JudgedMutant, MutantFate } from "../questions/mutate/mutate.js";

/** The small changes of policies with what tests make of them, as JSON. */
export function mutantsJson(judged: readonly JudgedMutant[]): object {
  const { killed, all } = countedMutants(judged);
  return {
    killed,
    total: all,
    mutants: judged.map(({ mutant, fate }) => ({
      mutator: mutant.mutator,
      policy: policyJson(mutant.policy),
      change: mutationText(mutant),
      replacement: mutant.replacement ?? null,
      status: fate.status,
      test: fate.status === "killed" ? fate.test : null,
      flow: flowOf(fate),
      at: originJson(mutant.at),
    })),
  };
}

function flowOf(fate: MutantFate): object | null {
  if (!("flow" in fate)) return null;
  const { from, to, slice } = fate.flow;
  return {
    from: from.row.id,
    to: to.row.id,
    family: slice.family ?? null,
    node: slice.node ?? null,
    traffic: trafficJson(slice.traffic),
    before: slice.before.verdict,
    after: slice.after.verdict,
  };
}
