import {
  clusterDnsObjects,
  clusterWide,
  documents,
  findingsOf,
  pod,
  policy,
  service,
} from "../../support/exposure.js";
import { describe, expect, it } from "vitest";
import { lint } from "../../../src/linter/lint/lint.js";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";

const DNS = clusterDnsObjects();
const EVERYWHERE = "tier: Admin, priority: 5, subject: { namespaces: {} }";
const SHOP =
  "tier: Admin, priority: 7, subject: { namespaces: { matchLabels: { kubernetes.io/metadata.name: shop } } }";
const ports = (...list: readonly string[]): string =>
  `ports: [${list.map((each) => `{ port: ${each.split("/")[0]}, protocol: ${each.split("/")[1]} }`).join(", ")}]`;
const OWN = "{ to: [{ podSelector: {} }] }";

const egress = (...rules: readonly string[]): string =>
  policy("shop", "web", `{ podSelector: {}, policyTypes: [Egress], egress: [${rules.join(", ")}] }`);

/** What is found of a pod `shop/web`, in one line each. */
async function missing(...texts: readonly string[]): Promise<string[]> {
  const all = await findingsOf("dns-egress-missing", documents(pod("shop", "web"), ...texts));
  return all.map(({ at, facts }) => {
    const asked = facts.missing.map((each) => `${each.port}/${each.protocol}`).join(" ");
    return `${at}: ${facts.cause}, ${facts.concerned.first} of ${facts.concerned.count}, ${asked}`;
  });
}

