import { chromium, type Browser, type Page } from "playwright-core";
import { readFileSync } from "node:fs";
import { afterwards } from "./afterwards.js";
import { chromiumPath } from "../../scripts/tools.mjs";

const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** A page that is open, with everything that it should not have done. */
export interface OpenPage {
  readonly page: Page;
  /** Messages of the console, errors, and addresses that were asked for beside the page itself. */
  readonly faults: readonly string[];
}

let browser: Promise<Browser> | undefined;

/** The one browser of a test file, of Debian's chromium. */
export function openBrowser(): Promise<Browser> {
  if (browser !== undefined) return browser;
  const launched = chromium.launch({ executablePath: chromiumPath() ?? "chromium", args: ["--no-sandbox"] });
  browser = launched;
  afterwards(async () => {
    browser = undefined;
    await (await launched).close();
  });
  return launched;
}

/** Opens an address of a page and waits until its script has shown it. */
export async function openPage(
  url: string,
  {
    scheme = "light",
    width = 1280,
    script = true,
    isServed = false,
  }: {
    readonly scheme?: "light" | "dark";
    readonly width?: number;
    readonly script?: boolean;
    readonly isServed?: boolean;
  } = {},
): Promise<OpenPage> {
  const context = await (
    await openBrowser()
  ).newContext({ colorScheme: scheme, viewport: { width, height: 800 }, javaScriptEnabled: script });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => faults.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const { pathname, origin } = new URL(request.url());
    const isOwn = isServed && origin === new URL(url).origin && (pathname === "/" || pathname === "/events");
    if (!isOwn && request.url().split("#")[0] !== url.split("#")[0]) faults.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  if (script) await page.waitForSelector("html[data-ready]", { state: "attached", timeout: 30_000 });
  return { page, faults };
}

/** What axe finds wrong, a line each. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  // The page's own policy forbids other scripts: this one comes in by the browser's door for debuggers.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const axe = Reflect.get(globalThis, "axe") as {
      run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    );
  });
}
