import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DuckDBInstance } from "@duckdb/node-api";
import { fileURLToPath } from "node:url";
import { folderWith } from "../support/folder.js";
import { gzipSync } from "node:zlib";
import { judgeWithDuckDb } from "../../src/cli/replay-duckdb.js";
import { loadSources, REFERENCE } from "../../src/index.js";
import { openDuckDb } from "../../src/cli/duckdb.js";
import { spawnSync } from "node:child_process";
import { runAnp } from "../support/run-anp.js";
import { SHOP } from "./manifests.js";
import { Tally } from "../../src/questions/replay/tally.js";
import { Timeline } from "../../src/questions/replay/state.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Told {
  readonly code: number;
  readonly rows: readonly string[];
  readonly unjudged: readonly string[];
  readonly stderr: string;
}

async function replay(cwd: string, ...args: readonly string[]): Promise<Told> {
  const { code, stdout, stderr } = await runAnp(["replay", ...args, "-f", "a.yaml", "-o", "json"], { cwd });
  const json = (stdout === "" ? { rows: [], notJudged: [] } : JSON.parse(stdout)) as {
    readonly rows: readonly {
      readonly outcome: string;
      readonly ports: readonly (readonly number[])[];
      readonly points: readonly string[];
    }[];
    readonly notJudged: readonly { readonly reason: string; readonly records: number }[];
  };
  return {
    code,
    rows: json.rows
      .map(({ outcome, ports, points }) => `${outcome} ${ports[0]?.[0]} ${points.join()}`)
      .toSorted(),
    unjudged: json.notJudged.map(({ reason }) => reason).toSorted(),
    stderr,
  };
}

const engine = (cwd: string, ...args: readonly string[]): Promise<Told> =>
  replay(cwd, ...args, "--engine", "duckdb");

/** What the query itself makes of a log; a report of this program judges what it has counted. */
async function queryOutcomes(cwd: string, manifest: string, log: string): Promise<readonly string[]> {
  const text = readFileSync(`${cwd}/${manifest}`, "utf8");
  const { cluster } = await loadSources([{ name: manifest, text }]);
  const state = { name: "now", cluster, profile: REFERENCE, taken: undefined };
  const options = { format: undefined, mostUnpacked: Number.MAX_SAFE_INTEGER, work: undefined };
  const io = { cwd: () => cwd };
  const { logs } = await judgeWithDuckDb(new Tally(new Timeline([state])), [log], options, io);
  return logs
    .flatMap(({ rows }) => rows)
    .map((row) => `${row.lo_port} ${row.outcome} ${row.verdict}`)
    .toSorted();
}

const THEIA = [
  "flowStartSeconds,flowEndSeconds,sourceIP,destinationIP,sourceTransportPort,destinationTransportPort,protocolIdentifier,sourcePodName,sourcePodNamespace,destinationPodName,destinationPodNamespace,ingressNetworkPolicyRuleAction,egressNetworkPolicyRuleAction",
  "1795420800,1795420810,10.1.0.2,10.1.0.3,40000,7070,6,web,shop,cart,shop,1,0",
  "1795420800,1795420810,10.1.0.2,10.1.0.3,40000,22,6,web,shop,cart,shop,0,0",
  "1795420800,1795420810,10.1.0.2,10.1.0.3,40000,7070,6,web,shop,cart,shop,2,0",
  "1795420800,1795420810,10.1.0.2,203.0.113.7,40000,443,6,web,shop,,,0,3",
];

/** The same as the file of Antrea's aggregator has it. */
const ANTREA = THEIA.slice(1).map((line) => {
  const [
    start,
    end,
    from,
    to,
    sourcePort,
    port,
    protocol,
    pod,
    namespace,
    toPod,
    toNamespace,
    ingress,
    egress,
  ] = line.split(",");
  const policy = (action = ""): string => (action === "0" ? ",,,," : `p,shop,r,${action},1`);
  return `${start},${end},${from},${to},${sourcePort},${port},${protocol},${pod},${namespace},node,${toPod},${toNamespace},node,,,,,${policy(ingress)},${policy(egress)},,,`;
});

