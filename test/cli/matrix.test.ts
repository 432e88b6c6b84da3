import { Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { LONG } from "./matrix-options.js";
import { main } from "../../src/cli/main.js";
import { CART_FROM_WEB, namespace, pod, REVERSED_PORTS, SHOP, stream } from "./manifests.js";
import { runAnp } from "../support/run-anp.js";
import type { OutputStream } from "../../src/cli/io.js";

describe("a map that is longer than a screen", () => {
  it("is cut on a terminal, and says how to see the rest", async () => {
    const cwd = folderWith({ "a.yaml": LONG });
    const whole = (await runAnp(["matrix", "-f", "."], { cwd })).stdout.split("\n");
    const shown = (await runAnp(["matrix", "-f", "."], { cwd, columns: 80 })).stdout.split("\n");
    expect(whole.length).toBeGreaterThan(150);
    expect(whole.join("\n")).toContain("shop/worker-59\n");
    expect(shown.length).toBeLessThan(60);
    expect(shown.join("\n")).toMatch(/and \d\d more sources: --from NAME shows one, -o csv lists all pairs/);
    expect(shown.join("\n")).not.toContain("shop/worker-59\n");
  });
});

describe("an incomplete input", () => {
  const cwd = folderWith({ "a.yaml": stream(SHOP, REVERSED_PORTS.replace("cart-from-web", "x")) });

  it.each([
    ["text", /^INCOMPLETE {2}1 policy is refused/],
    ["md", /\n- INCOMPLETE {2}1 policy is refused/],
    ["json", /^\{"version":1,"incomplete":true,/],
    ["csv", /,unknown\n/],
    ["dot", /label="unknown: .*style=dashed/],
    ["mermaid", /-\.->\|"unknown: /],
  ])("is said in %s, and ends with 3", async (format, expected) => {
    const { code, stdout } = await runAnp(["matrix", "-f", ".", "-o", format], { cwd });
    expect(code).toBe(3);
    expect(stdout).toMatch(expected.source.startsWith("^") ? expected : new RegExp(expected.source));
  });
});

it("names that are not there, and no input at all, are mistakes", async () => {
  const cwd = folderWith({ "a.yaml": SHOP });
  expect((await runAnp(["matrix"], { cwd })).code).toBe(2);
  expect((await runAnp(["matrix", "-f", "nowhere"], { cwd })).code).toBe(2);
  expect((await runAnp(["matrix", "-f", ".", "--from", "a b"], { cwd })).code).toBe(2);
});

describe("a port name", () => {
  const PODS = stream(
    namespace("shop"),
    pod("shop", "cart", "[{ name: grpc, containerPort: 7070 }]"),
    pod("shop", "web"),
    CART_FROM_WEB,
  );
  const asked = async (...args: readonly string[]): Promise<string> => {
    const run = await runAnp(["matrix", "-f", ".", "--port", "grpc", ...args], {
      cwd: folderWith({ "a.yaml": PODS }),
    });
    return run.stdout;
  };

  it("asks nothing where nobody declares it, and denies nothing there", async () => {
    const text = await asked("-o", "text", "--all");
    expect(text).toContain("2 pairs: 1 allowed, 1 denied");
    expect(text).not.toMatch(/→ .*(shop\/web|internet)/);
    expect(await asked("-o", "grid")).toContain(`
shop/cart  1
shop/web   2  ✓
internet   3  ·
`);
  });
});

describe("a large map", () => {
  it.each(["json", "csv"])("is written in pieces as %s", async (format) => {
    const sizes: number[] = [];
    let text = "";
    const stdout: OutputStream = new Writable({
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        sizes.push(chunk.length);
        text += chunk;
        done();
      },
    });
    const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
    const cwd = folderWith({ "a.yaml": LONG });
    const io = { stdin: Readable.from([]), stdout, stderr, env: {}, cwd: () => cwd };
    expect(await main(["matrix", "-f", ".", "-o", format], io)).toBe(0);
    expect(text.length).toBeGreaterThan(5 * 65_536);
    expect(sizes.length).toBeGreaterThan(5);
    // A block, and at most the connections of one source more.
    expect(Math.max(...sizes)).toBeLessThan(2 * 65_536);
    const lines = text.split("\n");
    expect(lines.length).toBeGreaterThan(61 * 60);
  });
});
