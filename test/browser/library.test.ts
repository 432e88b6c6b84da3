import { build } from "esbuild";
import { expect, it } from "vitest";
import { join, relative } from "node:path";
import { openBrowser } from "../support/browser.js";
import { readdirSync, readFileSync } from "node:fs";
import { readLintExplain, type InBrowser } from "./in-browser.js";
import { textImportsOfEsbuild } from "../../scripts/text-imports.mjs";

const DEMO = Object.fromEntries(
  readdirSync("fixtures/demo", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((path) => [relative("fixtures", path), readFileSync(path, "utf8")]),
);

it("reads, lints and explains the demo in a browser as it does here: nothing of it needs Node", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ["test/browser/in-browser.ts"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "anp",
    platform: "browser",
    target: "chrome114",
    plugins: [textImportsOfEsbuild],
    metafile: true,
    logLevel: "silent",
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => /^src\/(?:input|cli)\//.test(path))).toEqual([]);
  expect(inputs.length).toBeGreaterThan(400);
  const page = await (await openBrowser()).newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => faults.push(request.url()));
  await page.evaluate(`${outputFiles[0]?.text}\nglobalThis.anp = anp;`);
  const there = (await page.evaluate(`anp.readLintExplain(${JSON.stringify(DEMO)})`)) as InBrowser;
  const here = await readLintExplain(DEMO);
  expect(there).toEqual(here);
  expect(there.findings.length).toBeGreaterThan(2);
  expect(there.verdicts).toEqual([expect.stringMatching(/^allowed /)]);
  expect(faults).toEqual([]);
});
