import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";

const CONSUMER = `import { explainFlow, lint, loadSources, showPlace, VERSION, type Diagnostic, type Verdict } from "anp";

declare const console: { log(text: string): void };
const print = console.log;
const text = \`apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress] }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec: { containers: [] }
\`;
const loaded = await loadSources([{ name: "shop.yaml", text }], { purpose: "lint" });
const verdicts: readonly Verdict[] = explainFlow(loaded, { from: "192.0.2.1", to: "shop/web", port: "80" }).results.map(
  ({ verdict }) => verdict,
);
const diagnostics: readonly Diagnostic[] = lint(loaded).diagnostics;
const errors = diagnostics.filter(({ level }) => level === "error").map(({ problem }) => showPlace(problem.at).file);
print(JSON.stringify({ version: VERSION, verdicts, errors }));
`;

/** A folder in which the built package is installed, and nothing else. */
function installed(files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files);
  const target = `${folder}/node_modules/anp`;
  mkdirSync(target, { recursive: true });
  for (const part of ["package.json", "bin", "dist", "schemas"])
    cpSync(part, `${target}/${part}`, { recursive: true });
  return folder;
}

describe("the built package", () => {
  // Only what is packed needs declarations, so that no other test waits for them.
  beforeAll(() => {
    execFileSync(process.execPath, ["scripts/setup.mjs", "--types"], { stdio: "pipe" });
  });

  it("works where it is imported, without any other package", () => {
    const javascript = CONSUMER.replaceAll(/, type \w+/g, "")
      .replace(/^declare .*$/m, "")
      .replaceAll(/: readonly \w+\[\]/g, "");
    const cwd = installed({ "consumer.mjs": javascript });
    const output = execFileSync(process.execPath, ["consumer.mjs"], { cwd, encoding: "utf8" });
    expect(JSON.parse(output)).toMatchObject({ verdicts: ["denied"], errors: [] });
  });

  it("has types that hold for a strict consumer", () => {
    const tsconfig = {
      compilerOptions: {
        module: "NodeNext",
        target: "ES2023",
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
        types: [],
        lib: ["ES2023", "ES2024.String"],
      },
      files: ["consumer.mts", "wrong.mts"],
    };
    const wrong =
      'import { explainFlow, type Loaded } from "anp";\nexplainFlow({} as Loaded, { from: 1, to: "b" });\n';
    const cwd = installed({
      "consumer.mts": CONSUMER,
      "wrong.mts": wrong,
      "tsconfig.json": JSON.stringify(tsconfig),
    });
    const tsc = new URL("../../node_modules/typescript/bin/tsc", import.meta.url).pathname;
    const errors = outputOf(() =>
      execFileSync(process.execPath, [tsc, "-p", "."], { cwd, encoding: "utf8" }),
    );
    // The one mistake is found, so that types were looked at; nothing else is wrong.
    expect(errors.trim().split("\n")).toEqual([expect.stringMatching(/^wrong\.mts\(2,.*TS2322/)]);
  });

  it("exports its schemas", () => {
    const script =
      'console.log(import.meta.resolve("anp/schemas/explain.json"), import.meta.resolve("anp/package.json"))';
    const cwd = installed({ "resolve.mjs": script });
    expect(execFileSync(process.execPath, ["resolve.mjs"], { cwd, encoding: "utf8" })).toMatch(
      /anp\/schemas\/explain\.json .*anp\/package\.json/,
    );
  });
});

function outputOf(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
