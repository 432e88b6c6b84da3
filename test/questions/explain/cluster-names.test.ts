import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, mapFlows, type Explanation } from "../../../src/index.js";
import { parseAddress, type Address } from "../../../src/base/net/address.js";
import { isNoTraffic } from "../../../src/base/net/traffic.js";

/** Documents in flow style as one stream, which would be read as JSON if it began with a brace. */
const documents = (...texts: readonly string[]): string => texts.map((text) => `---\n${text}\n`).join("");

/** Pods of `api` listen on 8443 behind 443 and deny all ingress; `db` is a headless Service of a StatefulSet. */
const TEXT = documents(
  `{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }`,
  `{ apiVersion: v1, kind: Namespace, metadata: { name: payments } }`,
  `{ apiVersion: v1, kind: Pod, metadata: { name: web, namespace: shop, labels: { app: web } } }`,
  `{ apiVersion: apps/v1, kind: Deployment, metadata: { name: backend, namespace: payments },
     spec: { replicas: 2, template: { metadata: { labels: { app: api } } } } }`,
  `{ apiVersion: v1, kind: Service, metadata: { name: api, namespace: payments },
     spec: { selector: { app: api }, ports: [{ port: 443, targetPort: 8443 }] } }`,
  `{ apiVersion: apps/v1, kind: StatefulSet, metadata: { name: pg, namespace: payments },
     spec: { replicas: 3, serviceName: db, template: { metadata: { labels: { app: pg } } } } }`,
  `{ apiVersion: v1, kind: Service, metadata: { name: db, namespace: payments },
     spec: { clusterIP: None, selector: { app: pg }, ports: [{ port: 5432 }] } }`,
  `{ apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: { name: closed, namespace: payments },
     spec: { podSelector: { matchLabels: { app: api } }, policyTypes: [Ingress] } }`,
);

async function ask(
  to: string,
  {
    port,
    text = TEXT,
    namespace,
    facts,
  }: {
    port?: string;
    text?: string;
    namespace?: string;
    facts?: {
      clusterDomain?: string;
      newNamespaces?: readonly string[];
      dns?: ReadonlyMap<string, readonly Address[]>;
    };
  } = {},
  from = "shop/web",
): Promise<Explanation> {
  const loaded = await loadSources([{ name: "a.yaml", text }], facts === undefined ? {} : { facts });
  return explainFlow(loaded, {
    from,
    to,
    ...(port === undefined ? {} : { port }),
    ...(namespace === undefined ? {} : { namespace }),
  });
}

const verdictsOf = ({ results }: Explanation): string[] => [
  ...new Set(results.map(({ verdict }) => verdict)),
];
const codesOf = ({ notes }: Explanation): string[] => notes.map(({ code }) => code);

describe("an alias of the cluster", () => {
  const aliased = (pattern: string): string =>
    TEXT +
    documents(
      `{ apiVersion: v1, kind: Service, metadata: { name: saas, namespace: shop },
         spec: { type: ExternalName, externalName: Tickets.example.org. } }`,
      `{ apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: { name: outside },
         spec: { tier: Admin, priority: 7, subject: { namespaces: {} }, egress: [
           { action: Accept, to: [{ domainNames: ["${pattern}"] }] },
           { action: Deny, to: [{ networks: ["0.0.0.0/0", "::/0"] }] }] } }`,
    );

  it.each([
    ["svc/shop/saas"],
    ["saas.shop"],
    ["saas.shop.svc"],
    ["saas.shop.svc.cluster.local"],
    ["tickets.example.org"],
  ])("is what a rule names that it stands for, asked for as %s", async (to) => {
    const verdicts = async (pattern: string): Promise<string[]> =>
      verdictsOf(await ask(to, { port: "443", text: aliased(pattern) }));
    expect(await verdicts("tickets.example.org")).toEqual(["allowed"]);
    expect(await verdicts("*.Example.org")).toEqual(["allowed"]);
    expect(await verdicts("example.org")).toEqual(["denied"]);
    const loaded = await loadSources([{ name: "a.yaml", text: aliased("*.example.org") }]);
    const map = mapFlows(loaded, { from: ["shop/web"], to: [to], port: "443" });
    const mapped = map.sources.flatMap((from) => map.flowsFrom(from));
    expect(mapped.map(({ slices }) => isNoTraffic(slices.allowed))).toEqual([false]);
  });
});