describe("--engine duckdb", () => {
  it("reads Theia's columns as Antrea's own file is read", async () => {
    const cwd = folderWith({
      "a.yaml": SHOP,
      "theia.csv": THEIA.join("\n"),
      "antrea.log": ANTREA.join("\n"),
    });
    const counted = await engine(cwd, "theia.csv");
    expect(counted).toEqual(await replay(cwd, "antrea.log"));
    expect(counted.rows).toEqual([
      "agrees 7070 connection",
      "dropped 443 egress",
      "dropped 7070 ingress",
      "passed 22 connection",
    ]);
  });

  it("reads Parquet, JSON lines and packed files, whose columns may be some of them", async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const values = ["7070", "22"].map((port) => `('shop', 'web', 'shop', 'cart', ${port}, 'tcp', 'allowed')`);
    const database = await DuckDBInstance.create(":memory:");
    const connection = await database.connect();
    await connection.run(
      `COPY (SELECT * FROM (VALUES ${values.join()}) AS t(source_namespace, source_pod, destination_namespace, destination_pod, destination_port, protocol, verdict)) TO '${cwd}/plain.parquet'`,
    );
    await connection.run(
      `COPY (SELECT {'verdict': 'FORWARDED', 'IP': {'source': '', 'destination': ''}, 'l4': {'TCP': {'destination_port': port}}, 'source': {'namespace': 'shop', 'pod_name': 'web'}, 'destination': {'namespace': 'shop', 'pod_name': 'cart'}, 'traffic_direction': 'INGRESS', 'event_type': {'type': 5}} AS flow FROM (VALUES (7070), (22)) AS t(port)) TO '${cwd}/hubble.parquet'`,
    );
    await connection.run(`COPY (SELECT * FROM '${cwd}/hubble.parquet') TO '${cwd}/hubble.json'`);
    connection.closeSync();
    const lines =
      "source_namespace,source_pod,destination_namespace,destination_pod,destination_port,protocol,verdict\nshop,web,shop,cart,22,tcp,allowed\n";
    writeFileSync(`${cwd}/plain.csv.gz`, gzipSync(lines));
    expect((await engine(cwd, "plain.parquet")).rows).toEqual(["agrees 7070 unknown"]);
    expect((await engine(cwd, "hubble.parquet")).rows).toEqual(["agrees 7070 ingress", "passed 22 ingress"]);
    expect((await engine(cwd, "hubble.json")).rows).toEqual(["agrees 7070 ingress", "passed 22 ingress"]);
    expect(await engine(cwd, "plain.csv.gz")).toMatchObject({ rows: [], unjudged: ["one-of-two"] });
    expect((await engine(cwd, "plain.parquet", "hubble.json", "plain.csv.gz")).rows).toEqual([
      "agrees 7070 ingress",
      "agrees 7070 unknown",
      "passed 22 ingress",
    ]);
  });

  it("unpacks no more than is bounded", async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const line = "203.0.113.8,203.0.113.7,80,tcp,allowed\n";
    const lines = `source_ip,destination_ip,destination_port,protocol,verdict\n${line.repeat(1000)}`;
    const packed = gzipSync(lines);
    writeFileSync(`${cwd}/long.csv.gz`, packed);
    writeFileSync(`${cwd}/cut.csv.gz`, packed.subarray(0, packed.length - 20));
    const database = await DuckDBInstance.create(":memory:");
    const connection = await database.connect();
    await connection.run(
      `COPY (SELECT source_ip, destination_ip, 'tcp' AS protocol, 'allowed' AS verdict FROM (SELECT '203.0.113.' || i AS source_ip, '198.51.' || i || '.7' AS destination_ip FROM range(200) AS t(i))) TO '${cwd}/long.parquet'`,
    );
    connection.closeSync();
    for (const name of ["long.csv.gz", "long.parquet"]) {
      const refused = await engine(cwd, name, "--max-unpacked", "1000");
      expect(refused).toMatchObject({ code: 2, rows: [] });
      expect(refused.stderr).toContain(`${name}: unpacks to more than 1000 bytes`);
      expect((await engine(cwd, name, "--max-unpacked", "100000")).code).toBe(0);
    }
    expect((await engine(cwd, "cut.csv.gz")).stderr).toContain("cut.csv.gz: broken gzip");
  });

  it("judges a family that the input shows nowhere, also of a pod and one on the network of its node", async () => {
    // No address of them is known: they may have one of the family that the log has (S-EV-6 is about what nothing tells).
    const pod = (name: string, spec: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop}\nspec: {${spec}}\nstatus: {}\n---\n`;
    const cwd = folderWith({
      "a.yaml": [
        pod("web", "nodeName: node-0"),
        pod("agent", "nodeName: node-0, hostNetwork: true"),
        pod("far", "nodeName: node-1, hostNetwork: true"),
      ].join(""),
      "log.csv": [
        "source_namespace,source_pod,source_ip,destination_namespace,destination_pod,destination_ip,destination_port,protocol,verdict,direction,cause",
        "shop,web,fd00::2,shop,agent,fd00::3,8080,tcp,dropped,egress,policy",
        "shop,web,fd00::2,shop,far,fd00::4,8081,tcp,dropped,egress,policy",
        "shop,agent,fd00::3,shop,web,fd00::2,8082,tcp,dropped,ingress,policy",
      ].join("\n"),
    });
    const counted = await engine(cwd, "log.csv");
    expect(counted).toEqual(await replay(cwd, "log.csv"));
    expect(counted.rows).toEqual(["dropped 8080 egress", "dropped 8081 egress", "dropped 8082 ingress"]);
    expect(await queryOutcomes(cwd, "a.yaml", "log.csv")).toEqual([
      "8080 dropped allowed",
      "8081 dropped allowed",
      "8082 dropped allowed",
    ]);
  });

  it("counts what can't be read, and refuses what isn't whole", async () => {
    const header = "source_ip,destination_ip,destination_port,protocol,verdict";
    const cwd = folderWith({
      "a.yaml": SHOP,
      "bad.csv": `${header}\n10.0.0.300,203.0.113.7,80,tcp,allowed\n203.0.113.8,203.0.113.7,80,tcp,allowed\n`,
      "cut.json": `{"source_ip":"203.0.113.8","destination_ip":"203.0.113.7","protocol":"tcp","verdict":"allowed"}\n{"source_ip":"203.0.`,
      "ragged.csv": `${header}\n203.0.113.8,203.0.113.7,80,tcp,allowed\n203.0.113.8,203.0.113.7,80,tcp,allowed,and,more\n`,
      "other.csv": "a,b\n1,2\n",
      "empty.csv": "",
    });
    expect(await engine(cwd, "bad.csv")).toMatchObject({ code: 3, rows: ["agrees 80 unknown"] });
    expect((await engine(cwd, "bad.csv", "--max-bad", "1")).code).toBe(0);
    for (const name of ["cut.json", "ragged.csv", "other.csv", "empty.csv"])
      expect([name, await engine(cwd, name)]).toEqual([
        name,
        expect.objectContaining({ code: 2, rows: [], stderr: expect.stringContaining(name) }),
      ]);
  });

  // Who calls a Service over a family that only the Service has is no fault of the Service's.
  it("says of calls to and from Services why nothing is compared, as a replay does", async () => {
    const shop = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec: { containers: [{ name: c, image: i }] }
status: { podIP: 10.1.0.2 }
---
apiVersion: v1
kind: Service
metadata: { name: nobody, namespace: shop }
spec: { clusterIP: 10.96.0.7, clusterIPs: [10.96.0.7, "fd00::7"], selector: { app: nobody }, ports: [{ port: 80 }] }
`;
    const log = [
      "source_ip,destination_ip,destination_port,protocol,verdict",
      "10.1.0.2,10.96.0.7,80,tcp,allowed",
      "10.1.0.2,fd00::7,80,tcp,allowed",
      "10.1.0.2,10.96.0.7,81,tcp,allowed",
      "10.96.0.7,10.1.0.2,80,tcp,allowed",
    ];
    const cwd = folderWith({ "a.yaml": shop, "log.csv": log.join("\n") });
    const unjudged = ["from-service", "no-backends", "other-family"];
    expect(await replay(cwd, "log.csv")).toMatchObject({ rows: [], unjudged });
    expect(await engine(cwd, "log.csv")).toMatchObject({ rows: [], unjudged });
  });

  it("says what to install where the package isn't there", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, "theia.csv": THEIA.join("\n") });
    for (const name of ["bin", "dist", "package.json"])
      cpSync(`${ROOT}${name}`, `${cwd}/anp/${name}`, { recursive: true });
    const args = [`${cwd}/anp/bin/anp.js`, "replay", "theia.csv", "-f", "a.yaml"];
    const found = spawnSync(process.execPath, [...args, "--engine", "duckdb"], { cwd, encoding: "utf8" });
    expect(found).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining(
        "--engine duckdb needs the package @duckdb/node-api, which isn't installed",
      ),
    });
    expect(found.stderr).toContain("npm install @duckdb/node-api");
  });
});

describe("the database", () => {
  it("reads the named files alone, and no statement opens more", async () => {
    const cwd = folderWith({ "named.csv": "a\n1\n", "other.csv": "a\n2\n" });
    const connection = await openDuckDb([`${cwd}/named.csv`]);
    const read = async (sql: string): Promise<unknown> =>
      (await connection.runAndReadAll(sql)).getRowObjectsJS();
    expect(await read(`SELECT * FROM read_csv('${cwd}/named.csv', all_varchar = true)`)).toEqual([
      { a: "1" },
    ]);
    for (const sql of [
      `SELECT * FROM read_csv('${cwd}/other.csv')`,
      `SELECT * FROM read_csv('${cwd}/*.csv')`,
      `COPY (SELECT 1) TO '${cwd}/out.csv'`,
      `ATTACH '${cwd}/new.db'`,
      "SELECT * FROM read_csv('https://203.0.113.7/x.csv')",
      "INSTALL httpfs",
      "LOAD inet",
      "SET enable_external_access = true",
      "SET autoinstall_known_extensions = true",
    ])
      await expect(read(sql), sql).rejects.toThrow(/disabled|locked|Permission|cannot|Cannot|not/);
    connection.closeSync();
    rmSync(cwd, { recursive: true });
  });
});
