import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { REVERSED_PORTS, SHOP, stream } from "./manifests.js";

/** The program as it is installed: these tests need the build. */
const BIN = fileURLToPath(new URL("../../bin/anp.js", import.meta.url));

describe("the process", () => {
  it("ends with the program's exit code, and keeps its streams apart", () => {
    const cwd = folderWith({ "a.yaml": stream(SHOP, REVERSED_PORTS.replace("cart-from-web", "x")) });
    const args = [BIN, "lint", ".", "--only", "invalid-port-range", "-o", "compact", "-v"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^a\.yaml:\d+:\d+: error\[invalid-port-range\]: [^\n]*\n$/);
    expect(stderr).toMatch(/^loaded 1 file/);
  });

  it("reads standard input", () => {
    const args = [BIN, "explain", "-f", "-", "shop/web", "shop/cart", "--port", "7070", "--brief"];
    const { status, stdout } = spawnSync(process.execPath, args, { input: SHOP, encoding: "utf8" });
    expect({ status, verdict: stdout.split(" ")[0] }).toEqual({ status: 0, verdict: "ALLOWED" });
  });

  it("ends quietly with its own code where the reader closes the pipe", () => {
    const policies = Array.from({ length: 2000 }, (_, i) => REVERSED_PORTS.replace("cart-from-web", `x${i}`));
    const cwd = folderWith({ "a.yaml": stream(...policies) });
    const script = `"${process.execPath}" "${BIN}" lint . -o compact | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script], { cwd, encoding: "utf8" });
    expect(stdout).toMatch(/^a\.yaml:[^\n]*\n1\n$/);
    expect(stderr).toMatch(/^exit 1: 2000 errors at --fail-on error\n$/);
  });

  it("is interrupted as other programs are: a shell sees 130", async () => {
    const child = spawn(process.execPath, [BIN, "lint", "-"], { stdio: ["pipe", "pipe", "pipe"] });
    await once(child, "spawn");
    child.stdin.write("apiVersion: v1\n");
    await new Promise((resolve) => setTimeout(resolve, 500));
    child.kill("SIGINT");
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    expect(code === 130 || signal === "SIGINT").toBe(true);
  });
});
