import { expect } from "vitest";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { SHOP } from "./manifests.js";
import type { OptionTests } from "./source-options.js";

const HEADER =
  "time,source_ip,source_namespace,source_pod,destination_ip,destination_namespace,destination_pod,destination_port,protocol,verdict,direction";

const LOG = `${HEADER}
2026-11-23T08:00:00Z,,shop,web,,shop,cart,7070,tcp,allowed,connection
2026-11-23T08:00:01Z,,shop,web,,shop,cart,22,tcp,allowed,connection
`;

const TABLES =
  "addresses answers blocks ends families found handovers intervals listens makers nodes pairs pods".split(
    " ",
  );

const ALL = ["--sql", "duckdb", "--table", "logs.flows", "--format", "plain", "--out-dir", "out"];

function folder(): string {
  return folderWith({ "a.yaml": SHOP, "flows.csv": LOG, "prod.json": listJson(SHOP) });
}

async function sql(
  args: readonly string[],
  cwd = folder(),
): Promise<{ readonly run: Run; readonly cwd: string }> {
  return { run: await runAnp(["replay", "-f", "a.yaml", ...args], { cwd }), cwd };
}

async function expectUsageError(args: readonly string[], ...words: readonly string[]): Promise<void> {
  const { run, cwd } = await sql(args);
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 2, stdout: "" });
  for (const word of words) expect(run.stderr).toContain(word);
  expect(existsSync(`${cwd}/out`)).toBe(false);
}

/** The options without one and its value. */
function without(name: string): readonly string[] {
  const at = ALL.indexOf(name);
  return ALL.toSpliced(at, 2);
}

export const SQL_OPTIONS: OptionTests = {
  "--sql": async () => {
    for (const [dialect, own] of [
      ["duckdb", 'CREATE OR REPLACE TABLE "logs"."anp_pods" AS'],
      ["clickhouse", "CREATE OR REPLACE TABLE `logs`.`anp_pods` (`segment` Int32"],
      ["bigquery", "CREATE OR REPLACE TABLE `logs.anp_pods` (`segment` INT64"],
      ["spark", "CREATE TABLE `logs`.`anp_pods` (`segment` INT"],
    ] as const) {
      const { run, cwd } = await sql(["--sql", dialect, ...ALL.slice(2)]);
      expect(run).toMatchObject({
        code: 0,
        stdout: "",
        stderr: expect.stringContaining("wrote out: query.sql, tables.sql and 13 tables of"),
      });
      expect(readFileSync(`${cwd}/out/tables.sql`, "utf8")).toContain(own);
      expect(readFileSync(`${cwd}/out/query.sql`, "utf8")).toContain("FROM judged\nGROUP BY");
    }
    await expectUsageError(without("--sql"), "--table needs --sql");
    await expectUsageError(["--sql", "oracle", ...ALL.slice(2)], "duckdb, clickhouse, bigquery, spark");
    await expectUsageError(["flows.csv", ...ALL], "--sql reads no logs");
    await expectUsageError([...ALL, "-o", "json"], "--sql and --output");
    await expectUsageError([...ALL, "--fail-on", "drift"], "--fail-on");
    await expectUsageError(without("--format"), "--format", "plain, hubble, antrea-flows");
    await expectUsageError([...without("--format"), "--format", "ovn"], "no table has the shape of ovn");
    await expectUsageError(["--snapshot", "prod.json", ...ALL], "a change to it");
    await expectUsageError([], "missing logs");
  },
  "--table": async () => {
    const { cwd } = await sql([...without("--table"), "--table", "my-project.logs.flows_2026"]);
    expect(readFileSync(`${cwd}/out/query.sql`, "utf8")).toContain('"my-project"."logs"."flows_2026"');
    await expectUsageError(without("--table"), "--sql needs --table");
    for (const name of [
      'flows"; DROP TABLE x; --',
      "a.b.c.d",
      "",
      "flows`",
      "logs.",
      "1flows",
      "flöws",
      "a b",
      "x\n",
    ])
      await expectUsageError([...without("--table"), "--table", name], "invalid --table");
  },
  "--out-dir": async () => {
    const { run, cwd } = await sql(ALL);
    expect(run.code).toBe(0);
    const names = [...TABLES.map((each) => `${each}.parquet`), "query.sql", "tables.sql"];
    expect(readdirSync(`${cwd}/out`).toSorted()).toEqual(names.toSorted());
    expect((await sql(ALL, cwd)).run.code).toBe(0);
    await expectUsageError(without("--out-dir"), "--sql needs --out-dir");
    // Not through links, and never over what is read.
    const linked = folder();
    await sql(ALL, linked);
    symlinkSync("/nowhere", `${linked}/out/more`);
    const through = folderWith({ "a.yaml": SHOP, "out/keep": "", "other/query.sql": "kept" });
    symlinkSync("../other/query.sql", `${through}/out/query.sql`);
    expect((await sql(ALL, through)).run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("symbolic link"),
    });
    expect(readFileSync(`${through}/other/query.sql`, "utf8")).toBe("kept");
  },
  "--tables": async () => {
    const { cwd } = await sql([...ALL, "--tables", "csv"]);
    expect(readFileSync(`${cwd}/out/pods.csv`, "utf8")).toBe(
      "segment,namespace,pod,found\n0,shop,cart,1\n0,shop,web,2\n",
    );
    const parquet = await sql([...ALL, "--tables", "parquet"]);
    expect(readFileSync(`${parquet.cwd}/out/pods.parquet`, "latin1")).toMatch(/^PAR1[^]*PAR1$/);
    await expectUsageError([...ALL, "--tables", "orc"], "csv, parquet");
    await expectUsageError(["--tables", "csv", "flows.csv"], "--tables needs --sql");
  },
  "--engine": async () => {
    const counted = await sql(["flows.csv", "--engine", "duckdb", "-o", "json"]);
    const streamed = await sql(["flows.csv", "-o", "json"]);
    const unplaced = ({ stdout }: Run): unknown => {
      const {
        rows,
        skipped: _header,
        ...rest
      } = JSON.parse(stdout) as {
        readonly skipped: object;
        readonly rows: readonly Readonly<Record<string, unknown>>[];
      };
      return { ...rest, rows: rows.map(({ at: _at, ...row }) => row) };
    };
    expect(unplaced(counted.run)).toEqual(unplaced(streamed.run));
    expect(counted.run.stdout).toContain('"file": "flows.csv"');
    await expectUsageError(["flows.csv", "--engine", "sqlite"], "duckdb");
    await expectUsageError(["-", "--engine", "duckdb"], "reads files, not standard input");
    await expectUsageError(["a.yaml", "--engine", "duckdb"], "a.yaml");
    await expectUsageError(["nowhere.csv", "--engine", "duckdb"], "nowhere.csv: file not found");
    await expectUsageError(["flows.csv", "--engine", "duckdb", "--shard", "0/2"], "--engine and --shard");
    await expectUsageError(["*.csv", "--engine", "duckdb"], "pattern");
  },
};
