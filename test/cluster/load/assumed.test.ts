import { describe, expect, it } from "vitest";
import { explainFlow, lint, loadSources, type Loaded } from "../../../src/index.js";
import { clusterDns } from "../../../src/cluster/model/cluster-dns.js";
import type { Assumption } from "../../../src/cluster/problems/condition.js";
import type { SourceOptions } from "../../../src/index.js";

const WEB =
  "apiVersion: v1\nkind: Pod\nmetadata: { name: web, namespace: shop, labels: { app: web } }\nspec: { containers: [{ name: c, image: i }] }\n---\n";

/** An egress policy of `web` with one rule. */
const EGRESS = (to: string, ports = ""): string =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: web, namespace: shop }\nspec: { podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [{ to: [${to}]${ports} }] }\n---\n`;

const SYSTEM = "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } } }";

function loaded(text: string, assumptions: readonly Assumption[], more: SourceOptions = {}): Promise<Loaded> {
  return loadSources([{ name: "a.yaml", text }], { assumptions, ...more });
}

async function verdict(
  text: string,
  to: string,
  port: string,
  ...assumptions: Assumption[]
): Promise<string> {
  const { cluster } = await loaded(text, assumptions);
  const { results } = explainFlow({ cluster }, { from: "shop/web", to, port });
  return [...new Set(results.map((each) => each.verdict))].join(" ");
}

describe("assumed DNS", () => {
  it.each<readonly [string, Assumption, string, string, string]>([
    ["the namespace of the system", "dns", SYSTEM, "kube-system/coredns", "53/udp"],
    [
      "its labels",
      "dns",
      "{ namespaceSelector: {}, podSelector: { matchLabels: { k8s-app: kube-dns } } }",
      "kube-system/coredns",
      "53/tcp",
    ],
    [
      "OpenShift's namespace, whose pods listen elsewhere",
      "openshift-dns",
      SYSTEM.replace("kube-system", "openshift-dns"),
      "openshift-dns/dns-default",
      "5353/udp",
    ],
  ])("is reached by %s", async (_what, assumption, peer, to, port) => {
    expect(await verdict(WEB + EGRESS(peer), to, port, assumption)).toBe("allowed");
    expect(
      await verdict(WEB + EGRESS("{ podSelector: { matchLabels: { app: db } } }"), to, port, assumption),
    ).toBe("denied");
  });

  it("is what the input lacks: a Service that leads to pods, and is said to be assumed", async () => {
    const { cluster, conditions, summary, problems } = await loaded(WEB, ["dns"]);
    expect(clusterDns(cluster)).toMatchObject({
      name: "kube-system/kube-dns",
      resolvers: [{ ports: [{}, {}] }],
    });
    expect(conditions).toEqual([{ type: "assumed", assumption: "dns" }]);
    expect(problems).toEqual([]);
    // Nobody has written it.
    expect([...summary.objects]).toEqual([["Pod", 1]]);
  });

  const own = (kind: string, name: string, namespace = "kube-system"): string =>
    `apiVersion: ${kind === "Service" ? "v1" : "apps/v1"}\nkind: ${kind}\nmetadata: { name: ${name}, namespace: ${namespace} }\nspec: {}\n---\n`;

  it.each<readonly [string, string, SourceOptions]>([
    ["a Service of its own", own("Service", "kube-dns"), {}],
    ["pods of its own", own("DaemonSet", "node-local-dns"), {}],
    ["another platform's", own("DaemonSet", "dns-default", "openshift-dns"), {}],
    ["a Service that is named", WEB, { facts: { dnsService: { namespace: "net", name: "resolver" } } }],
    ["the whole cluster", WEB, { facts: { isComplete: true } }],
    ["what a server has stored", WEB, { isStored: true }],
  ])("is not added to %s", async (_what, text, more) => {
    const { cluster, conditions } = await loaded(text, ["dns"], more);
    expect(conditions).toEqual([]);
    expect(cluster.workloads.map(({ name }) => name)).not.toContain("coredns");
  });

  it("is nobody's mistake, and its pods count for what the linter asks", async () => {
    const rules = async (text: string, ...assumptions: Assumption[]): Promise<readonly string[]> =>
      lint(await loaded(text, assumptions, { purpose: "lint" })).diagnostics.map(
        ({ rule, problem }) => `${rule} ${problem.at.document.file.name}`,
      );
    const db = WEB.replaceAll("web", "db");
    const open = WEB + db + EGRESS("{ podSelector: {} }", ", ports: [{ port: 5432 }]");
    expect(await rules(open)).toContain("dns-port-never-allowed a.yaml");
    const found = await rules(open, "dns", "system-namespaces");
    expect(found).toContain("dns-egress-missing a.yaml");
    expect(found.filter((each) => each.includes("assumed"))).toEqual([]);
    expect(await rules(WEB + db + EGRESS(SYSTEM), "dns")).not.toContain("dns-egress-missing a.yaml");
  });
});

describe("assumed namespaces", () => {
  it("have no labels but their names, unless the input has them", async () => {
    const labels = async (text: string): Promise<unknown> => {
      const { cluster } = await loaded(text, ["system-namespaces"]);
      const { labels: known, isKnown } = cluster.namespaces.get("kube-system") ?? {};
      return { known, isKnown };
    };
    expect(await labels(WEB)).toEqual({
      known: { "kubernetes.io/metadata.name": "kube-system" },
      isKnown: true,
    });
    const own = "apiVersion: v1\nkind: Namespace\nmetadata: { name: kube-system, labels: { team: ops } }\n";
    expect(await labels(own)).toEqual({
      known: { "kubernetes.io/metadata.name": "kube-system", team: "ops" },
      isKnown: true,
    });
  });

  it("settle what hangs on their labels alone", async () => {
    const peer = "{ namespaceSelector: { matchLabels: { name: kube-system } } }";
    expect(await verdict(WEB + EGRESS(peer), "kube-system/coredns", "53/udp", "dns")).toBe("unknown");
    expect(
      await verdict(WEB + EGRESS(peer), "kube-system/coredns", "53/udp", "dns", "system-namespaces"),
    ).toBe("denied");
  });

  it("are no condition where the input has all of them", async () => {
    const all = ["default", "kube-node-lease", "kube-public", "kube-system"]
      .map((name) => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n---\n`)
      .join("");
    expect((await loaded(all, ["system-namespaces"])).conditions).toEqual([]);
  });
});

it("whoever assumes nothing is told of no DNS that nobody has", async () => {
  const text = WEB + EGRESS("{ podSelector: { matchLabels: { app: db } } }");
  const rules = async (more: SourceOptions): Promise<readonly string[]> =>
    lint(await loaded(text, [], { purpose: "lint", ...more })).diagnostics.map(({ rule }) => rule);
  expect(await rules({})).toContain("dns-port-never-allowed");
  expect(await rules({ facts: { assumesDns: false } })).not.toContain("dns-port-never-allowed");
});
