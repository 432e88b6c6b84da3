import { existsSync, readdirSync, realpathSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { SHOP } from "./manifests.js";

/** A kubeconfig whose login plugin leaves a file called `ran` in the working folder. */
const KUBECONFIG = JSON.stringify({
  apiVersion: "v1",
  kind: "Config",
  "current-context": "prod",
  clusters: [{ name: "prod", cluster: { server: "https://127.0.0.1:9" } }],
  contexts: [{ name: "prod", context: { cluster: "prod", user: "dev" } }],
  users: [{ name: "dev", user: { exec: execOf("touch", "ran") } }],
});

function execOf(command: string, ...args: readonly string[]): object {
  return {
    apiVersion: "client.authentication.k8s.io/v1",
    command,
    args,
    interactiveMode: "Never",
  };
}

const FLOW = ["shop/web", "shop/cart", "--port", "7070"];

/** A folder in which `tree` holds manifests and a kubeconfig, and `other` manifests alone. */
function folder(): string {
  return folderWith({
    "tree/shop.yaml": SHOP,
    "tree/config.yaml": KUBECONFIG,
    "tree/deep/config.json": KUBECONFIG,
    "other/shop.yaml": SHOP,
    "home/.kube/config": KUBECONFIG,
    "home/shop.yaml": SHOP,
  });
}

async function run(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const given = { PATH: process.env["PATH"] ?? "", HOME: "/nowhere", ...env };
  return runAnp([...args, "--timeout", "5"], { cwd, env: given });
}

function expectRefused({ code, stdout, stderr }: Run, cwd: string): void {
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("is among the input files and is not used");
  expect(readdirSync(cwd)).not.toContain("ran");
}

/** Every way in which a call names a path that it reads, with `tree` as that path. */
const CALLS: readonly (readonly string[])[] = [
  ["lint", "tree"],
  ["lint", "-f", "tree"],
  ["lint", "other", "-f", "tree"],
  ["lint", "tree/**/*.yaml"],
  ["lint", "other", "tree/deep/*.json"],
  ["lint", "."],
  ["explain", ...FLOW, "-f", "tree"],
  ["explain", ...FLOW, "-f", "other", "-f", "tree"],
  ["matrix", "-f", "tree"],
  ["matrix", "-f", "tree/deep/../*.yaml"],
  ["diff", "-f", "tree"],
  ["diff", "-f", "other", "-f", "tree"],
  ["diff", "tree"],
  ["convert", "tree", "--check"],
  ["convert", "other", "-f", "tree", "--check"],
  ["convert", "--check"],
];

describe("a kubeconfig below any path of the call is not used, and none of its plugins runs", () => {
  it.each(CALLS.map((call) => [call.join(" "), call] as const))("anp %s", async (_, call) => {
    const cwd = folder();
    const below = call.some((word) => word.includes("deep/*")) ? "tree/deep/config.json" : "tree/config.yaml";
    expectRefused(await run(cwd, [...call, "--kubeconfig", below]), cwd);
    expectRefused(await run(cwd, [...call, "--kubeconfig", below, "--context", "prod"]), cwd);
    expectRefused(await run(cwd, [...call, "--context", "prod"], { KUBECONFIG: below }), cwd);
    const several = { KUBECONFIG: `/nowhere/config:${cwd}/${below}` };
    expectRefused(await run(cwd, [...call, "--context", "prod"], several), cwd);
  });

  it("nor where no cluster is named, and the current context would be asked", async () => {
    const cwd = folder();
    const env = { KUBECONFIG: "tree/config.yaml" };
    expectRefused(await run(cwd, ["diff", "-f", "tree"], env), cwd);
  });

  it("nor one that is itself read as a snapshot", async () => {
    const cwd = folder();
    const both = ["diff", "--snapshot", "tree/config.yaml", "--kubeconfig", "tree/config.yaml"];
    expectRefused(await run(cwd, both), cwd);
  });

  it("at home, with what to name instead", async () => {
    const cwd = `${realpathSync(folder())}/home`;
    const env = { HOME: cwd };
    const here = await run(cwd, ["lint", ".", "--context", "prod"], env);
    expectRefused(here, cwd);
    expect(here.stderr).toContain(". is your home folder: name the folder of the manifests instead");
    const above = await run(cwd, ["lint", "..", "--context", "prod"], env);
    expect(above.stderr).toContain(".. holds your home folder: name the folder of the manifests instead");
    const elsewhere = await run(cwd, ["lint", ".kube", "--context", "prod"], env);
    expectRefused(elsewhere, cwd);
    expect(elsewhere.stderr).not.toContain("home folder");
  });

  it("one beside what is read is asked", async () => {
    const cwd = folder();
    const { stderr } = await run(cwd, ["diff", "other", "--kubeconfig", "tree/config.yaml"]);
    expect(stderr).not.toContain("is among");
    expect(existsSync(`${cwd}/ran`)).toBe(true);
  });
});
