import { describe, expect, it } from "vitest";
import { clusterDnsObjects, documents, pod as dnsPod, policy } from "../support/exposure.js";
import { folderWith } from "../support/folder.js";
import { networkPolicy } from "../support/findings.js";
import { pod, stream } from "../cli/manifests.js";
import { runAnp } from "../support/run-anp.js";

async function explained(text: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await runAnp(["explain", "-f", "a.yaml", ...args], {
    cwd: folderWith({ "a.yaml": text }),
  });
  return stdout;
}

const db = (port: number): string =>
  stream(
    pod("shop", "web"),
    pod("shop", "db", "[{ name: sql, containerPort: 5432 }, { name: metrics, containerPort: 9187 }]"),
    networkPolicy(
      `podSelector: { matchLabels: { app: db } }\ningress: [{ ports: [{ port: ${port} }] }]`,
      "db",
    ),
  );

describe("an answer about every port", () => {
  it("says why of the declared port that is denied, and names it before all other ports", async () => {
    const text = await explained(db(5432), "shop/web", "shop/db");
    expect(text).toContain(
      "why  TCP 9187, which shop/db declares, is denied: NetworkPolicy shop/db isolates shop/db",
    );
    expect(text).toMatch(
      /\n {2}ALLOWED {4}TCP 5432\n[^]*\n {2}DENIED {5}TCP 9187 and all other TCP, UDP and SCTP ports\n/,
    );
  });

  it("shows first what becomes of the declared ports", async () => {
    const text = await explained(db(80), "shop/web", "shop/db");
    expect(text).toMatch(/why {2}TCP 5432, 9187, which shop\/db declares, are denied: /);
    expect(text).toMatch(/\n {2}DENIED {5}TCP 5432, 9187 and all other [^]*\n {2}ALLOWED {4}TCP 80\n/);
  });

  it("says why of what is denied where nothing is declared", async () => {
    const text = await explained(db(80), "shop/db", "shop/app=db");
    expect(text).toMatch(
      /\n\n {2}why {2}NetworkPolicy shop\/db isolates shop\/app=db for ingress and no rule lets it in\./,
    );
  });

  it("leaves the order as it is where ports are asked for", async () => {
    const text = await explained(db(80), "shop/web", "shop/db", "--port", "80,5432");
    expect(text).toMatch(/why {2}NetworkPolicy[^]*ALLOWED[^]*DENIED/);
    expect(text).not.toContain("declares");
  });
});

it("the question to DNS is told for each protocol where they differ", async () => {
  const overUdp =
    "{ to: [{ namespaceSelector: {} }], ports: [{ port: 53, protocol: UDP }] }, { to: [{ ipBlock: { cidr: 0.0.0.0/0 } }], ports: [{ port: 443 }] }";
  const spec = `{ podSelector: {}, policyTypes: [Egress], egress: [${overUdp}] }`;
  const text = documents(clusterDnsObjects(), dnsPod("shop", "web"), policy("shop", "web", spec));
  const shown = await explained(text, "shop/web", "www.example.com", "--port", "443");
  expect(shown).toMatch(/^DNS first: shop\/web → kube-system\/kube-dns {2}UDP 53 allowed, TCP 53 DENIED {2}/);
});
