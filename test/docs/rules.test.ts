import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ruleDocument } from "../../src/report/rule-document.js";
import { saidOfAll } from "../support/said.js";
import { ruleUrl } from "../../src/version.js";
import { RULES } from "../../src/linter/rules/index.js";

const FILE = fileURLToPath(new URL("../../docs/rules.md", import.meta.url));

if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(FILE, ruleDocument(RULES, await saidOfAll()));

it("docs/rules.md says of every rule what the program says", async () => {
  expect(readFileSync(FILE, "utf8")).toBe(ruleDocument(RULES, await saidOfAll()));
});

it("has one heading for each rule, which is the anchor that reports link to", () => {
  const text = readFileSync(FILE, "utf8");
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(RULES.map(({ id }) => id));
  for (const { id } of RULES) expect(new URL(ruleUrl(id)).hash).toBe(`#${id}`);
});

it("links to where package.json says that the project is", () => {
  const { homepage } = JSON.parse(
    readFileSync(fileURLToPath(new URL("../../package.json", import.meta.url)), "utf8"),
  ) as { readonly homepage: string };
  expect(ruleUrl("schema")).toBe(`${homepage}/blob/main/docs/rules.md#schema`);
});
