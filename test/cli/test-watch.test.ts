import { describe, expect, it, vi } from "vitest";
import { folderWith } from "../support/folder.js";
import { CART_FROM_WEB, SHOP } from "./manifests.js";
import { runAnp, startAnp } from "../support/run-anp.js";
import { rmSync, writeFileSync } from "node:fs";

const HEAD = "apiVersion: anp.dev/v1alpha1\nkind: PolicyTest\nsources: [../k8s]\n";
const testOf = (verdict: string): string =>
  `${HEAD}tests: [{ name: it, from: shop/web, ${verdict}: ["shop/cart:22"] }]\n`;

/** Ends of runs are waited for, however long they take. */
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 20 });

describe("anp test --watch", () => {
  it("tries tests again for a test file, one that comes, a manifest and a manifest that comes", async () => {
    const cwd = folderWith({ "k8s/a.yaml": SHOP, "tests/a.anp-test.yaml": testOf("denied") });
    const anp = startAnp(["test", "tests", "--watch"], { cwd });
    let seen = 0;
    const next = async (expected: string): Promise<void> => {
      await until(() => expect(anp.stdout().slice(seen)).toContain(expected));
      seen = anp.stdout().length;
    };
    await next("1 test: 1 passed");
    writeFileSync(`${cwd}/tests/a.anp-test.yaml`, testOf("allowed"));
    await next("1 test: 1 failed");
    writeFileSync(`${cwd}/tests/b.anp-test.yaml`, testOf("denied"));
    await next("2 tests: 1 passed, 1 failed");
    const open = CART_FROM_WEB.replace("port: 7070", "port: 22").replace("cart-from-web", "more");
    writeFileSync(`${cwd}/k8s/b.yaml`, open);
    await next("2 tests: 1 passed, 1 failed");
    rmSync(`${cwd}/tests/b.anp-test.yaml`);
    await next("1 test: 1 passed");
    writeFileSync(`${cwd}/k8s/b.yaml`, open.replace("port: 22", "port: 23"));
    await next("1 test: 1 failed");
    await until(() => expect(anp.interrupt()).toBe(true));
    expect(await anp.code).toBe(130);
  });

  it.each([
    [["--init"], "--watch and --init can't be combined"],
    [["--context", "x"], "a live cluster isn't watched"],
    [["-f", "-"], "standard input ends"],
  ])("refuses %j", async (args, message) => {
    const cwd = folderWith({ "tests/a.anp-test.yaml": testOf("denied") });
    expect(await runAnp(["test", "tests", "--watch", ...args], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });
});
