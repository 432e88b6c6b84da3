import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { optionNames, registeredCommands } from "./commands.js";

const PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].filter((path) => existsSync(path));
const TEXTS = [
  ...PAGES,
  ...filesBelow("docs", ".md"),
  ...filesBelow("src", ".ts"),
  ...filesBelow("schemas", ".json"),
];

/** Words that may follow the program's name in a sentence. */
const PROSE: ReadonlySet<string> = new Set([
  "also",
  "and",
  "asks",
  "can",
  "checks",
  "compares",
  "does",
  "doesn",
  "evaluates",
  "finds",
  "if",
  "is",
  "knows",
  "lists",
  "needs",
  "never",
  "reads",
  "refuses",
  "reports",
  "says",
  "shows",
  "uses",
]);

/** Options of other programs that the pages name. */
const FOREIGN: ReadonlySet<string> = new Set([
  // The reference implementation of the policies.
  "--logging-format",
  // Helm's and kustomize's.
  "--kube-version",
  "--skip-tests",
  "--enable-helm",
  "--enable-alpha-plugins",
  "--load-restrictor",
  "--server-side",
  "--dry-run",
  "--silent",
  "--mutate",
  // A program's in a pod.
  "--redis",
  "--host",
  // BigQuery's, of `bq load`.
  "--skip",
  // V8's.
  "--initial-heap-size",
  "--interrupt-budget",
  "--invocation-count-for-turbofan",
  "--semi-space-growth-factor",
  // GitHub's.
  "--body-file",
  "--create-if-none",
  "--edit-last",
  "--jq",
  "--repo",
  // Argo CD's and Flux's.
  "--kustomization-file",
  "--path",
  "--revision",
  "--source",
  // GitHub's.
  "--body-file",
  "--create-if-none",
  "--edit-last",
  "--jq",
  "--repo",
  // Argo CD's and Flux's.
  "--kustomization-file",
  "--path",
  "--revision",
  "--source",
  // Those of network plugins.
  "--allow-icmp-network-policy",
  "--fail-open",
  "--netpol-default-deny",
  "--run-firewall",
  "--enable-network-policy",
  "--strict-mode",
  // kustomize's.
  "--load-restrictor",
  // Helm's.
  "--set",
  // kubectl's and kind's.
  "--accept-paths",
  "--name",
  "--raw",
  "--reject-methods",
  "--reject-paths",
  "--request-timeout",
  "--unix-socket",
  // Those of npm run new-rule.
  "--category",
  "--level",
  "--reference",
  "--summary",
  // V8's.
  "--max-inlined-bytecode-size-cumulative",
  // Those of npm run mutation.
  "--again",
  "--draw",
  "--drawn",
  "--fresh",
  "--least",
  "--minutes",
  "--part",
  "--recheck",
  "--sample",
  "--seconds",
  // Git's.
  "--unshallow",
  "--is-shallow-repository",
  "--full-name",
  "--unshallow",
  "--add",
  "--batch",
  "--end-of-options",
  "--full-tree",
  "--global",
  "--is-inside-work-tree",
  "--literal-pathspecs",
  "--no-pager",
  "--show-cdup",
  "--verify",
]);

function filesBelow(folder: string, ending: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(ending)).map((path) => `${folder}/${path}`);
}

/** What a pattern finds in hints, messages, comments and pages: `where: what`. */
function namedBy(pattern: RegExp): { readonly where: string; readonly name: string }[] {
  return TEXTS.flatMap((where) =>
    [...readFileSync(where, "utf8").matchAll(pattern)].map((match) => ({ where, name: match[1] ?? "" })),
  );
}

it("nothing names a command that is not there", () => {
  const commands = new Set(registeredCommands().map((command) => command.name()));
  const named = namedBy(/\banp ([a-z][a-z-]*)/g);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !commands.has(name) && !PROSE.has(name))).toEqual([]);
});

it("nothing names an option that is not there", () => {
  const options = new Set([
    ...registeredCommands().flatMap(optionNames),
    "--help",
    "--version",
    "--no-pager",
  ]);
  const named = namedBy(/(?<![\w-])(--[a-z][a-z-]*)/g);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !options.has(name) && !FOREIGN.has(name))).toEqual([]);
});

it("every option that a command does not have is no option of another one by mistake", () => {
  // A hint that names an option with its command must mean that command.
  const withCommand = namedBy(/\banp ((?:lint|explain|matrix|diff|snapshot|rules)(?: [^`"\n]*)?)/g);
  const wrong = withCommand.filter(({ name }) => {
    const command = registeredCommands().find((each) => name.split(" ")[0] === each.name());
    const known = new Set([...(command === undefined ? [] : optionNames(command)), "--help"]);
    return [...name.matchAll(/(?<![\w-])(--[a-z][a-z-]*)/g)].some(([option]) => !known.has(option));
  });
  expect(wrong).toEqual([]);
});