describe("a name of the cluster's DNS is the Service", () => {
  it.each([
    ["api.payments"],
    ["API.Payments"],
    ["api.payments."],
    ["api.payments.svc"],
    ["api.payments.svc.cluster.local"],
    ["api.payments.svc.cluster.local."],
  ])("%s", async (name) => {
    const explanation = await ask(name, { port: "443" });
    expect(explanation.to).toMatchObject({ kind: "Service", shownAs: "payments/api" });
    expect(verdictsOf(explanation)).toEqual(["denied"]);
    expect(explanation.results[0]?.path).toMatchObject({ number: 443 });
    expect(explanation.results[0]?.traffic.TCP).toEqual([[8443, 8443]]);
    expect(explanation.notes).toContainEqual(
      expect.objectContaining({ code: "name-of-service", service: "payments/api" }),
    );
  });

  it("under another domain of the cluster", async () => {
    const facts = { clusterDomain: "k8s.example.org" };
    const explanation = await ask("api.payments.svc.k8s.example.org", { port: "443", facts });
    expect(verdictsOf(explanation)).toEqual(["denied"]);
    await expect(ask("api.payments.svc.cluster.local", { port: "443", facts })).resolves.toMatchObject({
      to: { kind: "domain" },
    });
  });

  it.each([
    ["pg-0.db.payments", "payments/pg-0"],
    ["pg-2.db.payments.svc", "payments/pg-2"],
    ["pg-1.db.payments.svc.cluster.local", "payments/pg-1"],
    ["pg-1.db", "payments/pg-1"],
  ])("%s is the pod of a headless Service", async (name, shownAs) => {
    const explanation = await ask(name, { port: "5432" });
    expect(explanation.notes).toContainEqual(expect.objectContaining({ code: "name-of-pod", pod: shownAs }));
    expect(verdictsOf(explanation)).toEqual(["allowed"]);
    expect(explanation.results[0]?.to.members).toEqual(["payments/statefulset/pg"]);
  });

  it.each([
    ["apj.payments.svc", { code: "not-found", kind: "Service", suggestions: ["payments/svc/api"] }],
    ["apj.payments", { code: "not-found", kind: "Service", suggestions: ["payments/svc/api"] }],
    ["api.paymnts.svc.cluster.local", { code: "no-namespace", suggestions: ["payments"] }],
    ["pg-3.db.payments", { code: "not-found", name: "pg-3" }],
    ["pg-0.api.payments.svc", { code: "not-found", name: "pg-0" }],
    ["payments.svc.cluster.local", { code: "not-a-cluster-name" }],
    ["api.payments.pod.cluster.local", { code: "not-a-cluster-name" }],
  ])("%s leads nowhere and is never a name outside", async (name, problem) => {
    await expect(ask(name)).rejects.toMatchObject({ problem });
  });

  it.each([["www.example.com"], ["example.dev"], ["api.payments.example.com"]])(
    "%s is a name outside",
    async (name) => {
      expect(await ask(name)).toMatchObject({ to: { kind: "domain" } });
    },
  );

  it("in the map too", async () => {
    const loaded = await loadSources([{ name: "a.yaml", text: TEXT }]);
    const rows = mapFlows(loaded, { to: ["api.payments"], port: "443" }).destinations;
    expect(rows.map(({ id, kind }) => `${kind} ${id}`)).toEqual(["Deployment payments/deployment/backend"]);
  });
});

describe("rules about names (S-FQ-5)", () => {
  const rule = (name: string): string => `---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: by-name }
spec:
  tier: Admin
  priority: 5
  subject: { namespaces: { matchLabels: { kubernetes.io/metadata.name: shop } } }
  egress:
    - { action: Accept, to: [{ domainNames: ["${name}"] }] }
    - { action: Deny, to: [{ namespaces: {} }] }
`;
  const open = TEXT.replace("policyTypes: [Ingress]", "policyTypes: [Ingress], ingress: [{}]");

  it.each([
    ["api.payments.svc", "api.payments.svc", "undefined"],
    ["api.payments.svc", "api.payments.svc.cluster.local", "undefined"],
    ["api.payments", "*.payments.svc.cluster.local", "undefined"],
    ["api.payments.svc.cluster.local", "*.example.com", "denied"],
    ["pg-0.db.payments", "pg-0.db.payments.svc.cluster.local", "allowed"],
    ["db.payments", "db.payments.svc.cluster.local", "allowed"],
    ["payments/svc/db", "db.payments.svc.cluster.local", "allowed"],
    ["db.payments", "db.payments", "denied"],
    ["payments/svc/api", "api.payments.svc.cluster.local", "undefined"],
  ])("%s with a rule for %s is %s", async (name, pattern, verdict) => {
    const port = name.includes("api") ? "443" : "5432";
    const text = `${open}\n${rule(pattern)}`;
    // What answers there are of other names makes no difference.
    const facts = { dns: new Map([["www.example.com", [parseAddress("198.51.100.7")!]]]) };
    expect(verdictsOf(await ask(name, { port, text }))).toEqual([verdict]);
    expect(verdictsOf(await ask(name, { port, text, facts }))).toEqual([verdict]);
  });

  it.each([
    ["api.payments.svc.cluster.local", "undefined", ["fqdn-in-cluster"]],
    ["pg-0.db.payments.svc.cluster.local", "allowed", []],
    ["none.payments.svc.cluster.local", "undefined", ["fqdn-in-cluster"]],
    ["www.example.com", "allowed", []],
  ])("%s is %s where its address is given", async (name, verdict, reasons) => {
    const text = rule(name).replace("namespaces: {} }] }", "networks: [0.0.0.0/0] }] }");
    const facts = { dns: new Map([[name, [parseAddress("198.51.100.7")!]]]) };
    const explanation = await ask(name, { port: "443", text: `${open}\n${text}`, facts });
    expect(explanation.results.map((each) => [each.verdict, each.reasons.map(({ code }) => code)])).toEqual([
      [verdict, reasons],
    ]);
  });
});

