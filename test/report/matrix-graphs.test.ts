import { describe, expect, it } from "vitest";
import { loadText, matrixReport, type MatrixAsk } from "../support/matrix.js";
import { matrixDot } from "../../src/report/matrix-dot.js";
import { matrixMermaid } from "../../src/report/matrix-mermaid.js";
import { pod, stream } from "../cli/manifests.js";
import { readDot, readMermaid, type ReadGraph } from "../support/graphs.js";

/** Reads a map back from both languages, which must say the same. */
async function graphOf(text: string, ask: MatrixAsk): Promise<string[]> {
  const report = matrixReport(await loadText(text), ask);
  const dot = readDot([...matrixDot(report)].map((line) => `${line}\n`).join(""));
  const mermaid = readMermaid([...matrixMermaid(report)].map((line) => `${line}\n`).join(""));
  expect([...mermaid.nodes.values()]).toEqual([...dot.nodes.values()]);
  expect(mermaid.clusters).toEqual(dot.clusters);
  const edges = edgeTexts(dot, { both: "both", none: "" });
  expect(edgeTexts(mermaid, { both: "<", none: "" })).toEqual(edges);
  return edges;
}

function edgeTexts({ nodes, edges }: ReadGraph, { both }: { both: string; none: string }): string[] {
  return edges.map(({ from, to, label, style }) => {
    const arrow = style.includes(both) ? "<->" : "->";
    const isOpen = style.includes("dashed") || style.includes(".");
    return `${nodes.get(from)} ${arrow} ${nodes.get(to)}: ${label}${isOpen ? " (open)" : ""}`;
  });
}

function policy(name: string, spec: string): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec: ${spec}
`;
}

const TCP = { protocol: "tcp" };

describe("a map as a graph", () => {
  it("draws what reaches, and is reached, alike as one node", async () => {
    const text = stream(
      pod("shop", "web"),
      pod("shop", "api"),
      pod("shop", "db"),
      pod("ops", "agent"),
      policy(
        "db",
        "{ podSelector: { matchLabels: { app: db } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 5432 }] }] }",
      ),
    );
    expect(await graphOf(text, TCP)).toEqual([
      "ops/agent <-> shop/api, shop/web: TCP, all ports",
      "ops/agent <-> internet: TCP, all ports",
      "shop/api, shop/web -> shop/api, shop/web: TCP, all ports",
      "shop/api, shop/web -> shop/db: TCP 5432",
      "shop/api, shop/web <-> internet: TCP, all ports",
      "shop/db -> ops/agent: TCP, all ports",
      "shop/db -> shop/api, shop/web: TCP, all ports",
      "shop/db -> internet: TCP, all ports",
    ]);
  });

  it("draws both ways as one edge only where they are the same", async () => {
    const text = stream(
      pod("shop", "web"),
      pod("shop", "db"),
      policy(
        "db",
        "{ podSelector: { matchLabels: { app: db } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 5432 }] }] }",
      ),
      policy(
        "web",
        "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 5432 }] }] }",
      ),
    );
    const ask = { ...TCP, from: ["shop/web", "shop/db"], to: ["shop/web", "shop/db"] };
    // Two that are alike are one node, which reaches itself.
    expect(await graphOf(text, ask)).toEqual(["shop/* (2) -> shop/* (2): TCP 5432"]);
    expect(await graphOf(text.replace("port: 5432", "port: 80"), ask)).toEqual([
      "shop/web -> shop/db: TCP 80",
      "shop/db -> shop/web: TCP 5432",
    ]);
  });

  it("draws what is not settled with a broken line", async () => {
    const text = stream(
      pod("shop", "web"),
      pod("shop", "db"),
      policy(
        "db",
        "{ podSelector: { matchLabels: { app: db } }, policyTypes: [Ingress], ingress: [{ from: [{ ipBlock: { cidr: 10.0.0.0/8 } }] }] }",
      ),
    );
    expect(await graphOf(text, { ...TCP, to: ["shop/db"], from: ["shop/web"] })).toEqual([
      "shop/web -> shop/db: unknown: TCP, all ports (open)",
    ]);
  });

  it("says in Mermaid where there are more edges than it draws", async () => {
    const many = Array.from({ length: 30 }, (_, i) => [
      pod("shop", `w-${i}`),
      policy(
        `w-${i}`,
        `{ podSelector: { matchLabels: { app: w-${i} } }, policyTypes: [Ingress], ingress: [{ ports: [{ port: ${100 + i} }] }] }`,
      ),
    ]);
    const report = matrixReport(await loadText(stream(...many.flat())), TCP);
    expect([...matrixMermaid(report)][0]).toMatch(/^%% \d+ edges: Mermaid draws 500 /);
  });
});
