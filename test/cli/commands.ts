import { Command } from "commander";
import { addAuditCommand } from "../../src/cli/audit.js";
import { addCompletionCommand } from "../../src/cli/completion.js";
import { addConvertCommand } from "../../src/cli/convert.js";
import { addDiffCommand } from "../../src/cli/diff.js";
import { addExplainCommand } from "../../src/cli/explain.js";
import { addInitCommand } from "../../src/cli/init.js";
import { addLintCommand } from "../../src/cli/lint.js";
import { addMatrixCommand } from "../../src/cli/matrix.js";
import { addPluginsCommand } from "../../src/cli/plugins.js";
import { addReplayCommand } from "../../src/cli/replay.js";
import { addReportCommand } from "../../src/cli/report.js";
import { addRulesCommand } from "../../src/cli/rules.js";
import { addSnapshotCommand } from "../../src/cli/snapshot.js";
import { addTestCommand } from "../../src/cli/test.js";
import type { Io } from "../../src/cli/io.js";

/** The commands as they are registered; they are looked at, not run. */
export function registeredCommands(): readonly Command[] {
  const program = new Command("anp");
  for (const add of [
    addLintCommand,
    addExplainCommand,
    addMatrixCommand,
    addAuditCommand,
    addDiffCommand,
    addTestCommand,
    addReplayCommand,
    addReportCommand,
    addConvertCommand,
    addSnapshotCommand,
    addCompletionCommand,
    addInitCommand,
    addPluginsCommand,
    addRulesCommand,
  ])
    add(program, process as unknown as Io, () => {});
  return program.commands;
}

/** The long names of a command's options, sorted. */
export function optionNames(command: Command): string[] {
  return command.options.map(({ long }) => long ?? "").toSorted();
}
