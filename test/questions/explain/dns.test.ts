import { describe, expect, it } from "vitest";
import { clusterDnsObjects, clusterWide, documents, pod, policy, service } from "../../support/exposure.js";
import { explainFlow, loadSources, type Note } from "../../../src/index.js";

const NAMED = clusterWide(
  "vendor",
  "tier: Admin, priority: 3, subject: { namespaces: {} }",
  "egress: [{ name: vendor, action: Accept, to: [{ domainNames: [www.example.com] }] }]",
);

async function noteOn(text: string, egress: string, name?: string): Promise<Note | undefined> {
  const spec = `{ podSelector: {}, policyTypes: [Egress], egress: [${egress}] }`;
  const facts = name === undefined ? {} : { facts: { dnsService: { namespace: "dns", name } } };
  const sources = [
    { name: "a.yaml", text: documents(pod("shop", "web"), policy("shop", "web", spec), NAMED, text) },
  ];
  const { notes } = explainFlow(await loadSources(sources, facts), {
    from: "shop/web",
    to: "www.example.com",
    port: "443",
  });
  return notes.find(({ code }) => code === "dns-first" || code === "name-must-resolve");
}

const toPort = (port: number): string =>
  `{ to: [{ namespaceSelector: {} }], ports: [{ port: ${port}, protocol: UDP }, { port: ${port} }] }`;

describe("the note on a destination that is a name", () => {
  it.each([
    ["allowed where the pods listen", 5353, "allowed"],
    ["denied at the port of the Service alone", 53, "denied"],
  ])("asks the pods behind the Service: %s", async (_, port, verdict) => {
    expect(await noteOn(clusterDnsObjects(5353), toPort(port))).toEqual({
      code: "dns-first",
      from: "shop/web",
      to: "kube-system/kube-dns",
      verdicts: [verdict],
      protocols: [
        { protocol: "UDP", verdicts: [verdict] },
        { protocol: "TCP", verdicts: [verdict] },
      ],
      policies: ["NetworkPolicy shop/web"],
    });
  });

  it("tells apart what becomes of UDP and of TCP", async () => {
    const overUdp = `{ to: [{ namespaceSelector: {} }], ports: [{ port: 53, protocol: UDP }] }`;
    expect(await noteOn(clusterDnsObjects(), overUdp)).toMatchObject({
      verdicts: ["allowed", "denied"],
      protocols: [
        { protocol: "UDP", verdicts: ["allowed"] },
        { protocol: "TCP", verdicts: ["denied"] },
      ],
    });
  });

  it("asks the Service that is named", async () => {
    const resolver = documents(
      service(
        "dns",
        "resolver",
        "{ selector: { app: r }, ports: [{ port: 53, protocol: UDP, targetPort: 1053 }] }",
      ),
      pod("dns", "r"),
    );
    const all = documents(clusterDnsObjects(), resolver);
    expect(await noteOn(all, toPort(1053), "resolver")).toMatchObject({
      to: "dns/resolver",
      verdicts: ["allowed"],
    });
    expect(await noteOn(all, toPort(1053))).toMatchObject({
      to: "kube-system/kube-dns",
      verdicts: ["denied"],
    });
  });

  it("says what to ask where the input has no DNS", async () => {
    expect(await noteOn(pod("till", "app"), toPort(53))).toEqual({ code: "name-must-resolve" });
  });
});

describe("a name that is not let through", () => {
  const policies = (...rules: readonly string[]): string =>
    clusterWide(
      "names",
      "tier: Admin, priority: 4, subject: { namespaces: {} }",
      `egress: [${rules.join(", ")}]`,
    );
  const deny = '{ action: Deny, to: [{ networks: ["0.0.0.0/0", "::/0"] }] }';
  const accept = '{ action: Accept, to: [{ domainNames: ["*.example.com"] }] }';

  it.each<[what: string, rules: readonly string[], to: string, isSaid: boolean]>([
    ["may share an address with one that a rule before accepts", [accept, deny], "evil.example.net", true],
    ["shares nothing with a name that is accepted too late", [deny, accept], "evil.example.net", false],
    ["shares nothing where no rule accepts a name", [deny], "evil.example.net", false],
    ["is another note than that of an accepted one", [accept, deny], "www.example.com", false],
    ["is no address", [accept, deny], "192.0.2.1", false],
  ])("%s", async (_, rules, to, isSaid) => {
    const text = documents(pod("shop", "web"), policies(...rules));
    const loaded = await loadSources([{ name: "a.yaml", text }]);
    const { notes } = explainFlow(loaded, { from: "shop/web", to, port: "443" });
    expect(notes.some(({ code }) => code === "names-may-share-addresses")).toBe(isSaid);
  });
});
