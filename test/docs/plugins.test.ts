import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { pluginDocument } from "../../src/report/plugin-document.js";
import { PLUGIN_ROWS } from "../../src/semantics/plugins/plugins.js";

const FILE = fileURLToPath(new URL("../../docs/plugins.md", import.meta.url));

if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(FILE, pluginDocument(PLUGIN_ROWS));

it("docs/plugins.md says of every plugin what the table says", () => {
  expect(readFileSync(FILE, "utf8")).toBe(pluginDocument(PLUGIN_ROWS));
});

it("names rules that docs/semantics.md defines", () => {
  const semantics = readFileSync(fileURLToPath(new URL("../../docs/semantics.md", import.meta.url)), "utf8");
  const unknown = PLUGIN_ROWS.flatMap(({ about }) => about).filter(
    (id) => !new RegExp(`(^|[^A-Z0-9-])${id}(?![A-Z0-9-])`, "m").test(semantics),
  );
  expect([...new Set(unknown)]).toEqual([]);
});
