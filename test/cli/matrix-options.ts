import { configOptionTests, gateFromOptionTests } from "./config-options.js";
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { expectDebug } from "./debug.js";
import { folderWith } from "../support/folder.js";
import { namespace, pod, SHOP, stream } from "./manifests.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { sourceOptionTests, type OptionTests } from "./source-options.js";
import type { MatrixJson } from "../support/matrix.js";

async function matrix(args: readonly string[], text = SHOP, columns?: number): Promise<Run> {
  const cwd = folderWith({ "a.yaml": text });
  return runAnp(["matrix", "-f", ".", ...args], { cwd, ...(columns === undefined ? {} : { columns }) });
}

/** The pairs of a map: `web -> cart`. */
async function pairs(...args: readonly string[]): Promise<string[]> {
  const { code, stdout } = await matrix([...args, "-o", "json"]);
  expect(code).toBe(0);
  const { connections } = JSON.parse(stdout) as MatrixJson;
  return connections.map(({ from, to }) => `${shortName(from)} -> ${shortName(to)}`);
}

function shortName(id: string): string {
  return id.replace("shop/pod/", "").replace("ip/", "");
}

async function codeOf(...args: readonly string[]): Promise<number> {
  return (await matrix(args)).code;
}

export const MATRIX_OPTIONS: OptionTests = {
  ...sourceOptionTests("matrix"),
  ...configOptionTests(["matrix", "-f", "a.yaml"]),
  ...gateFromOptionTests(["matrix"]),
  "--plugin": async () => {
    const sctp = ["--from", "shop/web", "--to", "shop/cart", "--protocol", "sctp", "--port", "7070"];
    const open = stream(pod("shop", "web"), pod("shop", "cart"));
    expect((await matrix([...sctp, "-o", "json"], open)).stdout).toContain('"from":');
    const dropped = await matrix([...sctp, "-o", "json", "--plugin", "cilium"], open);
    const { connections } = JSON.parse(dropped.stdout) as MatrixJson;
    expect(connections).toEqual([]);
    expect((await matrix([...sctp, "--plugin", "wave"], open)).stderr).toContain("did you mean weave?");
    const auto = await matrix([...sctp, "--plugin", "auto"], open);
    expect(auto.stderr).toContain("no network plugin was recognised");
  },
  "--from": async () => {
    expect(await pairs("--from", "shop/web", "--protocol", "tcp")).toEqual([
      "web -> cart",
      "web -> 0.0.0.0/0",
    ]);
    expect(await pairs("--from", "web", "--from", "192.0.2.1", "--protocol", "tcp")).toEqual([
      "web -> cart",
      "web -> 0.0.0.0/0",
      "192.0.2.1 -> web",
    ]);
    const { code, stderr } = await matrix(["--from", "shop/wep"]);
    expect(code).toBe(2);
    expect(stderr).toContain("did you mean shop/web");
    const name = await matrix(["--from", "www.example.com"]);
    expect(name.code).toBe(2);
    expect(name.stderr).toMatch(/www\.example\.com .*\n.*--to/);
  },
  "--new-namespace": async () => {
    const known = stream(SHOP, namespace("shop", "{ team: red }"));
    const { code, stderr } = await matrix(["--from", "shp/app=web"], known);
    expect(code).toBe(2);
    for (const word of ['"shp"', "did you mean shop?", "--new-namespace shp"]) expect(stderr).toContain(word);
    expect((await matrix(["--from", "shp/app=web", "--new-namespace", "shp"], known)).code).toBe(0);
  },
  "--to": async () => {
    expect(await pairs("--to", "shop/cart", "--protocol", "tcp")).toEqual(["web -> cart"]);
    expect(await pairs("--to", "shop/web", "--to", "www.example.com", "--protocol", "tcp")).toEqual([
      "cart -> web",
      "cart -> domain/www.example.com",
      "web -> domain/www.example.com",
      "0.0.0.0/0 -> web",
    ]);
    expect(await codeOf("--to", "shop/nowhere")).toBe(2);
  },
  "--port": async () => {
    const ask = ["--from", "shop/web", "--to", "shop/cart"];
    expect(await pairs(...ask, "--port", "7070")).toEqual(["web -> cart"]);
    expect(await pairs(...ask, "--port", "7071")).toEqual([]);
    expect(await pairs(...ask, "--port", "grpc")).toEqual(["web -> cart"]);
    expect(await pairs(...ask, "--port", "dns")).toEqual([]);
    const { code, stderr } = await matrix([...ask, "--port", "http"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/"http"\n.*dns, grpc/);
    for (const wrong of ["0", "90-80", "80/icmp", ""]) expect(await codeOf("--port", wrong)).toBe(2);
  },
  "--protocol": async () => {
    const ask = ["--from", "shop/web", "--to", "shop/cart"];
    expect(await pairs(...ask, "--protocol", "tcp")).toEqual(["web -> cart"]);
    expect(await pairs(...ask, "--protocol", "udp")).toEqual([]);
    expect(await pairs(...ask, "--port", "7070", "--protocol", "udp")).toEqual([]);
    // A NetworkPolicy isolates the destination: what becomes of ICMP is not defined.
    expect(await pairs(...ask, "--protocol", "icmp")).toEqual(["web -> cart"]);
    expect(await pairs(...ask, "--protocol", "other")).toEqual(["web -> cart"]);
    expect(await codeOf("--protocol", "icmp", "--port", "80")).toBe(2);
    expect(await codeOf("--protocol", "quic")).toBe(2);
  },
  "--all": async () => {
    const ask = ["--to", "shop/cart", "--protocol", "tcp"];
    expect(await pairs(...ask)).toEqual(["web -> cart"]);
    expect(await pairs(...ask, "--all")).toEqual(["web -> cart", "0.0.0.0/0 -> cart"]);
    expect((await matrix([...ask, "--all"])).stdout).toMatch(/internet\n {2}→ shop\/cart {2}denied\n/);
    const csv = await matrix([...ask, "--all", "-o", "csv"]);
    expect(csv.stdout.split("\n")).toEqual([
      "from,to,family,node,protocol,ports,verdict",
      "shop/pod/web,shop/pod/cart,,,TCP,7070,allowed",
      "shop/pod/web,shop/pod/cart,,,TCP,1-7069 7071-65535,denied",
      "ip/0.0.0.0/0,shop/pod/cart,,,TCP,1-65535,denied",
      "",
    ]);
  },
  "--explain": async () => {
    const ask = ["--from", "shop/web", "--to", "shop/cart", "--port", "7070", "-o", "json"];
    expect(JSON.parse((await matrix(ask)).stdout)).not.toHaveProperty("steps");
    const { connections, steps } = JSON.parse((await matrix([...ask, "--explain"])).stdout) as MatrixJson;
    expect(connections[0]?.by).toEqual({ egress: [0], ingress: [1] });
    expect(steps?.[1]).toMatchObject({ policy: { name: "cart-from-web" }, at: { file: "a.yaml" } });
    expect(await codeOf("--explain")).toBe(2);
    expect(await codeOf("--explain", "-o", "csv")).toBe(2);
  },
  "--exposure": async () => {
    const ask = ["--to", "shop/cart", "--protocol", "tcp"];
    expect(await pairs(...ask, "--exposure")).toEqual(["web -> cart", "shop/labels/app=web -> cart"]);
    expect((await matrix([...ask, "--exposure"])).stdout).toContain("new pod app=web in shop\n  → shop/cart");
    expect(await codeOf("--exposure", "--from", "shop/web", "--to", "shop/cart")).toBe(2);
  },
  "--output": async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["matrix", "-f", "a.yaml", ...args], { cwd });
    const text = (await run()).stdout;
    expect(text).toMatch(/^2 workloads and 1 external address block {2}6 pairs: /);
    expect((await run("-o", "grid")).stdout).toBe(text);
    expect((await run("-o", "text")).stdout).toMatch(/\nshop\/web\n {2}→ shop\/cart {11}TCP 7070\n/);
    const starts = {
      json: '{"version":1,',
      csv: "from,to,",
      md: "**6 pairs: ",
      dot: "digraph anp {",
      mermaid: "flowchart LR",
    };
    for (const [format, start] of Object.entries(starts)) {
      const { stdout } = await run("-o", format);
      expect(stdout.startsWith(start), format).toBe(true);
      const both = await run("-o", `${format}=map.${format}`, "--output", "grid");
      expect(both.stdout).toBe(text);
      expect(readFileSync(`${cwd}/map.${format}`, "utf8")).toBe(stdout);
    }
    expect(await run("-o", "json=none/map.json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("none/map.json"),
    });
    expect((await run("-o", "csv=a.yaml")).code).toBe(2);
    for (const wrong of [
      ["-o", "sarif"],
      ["-o", "csv="],
      ["-o", "csv", "-o", "json"],
    ])
      expect((await run(...wrong)).code).toBe(2);
    expect(readdirSync(cwd).toSorted()).toEqual(
      ["a.yaml", ...Object.keys(starts).map((each) => `map.${each}`)].toSorted(),
    );
  },
  "--debug": () => expectDebug(["matrix", "-f", "."]),
};

/** A map that is longer than a screen. */
export const LONG = stream(
  SHOP,
  ...Array.from(
    { length: 60 },
    (_, i) => `${pod("shop", `worker-${i}`)}---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: worker-${i}, namespace: shop }
spec: { podSelector: { matchLabels: { app: worker-${i} } }, policyTypes: [Egress], egress: [{ ports: [{ port: ${1000 + i} }] }] }
`,
  ),
);
