import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { readdirSync, readFileSync } from "node:fs";
import { runAnp } from "../support/run-anp.js";
import { schemaOf, schemaText } from "../support/schemas.js";
import { LOG_FORMATS } from "../../src/source/flows/formats.js";
import { NOT_JUDGED, REPLAY_OUTCOMES } from "../../src/questions/replay/outcome.js";
import { CART_FROM_WEB, SHOP } from "../cli/manifests.js";

const problemsOf = schemaOf("replay");
const problemsOfLine = schemaOf("tally");

const LOGS = "test/source/flows/logs";

const DEMO = ["hubble.jsonl", "gateway.csv", "kube-network-policies.log", "whisker.jsonl"].map(
  (name) => `fixtures/flows/${name}`,
);

async function json(args: readonly string[], cwd = "."): Promise<any> {
  const { stdout, stderr } = await runAnp(["replay", ...args, "-o", "json"], { cwd });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

describe("replay.json", () => {
  it("holds for logs of every kind, with drift of each kind", async () => {
    const answer = await json([...DEMO, "-f", "fixtures/demo"]);
    expect(problemsOf(answer)).toEqual([]);
    expect(answer.logs.map(({ format }: { format: string }) => format)).toEqual([
      "hubble",
      "plain",
      "kube-network-policies",
      "calico",
    ]);
    expect(answer.outcomes).toEqual({ dropped: 2, passed: 3, open: 1, agrees: 9 });
  });

  it.each(LOG_FORMATS.map(({ id }) => id))("holds for the log of a format: %s", async (format) => {
    const logs = readdirSync(LOGS).filter((name) => name.endsWith(".log"));
    const files = Object.fromEntries(logs.map((name) => [name, readFileSync(`${LOGS}/${name}`, "utf8")]));
    const cwd = folderWith({ ...files, "a.yaml": SHOP });
    const answer = await json([...logs, "-f", "a.yaml", "--format", format], cwd);
    expect(problemsOf(answer)).toEqual([]);
    expect(answer.records).toBeGreaterThan(0);
  });

  it("holds for a change, states in time, conditions, and what can't be read", async () => {
    const at = (policy: string, taken: string): string => {
      const list = JSON.parse(listJson(SHOP.replace(CART_FROM_WEB, policy))) as object;
      return JSON.stringify({ ...list, snapshot: { version: 1, taken, knowsEveryPod: true, forbidden: [] } });
    };
    const other = CART_FROM_WEB.replace("7070", "7071");
    const header =
      "time,source_namespace,source_pod,destination_namespace,destination_pod,destination_port,protocol,verdict,direction";
    const flow = "2026-11-23T08:00:00Z,shop,web,shop,cart,7070,tcp,allowed,ingress";
    const cwd = folderWith({
      "mon.json": at(other, "2026-11-22T00:00:00Z"),
      "tue.json": at(CART_FROM_WEB, "2026-11-26T00:00:00Z"),
      "flows.csv": `${header}\n${flow}\n2026-11-23T08:00:00Z,shop,web,shop,cart,70700,tcp,allowed,ingress\n`,
      "change.yaml": other,
    });
    const args = [
      "flows.csv",
      "--snapshot",
      "mon.json",
      "--snapshot",
      "tue.json",
      "-f",
      "change.yaml",
      "--assume",
      "dns",
    ];
    const answer = await json(args, cwd);
    expect(problemsOf(answer)).toEqual([]);
    expect(answer.incomplete).toBe(true);
    expect(answer.rows[0].causes.map(({ code }: { code: string }) => code)).toEqual([
      "changed-between",
      "far-in-time",
    ]);
    expect(answer.bad[0]).toMatchObject({ code: "bad-value", field: "destination_port", count: 1 });
    expect(answer.change).toEqual({ gone: 0, rows: [] });
  });

  it("has the codes of the program", () => {
    const schema = schemaText("replay") as any;
    expect(schema.properties.notJudged.items.properties.reason.enum).toEqual(NOT_JUDGED);
    expect(schema.$defs.row.properties.outcome.enum).toEqual(REPLAY_OUTCOMES);
    expect((schemaText("tally") as any).$defs.head.properties.unjudged.items.properties.reason.enum).toEqual(
      NOT_JUDGED,
    );
  });
});

it("tally.json holds for every line that a shard prints", async () => {
  const { stdout } = await runAnp(["replay", ...DEMO, "-f", "fixtures/demo", "--shard", "0/1"]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) expect(problemsOfLine(JSON.parse(line))).toEqual([]);
});
