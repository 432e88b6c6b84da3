import { conditionAnnotations } from "./conditions.js";
import { coverageText } from "./test-coverage.js";
import { faultsOf } from "./test-faults.js";
import { githubCommands, type Annotation } from "./github-annotations.js";
import { incompleteText } from "./incomplete-text.js";
import { isComplete } from "../cluster/load/incomplete.js";
import { placeText } from "./place.js";
import { scoreText } from "./test-mutants.js";
import { totalsText } from "./test-words.js";
import type { TestReport } from "./test-report.js";

/** Workflow commands that annotate the expectations that are not met. */
export function* testGithub(report: TestReport): Generator<string> {
  const annotations = report.files.flatMap((file): Annotation[] => {
    const where = file.environment === undefined ? "" : ` [${file.environment}]`;
    return [
      ...(isComplete(file.incompleteness)
        ? []
        : [
            {
              level: "error" as const,
              title: "anp test",
              lines: [incompleteText(file.incompleteness)],
              at: undefined,
            },
          ]),
      ...conditionAnnotations(file.incompleteness.conditions, "anp test"),
      ...file.outcomes
        .filter(({ status }) => status === "failed" || status === "error")
        .flatMap((outcome) =>
          faultsOf(outcome, file, report).map(({ at, message, details }): Annotation => {
            const below = details.map(({ text, at: place }) =>
              place === undefined ? text : `${text}  ${placeText(place)}`,
            );
            return {
              level: "error",
              title: `anp test: ${outcome.test.name}${where}`,
              lines: [message, ...below],
              at,
            };
          }),
        ),
    ];
  });
  const gates = report.gates
    .filter(({ isMet }) => !isMet)
    .map(({ name, message }): Annotation => {
      return { level: "error", title: `anp test: ${name}`, lines: [message], at: undefined };
    });
  const shares = [
    ...(report.coverage === undefined ? [] : [coverageText(report.coverage)]),
    ...(report.mutants === undefined ? [] : [scoreText(report.mutants)]),
  ].map((text): Annotation => ({ level: "info", title: "anp test", lines: [text], at: undefined }));
  yield* githubCommands([...gates, ...annotations, ...shares], "failures");
  yield `::notice title=anp test::${totalsText(report)}`;
}