describe("pasted forms", () => {
  it.each([
    ["api.payments:443", undefined],
    ["https://api.payments/x?y=1", undefined],
    ["https://api.payments:443/x", "443"],
    ["payments/svc/api:443", undefined],
    ["svc/api:443", "443/tcp"],
  ])("%s with --port %s", async (name, port) => {
    const explanation = await ask(name, port === undefined ? {} : { port });
    expect(verdictsOf(explanation)).toEqual(["denied"]);
    expect(explanation.results.map(({ path }) => path?.number)).toEqual([443]);
  });

  it.each([
    ["[2001:db8::1]:8443", [[8443, 8443]]],
    ["http://[2001:db8::1]/", [[80, 80]]],
    ["192.0.2.7:53", [[53, 53]]],
  ])("%s is an address", async (name, ports) => {
    const { to, results } = await ask(name);
    expect(to.kind).toBe("addresses" in to ? "address" : "");
    expect(results.map(({ traffic }) => traffic.TCP)).toEqual([ports]);
  });

  it.each([
    ["api.payments:443", "8443", { code: "two-ports", port: "443", given: "8443" }],
    ["https://api.payments/", "80", { code: "two-ports", port: "443", given: "80" }],
    ["foo://api.payments/", undefined, { code: "unknown-scheme", scheme: "foo" }],
  ])("%s with --port %s is no question", async (name, port, problem) => {
    await expect(ask(name, port === undefined ? {} : { port })).rejects.toMatchObject({ problem });
  });

  it("a source has no port", async () => {
    await expect(ask("svc/api", {}, "shop/web:8080")).rejects.toMatchObject({
      problem: { code: "port-of-source", name: "shop/web" },
    });
  });
});

describe("workloads come before Services of their name", () => {
  const text = `${TEXT.replace("name: backend", "name: api")}`;

  it.each([
    ["payments/api", undefined],
    ["api", undefined],
    ["api", "payments"],
  ])("%s", async (name, namespace) => {
    const explanation = await ask(
      name,
      { port: "443", text, ...(namespace === undefined ? {} : { namespace }) },
      "shop/web",
    );
    expect(explanation.to).toMatchObject({ kind: "Deployment" });
    expect(explanation.notes).toContainEqual({
      code: "service-of-same-name",
      name: "api",
      service: "payments/svc/api",
      ports: ["443 → 8443"],
    });
  });

  it("only where no workload is called so, a Service is taken", async () => {
    expect(codesOf(await ask("payments/api", { port: "443" }))).toContain("is-a-service");
  });
});

describe("what is not an endpoint", () => {
  it.each([
    ["10.0.0.300"],
    ["8.8.8.8.8"],
    ["10.0.0.0/33"],
    ["10.0.0"],
    ["2001:db8::1::2"],
    ["fe80::/129"],
    ["1.2.3.4."],
  ])("%s is no address, and no name", async (name) => {
    await expect(ask(name)).rejects.toMatchObject({ problem: { code: "invalid-address", text: name } });
  });

  it("a name outside sends nothing that policies see", async () => {
    await expect(ask("shop/web", {}, "api.example.com")).rejects.toMatchObject({
      problem: { code: "domain-as-source", name: "api.example.com" },
    });
  });

  it.each([["internt"], ["world"], ["any"], ["Internet"]])("%s may mean the internet", async (name) => {
    await expect(ask(name)).rejects.toMatchObject({
      problem: { code: "not-found", suggestions: expect.arrayContaining(["internet"]) as unknown },
    });
  });
});

describe("the namespace of a pod that does not exist yet", () => {
  it("has to be there, or near to none", async () => {
    await expect(ask("shop/web", {}, "shp/app=web")).rejects.toMatchObject({
      problem: { code: "new-namespace", namespace: "shp", suggestions: ["shop"] },
    });
    await expect(ask("shop/web", {}, "elsewhere/app=web")).rejects.toMatchObject({
      problem: { code: "new-namespace", namespace: "elsewhere", suggestions: [] },
    });
  });

  it("may be said to be new", async () => {
    const facts = { newNamespaces: ["elsewhere"] };
    expect(verdictsOf(await ask("shop/web", { facts }, "elsewhere/app=web"))).toEqual(["allowed"]);
  });

  it("may be there where the input holds no Namespace", async () => {
    const text = documents(`{ apiVersion: v1, kind: Pod, metadata: { name: web, namespace: shop } }`);
    expect(verdictsOf(await ask("shop/web", { text }, "elsewhere/app=web"))).toEqual(["allowed"]);
    await expect(ask("shop/web", { text }, "shp/app=web")).rejects.toMatchObject({
      problem: { code: "new-namespace" },
    });
  });
});
