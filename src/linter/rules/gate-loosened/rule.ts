import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { count } from "../../../base/text/count.js";
import { defineRule } from "../define.js";
import { suppressionName } from "../words/suppression.js";
import type { GateLoosening } from "../../../cluster/problems/gate.js";

/** Told where the author of a change also writes what keeps findings from counting (S-GATE-4). */
export const gateLoosened = defineRule({
  id: "gate-loosened",
  level: "error",
  category: "gate",
  summary: "a change that lets findings pass which counted before",
  rationale:
    "Whoever writes a pull request also writes its config, suppressions and baseline. Compared with the default branch, this change makes the gate weaker, so somebody should approve just that. Run with --gate-from REV to take the gate from a revision that was reviewed.",
  reference: "S-GATE-4",
  foundBy: ["gate/loosenings.ts"],
  examples: { bad, good, reading: { asChange: true } },
  levelOf({ loosening, counts }) {
    if (!counts) return "info";
    return loosening.type === "facts" ? "warning" : "error";
  },
  word({ loosening, since, counts }) {
    const effect = counts ? "" : ", and has no effect";
    return {
      message: `${whatOf(loosening)}, unlike at ${code(since)}${effect}`,
      label: counts ? "lets findings pass" : "has no effect",
      help: counts
        ? "if this is meant, have it reviewed on its own, or run with --gate-from REV"
        : "it has an effect once that revision has it",
    };
  },
});

function whatOf(loosening: GateLoosening): string {
  switch (loosening.type) {
    case "suppression":
      return `this ${suppressionName(loosening.by)} suppresses ${conjunction(loosening.rules.map(code))}`;
    case "level":
      return `${code(loosening.rule)} is ${code(loosening.after)} instead of ${code(loosening.before)}`;
    case "overrides":
      return "levels for some paths differ";
    case "roots":
      return "other folders count as one set of manifests";
    case "exclude":
      return loosening.patterns.length === 0
        ? "other files are left out"
        : `files that match ${conjunction(loosening.patterns.map(code))} are left out`;
    case "sources":
      return `${conjunction(loosening.gone.map(code))} ${loosening.gone.length === 1 ? "is" : "are"} not read`;
    case "complete":
      return "the sources no longer hold the whole cluster";
    case "ignore":
      return `findings of ${code(loosening.rule)} in ${code(loosening.path)} are ignored`;
    case "accept":
      return `${code(loosening.path)} is accepted unread`;
    case "facts":
      return `${code(loosening.key)} differs, and findings with it`;
    case "baseline":
      return `the baseline knows ${count(loosening.added, "more finding")}`;
  }
}
