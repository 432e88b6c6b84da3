import { moreText, todoText, unmetAddedText, unmetDeciderText, unmetText } from "./test-words.js";
import { encode } from "./encode.js";
import { placeText } from "./place.js";
import { PLAIN_VIEW, type View } from "./view.js";
import type { Place } from "../cluster/problems/problem.js";
import type { TestedFile, TestReport } from "./test-report.js";
import type { JudgedTest } from "../questions/expect/outcome.js";

/** One thing that is wrong with a test, in lines: what, and below it why and how to look at it. */
export interface TestFault {
  readonly at: Place;
  readonly message: string;
  readonly details: readonly FaultDetail[];
}

/** A line below a fault, with the place that it is about. */
export interface FaultDetail {
  readonly text: string;
  readonly at: Place | undefined;
  /** True for a command to copy, which is one line. */
  readonly isCommand?: boolean;
}

/** What is wrong with a test, in its order; empty for one that passes. */
export function faultsOf(
  outcome: JudgedTest,
  { explain }: Pick<TestedFile, "explain">,
  { problemText }: Pick<TestReport, "problemText">,
  view: Pick<View, "symbols"> = PLAIN_VIEW,
): TestFault[] {
  const { test, expectations } = outcome;
  const todo = todoText(outcome);
  const faults = expectations.flatMap((each): TestFault[] => {
    switch (each.status) {
      case "met":
        return [];
      case "error":
        return [{ at: each.at, message: encode(problemText(each.problem)), details: [] }];
      case "unmet": {
        const more = moreText(each);
        const shown = each.unmet.map((unmet, i): TestFault => {
          const command = unmet.question === undefined ? undefined : explain(unmet.question);
          const deciders = unmet.deciders.map((decider) => ({
            text: unmetDeciderText(decider, unmet),
            at: decider.at,
          }));
          const isLast = i === each.unmet.length - 1;
          return {
            at: each.expectation.at,
            message: unmetText(unmet, each.expectation.verdict, view),
            details: [
              ...deciders,
              ...(unmet.addedBy === undefined
                ? []
                : [{ text: unmetAddedText(unmet.addedBy), at: unmet.addedBy.origin }]),
              ...(command === undefined ? [] : [{ text: encode(command), at: undefined, isCommand: true }]),
              ...(isLast && more !== undefined ? [{ text: more, at: undefined }] : []),
            ],
          };
        });
        return shown;
      }
    }
  });
  const ofTodo = todo === undefined ? [] : [{ at: test.todo?.at ?? test.at, message: todo, details: [] }];
  return [...ofTodo, ...distinct(faults)];
}

/** What two expectations of a test have in common is said once. */
function distinct(faults: readonly TestFault[]): TestFault[] {
  return [...new Map(faults.map((each) => [`${placeText(each.at)} ${each.message}`, each])).values()];
}

/** A fault as lines of text. */
export function* faultLines({ at, message, details }: TestFault): Generator<string> {
  yield `${message}  ${placeText(at)}`;
  for (const detail of details)
    yield `  ${detail.text}${detail.at === undefined ? "" : `  ${placeText(detail.at)}`}`;
}
