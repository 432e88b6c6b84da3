// Makes a rule of the linter: `npm run new-rule ID`, with what is known of it already as options. Its folder, its facts, its
// line in the list of rules, its test and its line in the changelog are there afterwards, and work on an example; docs/adding.md
// says what is to be written in their place.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LEVELS = ["error", "warning", "info"];
const CATEGORIES = [
  "rejected",
  "input",
  "never-works",
  "misleading",
  "risky",
  "portability",
  "style",
  "gate",
];
const USAGE =
  "usage: npm run new-rule ID -- [--level warning] [--category misleading] [--reference S-EV-11] [--summary 'a policy that …']";

/** Ends with what is wrong, and changes nothing. */
function fail(message) {
  console.error(`new-rule: ${message}\n${USAGE}`);
  process.exit(2);
}

function optionsIn(args) {
  const text = { type: "string" };
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { level: text, category: text, reference: text, summary: text },
    });
  } catch (error) {
    return fail(error.message);
  }
}

const { positionals, values } = optionsIn(process.argv.slice(2));
const [id, ...more] = positionals;
const { level = "warning", category = "misleading", reference = "S-EV-11" } = values;
const summary = values.summary ?? "TODO: the bad thing in a few words";
if (id === undefined || more.length > 0) fail("give one id");
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) fail(`an id is words in lower case with dashes, not "${id}"`);
if (!LEVELS.includes(level)) fail(`levels are ${LEVELS.join(", ")}, not "${level}"`);
if (!CATEGORIES.includes(category)) fail(`categories are ${CATEGORIES.join(", ")}, not "${category}"`);
const semantics = readFileSync(`${ROOT}docs/semantics.md`, "utf8");
if (!new RegExp(`\\b${reference}\\b`).test(semantics) || !/^[A-Z0-9-]+$/.test(reference))
  fail(`docs/semantics.md has no rule "${reference}"`);

const RULES = "src/linter/rules";
const folder = `${RULES}/${id}`;
const test = `test/linter/rules/${id}.test.ts`;
for (const path of [folder, test]) if (existsSync(`${ROOT}${path}`)) fail(`${path} is there already`);

const name = id.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
const key = id.includes("-") ? JSON.stringify(id) : id;

const files = new Map([
  [`${folder}/rule.ts`, ruleText()],
  [`${folder}/bad.yaml`, manifest(id)],
  [`${folder}/good.yaml`, manifest("web")],
  [test, testText()],
  [`${RULES}/index.ts`, listed(read(`${RULES}/index.ts`))],
  [`${RULES}/categories.ts`, withCategory(read(`${RULES}/categories.ts`))],
  ["src/cluster/problems/facts.ts", withFacts(read("src/cluster/problems/facts.ts"))],
  ["CHANGELOG.md", withLine(read("CHANGELOG.md"))],
]);
mkdirSync(`${ROOT}${folder}`);
for (const [path, text] of files) writeFileSync(`${ROOT}${path}`, text);
const sources = [...files.keys()].filter((path) => path.endsWith(".ts"));
execFileSync(process.execPath, [`${ROOT}node_modules/oxfmt/bin/oxfmt`, "--write", ...sources], { cwd: ROOT });
console.log(`made, or added to:\n${[...files.keys()].map((path) => `  ${path}`).join("\n")}`);
console.log(
  `\nnow write the check, its words and its examples, and run\n  npx vitest run test/linter/rules -t ${id}`,
);

function read(path) {
  return readFileSync(`${ROOT}${path}`, "utf8");
}

function ruleText() {
  return `import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** TODO: what it compares, and what keeps it silent (${reference}). */
export const ${name} = defineRule({
  id: "${id}",
  level: "${level}",
  category: "${category}",
  summary: ${JSON.stringify(summary)},
  rationale: "TODO: what happens, and why that hurts.",
  reference: "${reference}",
  examples: { bad, good },
  *check({ policies }): Generator<Problem> {
    for (const policy of policies) {
      // TODO: the condition. Facts are data; English is made of them below.
      if (policy.ref.name !== "${id}") continue;
      yield { code: "${id}", facts: { name: policy.ref.name }, at: policy.origin, object: policy.ref };
    }
  },
  word({ name }) {
    return {
      message: \`policy \${code(name)} is called so\`,
      label: "TODO: what is wrong here",
      help: "TODO: what to do about it",
    };
  },
});
`;
}

/** A policy that no other rule has anything to say about. */
function manifest(policy) {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${policy}
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: web
  policyTypes: [Ingress]
`;
}

function testText() {
  return `import { describe, expect, it } from "vitest";
import { lintText } from "../../support/findings.js";

const policy = (name: string): string => \`
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: \${name}, namespace: shop }
spec: { podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress] }
\`;

/** TODO: what the rule finds, what it must not find, and the place. */
describe("${id}", () => {
  it.each([
    ["${id}", 1],
    ["web", 0],
  ])("of policy %s, %i findings", async (name, findings) => {
    const found = await lintText(policy(name));
    expect(found.filter(({ rule }) => rule === "${id}")).toHaveLength(findings);
  });
});
`;
}

/** The list of rules with one more, in the order of the ids. */
function listed(text) {
  const line = `import { ${name} } from "./${id}/rule.js";`;
  const imports = [...text.matchAll(/^import \{ (\w+) \} from "\.\/([a-z0-9-]+)\/rule\.js";$/gm)];
  const before = imports.findLast(([, , other]) => other < id);
  const [last] = imports;
  const withImport =
    before === undefined
      ? text.replace(last[0], `${line}\n${last[0]}`)
      : text.replace(before[0], `${before[0]}\n${line}`);
  return before === undefined
    ? withImport.replace(/(RULES[^\n]*\[\n)/, `$1  ${name},\n`)
    : withImport.replace(new RegExp(`^  ${before[1]},$`, "m"), `  ${before[1]},\n  ${name},`);
}

/** The categories of rules with one more, in the order of the ids. */
function withCategory(text) {
  const line = `  ${key}: "${category}",`;
  const lines = [...text.matchAll(/^ {2}"?([a-z0-9-]+)"?: "[a-z-]+",$/gm)];
  const after = lines.find(([, other]) => other > id);
  return after === undefined
    ? text.replace(lines.at(-1)[0], `${lines.at(-1)[0]}\n${line}`)
    : text.replace(after[0], `${line}\n${after[0]}`);
}

/** The facts of problems with those of the rule, behind all others. */
function withFacts(text) {
  const start = text.indexOf("export interface ProblemFacts");
  const end = text.indexOf("\n}\n", start);
  return `${text.slice(0, end)}\n  ${key}: { readonly name: string };${text.slice(end)}`;
}

/** The changelog with a line under what is added in the next release. */
function withLine(text) {
  const [head] =
    /## Unreleased\n[^]*?\n### Added\n\n/.exec(text) ?? fail("CHANGELOG.md has no Unreleased, Added");
  return text.replace(head, () => `${head}- Rule \`${id}\`: ${summary}.\n`);
}
