import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runAnp } from "../support/run-anp.js";

const INPUT = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec: { containers: [{ name: main, image: registry.example/web }] }
---
apiVersion: v1
kind: Pod
metadata: { name: db, namespace: data, labels: { app: db } }
spec: { containers: [{ name: main, image: registry.example/db }] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: data }
spec: { podSelector: {}, policyTypes: [Ingress] }
`;

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  lint: ["lint", "-"],
  explain: ["explain", "-f", "-", "shop/web", "data/db", "--port", "5432"],
  "explain --suggest": ["explain", "-f", "-", "shop/web", "data/db", "--port", "5432", "--suggest"],
  matrix: ["matrix", "-f", "-"],
  diff: ["diff", "-", "fixtures/demo"],
  audit: ["audit", "egress", "-f", "-"],
};

const json = async (
  command: string,
  ...args: string[]
): Promise<{ readonly code: number; readonly stderr: string; readonly report: any }> => {
  const words = COMMANDS[command] ?? [];
  const { code, stdout, stderr } = await runAnp([...words, "-o", "json", ...args], { stdin: INPUT });
  return { code, stderr, report: JSON.parse(stdout) };
};

describe.each(Object.keys(COMMANDS))("%s", (command) => {
  it("ends with what was decided where the work is used up", async () => {
    const { code, stderr, report } = await json(command, "--max-work", "1");
    expect([code, report.incomplete, report.limit]).toEqual([3, true, "work"]);
    const lines = stderr.split("\n").filter((line) => line.includes("work limit"));
    expect(lines).toEqual([
      expect.stringMatching(
        /^exit 3: (?:.*; )?work limit reached: anything undecided by then is unknown \(--max-work raises it\)$/,
      ),
    ]);
    expect(lines[0]?.match(/work limit/g)).toHaveLength(1);
  });

  it("has no limit in its JSON where none was reached", async () => {
    const { stderr, report } = await json(command);
    expect([report.incomplete, "limit" in report]).toEqual([false, false]);
    expect(stderr).not.toContain("limit");
  });
});

describe("what a limit ends", () => {
  it("is a proof that a conversion lacks: nothing is written", async () => {
    const args = ["convert", "fixtures/migration", "--out-dir", "never-written", "-o", "json", "--max-work"];
    const { code, stdout } = await runAnp([...args, "60000"]);
    const { limit, outcome, proof } = JSON.parse(stdout);
    expect([code, limit, outcome, proof.thisCluster.holds]).toEqual([3, "work", "withheld", false]);
    expect(existsSync("never-written")).toBe(false);
  });

  it("is unknown to explain, and says why", async () => {
    const { report } = await json("explain", "--max-work", "1");
    expect(report.results).toHaveLength(1);
    const [{ verdict, reasons, egress, ingress }] = report.results;
    expect([verdict, reasons]).toEqual(["unknown", ["limit"]]);
    expect([...egress.steps, ...ingress.steps].filter((step: any) => step.decides)).toEqual([
      { outcome: "limit", decides: true },
      { outcome: "limit", decides: true },
    ]);
  });

  it("is unknown in a map", async () => {
    const { report } = await json("matrix", "--max-work", "1");
    expect(report.connections.length).toBeGreaterThan(0);
    for (const each of report.connections) expect(Object.keys(each)).toEqual(["from", "to", "unknown"]);
  });

  it("is time where --timeout has ended it", async () => {
    const { code, report } = await json("lint", "--timeout", "0");
    expect([code, report.limit]).toEqual([3, "time"]);
  });

  it("stays the same from run to run", async () => {
    const at = async (): Promise<unknown> => (await json("lint", "--max-work", "2000")).report;
    expect(await at()).toEqual(await at());
  });
});

it.each([["--coverage"], ["--mutate"]])("anp test %s says what was found until then", async (flag) => {
  const args = ["test", "fixtures/demo.anp-test.yaml", flag, "-o", "json", "--max-work", "1000"];
  const { code, stdout } = await runAnp(args);
  const report = JSON.parse(stdout);
  expect([code, report.incomplete, report.limit]).toEqual([3, true, "work"]);
});

describe("--max-work", () => {
  it("takes a whole number", async () => {
    const { code, stderr } = await runAnp(["lint", "-", "--max-work", "much"], { stdin: INPUT });
    expect([code, stderr]).toEqual([2, 'anp: --max-work needs a whole number, not "much"\n']);
  });
});
