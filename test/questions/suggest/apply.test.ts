import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { join } from "node:path";
import { listJson } from "../../support/stored.js";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { namespace, pod, stream } from "../../cli/manifests.js";
import { networkPolicy } from "../../support/findings.js";
import { runAnp } from "../../support/run-anp.js";

const PODS = stream(namespace("shop"), pod("shop", "web"), pod("shop", "db"));
const POLICY = networkPolicy(
  "podSelector: { matchLabels: { app: db } }\npolicyTypes: [Ingress] # closed",
  "db",
);
const ASK = ["explain", "shop/web", "shop/db", "--port", "5432"];

describe("--apply", () => {
  it("writes the file of the suggestion, and nothing else", async () => {
    const cwd = folderWith({ "pods.yaml": PODS, "policy.yaml": POLICY });
    const { code } = await runAnp([...ASK, "-f", ".", "--apply", "2"], { cwd });
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, "pods.yaml"), "utf8")).toBe(PODS);
    expect(readFileSync(join(cwd, "policy.yaml"), "utf8")).toContain("policyTypes: [Ingress] # closed\n");
    expect(readdirSync(cwd).toSorted()).toEqual(["pods.yaml", "policy.yaml"]);
    expect((await runAnp([...ASK, "-f", ".", "--expect", "allowed"], { cwd })).code).toBe(0);
  });

  it("does not write standard input, whatever it is called", async () => {
    const cwd = folderWith({ "pods.yaml": PODS, "policy.yaml": POLICY });
    const args = [...ASK, "-f", "pods.yaml", "-f", "-", "--stdin-filename", "policy.yaml", "--apply", "1"];
    const { code, stderr } = await runAnp(args, { cwd, stdin: POLICY });
    expect(code).toBe(2);
    expect(stderr).toContain("--apply writes files, and this edits standard input");
    expect(readFileSync(join(cwd, "policy.yaml"), "utf8")).toBe(POLICY);
  });

  it("does not write what a server has stored, nor a new file beside it", async () => {
    const cwd = folderWith({ "prod.json": listJson(stream(PODS, POLICY)) });
    for (const number of ["1", "2"]) {
      const { code, stderr } = await runAnp([...ASK, "--snapshot", "prod.json", "--apply", number], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain("--apply writes files, and this changes the cluster");
    }
    expect(readdirSync(cwd)).toEqual(["prod.json"]);
  });

  it("writes nothing where part of the input was not read", async () => {
    const cwd = folderWith({
      "pods.yaml": PODS,
      "policy.yaml": POLICY,
      "broken.yaml": "apiVersion: v1\nkind: [\n",
    });
    const { code, stderr } = await runAnp([...ASK, "-f", ".", "--apply", "1"], { cwd });
    expect(code).not.toBe(0);
    expect(stderr).not.toContain("wrote suggestion");
    expect(readFileSync(join(cwd, "policy.yaml"), "utf8")).toBe(POLICY);
  });

  it("writes nothing through a link", async () => {
    const cwd = folderWith({ "pods.yaml": PODS, "policy.yaml": POLICY });
    mkdirSync(join(cwd, "elsewhere"));
    renameSync(join(cwd, "policy.yaml"), join(cwd, "elsewhere", "policy.yaml"));
    symlinkSync(join("elsewhere", "policy.yaml"), join(cwd, "policy.yaml"));
    const { code } = await runAnp([...ASK, "-f", "pods.yaml", "-f", "policy.yaml", "--apply", "1"], { cwd });
    expect(code).not.toBe(0);
    expect(readFileSync(join(cwd, "elsewhere", "policy.yaml"), "utf8")).toBe(POLICY);
  });
});
