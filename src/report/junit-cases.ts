import { count } from "../base/text/count.js";
import { encode, encodeWhole } from "./encode.js";
import { findingText } from "./lint-text.js";
import { kindAndName } from "../cluster/model/object-ref.js";
import { PLAIN_VIEW } from "./view.js";
import { repositoryPath, showPlace } from "./place.js";
import type { Diagnostic, Level } from "../cluster/problems/diagnostic.js";
import type { SuppressedFinding } from "../linter/suppress/suppress.js";
import type { TestOutcome } from "./junit-counts.js";
import { xmlLines, type XmlElement } from "./xml.js";

/** A test of a report. */
export interface TestCase {
  /** The file, or undefined for what is about the whole run. */
  readonly file: string | undefined;
  readonly outcome: TestOutcome;
  /** Its lines of XML, as deep as a suite's. */
  readonly lines: readonly string[];
}

/**
 * The test that stands for the run.
 * @param reason why it is incomplete
 * @param summary lines about what was loaded
 * @param conditions lines about what the run rests on
 */
export function runCase(
  reason: string | undefined,
  summary: readonly string[],
  conditions: readonly string[],
): TestCase {
  const attributes = { classname: "anp", name: "the run is complete" };
  return reason === undefined
    ? testCase(undefined, attributes, "passed", { name: "system-out", attributes: {}, text: summary })
    : testCase(
        undefined,
        attributes,
        "error",
        outcomeElement("error", "incomplete", reason, [reason, ...conditions]),
      );
}

/** The test of a run that failed. */
export function failedCase(message: string): TestCase {
  const text = encode(message);
  const attributes = { classname: "anp", name: "the run came to an end" };
  return testCase(undefined, attributes, "error", outcomeElement("error", "failed", text, [text]));
}

/** The test for findings that the report has no room for. */
export function omittedCase(omitted: readonly Diagnostic[], failing: ReadonlySet<Level>): TestCase {
  const text = `${count(omitted.length, "more finding")} omitted: -o json has them all`;
  const outcome = omitted.some(({ level }) => failing.has(level)) ? "failure" : "skipped";
  const attributes = { classname: "anp", name: "every finding fits the report" };
  return testCase(undefined, attributes, outcome, outcomeElement(outcome, "omitted", text, [text]));
}

/**
 * The test of a finding: an error where something was not read, a failure where its level makes the run fail, else skipped,
 * which every tool shows with its text and none counts as a failure.
 */
export function findingCase(
  diagnostic: Diagnostic,
  failing: ReadonlySet<Level>,
  names: TestNames,
  ask: string | undefined,
): TestCase {
  const { rule, level, category, wording, problem } = diagnostic;
  const { file, isStored, start } = showPlace(problem.at);
  const path = repositoryPath(file);
  const outcome = category === "input" ? "error" : failing.has(level) ? "failure" : "skipped";
  const attributes = {
    classname: `anp.${rule}`,
    name: names.unique(rule, nameOf(diagnostic)),
    ...(isStored ? {} : { file: encodeWhole(path), line: start.line }),
  };
  const message = encode(`${level}: ${wording.message}`);
  const text = [...findingText(diagnostic, PLAIN_VIEW, ask)];
  return testCase(path, attributes, outcome, outcomeElement(outcome, level, message, text));
}

/** The test of a finding that does not count: it is skipped, and says why. */
export function suppressedCase({ diagnostic, suppression }: SuppressedFinding, names: TestNames): TestCase {
  const { rule, level, wording, problem } = diagnostic;
  const { file, isStored, start } = showPlace(problem.at);
  const path = repositoryPath(file);
  const attributes = {
    classname: `anp.${rule}`,
    name: names.unique(rule, nameOf(diagnostic)),
    ...(isStored ? {} : { file: encodeWhole(path), line: start.line }),
  };
  const message = encode(`suppressed: ${suppression.reason}`);
  const text = [encode(`${level}: ${wording.message}`), message];
  return testCase(path, attributes, "skipped", outcomeElement("skipped", level, message, text));
}

/** `k8s/a.yaml: NetworkPolicy shop/web /spec/ingress/0`: what GitLab compares tests by, so without a line. */
function nameOf({ problem: { at, object } }: Diagnostic): string {
  const { file, document, path } = showPlace(at);
  const what = object === undefined ? `document ${document + 1}` : kindAndName(object);
  return encode(`${repositoryPath(file)}: ${what}${path === "" ? "" : ` ${path}`}`);
}

/** Names of tests, each used once: of equal ones, GitLab keeps the first only. */
export class TestNames {
  readonly #counts = new Map<string, number>();

  /** The name, with a count where another test of the class has it. */
  unique(className: string, name: string): string {
    const key = JSON.stringify([className, name]);
    const number = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, number);
    return number === 1 ? name : this.unique(className, `${name} (${number})`);
  }
}

function testCase(
  file: string | undefined,
  attributes: XmlElement["attributes"],
  outcome: TestOutcome,
  child: XmlElement,
): TestCase {
  const element = { name: "testcase", attributes: { ...attributes, time: 0 }, children: [child] };
  return { file, outcome, lines: [...xmlLines(element, "    ")] };
}

/** The text stands in the element too: GitLab reads no message of an attribute. */
function outcomeElement(
  outcome: Exclude<TestOutcome, "passed">,
  type: string,
  message: string,
  text: readonly string[],
): XmlElement {
  const attributes = outcome === "skipped" ? { message } : { type, message };
  return { name: outcome, attributes, text };
}
