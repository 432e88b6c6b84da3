import { addConfigOption } from "./found-config.js";
import { addPluginOption } from "./plugin-option.js";
import { addOutputOption } from "./output.js";
import { addRenderOption } from "./render.js";
import { addSourceOptions } from "./source-options.js";
import { addViewOptions } from "./view.js";
import { collectList } from "./collect.js";
import { GROUPS } from "./option-groups.js";
import { LEVELS } from "../cluster/problems/diagnostic.js";
import { LINT_REPORTERS } from "../report/lint-reporters.js";
import { Option } from "commander";
import { runLint, type LintCommandOptions } from "./lint-run.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp lint ./manifests
  helm template . | anp lint -
  anp lint k8s --max-warnings 5 --rule unnamed-rule=off
  anp lint k8s -o sarif=results.sarif -o compact
  anp lint k8s -o gitlab=gl-code-quality-report.json -o text
  anp lint k8s --watch
  anp lint k8s --fix
  anp lint k8s --fix-dry-run --unsafe-fixes
  anp lint k8s --baseline known.json --update-baseline
  anp lint k8s --changed
  anp lint k8s --gate-from HEAD
  anp lint . --roots
  anp lint . --render
  anp lint --context prod
  anp lint --print-config k8s/web.yaml`;

/** Registers `anp lint`. */
export const addLintCommand: Register = (program, io, done) => {
  const command = program
    .command("lint")
    .summary("find mistakes in policies")
    .description("Reports what the API server refuses, and what it accepts but won't do what you'd expect.")
    .argument(
      "[paths...]",
      "files, folders or globs; - is standard input (default: the current folder, or the cluster that an option names)",
    )
    .optionsGroup(GROUPS.question)
    .addOption(
      new Option("--fail-on <level>", "exit 1 for findings at this level or above")
        .choices([...LEVELS, "never"])
        .default("error"),
    )
    .option("--max-warnings <count>", "exit 1 if there are more warnings, unless --fail-on is never")
    .option("--quiet", "show errors only")
    .option(
      "--rule <id=level>",
      "change a rule's level: off, info, warning, error (repeatable, or with commas)",
      collectList,
    )
    .option(
      "--baseline <file>",
      "report only findings that this file doesn't know, and entries that are gone",
    )
    .option("--update-baseline", "write the current findings to the --baseline file")
    .option(
      "--changed",
      "report only findings that the merge base with the default branch doesn't have; implies --gate-from",
    )
    .option(
      "--changed-since <rev>",
      "report only findings that this git revision doesn't have; implies --gate-from",
    )
    .option("--gate-from <rev>", "take config, baseline and suppressions from this git revision")
    .option("--no-inline-suppressions", "ignore suppressions in comments and annotations")
    .option("--only <id>", "run only this rule (repeatable, or with commas)", collectList)
    .option("--cache", "remember the report in your cache folder, and write it again if nothing has changed")
    .option("--watch", "run again whenever what is read changes, until Ctrl-C")
    .option("--roots", "list the sets of manifests that are linted separately, and why")
    .option("--fix", "apply unambiguous fixes; report the rest")
    .option("--unsafe-fixes", "with --fix or --fix-dry-run: also fixes that open or close something")
    .option("--fix-dry-run", "print what --fix would change as a patch; write nothing");
  command.option("--statistics", "count the findings of each rule; with -o json, besides listing them");
  addOutputOption(command, LINT_REPORTERS, "text; github in GitHub Actions");
  addRenderOption(addSourceOptions(command));
  addPluginOption(command);
  addConfigOption(command).option(
    "--print-config <file>",
    "print what the config and the options say about this file, and exit",
  );
  addViewOptions(command);
  command
    .addHelpText("after", EXAMPLES)
    .action(async (paths: readonly string[], options: LintCommandOptions) => {
      done(await runLint(paths, options, io));
    });
};
