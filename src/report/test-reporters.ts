import { inLines, type Reporters } from "./reporter.js";
import { testCobertura } from "./test-cobertura.js";
import { testLcov } from "./test-lcov.js";
import { testGithub } from "./test-github.js";
import { testJson } from "./test-json.js";
import { testJunit } from "./test-junit.js";
import { testMarkdown } from "./test-markdown.js";
import { testStryker } from "./test-stryker.js";
import { testTap } from "./test-tap.js";
import { testText } from "./test-text.js";
import type { TestReport } from "./test-report.js";

/** The formats of `anp test`. */
export type TestFormat =
  | "text"
  | "json"
  | "junit"
  | "tap"
  | "github"
  | "md"
  | "cobertura"
  | "lcov"
  | "stryker";

/** The formats of a run of tests. */
export const TEST_REPORTERS: Reporters<TestReport, TestFormat> = {
  text: inLines(testText),
  json: testJson,
  junit: inLines(testJunit),
  tap: inLines(testTap),
  github: inLines(testGithub),
  md: inLines(testMarkdown),
  cobertura: inLines(testCobertura),
  lcov: inLines(testLcov),
  stryker: testStryker,
};
