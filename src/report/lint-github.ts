import { conditionAnnotations } from "./conditions.js";
import { githubCommands, type Annotation } from "./github-annotations.js";
import { suppressedText } from "./lint-words.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";
import type { LintReport } from "./lint-report.js";

/** Workflow commands that annotate a pull request, worst first. */
export function* lintGithub(
  report: Pick<LintReport, "diagnostics" | "suppressed" | "baselined" | "conditions">,
): Generator<string> {
  yield* githubCommands(report.diagnostics.map(findingAnnotation), "findings");
  yield* githubCommands(conditionAnnotations(report.conditions ?? [], "anp"), "conditions");
  const suppressed = suppressedText(report);
  if (suppressed !== undefined) yield `::notice title=anp::${suppressed}`;
}

/** One finding at its place. */
export function findingAnnotation({ rule, level, wording, problem }: Diagnostic): Annotation {
  const help = wording.help === undefined ? [] : [`help: ${wording.help}`];
  return { level, title: `anp ${rule}`, lines: [wording.message, ...help], at: problem.at };
}