describe("dns-egress-missing", () => {
  const TO_DNS = "to: [{ namespaceSelector: {}, podSelector: { matchLabels: { app: coredns } } }]";

  it.each([
    ["no rule is about it", [OWN], ["Egress: no-rule, shop/web of 1, 53/UDP 53/TCP"]],
    ["one allows both protocols", [OWN, `{ ${TO_DNS}, ${ports("53/UDP", "53/TCP")} }`], []],
    ["one allows every port", [OWN, `{ ${TO_DNS} }`], []],
    ["one allows the port to everybody", [OWN, `{ ${ports("53/UDP", "53/TCP")} }`], []],
    [
      "one allows UDP alone",
      [OWN, `{ ${TO_DNS}, ${ports("53/UDP")} }`],
      ["53: other-protocol, shop/web of 1, 53/TCP"],
    ],
    [
      "one allows TCP alone",
      [OWN, `{ ${TO_DNS}, ports: [{ port: 53 }] }`],
      ["53: other-protocol, shop/web of 1, 53/UDP"],
    ],
    [
      "one allows the address of the Service",
      [`{ to: [{ ipBlock: { cidr: 10.96.0.10/32 } }], ${ports("53/UDP")} }`],
      ["10.96.0.10/32: service-address, shop/web of 1, 53/UDP 53/TCP"],
    ],
    [
      "one allows the addresses of the pods",
      [`{ to: [{ ipBlock: { cidr: 10.0.0.0/8 } }], ${ports("53/UDP", "53/TCP")} }`],
      [],
    ],
    [
      "one allows the address of the Service on another port",
      [`{ to: [{ ipBlock: { cidr: 10.96.0.10/32 } }], ${ports("443/TCP")} }`],
      ["Egress: no-rule, shop/web of 1, 53/UDP 53/TCP"],
    ],
    ["the pods may send nothing, and need no names", [], []],
  ])("where %s", async (_, rules, found) => {
    expect(await missing(DNS, egress(...rules))).toEqual(found);
  });

  it("says nothing where the addresses of the DNS pods decide, and are not told", async () => {
    const untold = documents(
      service("kube-system", "kube-dns", "{ selector: { app: a }, ports: [{ port: 53, protocol: UDP }] }"),
      pod("kube-system", "a"),
    );
    const near = egress(`{ to: [{ ipBlock: { cidr: 10.0.0.0/8 } }], ${ports("53/UDP")} }`);
    expect(await missing(untold, near)).toEqual([]);
    expect(await missing(untold, near.replace("port: 53", "port: 54"))).toHaveLength(1);
  });

  it("is not about pods that no policy isolates", async () => {
    expect(await missing(DNS)).toEqual([]);
    expect(await missing(DNS, policy("shop", "web", "{ podSelector: {}, policyTypes: [Ingress] }"))).toEqual(
      [],
    );
  });

  it("is not about the DNS pods themselves, nor about pods of their nodes' network", async () => {
    const own = policy(
      "kube-system",
      "dns",
      "{ podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ ipBlock: { cidr: 192.0.2.0/24 } }] }] }",
    );
    expect(await missing(DNS, own)).toEqual([]);
    const host = policy(
      "agents",
      "host",
      "{ podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ podSelector: {} }] }] }",
    );
    expect(await missing(DNS, pod("agents", "log", "[]", "hostNetwork: true, "), host)).toEqual([]);
    expect(await missing(DNS, pod("agents", "log"), host)).toHaveLength(1);
  });

  it("knows the port on which the pods listen behind the Service", async () => {
    const moved = clusterDnsObjects(5353);
    expect(await missing(moved, egress(OWN, `{ ${TO_DNS}, ${ports("53/UDP", "53/TCP")} }`))).toEqual([
      "53: service-port, shop/web of 1, 5353/UDP 5353/TCP",
    ]);
    expect(await missing(moved, egress(OWN, `{ ${TO_DNS}, ${ports("5353/UDP", "5353/TCP")} }`))).toEqual([]);
  });

  it("is one finding for each cause, with as few policies as say it", async () => {
    const closed = policy("shop", "closed", "{ podSelector: {}, policyTypes: [Egress] }");
    const own = (app: string): string =>
      policy(
        "shop",
        app,
        `{ podSelector: { matchLabels: { app: ${app} } }, policyTypes: [Egress], egress: [${OWN}] }`,
      );
    const two = documents(pod("shop", "cart"), closed, own("web"), own("cart"));
    const [only, ...others] = await findingsOf("dns-egress-missing", documents(pod("shop", "web"), DNS, two));
    expect(others).toEqual([]);
    expect(only?.facts.concerned).toEqual({ first: "shop/cart", count: 2 });
  });

  /** DNS is missing among the rules that are there: the one that closes has none, whichever of them is read first. */
  it.each(["closed", "zero"])(
    "is of one pod alone at the policy with the rules, not at `%s`, which closes",
    async (name) => {
      const closed = policy("shop", name, "{ podSelector: {}, policyTypes: [Egress] }");
      expect(await missing(DNS, closed, egress(OWN))).toHaveLength(1);
      const text = documents(pod("shop", "web"), DNS, closed, egress(OWN));
      const file = { name: "input.yaml", text };
      const loaded = await load([{ type: "file", file, isNamed: true }], READ_OPTIONS);
      const found = lint(loaded).diagnostics.filter(({ rule }) => rule === "dns-egress-missing");
      expect(found.map(({ problem }) => problem.object?.name)).toEqual(["web"]);
    },
  );

  it("names a deny for some namespaces, and leaves one for every namespace to the rule about those", async () => {
    const deny = 'egress: [{ name: closed, action: Deny, to: [{ networks: ["0.0.0.0/0"] }] }]';
    expect(await missing(DNS, clusterWide("closed", SHOP, deny))).toEqual([
      "Deny: denied, shop/web of 1, 53/UDP 53/TCP",
    ]);
    expect(await missing(DNS, clusterWide("closed", EVERYWHERE, deny))).toEqual([]);
  });

  it("asks the Service that is named, and no other then", async () => {
    const spec = "{ selector: { app: resolver }, ports: [{ port: 53, protocol: UDP, targetPort: dns }] }";
    const other = documents(
      service("dns", "resolver", spec),
      pod("dns", "resolver", "[{ name: dns, containerPort: 8053, protocol: UDP }]"),
    );
    const text = documents(
      pod("shop", "web"),
      DNS,
      other,
      egress(OWN, `{ ${TO_DNS}, ${ports("53/UDP", "53/TCP")} }`),
    );
    expect(await findingsOf("dns-egress-missing", text)).toEqual([]);
    const facts = { dnsService: { namespace: "dns", name: "resolver" } };
    expect(await findingsOf("dns-egress-missing", text, { facts })).toMatchObject([
      { facts: { dns: "dns/resolver", missing: [{ protocol: "UDP", port: 8053 }], isPartial: false } },
    ]);
  });
});

