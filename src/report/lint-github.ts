import { changesText } from "./lint-changes.js";
import { conditionAnnotations } from "./conditions.js";
import { fileName } from "./place.js";
import { foundInText } from "./roots-words.js";
import { githubCommands, noticeCommand, type Annotation } from "./github-annotations.js";
import { suppressedText } from "./lint-words.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";
import type { LintReport } from "./lint-report.js";

/** Workflow commands that annotate a pull request, worst first. */
export function* lintGithub(
  report: Pick<
    LintReport,
    "diagnostics" | "suppressed" | "baselined" | "conditions" | "hasBaseline" | "gone" | "since"
  >,
): Generator<string> {
  yield* githubCommands(report.diagnostics.map(findingAnnotation), "findings");
  yield* githubCommands(conditionAnnotations(report.conditions ?? [], "anp"), "conditions");
  const changes = changesText(report);
  if (changes !== undefined) yield noticeCommand(changes);
  const suppressed = suppressedText(changes === undefined ? report : { ...report, baselined: [] });
  if (suppressed !== undefined) yield noticeCommand(suppressed);
}

/** One finding at its place. */
export function findingAnnotation({ rule, level, wording, problem, foundIn }: Diagnostic): Annotation {
  const roots = foundInText(foundIn, fileName(problem.at.document));
  const help = wording.help === undefined ? [] : [`help: ${wording.help}`];
  const lines = [wording.message, ...(roots === undefined ? [] : [roots]), ...help];
  return { level, title: `anp ${rule}`, lines, at: problem.at };
}
