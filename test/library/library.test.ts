import { describe, expect, it } from "vitest";
import { adminEgress, DENY_ALL } from "../cli/manifests.js";
import { newestDefinition, withRules } from "../support/crd.js";
import { ADMIN, BETA, CLUSTER, RELEASED } from "../cli/convert-options.js";
import {
  checksInWorker,
  convertSources,
  definitionsIn,
  explainFlow,
  lint,
  loadSources,
  mapFlows,
  QuestionError,
  showPlace,
  STRICT,
  type Definition,
  type Source,
  type SourceOptions,
} from "../../src/index.js";

const WEB = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec: { containers: [] }
`;
const CART = WEB.replaceAll("web", "cart");
const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: cart-from-web, namespace: shop }
spec:
  podSelector: { matchLabels: { app: cart } }
  policyTypes: [Ingress]
  ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: 7070 }] }]
`;
const SOURCES: readonly Source[] = [
  { name: "pods.yaml", text: `${WEB}---\n${CART}` },
  { name: "policy.yaml", text: POLICY },
];

describe("the library", () => {
  it("loads sources into a cluster", async () => {
    const { cluster, problems, summary } = await loadSources(SOURCES);
    expect(cluster.workloads.map(({ name }) => name).toSorted()).toEqual(["cart", "web"]);
    expect(cluster.policies.map(({ ref }) => ref.name)).toEqual(["cart-from-web"]);
    expect(problems).toEqual([]);
    expect([...summary.objects]).toEqual([
      ["NetworkPolicy", 1],
      ["Pod", 2],
    ]);
  });

  it("converts older manifests, and says what that changes", async () => {
    const old: Source = { name: "old.yaml", text: `${ADMIN}---\n${BETA}` };
    const {
      files,
      conversions,
      left,
      diff: compared,
      everywhere,
    } = await convertSources([old], { context: SOURCES });
    expect([...files].map(([file, { name, text }]) => [file, name, text])).toEqual([
      [old, "old.yaml", `${CLUSTER}---\n${RELEASED}`],
    ]);
    expect(conversions.map(({ becomes }) => becomes.map(({ kind }) => kind))).toEqual([
      ["ClusterNetworkPolicy"],
      ["NetworkPolicy"],
    ]);
    expect({ left, changes: compared.changes, everywhere }).toEqual({
      left: [],
      changes: [],
      everywhere: { holds: true, aloneIn: ["Admin"] },
    });
    const one = await convertSources([old], { target: "networking.k8s.io/v1" });
    expect([...one.files.values()].map(({ text }) => text)).toEqual([`${ADMIN}---\n${RELEASED}`]);
  });

  it("says what is wrong instead of throwing", async () => {
    const broken = { name: "broken.yaml", text: "kind: [\n" };
    const { problems } = await loadSources([
      broken,
      { name: "p.yaml", text: POLICY.replace("Ingress", "Inbound") },
    ]);
    expect(problems.map(({ code }) => code).toSorted()).toEqual(["not-analysed", "schema"]);
  });

  it("validates by the CRDs of a cluster, whose rules run in a worker", async () => {
    const file = {
      name: "crd.json",
      text: newestDefinition("ClusterNetworkPolicy", withRules({ rule: "self.priority > 8", message: "no" })),
    };
    const crds = new Map<string, Definition>();
    for (const { definition } of definitionsIn(file))
      if (definition !== undefined) crds.set(definition.kind, definition);
    const policy = { name: "admin.yaml", text: adminEgress("tenants", DENY_ALL) };
    const codes = async (options: SourceOptions): Promise<string[]> =>
      (await loadSources([policy], options)).problems.map(({ code }) => code);
    expect(await codes({})).toEqual([]);
    expect(await codes({ crds })).toEqual(["not-analysed"]);
    expect(await codes({ crds, runChecks: checksInWorker() })).toEqual(["cel"]);
  });

  it("explains a flow", async () => {
    const loaded = await loadSources(SOURCES);
    const verdicts = (port: string, from = "shop/web"): string[] =>
      explainFlow(loaded, { from, to: "cart", port }).results.map(({ verdict }) => verdict);
    expect(verdicts("7070")).toEqual(["allowed"]);
    expect(verdicts("7071")).toEqual(["denied"]);
    expect(verdicts("7070-7071").toSorted()).toEqual(["allowed", "denied"]);
    const [result] = explainFlow(loaded, {
      from: "web",
      to: "cart",
      port: "7070",
      namespace: "shop",
    }).results;
    const decided = result?.ingress.steps.find(({ decides }) => decides);
    if (decided?.type !== "rule") throw new Error("a rule decides");
    expect(showPlace(decided.at)).toMatchObject({ file: "policy.yaml", start: { line: 7 } });
    expect(explainFlow(loaded, { from: "web", to: "cart", profile: STRICT }).results).not.toEqual([]);
  });

  it("refuses a question that cannot be read or names nothing", async () => {
    const loaded = await loadSources(SOURCES);
    expect(() => explainFlow(loaded, { from: "web", to: "card" })).toThrow(QuestionError);
    expect(() => explainFlow(loaded, { from: "web", to: "cart", port: "0" })).toThrow(QuestionError);
    expect(() => explainFlow(loaded, { from: "web", to: "cart", protocol: "quic" })).toThrow(QuestionError);
  });

  it("lints", async () => {
    const text = POLICY.replace("port: 7070", "port: 90, endPort: 80");
    const loaded = await loadSources([{ name: "a.yaml", text }], { purpose: "lint" });
    const { diagnostics } = lint(loaded, { only: new Set(["invalid-port-range"]) });
    expect(diagnostics.map(({ rule, level, category }) => ({ rule, level, category }))).toEqual([
      { rule: "invalid-port-range", level: "error", category: "rejected" },
    ]);
    const [finding] = diagnostics;
    expect(finding?.wording.message).toBe("`endPort` `80` is below `port` `90`");
    expect(finding === undefined ? undefined : showPlace(finding.problem.at)).toMatchObject({
      file: "a.yaml",
      start: { line: 7 },
    });
    const levels = new Map([["invalid-port-range", "off" as const]]);
    expect(lint(loaded, { levels }).diagnostics.map(({ rule }) => rule)).not.toContain("invalid-port-range");
  });
});

