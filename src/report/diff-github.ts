import {
  changedTraffic,
  deciderLines,
  endsText,
  otherText,
  shownChanges,
  type DeciderLine,
} from "./diff-words.js";
import { conditionAnnotations } from "./conditions.js";
import { flowCount, type Change } from "../questions/diff/group.js";
import { findingAnnotation } from "./lint-github.js";
import { githubCommands, type Annotation } from "./github-annotations.js";
import { incompleteLine } from "./incomplete-text.js";
import { isComplete } from "../cluster/load/incomplete.js";
import { PLAIN_VIEW } from "./view.js";
import { placeText } from "./place.js";
import type { ClusterAnswer, ChangeKind } from "../questions/diff/slices.js";
import type { DiffReport } from "./diff-report.js";
import type { Diagnostic, Level } from "../cluster/problems/diagnostic.js";
import type { Direction } from "../cluster/model/policy.js";

/**
 * Workflow commands that annotate the rules that decide after: an error for each change that fails the run, and for each
 * state that is not whole; and the policies that alerts are about.
 */
export function diffGithub(report: DiffReport): Iterable<string> {
  const changes = shownChanges(report.diff.changes).map((change) =>
    annotationOf(change, report.isFailing(change) ? "error" : LEVELS[change.change]),
  );
  const alerts = report.alerts.map(alertAnnotation);
  return githubCommands([...incompleteAnnotations(report), ...changes, ...alerts], "changes");
}

/** An alert stands at the policy that is in a file, for the other one may be in a cluster. */
function alertAnnotation(alert: Diagnostic): Annotation {
  const { at, related = [] } = alert.problem;
  const places = [at, ...related.map((each) => each.at)];
  const inFile = places.find(({ document }) => document.file.isStored !== true);
  return { ...findingAnnotation(alert), at: inFile ?? at };
}

function incompleteAnnotations(report: DiffReport): Annotation[] {
  return (["before", "after"] as const).flatMap((side): Annotation[] => {
    const { incompleteness } = report[side];
    const conditions = conditionAnnotations(incompleteness.conditions, `anp diff: ${side}`);
    if (isComplete(incompleteness)) return conditions;
    const lines = [`${incompleteLine(incompleteness, PLAIN_VIEW)} (${side})`];
    return [{ level: "error", title: "anp diff: incomplete", lines, at: undefined }, ...conditions];
  });
}

/** Of changes that do not fail the run. */
const LEVELS: Readonly<Record<ChangeKind, Level>> = {
  opened: "warning",
  undefined: "warning",
  unknown: "warning",
  closed: "info",
};

function annotationOf(change: Change, level: Level): Annotation {
  const { from, to, before, after, turned, other } = change;
  const count = flowCount(change);
  const flows = count === 1 ? "" : ` (${count} flows)`;
  const deciders = deciderLines(after, turned);
  const lines = [
    `${endsText(from)} → ${endsText(to)}  ${changedTraffic(change)}${flows}`,
    answerText("before", before, turned),
    answerText("after", after, turned),
    ...(other === undefined ? [] : [otherText(other)]),
  ];
  return { level, title: `anp diff: ${change.change}`, lines, at: deciders.find(isPlaced)?.at };
}

function isPlaced({ at }: DeciderLine): boolean {
  return at !== undefined;
}

function answerText(side: string, answer: ClusterAnswer, turned: readonly Direction[]): string {
  const lines = deciderLines(answer, turned).map(({ text, at }) =>
    at === undefined ? text : `${text} (${placeText(at)})`,
  );
  return `${side}: ${answer.verdict}, ${lines.join("; ")}`;
}
