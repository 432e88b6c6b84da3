import { blockLines } from "../source/manifest/print/block.js";
import { defuse, encode } from "../report/encode.js";
import { isActive, levelIn, type LintOptions } from "../linter/lint/lint.js";
import { resolve } from "node:path";
import { RULES } from "../linter/rules/index.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { Io } from "./io.js";
import type { Value } from "../source/manifest/value.js";

/** Prints what config and options together say about one file, as YAML. */
export function printConfig(file: string, options: CommandSourceOptions, rules: LintOptions, io: Io): void {
  const { configured } = options;
  const isExcluded = configured?.excludes(resolve(io.cwd(), file), false) ?? false;
  const ignored = (configured?.config.ignore ?? []).filter((_, i) => {
    const covers = rules.configured?.ignored[i]?.covers;
    return covers?.type === "files" && covers.matches(file);
  });
  const cluster: Value = {
    podCidrs: options.podCidr ?? [],
    serviceCidrs: options.serviceCidr ?? [],
    nodeCidrs: options.nodeCidr ?? [],
    dnsService: options.dnsService ?? null,
    domain: options.clusterDomain ?? null,
  };
  const settings: Value = {
    config: configured?.config.file.name ?? null,
    file,
    excluded: isExcluded,
    sources: configured?.config.sources ?? [],
    roots: configured?.config.roots ?? [],
    cluster,
    assume: options.assume ?? [],
    bundles: options.bundle ?? [],
    kubernetesVersion: options.kubernetesVersion ?? null,
    plugin: options.plugin ?? null,
    complete: rules.isComplete ?? false,
    ignore: ignored.map(({ rule, reason, until }) => ({
      rule,
      reason,
      ...(until === undefined ? {} : { until }),
    })),
    rules: Object.fromEntries(
      RULES.map((rule) => [rule.id, isActive(rule, rules) ? levelIn(file, rule, rules) : "off"]),
    ),
  };
  for (const line of blockLines(settings, { step: 2, listOffset: 2 }))
    io.stdout.write(`${defuse(encode(line))}\n`);
}
