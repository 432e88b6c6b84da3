import { pathPatterns } from "./path-patterns.js";
import type { Config, RuleLevels } from "./config.js";
import type { Suppression } from "../../cluster/problems/suppression.js";

/** Levels for the files that it matches, by their names. */
export interface LevelOverride {
  readonly matches: (file: string) => boolean;
  readonly levels: RuleLevels;
}

/** What a config says to the linter. */
export interface ConfiguredRules {
  readonly levels: RuleLevels;
  readonly overrides: readonly LevelOverride[];
  readonly ignored: readonly Suppression[];
}

/**
 * What a config says about findings in files.
 * @param pathOf the path from the config's folder of a file, by the name that it is shown by; undefined for files elsewhere
 */
export function configuredRules(
  { rules, overrides, ignore }: Config,
  pathOf: (file: string) => string | undefined,
): ConfiguredRules {
  const matcherOf = (patterns: readonly string[]): ((file: string) => boolean) => {
    const { matches } = pathPatterns(patterns);
    const known = new Map<string, boolean>();
    return (file) => {
      const path = pathOf(file);
      const result = known.get(file) ?? (path !== undefined && matches(path, false));
      known.set(file, result);
      return result;
    };
  };
  return {
    levels: rules,
    overrides: overrides.map((each) => ({ matches: matcherOf(each.paths), levels: each.rules })),
    ignored: ignore.map(({ rule, path, reason, until, at }): Suppression => ({
      by: "config",
      rules: [{ id: rule, at }],
      reason,
      at,
      covers: { type: "files", matches: matcherOf([path]) },
      ...(until === undefined ? {} : { until }),
    })),
  };
}
