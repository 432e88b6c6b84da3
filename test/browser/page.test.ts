import { axeFaults, openPage, type OpenPage } from "../support/browser.js";
import { cpSync, writeFileSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { folderWith } from "../support/folder.js";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { runAnp, startAnp } from "../support/run-anp.js";

const VIEWS = ["map", "workload", "policies", "findings", "exposure", "egress", "pairs"];

/** Writes a page of some manifests, and returns its address. */
async function pageOf(args: readonly string[], folder = folderWith({})): Promise<string> {
  const file = join(folder, "page.html");
  const { code, stderr } = await runAnp(["report", ...args, "--file", file]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^wrote /)]);
  return pathToFileURL(file).href;
}

const DEMO = pageOf(["-f", "fixtures/demo"]);

/** Waits until a canvas has been drawn again. */
async function drawnAgain(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

async function seen({ page }: OpenPage): Promise<string> {
  return page.locator("main > section.shown").last().innerText();
}

describe("every view", () => {
  it.each(VIEWS)(
    "%s is shown, asks for nothing and is accessible, light and dark, wide and narrow",
    async (view) => {
      for (const how of [
        { scheme: "light", width: 1280 },
        { scheme: "dark", width: 420 },
      ] as const) {
        const opened = await openPage(`${await DEMO}#${view}`, how);
        expect((await seen(opened)).length).toBeGreaterThan(60);
        expect(opened.faults).toEqual([]);
        expect(await axeFaults(opened.page)).toEqual([]);
        await opened.page.context().close();
      }
    },
  );

  it("of what changes, too: a cell opens what decided before and after", async () => {
    const before = folderWith({});
    cpSync("fixtures/demo", before, { recursive: true });
    const policies = join(before, "shop/policies.yaml");
    writeFileSync(policies, readFileSync(policies, "utf8").replaceAll("7070", "7171"));
    const opened = await openPage(`${await pageOf(["--diff", before, "fixtures/demo"])}#changes`);
    const { page, faults } = opened;
    expect(await seen(opened)).toContain("opens");
    await page.locator("#changes canvas").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    for (let i = 0; i < 8 && (await page.locator(".change-detail article").count()) === 0; i++)
      for (let j = 0; j < 8 && (await page.locator(".change-detail article").count()) === 0; j++) {
        await page.keyboard.press("Enter");
        await page.keyboard.press(j === 7 ? "Home" : "ArrowRight");
        if (j === 7) await page.keyboard.press("ArrowDown");
      }
    expect(await page.locator(".change-detail").innerText()).toMatch(/opened|closed/i);
    expect(faults).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
  });
});

describe("with the keyboard alone", () => {
  it("moves over the map, says what a cell is, opens and closes it, and leaves the place in the address", async () => {
    const { page, faults } = await openPage(await DEMO);
    await page.locator("canvas").focus();
    const cursor = async (): Promise<string> => page.locator("#map .said").innerText();
    for (const key of ["ArrowDown", "ArrowUp", "ArrowRight"]) await page.keyboard.press(key);
    expect(await cursor()).toBe("monitoring/agent to payments/db: partly allowed, TCP 9187");
    await page.keyboard.press("Enter");
    const panel = page.locator(".panel");
    expect(await panel.innerText()).toMatch(/allowed TCP 9187/i);
    expect(await page.locator(":focus").getAttribute("id")).toBe("panel-h");
    expect(page.url()).toContain("#map&from=monitoring%2Fagent&to=payments%2Fdb");
    await page.keyboard.press("Escape");
    expect(await panel.count()).toBe(0);
    expect(await page.locator(":focus").evaluate((element) => element.tagName)).toBe("CANVAS");
    await page.keyboard.press("/");
    await page.keyboard.type("app=db");
    await page.locator("canvas").focus();
    await page.keyboard.press("ArrowUp");
    expect(await cursor()).toBe("payments/db to payments/db: policies have no say");
    expect(page.url()).toContain("q=app%3Ddb");
    expect(faults).toEqual([]);
  });

  it("zooms: fewer cells are drawn, and never more than can be seen", async () => {
    const { page } = await openPage(await DEMO);
    const drawn = async (): Promise<number> => {
      await drawnAgain(page);
      return Number(await page.locator("canvas").getAttribute("data-cells"));
    };
    const rows = 12;
    expect(await drawn()).toBe(rows * rows);
    await page.setViewportSize({ width: 500, height: 500 });
    await page.locator("canvas").focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press("+");
    expect(await drawn()).toBeLessThan((rows * rows) / 2);
  });
});

describe("what a cell opens", () => {
  it("has the verdict of each range of ports, the chain with places and lines, and the command", async () => {
    const { page } = await openPage(`${await DEMO}#map&from=shop/web&to=payments/db`);
    const text = await page.locator(".panel").innerText();
    expect(text).toMatch(/allowed TCP 5432/i);
    expect(text).toMatch(/denied TCP 1-5431, 5433-65535/i);
    expect(text).toContain('ClusterNetworkPolicy tenants rule 2 "shop-front" Pass');
    expect(text).toContain("fixtures/demo/admin/tenants.yaml:19:5");
    expect(text).toContain(
      "anp explain -f fixtures/demo shop/deployment/web payments/statefulset/db --port 5432",
    );
    expect(await page.locator(".panel mark").first().innerText()).toContain("name: shop-front");
  });

  it("leads to the workload, and from there to other pairs", async () => {
    const { page } = await openPage(`${await DEMO}#map&from=shop/web&to=payments/db`);
    await page.locator(".panel .end").nth(1).click();
    expect(page.url()).toContain("#workload&of=payments%2Fdb");
    await page.waitForSelector("#workload svg");
    expect(await page.locator("#workload svg text.head").allTextContents()).toEqual([
      "reached by 4",
      "reaches 8",
    ]);
    await page.locator("#workload .partners .end").first().click();
    await page.waitForSelector(".panel");
    expect(page.url()).toContain("from=monitoring%2Fagent&to=payments%2Fdb");
  });
});

describe("filters", () => {
  it("a port: what is looked at is that alone", async () => {
    const { page } = await openPage(`${await DEMO}#map&port=5432`);
    await page.locator("canvas").focus();
    const cells: string[] = [];
    for (const key of ["Home", "ArrowRight"]) {
      await page.keyboard.press(key);
      cells.push(await page.locator("#map .said").innerText());
    }
    expect(cells[1]).toBe("monitoring/agent to payments/db: denied");
  });

  it("who talks to everybody is hidden", async () => {
    const { page } = await openPage(await DEMO);
    const count = async (): Promise<number> => {
      await drawnAgain(page);
      return Number(await page.locator("canvas").getAttribute("data-cells"));
    };
    const all = await count();
    await page.getByLabel("hide who talks to everybody").check();
    expect(await count()).toBeLessThan(all);
    expect(page.url()).toContain("hubs=hidden");
  });
});

describe("a page of 1,000 workloads", () => {
  it("draws what can be seen, not a million cells", async () => {
    const objects = Array.from({ length: 1000 }, (_, i) =>
      [
        "apiVersion: apps/v1",
        "kind: Deployment",
        `metadata: { name: app-${i}, namespace: ns-${i % 25} }`,
        `spec: { selector: { matchLabels: { app: a${i % 40} } }, template: { metadata: { labels: { app: a${i % 40} } }, spec: { containers: [] } } }`,
      ].join("\n"),
    );
    const policy =
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: p, namespace: ns-1 }\nspec: { podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: { app: a1 } } }] }] }\n";
    const folder = folderWith({ "all.yaml": [...objects, policy].join("\n---\n") });
    const { page, faults } = await openPage(await pageOf(["-f", join(folder, "all.yaml")], folder));
    const cells = async (): Promise<number> => {
      await drawnAgain(page);
      return Number(await page.locator("canvas").getAttribute("data-cells"));
    };
    // By namespace first: 25 of them, and external addresses.
    expect(await cells()).toBeLessThanOrEqual(26 * 26);
    await page.getByRole("button", { name: "open all namespaces" }).click();
    expect(await cells()).toBeLessThan(5000);
    expect(faults).toEqual([]);
  });
});

