import { describe, expect, it } from "vitest";
import { AUDIT_OPTIONS } from "./audit-options.js";
import { CONVERT_OPTIONS } from "./convert-options.js";
import { DIFF_OPTIONS } from "./diff-options.js";
import { EXPLAIN_OPTIONS } from "./explain-options.js";
import { INIT_OPTIONS } from "./init-options.js";
import { LINT_OPTIONS } from "./lint-options.js";
import { MATRIX_OPTIONS } from "./matrix-options.js";
import { optionNames, registeredCommands } from "./commands.js";
import { PLUGINS_OPTIONS } from "./plugins-options.js";
import { REPLAY_OPTIONS } from "./replay-options.js";
import { REPORT_OPTIONS } from "./report-options.js";
import { runAnp } from "../support/run-anp.js";
import { RULES_OPTIONS } from "./rules-options.js";
import { SNAPSHOT_OPTIONS } from "./snapshot-options.js";
import { TEST_OPTIONS } from "./test-options.js";
import type { OptionTests } from "./source-options.js";

/** A test for each option of each command, which fails where the option is ignored. */
const TESTS: Readonly<Record<string, OptionTests>> = {
  lint: LINT_OPTIONS,
  explain: EXPLAIN_OPTIONS,
  matrix: MATRIX_OPTIONS,
  audit: AUDIT_OPTIONS,
  diff: DIFF_OPTIONS,
  test: TEST_OPTIONS,
  replay: REPLAY_OPTIONS,
  report: REPORT_OPTIONS,
  convert: CONVERT_OPTIONS,
  snapshot: SNAPSHOT_OPTIONS,
  // It has none: test/cli/completion.test.ts runs what it prints in the shells.
  completion: {},
  init: INIT_OPTIONS,
  plugins: PLUGINS_OPTIONS,
  rules: RULES_OPTIONS,
};

describe.each(Object.entries(TESTS).filter(([, tests]) => Object.keys(tests).length > 0))(
  "anp %s",
  (_name, tests) => {
    it.each(Object.entries(tests))("%s", async (_option, test) => {
      await test();
    });
  },
);

describe("what can only be asked once", () => {
  it.each([
    ["explain a b -f x.yaml", "--port", "80", "443"],
    ["explain a b -f x.yaml", "--protocol", "tcp", "udp"],
    ["explain a b -f x.yaml", "--expect", "denied", "allowed"],
    ["matrix -f x.yaml", "--port", "80", "443"],
    ["matrix -f x.yaml", "--protocol", "tcp", "udp"],
    ["audit egress -f x.yaml", "--port", "80", "443"],
    ["audit egress -f x.yaml", "--protocol", "tcp", "udp"],
    ["diff -f x.yaml", "--git", "main", "HEAD"],
    ["report --diff -f x.yaml --file x.html", "--git", "main", "HEAD"],
    ["test", "--run", "web", "db"],
  ])("anp %s %s", async (command, option, one, other) => {
    const run = await runAnp([...command.split(" "), option, one, option, other]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(`anp: ${option} is given twice, and differently\n`);
    const same = await runAnp([...command.split(" "), option, one, option, one]);
    expect(same.stderr).not.toContain("twice");
  });
});

describe("every option", () => {
  it("belongs to a command with tests", () => {
    expect(registeredCommands().map((command) => command.name())).toEqual(Object.keys(TESTS));
  });

  it.each(registeredCommands().map((command) => [command.name(), command] as const))(
    "of anp %s has a test",
    (name, command) => {
      expect(optionNames(command)).toEqual(Object.keys(TESTS[name] ?? {}).toSorted());
    },
  );
});
