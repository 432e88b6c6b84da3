import { describe, expect, it } from "vitest";
import { ASCII, PLAIN_VIEW } from "../../src/report/view.js";
import { loadText, matrixReport, type MatrixAsk } from "../support/matrix.js";
import { matrixText } from "../../src/report/matrix-text.js";
import { pod, stream } from "../cli/manifests.js";

const VIEW = { ...PLAIN_VIEW, symbols: ASCII };

async function textOf(text: string, ask: MatrixAsk = {}): Promise<string[]> {
  const report = matrixReport(await loadText(text), ask);
  return [...matrixText(report, VIEW)];
}

/** The names before which a source stands, and those behind the arrow. */
async function namesIn(
  text: string,
  ask: MatrixAsk = {},
): Promise<{ sources: string[]; destinations: string[] }> {
  const lines = (await textOf(text, ask))
    .slice(1)
    .filter((line) => line !== "" && !line.startsWith("  note"));
  const arrows = lines.flatMap((line) => /^ {2}-> (.*?) {2}\S/.exec(line)?.[1]?.trim() ?? []);
  return { sources: lines.filter((line) => !line.startsWith(" ")), destinations: arrows };
}

function owned(name: string, labels: string, ip: string): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { ${labels} }, ownerReferences: [{ apiVersion: apps/v1, kind: StatefulSet, name: ${name.split("-")[0]}, uid: x, controller: true }] }
spec: { containers: [{ name: c }] }
status: { podIP: ${ip} }
`;
}

function egress(labels: string, rule: string): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: p, namespace: shop }
spec: { podSelector: { matchLabels: { ${labels} } }, policyTypes: [Egress], egress: [${rule}] }
`;
}

describe("names of what stands together", () => {
  const TWO = stream(pod("shop", "web"), pod("shop", "api"), pod("ops", "agent"));

  it("everything, where it is all of the map", async () => {
    expect(await namesIn(TWO)).toEqual({
      sources: ["ops/agent, shop/* (2)", "internet"],
      destinations: ["everything (4)", "ops/agent, shop/* (2)"],
    });
  });

  it("a namespace, where it is all of it, and not where some of it was asked for", async () => {
    expect((await namesIn(TWO, { from: ["shop/web", "shop/api"], to: ["ops/agent"] })).sources).toEqual([
      "shop/* (2)",
    ]);
    expect((await namesIn(TWO, { from: ["shop/web"], to: ["ops/agent"] })).sources).toEqual(["shop/web"]);
    const parts = stream(
      owned("web-0", "app: web", "10.0.0.1"),
      owned("web-1", "app: web, canary: one", "10.0.0.2"),
      owned("api-0", "app: api", "10.0.0.3"),
      egress("canary: two", ""),
      egress("canary: one", "{ ports: [{ port: 80 }] }").replace("name: p", "name: q"),
    );
    expect((await namesIn(parts, { from: ["shop/web"], to: ["shop/api"], port: "80" })).sources).toEqual([
      "shop/web#1, shop/web#2",
    ]);
    expect((await namesIn(parts, { to: ["shop/api"], port: "80" })).sources).toEqual(["everything (4)"]);
  });

  it("many blocks are counted, and many workloads that are told apart", async () => {
    const peers = Array.from(
      { length: 9 },
      (_, i) => `{ to: [{ ipBlock: { cidr: 198.51.100.${i * 8}/29 } }] }`,
    );
    const workloads = Array.from({ length: 9 }, (_, i) =>
      stream(
        owned(`w${i}-0`, `app: w${i}`, `10.0.1.${i}`),
        owned(`w${i}-1`, `app: w${i}, canary: one`, `10.0.2.${i}`),
      ),
    );
    const text = stream(...workloads, egress("canary: one", peers.join(", ")));
    const { destinations } = await namesIn(text, { from: ["shop/w3"], protocol: "tcp" });
    expect(destinations).toContain("9 of 10 external address blocks");
    const notes = (await textOf(text)).filter((line) => line.includes("differently"));
    expect(notes).toEqual([
      "  note  policies treat the pods of shop/w0, shop/w1, shop/w2 and 6 other workloads differently: the groups are #1, #2 and so on",
    ]);
  });

  it("many names are cut, and many ports", async () => {
    const pods = Array.from({ length: 12 }, (_, i) => pod(`ns-${i}`, "web"));
    const ports = Array.from({ length: 9 }, (_, i) => `{ port: ${1 + 2 * i} }`);
    const text = stream(
      ...pods,
      pod("shop", "till"),
      egress("app: till", `{ ports: [${ports.join(", ")}] }`),
    );
    const to = Array.from({ length: 13 }, (_, i) => (i === 12 ? "192.0.2.1" : `ns-${i}/web`));
    const lines = await textOf(text, { from: ["shop/till"], to, protocol: "tcp" });
    expect(lines[3]).toBe(
      "  -> ns-0/web, ns-1/web, ns-2/web, ns-3/web, ns-4/web, ns-5/web, ns-6/web, ns-7/web and 5 more  TCP 1, 3, 5, 7, 9, 11 and 3 more ranges of ports",
    );
  });
});

describe("the first line", () => {
  it.each<[string, MatrixAsk, string]>([
    [
      "of everything",
      {},
      "3 workloads and 1 external address block  12 pairs: 9 allowed, 1 partly allowed, 2 denied",
    ],
    ["of one pair", { from: ["shop/web"], to: ["shop/api"] }, "2 workloads  1 pair: denied"],
    ["of a pod and itself", { from: ["shop/web"], to: ["shop/web"] }, "1 workload  no pairs"],
    [
      "of a port",
      { from: ["shop/web"], port: "80" },
      "3 workloads and 1 external address block  3 pairs: 1 allowed, 2 denied",
    ],
  ])("%s", async (_what, ask, expected) => {
    const toAgent =
      "{ to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ops } } }], ports: [{ port: 80 }] }";
    const text = stream(
      pod("shop", "web"),
      pod("shop", "api"),
      pod("ops", "agent"),
      egress("app: web", toAgent),
    );
    expect((await textOf(text, ask))[0]).toBe(expected);
  });
});