describe("without a script", () => {
  it("has the summary, the findings and a table for each pair of namespaces", async () => {
    const { page, faults } = await openPage(await DEMO, { script: false });
    const text = await page.locator("body").innerText();
    expect(text).toContain("partly allowed");
    expect(text).toContain("egress rule 2 cluster of ClusterNetworkPolicy saas passes traffic on");
    expect(text).toContain("shop → payments: 1 partly allowed");
    expect(await page.locator("#map").isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });
});

describe("hostile names and manifests", () => {
  it("are text: nothing of them runs, and nothing hides", async () => {
    const name = `x</script><img src=x onerror=alert(1)>\u202Egnp.\u2028"'${"n".repeat(10_000)}`;
    const text = ["NetworkPolicy", "Pod"].map((kind) =>
      JSON.stringify({
        apiVersion: kind === "Pod" ? "v1" : "networking.k8s.io/v1",
        kind,
        metadata: { name: kind === "Pod" ? "a" : name, namespace: "shop", labels: { app: "a" } },
        spec:
          kind === "Pod"
            ? { containers: [] }
            : {
                podSelector: {},
                ingress: [{ from: [{ podSelector: { matchLabels: { [name.slice(0, 50)]: "a" } } }] }],
              },
      }),
    );
    const folder = folderWith({
      "a.yaml": text.join("\n---\n"),
      ["b</script><script>alert(2)</script>.yaml"]: text[1] ?? "",
    });
    const file = join(folder, "page.html");
    await runAnp(["report", "-f", folder, "--file", file]);
    for (const view of ["map", "policies", "findings", "workload", "pairs"]) {
      const { page, faults } = await openPage(`${pathToFileURL(file).href}#${view}`);
      for (const each of await page.locator("section.shown details.policy").all())
        await each.locator("summary").click();
      expect(faults).toEqual([]);
      expect(await page.locator("img").count()).toBe(0);
      expect(await page.evaluate("document.scripts.length")).toBe(2);
      expect(await page.content()).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u2028]/);
      await page.context().close();
    }
  });
});

describe("a page that is served", () => {
  it("loads itself again when what it shows has changed, and stays at its place", async () => {
    const cwd = folderWith({});
    cpSync("fixtures/demo", cwd, { recursive: true });
    const anp = startAnp(["report", "--serve", "--watch", "-f", "."], { cwd });
    const address = await vi.waitFor(
      () => /serving (http:\S+)/.exec(anp.stderr())?.[1] ?? expect.fail(anp.stderr()),
      { timeout: 60_000 },
    );
    const { page, faults } = await openPage(address, { isServed: true });
    expect(page.url()).toBe(`${new URL(address).origin}/`);
    await page.goto(`${new URL(address).origin}/#workload&of=payments%2Fdb`);
    await vi.waitFor(() => expect(anp.stderr()).toContain("watching"), { timeout: 60_000 });
    await page.waitForTimeout(300);
    const file = join(cwd, "payments/db.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("5432", "5433"));
    await page.locator("#workload .partners").getByText("TCP 5433").first().waitFor({ timeout: 30_000 });
    expect(faults).toEqual([]);
    await page.context().close();
    await vi.waitFor(() => expect(anp.interrupt()).toBe(true), { timeout: 60_000 });
    expect(await anp.code).toBe(130);
  });
});