const vendor = (name = "api.example.com", port = 443): string =>
  `{ name: vendor, action: Accept, to: [{ domainNames: ["${name}"] }], protocols: [{ tcp: { destinationPort: { number: ${port} } } }] }`;
const NOTHING = '{ name: closed, action: Deny, to: [{ networks: ["0.0.0.0/0", "::/0"] }] }';
const ACCEPT_DNS =
  "{ name: dns, action: Accept, to: [{ namespaces: { matchLabels: { kubernetes.io/metadata.name: kube-system } } }], protocols: [{ udp: { destinationPort: { number: 53 } } }, { tcp: { destinationPort: { number: 53 } } }] }";
const CLOSED_80 = NOTHING.replace(/ }$/, ", protocols: [{ tcp: { destinationPort: { number: 80 } } }] }");
const rules = (...list: readonly string[]): string => `egress: [${list.join(", ")}]`;

describe("domain-names-without-dns", () => {
  const found = (...texts: readonly string[]): ReturnType<typeof findingsOf<"domain-names-without-dns">> =>
    findingsOf("domain-names-without-dns", documents(pod("shop", "web"), DNS, ...texts));

  it.each([
    ["a deny behind the names covers it", rules(vendor(), NOTHING), "rule"],
    ["a deny behind the names, DNS accepted before", rules(ACCEPT_DNS, vendor(), NOTHING), undefined],
    [
      "over UDP alone is not never",
      rules(ACCEPT_DNS.replace(/, { tcp: .*/, "] }"), vendor(), NOTHING),
      undefined,
    ],
    ["nothing denies it", rules(vendor()), undefined],
    ["the names are the cluster's own", rules(vendor("db.shop.svc.cluster.local"), NOTHING), undefined],
  ])("where %s", async (_, list, denies) => {
    const all = await found(clusterWide("vendor", SHOP, list));
    expect(all.map(({ facts }) => facts.denies)).toEqual(denies === undefined ? [] : [denies]);
  });

  it("where a NetworkPolicy isolates the pods; that is then not told as missing DNS too", async () => {
    const text = documents(clusterWide("vendor", SHOP, rules(vendor())), egress(OWN));
    expect(await found(text)).toMatchObject([
      {
        at: '"api.example.com"',
        facts: {
          name: "api.example.com",
          dns: "kube-system/kube-dns",
          denies: "isolation",
          missing: [
            { protocol: "UDP", port: 53 },
            { protocol: "TCP", port: 53 },
          ],
          concerned: { first: "shop/web", count: 1 },
        },
      },
    ]);
    expect(await missing(DNS, text)).toEqual([]);
  });

  it("leaves a deny for every namespace to the rule about those", async () => {
    expect(await found(clusterWide("vendor", EVERYWHERE, rules(vendor(), NOTHING)))).toEqual([]);
  });
});

describe("domain-names-without-deny", () => {
  const found = (...texts: readonly string[]): ReturnType<typeof findingsOf<"domain-names-without-deny">> =>
    findingsOf("domain-names-without-deny", documents(pod("shop", "web"), ...texts));
  const ALONE = clusterWide("vendor", SHOP, rules(vendor()));
  const below = (networks: string, tier = "tier: Admin, priority: 90"): string =>
    clusterWide(
      "closed",
      `${tier}, subject: { namespaces: {} }`,
      rules(`{ name: closed, action: Deny, to: [{ networks: [${networks}] }] }`),
    );

  it.each([
    ["alone", [ALONE], 1],
    ["with a deny of another port", [ALONE, clusterWide("b", SHOP.replace("7", "9"), rules(CLOSED_80))], 1],
    ["with a deny in the policy", [clusterWide("vendor", SHOP, rules(vendor(), NOTHING))], 0],
    ["with a deny in another policy", [ALONE, below('"0.0.0.0/0"')], 0],
    ["with a deny of some of the internet", [ALONE, below('"8.0.0.0/8"')], 0],
    ["with a deny of the cluster's addresses", [ALONE, below('"10.0.0.0/8"')], 1],
    ["with a Baseline", [ALONE, below('"0.0.0.0/0"', "tier: Baseline, priority: 0")], 0],
    ["with a NetworkPolicy that isolates", [ALONE, egress(OWN)], 0],
    ["with one that isolates ingress alone", [ALONE, policy("shop", "in", "{ podSelector: {} }")], 1],
    ["for no pod of the input", [clusterWide("vendor", SHOP.replace("shop", "till"), rules(vendor()))], 0],
  ])("%s", async (_, texts, count) => {
    expect(await found(...texts)).toHaveLength(count);
  });

  it("counts the workloads; where one of them is restricted, the list is no mistake", async () => {
    const all = clusterWide("vendor", EVERYWHERE, rules(vendor()));
    const [only] = await found(all, pod("till", "app"));
    expect(only?.facts).toMatchObject({
      name: "api.example.com",
      traffic: { TCP: [[443, 443]], UDP: [] },
      concerned: { first: "shop/web", count: 2 },
    });
    const closed = policy("till", "closed", "{ podSelector: {}, policyTypes: [Egress] }");
    expect(await found(all, pod("till", "app"), closed)).toEqual([]);
  });
});

describe("domain-names-shadowed-by-networks", () => {
  const found = (
    ...texts: readonly string[]
  ): ReturnType<typeof findingsOf<"domain-names-shadowed-by-networks">> =>
    findingsOf("domain-names-shadowed-by-networks", documents(pod("shop", "web"), ...texts));
  const behind = (networks: string): string =>
    clusterWide(
      "vendor",
      SHOP,
      rules(`{ name: closed, action: Deny, to: [{ networks: [${networks}] }] }`, vendor()),
    );
  const OPEN = NOTHING.replace("Deny", "Accept");
  const BOTH = vendor().replace(
    /protocols: .*/,
    "protocols: [{ tcp: { destinationPort: { range: { start: 80, end: 443 } } } }] }",
  );
  const DUAL = `${pod("shop", "cart")}status: { podIPs: [{ ip: 10.0.0.7 }, { ip: "2001:db8::7" }] }\n`;

  it.each([
    ["every address", [behind('"0.0.0.0/0", "::/0"')], 1],
    ["every address of the one family of the input", [behind('"0.0.0.0/0"')], 1],
    ["every address of one of two families", [behind('"0.0.0.0/0"'), DUAL], 0],
    ["some addresses", [behind('"8.0.0.0/8"')], 0],
    ["the names first", [clusterWide("vendor", SHOP, rules(vendor(), NOTHING))], 0],
    ["other ports", [clusterWide("vendor", SHOP, rules(CLOSED_80, vendor()))], 0],
    // Of the names' ports one is denied to every address, and the others are allowed to every address.
    ["what lets the rest of their ports out", [clusterWide("vendor", SHOP, rules(CLOSED_80, OPEN, BOTH))], 0],
    ["by isolation, which comes later", [clusterWide("vendor", SHOP, rules(vendor())), egress(OWN)], 0],
  ])("%s", async (_, texts, count) => {
    expect(await found(...texts)).toHaveLength(count);
  });

  it("names a policy of higher precedence", async () => {
    const text = documents(
      clusterWide("first", EVERYWHERE, rules(NOTHING)),
      clusterWide("vendor", SHOP, rules(vendor())),
    );
    expect(await found(text)).toMatchObject([
      {
        at: '"api.example.com"',
        facts: {
          by: "ClusterNetworkPolicy first",
          isSamePolicy: false,
          concerned: { first: "shop/web", count: 1 },
        },
      },
    ]);
  });
});

describe("deny-hits-cluster-services", () => {
  const NODE = `apiVersion: v1
kind: Node
metadata: { name: control, labels: { node-role.kubernetes.io/control-plane: "" } }
status: { addresses: [{ type: InternalIP, address: 192.168.0.2 }] }
`;
  const hits = async (...texts: readonly string[]): Promise<string[]> => {
    const all = await findingsOf("deny-hits-cluster-services", documents(pod("shop", "web"), ...texts));
    return all.map(
      ({ at, facts }) => `${at} ${facts.direction}: ${facts.needs.join(" ")}, ${facts.concerned.count}`,
    );
  };
  const NOT_SYSTEM =
    "tier: Admin, priority: 5, subject: { namespaces: { matchExpressions: [{ key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system] }] } }";
  const egressDeny = (head: string, ...before: readonly string[]): string =>
    clusterWide("closed", head, rules(...before, NOTHING));
  const ACCEPT_API =
    "{ name: api, action: Accept, to: [{ nodes: {} }], protocols: [{ tcp: { destinationPort: { number: 6443 } } }] }";

  it.each([
    ["everything", [DNS, NODE, egressDeny(EVERYWHERE)], ["Deny egress: dns api-server kube-system, 2"]],
    ["all but of the system", [DNS, NODE, egressDeny(NOT_SYSTEM)], ["Deny egress: dns api-server, 1"]],
    ["without DNS in the input", [NODE, egressDeny(EVERYWHERE)], ["Deny egress: api-server, 1"]],
    [
      "with DNS accepted before",
      [DNS, NODE, egressDeny(NOT_SYSTEM, ACCEPT_DNS)],
      ["Deny egress: api-server, 1"],
    ],
    ["with both accepted before", [DNS, NODE, egressDeny(NOT_SYSTEM, ACCEPT_DNS, ACCEPT_API)], []],
    ["for one namespace", [DNS, NODE, egressDeny(SHOP)], []],
    [
      "of other addresses",
      [
        DNS,
        clusterWide("a", EVERYWHERE, rules('{ name: a, action: Deny, to: [{ networks: ["8.0.0.0/8"] }] }')),
      ],
      [],
    ],
    [
      "of the metadata service",
      [
        DNS,
        NODE,
        clusterWide(
          "a",
          EVERYWHERE,
          rules('{ name: a, action: Deny, to: [{ networks: ["169.254.169.254/32"] }] }'),
        ),
      ],
      [],
    ],
    [
      "of ingress",
      [DNS, clusterWide("a", EVERYWHERE, "ingress: [{ name: a, action: Deny, from: [{ namespaces: {} }] }]")],
      ["Deny ingress: dns, 1"],
    ],
    [
      "of ingress of other namespaces",
      [DNS, clusterWide("a", NOT_SYSTEM, "ingress: [{ name: a, action: Deny, from: [{ namespaces: {} }] }]")],
      [],
    ],
    [
      "by a Baseline",
      [DNS, clusterWide("a", EVERYWHERE.replace("Admin", "Baseline"), rules(NOTHING))],
      ["Deny egress: dns kube-system, 2"],
    ],
    ["by a NetworkPolicy, which is for one namespace", [DNS, egress(OWN)], []],
    [
      "of nothing that is needed, beside a NetworkPolicy that closes DNS",
      [
        DNS,
        clusterWide("a", EVERYWHERE, rules('{ name: a, action: Deny, to: [{ networks: ["8.0.0.0/8"] }] }')),
        policy("kube-system", "closed", "{ podSelector: {}, policyTypes: [Ingress] }"),
      ],
      [],
    ],
    [
      "of nothing that is needed, beside NetworkPolicies that close DNS, the API server and the internet",
      [
        DNS,
        NODE,
        clusterWide("a", EVERYWHERE, rules('{ name: a, action: Deny, to: [{ networks: ["8.0.0.0/8"] }] }')),
        egress(OWN),
        policy("kube-system", "closed", `{ podSelector: {}, policyTypes: [Egress], egress: [${OWN}] }`),
      ],
      [],
    ],
    [
      "of everything, beside a NetworkPolicy that closes DNS",
      [DNS, egressDeny(NOT_SYSTEM), egress(OWN)],
      ["Deny egress: dns, 1"],
    ],
    [
      "but of pods with a label",
      [
        DNS,
        egressDeny(
          "tier: Admin, priority: 5, subject: { pods: { namespaceSelector: {}, podSelector: { matchExpressions: [{ key: open, operator: DoesNotExist }] } } }",
        ),
      ],
      ["Deny egress: dns kube-system, 2"],
    ],
    [
      "of pods with a label",
      [
        DNS,
        egressDeny(
          "tier: Admin, priority: 5, subject: { pods: { namespaceSelector: {}, podSelector: { matchLabels: { app: web } } } }",
        ),
      ],
      [],
    ],
  ])("%s", async (_, texts, found) => {
    expect(await hits(...texts)).toEqual(found);
  });

  it("tells a protocol apart that is forgotten", async () => {
    const udp = ACCEPT_DNS.replace(/, { tcp: .*/, "] }");
    const text = documents(pod("shop", "web"), DNS, egressDeny(NOT_SYSTEM, udp));
    const [only] = await findingsOf("deny-hits-cluster-services", text);
    expect(only?.facts).toMatchObject({ needs: ["dns"], dns: "kube-system/kube-dns", dnsOver: "TCP" });
    const [both] = await findingsOf("deny-hits-cluster-services", text.replace(udp, vendor()));
    expect(both?.facts.dnsOver).toBeUndefined();
  });

  it("asks for the port of the API server behind Service kubernetes", async () => {
    const kubernetes = service("default", "kubernetes", "{ ports: [{ port: 443, targetPort: 7443 }] }");
    const text = [NODE, kubernetes, egressDeny(NOT_SYSTEM, ACCEPT_API)];
    expect(await hits(...text)).toEqual(["Deny egress: api-server, 1"]);
    expect(await hits(...text.map((each) => each.replace("6443", "7443")))).toEqual([]);
  });

  it("tells of pods of the system that keep others out", async () => {
    const metrics = pod("kube-system", "metrics", "[{ containerPort: 4443 }]");
    const deny = clusterWide(
      "a",
      EVERYWHERE,
      "ingress: [{ name: a, action: Deny, from: [{ namespaces: {} }] }]",
    );
    expect(await hits(DNS, metrics, deny)).toEqual(["Deny ingress: dns kube-system, 2"]);
  });
});

describe("without cluster DNS in the input", () => {
  it("the rules about it are silent, and named", async () => {
    const text = documents(pod("shop", "web"), egress(OWN));
    const loaded = await load(
      [{ type: "file", file: { name: "a.yaml", text }, isNamed: true }],
      READ_OPTIONS,
    );
    const { diagnostics, skipped } = lint(loaded);
    expect(diagnostics.map(({ rule }) => rule)).not.toContain("dns-egress-missing");
    expect(skipped.filter(({ missing: needs }) => needs.includes("dns"))).toEqual([
      // Of the others, nothing in the input is what they are about.
      { rule: "dns-egress-missing", missing: ["dns"] },
    ]);
  });
});
