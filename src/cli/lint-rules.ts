import { configuredRules } from "../linter/config/effective.js";
import { LEVELS, type Level } from "../cluster/problems/diagnostic.js";
import { ruleNamed } from "./known-rule.js";
import { resolve } from "node:path";
import { RULES } from "../linter/rules/index.js";
import { today } from "./runner.js";
import { UsageError } from "./exit.js";
import type { CommandSourceOptions, Configured } from "./source-options.js";
import type { Io } from "./io.js";
import type { LintOptions } from "../linter/lint/lint.js";
import type { Sources } from "./sources.js";

/** What is said of rules and suppressions. */
export interface RuleOptions extends CommandSourceOptions {
  readonly rule?: readonly string[];
  readonly only?: readonly string[];
  /** False for `--no-inline-suppressions`. */
  readonly inlineSuppressions?: boolean;
}

/** Reads what the options say about rules and suppressions. @throws {UsageError} for a rule or level that does not exist */
export function lintOptions(options: RuleOptions, { base, paths }: Sources, io: Io): LintOptions {
  const { rule, only, inlineSuppressions, configured } = options;
  const levels = new Map<string, Level | "off">();
  for (const text of rule ?? []) {
    const equals = text.indexOf("=");
    const level = [...LEVELS, "off" as const].find((each) => each === text.slice(equals + 1));
    if (equals === -1 || level === undefined)
      throw new UsageError(`--rule needs ID=LEVEL, not "${text}"`, `levels are off, ${LEVELS.join(", ")}`);
    const id = knownRule(text.slice(0, equals));
    failForInput(id, text);
    levels.set(id, level);
  }
  return {
    levels,
    ...(only === undefined ? {} : { only: new Set(only.map(knownRule)) }),
    noInlineSuppressions: inlineSuppressions === false,
    ...(configured === undefined
      ? {}
      : {
          configured: configuredRules(configured.config, configured.pathOf),
          isWholeConfig: base === undefined && readsAllOf(configured, paths, io),
        }),
    ...(configured?.config.complete === true ? { isComplete: true } : {}),
    today: today(),
  };
}

/** True where a run reads all that its config is about: its sources, or its folder. */
function readsAllOf({ config, folder }: Configured, paths: readonly string[], io: Io): boolean {
  const wanted = config.sources.length === 0 ? ["."] : config.sources;
  const read = new Set(paths.map((path) => resolve(io.cwd(), path)));
  return read.has(folder) || wanted.every((path) => read.has(resolve(folder, path)));
}

/** @throws {UsageError} for a rule about what could not be read: nothing else can be relied on then */
function failForInput(id: string, text: string): void {
  if (RULES.find((rule) => rule.id === id)?.category !== "input") return;
  throw new UsageError(
    `--rule ${text}: the level of ${id} can't change, because a file that wasn't read may contain a policy`,
    `skip files with --exclude; anp rules ${id} explains why`,
  );
}

function knownRule(id: string): string {
  return ruleNamed(id).id;
}
