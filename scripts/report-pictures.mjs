// Makes the pictures of docs/report.md anew: the page of the demo, and what a change of it opens and closes. Needs chromium.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { chromiumPath } from "./tools.mjs";
import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { join } from "node:path";
import { tmpdir } from "node:os";

const root = fileURLToPath(new URL("..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "anp-pictures-"));
// Pages show the paths that are given: the same for whoever makes the pictures.
const report = (...args) =>
  execFileSync(process.execPath, [`${root}bin/anp.js`, "report", ...args], { cwd: work });
cpSync(`${root}fixtures/demo`, join(work, "fixtures/demo"), { recursive: true });

const page = join(work, "report.html");
report("-f", "fixtures/demo", "--file", page);
const before = join(work, "before");
cpSync(`${root}fixtures/demo`, before, { recursive: true });
rmSync(join(before, "admin/tenants.yaml"));
const database = join(before, "payments/db.yaml");
writeFileSync(database, readFileSync(database, "utf8").replaceAll("5432", "5433"));
const change = join(work, "change.html");
report("--diff", "before", "fixtures/demo", "--file", change);

const PICTURES = [
  { name: "map", fragment: "#map&from=shop%2Fweb&to=payments%2Fdb", scheme: "light" },
  { name: "map-dark", fragment: "#map&from=shop%2Fweb&to=payments%2Fdb", scheme: "dark" },
  { name: "map-narrow", fragment: "#map", scheme: "light", width: 420, seen: "#map canvas" },
  { name: "workload", fragment: "#workload&of=payments%2Fdb", scheme: "light" },
  { name: "policies", fragment: "#policies", scheme: "light", open: "details.policy >> nth=0" },
  { name: "findings", fragment: "#findings", scheme: "dark" },
  { name: "exposure", fragment: "#exposure", scheme: "light" },
  { name: "egress", fragment: "#egress", scheme: "light" },
  { name: "tables", fragment: "#pairs", scheme: "light" },
  { name: "changes", file: change, fragment: "#changes", scheme: "light" },
];

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
for (const { name, file = page, fragment, scheme, width = 1100, open, seen } of PICTURES) {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 760 } });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(file).href + fragment);
  await tab.waitForSelector("html[data-ready]", { state: "attached" });
  if (open !== undefined) await tab.locator(open).locator("summary").click();
  if (seen !== undefined) await tab.locator(seen).scrollIntoViewIfNeeded();
  await tab.waitForTimeout(200);
  await tab.screenshot({ path: `${root}docs/images/report-${name}.png` });
  await context.close();
}
await browser.close();
rmSync(work, { recursive: true });