describe("mapFlows", () => {
  it("says who reaches whom, as the command line does", async () => {
    const loaded = await loadSources(SOURCES);
    const map = mapFlows(loaded, { to: ["shop/cart"], port: "7070" });
    const allowed = map.sources.flatMap((from) =>
      map.flowsFrom(from).map(({ to, slices }) => [from.id, to.id, slices.allowed.TCP]),
    );
    expect(allowed).toEqual([
      ["shop/pod/web", "shop/pod/cart", [[7070, 7070]]],
      ["ip/0.0.0.0/0", "shop/pod/cart", []],
    ]);
  });

  it("is about all traffic where nothing is said, and adds what does not exist where that is asked", async () => {
    const { sources } = mapFlows(await loadSources(SOURCES), { exposure: true });
    expect(sources.map(({ id }) => id)).toContain("shop/labels/app=web");
    const map = mapFlows(await loadSources(SOURCES), { from: ["shop/cart"], to: ["shop/web"] });
    const [flow] = map.sources.flatMap((from) => map.flowsFrom(from));
    expect(flow?.slices.allowed).toEqual({
      TCP: [[1, 65_535]],
      UDP: [[1, 65_535]],
      SCTP: [[1, 65_535]],
      other: true,
    });
  });

  it("throws for what cannot be read or is not there", async () => {
    const loaded = await loadSources(SOURCES);
    expect(() => mapFlows(loaded, { from: ["shop/nowhere"] })).toThrow(QuestionError);
    expect(() => mapFlows(loaded, { port: "0" })).toThrow(QuestionError);
  });
});
