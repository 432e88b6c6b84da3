import { groupBy } from "../base/collections/group-by.js";
import type { DescribedCommand, DescribedOption } from "./command-table.js";

const EXIT_CODES: readonly (readonly [code: string, meaning: string])[] = [
  ["0", "fine"],
  ["1", "a negative answer: findings, flows that open, expectations that fail"],
  ["2", "a usage error"],
  ["3", "not everything could be read or decided"],
  ["70", "an internal error"],
  ["130", "interrupted with Ctrl-C"],
];

const ENVIRONMENT: readonly (readonly [names: string, meaning: string])[] = [
  ["KUBECONFIG", "the kubeconfig of the live cluster, as for kubectl"],
  ["ANP_PAGER, PAGER", "the pager of output that is longer than the screen; cat or empty for none"],
  ["COLUMNS", "how wide output is that does not go to a terminal, from 40; else 100"],
  ["NO_COLOR, FORCE_COLOR", "no colours, or colours even if the output is not a terminal"],
  [
    "GITHUB_ACTIONS, GITHUB_STEP_SUMMARY",
    "in GitHub Actions, lint, diff and test print annotations; lint and diff write a job summary",
  ],
];

const FILES: readonly (readonly [path: string, meaning: string])[] = [
  ["anp.yaml", "the config: sources, levels of rules, facts about the cluster; anp init writes one"],
  ["*.anp-test.yaml", "what policies must and must not allow, for anp test"],
];

/** The manual page of all commands, for man. @param version of the program */
export function manual(commands: readonly DescribedCommand[], version: string): string {
  return [
    `.TH ANP 1 "" "anp ${text(version)}" "User Commands"`,
    ".SH NAME",
    "anp \\- lint Kubernetes network policies, and show which line allows or blocks a connection",
    ".SH SYNOPSIS",
    ".B anp",
    ".I command",
    "[options]",
    ".SH COMMANDS",
    ...commands.flatMap(({ name, summary }) => [".TP", `.B ${text(name)}`, line(summary)]),
    ...commands.flatMap(commandSection),
    ".SH EXIT STATUS",
    ...listLines(EXIT_CODES),
    ".SH ENVIRONMENT",
    ...listLines(ENVIRONMENT),
    ".SH FILES",
    ...listLines(FILES),
    ".SH SEE ALSO",
    "kubectl(1)",
    "",
  ].join("\n");
}

function listLines(entries: readonly (readonly [name: string, meaning: string])[]): string[] {
  return entries.flatMap(([name, meaning]) => [".TP", `.B ${text(name)}`, line(meaning)]);
}

function commandSection({
  name,
  text: about,
  usage,
  arguments: args,
  options,
  examples,
}: DescribedCommand): string[] {
  const groups = [...groupBy(options, ({ group }) => group)];
  return [
    `.SH ANP ${text(name.toUpperCase())}`,
    `.B anp ${text(name)}`,
    line(usage),
    ".PP",
    line(about),
    ...args.flatMap((each) => [".TP", `.I ${text(each.name)}`, line(each.text)]),
    ...groups.flatMap(([group, some]) => [
      `.SS ${text(group.replace(/:$/, ""))}`,
      ...some.flatMap(optionLines),
    ]),
    ...(examples.length === 0 ? [] : [".SS Examples", ".nf", ...examples.map(line), ".fi"]),
  ];
}

function optionLines({ names, value, text: about, choices, fallback }: DescribedOption): string[] {
  const facts = [
    ...(choices.length === 0 ? [] : [`one of ${choices.join(", ")}`]),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ];
  const all = facts.length === 0 ? "" : ` (${facts.join("; ")})`;
  return [
    ".TP",
    `.B ${text(names.join(", "))}${value === undefined ? "" : ` ${text(value)}`}`,
    line(about + all),
  ];
}

/** What stands in a line of its own: a dot or quote at its start would be a command. */
function line(about: string): string {
  const escaped = text(about);
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

function text(about: string): string {
  return about
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("\n", " ")
    .replaceAll(
      /[^\0-\x7f]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}
