import { describe, expect, it } from "vitest";
import { kustomized } from "../../support/findings.js";
import { lint } from "../../../src/linter/lint/lint.js";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS, underlined } from "../../support/api-object.js";
import type { Diagnostic } from "../../../src/cluster/problems/diagnostic.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const policy = (name: string, labels: string, peer = ""): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec:
  podSelector: { ${labels} }
  policyTypes: [Ingress]
  ingress: [{ from: [{ podSelector: { ${peer} } }] }]
`;
const match = (labels: string): string => `matchLabels: { ${labels} }`;

async function found(
  fields: string,
  policies: readonly string[],
  code: ProblemCode = "selector-label-replaced",
): Promise<readonly Diagnostic[]> {
  const text = [`resources: [policies.yaml]\n${fields}\n`, ...policies].join("---\n");
  const loaded = await load([kustomized({ name: "example.yaml", text })], READ_OPTIONS);
  return lint(loaded).diagnostics.filter(({ rule }) => rule === code);
}

const COMMON = "commonLabels: { app: shop }";
const WEB = policy("web", match("app: web"), match("app: db"));

describe("selector-label-replaced", () => {
  it.each([
    ["a subject and a peer", COMMON, [WEB], "app=db app=web"],
    [
      "`labels` with `includeSelectors`",
      "labels: [{ pairs: { app: shop }, includeSelectors: true }]",
      [WEB],
      "app=db app=web",
    ],
    [
      "the subjects of two policies",
      COMMON,
      [policy("web", match("app: web")), policy("db", match('app: "db"'))],
      "app=db app=web",
    ],
    [
      "a peer that becomes the subject, which is written as the label has it",
      "commonLabels: { app: web }",
      [WEB],
      "app=db",
    ],
    [
      "with another label that is the same",
      COMMON,
      [policy("web", match("app: web, env: prod"), match("app: db, env: prod"))],
      "app=db app=web",
    ],
  ])("finds %s", async (_, fields, policies, replaced) => {
    const [first, ...more] = await found(fields, policies);
    expect(more).toEqual([]);
    const value = fields.includes("app: web") ? "web" : "shop";
    expect(first?.problem.facts).toMatchObject({ key: "app", value });
    const facts = first?.problem.facts as { readonly replaced: { readonly first: readonly string[] } };
    expect(facts.replaced.first.join(" ")).toBe(replaced);
    expect(first && underlined(first.problem.at)).toBe(value);
  });

  it.each([
    ["a label that nothing is told apart by", COMMON, [policy("web", match("app: web"), match("app: web"))]],
    ["the value that is written", "commonLabels: { app: web }", [policy("web", match("app: web"))]],
    ["another key", "commonLabels: { team: shop }", [WEB]],
    [
      "another label that still tells them apart",
      COMMON,
      [policy("web", match("app: web, tier: front"), match("app: db, tier: data"))],
    ],
    ["labels that leave selectors alone", "labels: [{ pairs: { app: shop } }]", [WEB]],
    [
      "a patch that sets it",
      'patches: [{ target: { kind: NetworkPolicy }, patch: "- {op: replace, path: /spec/podSelector/matchLabels/app, value: db}" }]',
      [WEB],
    ],
  ])("is silent about %s", async (_, fields, policies) => {
    expect(await found(fields, policies)).toEqual([]);
  });
});

describe("selector-label-replaced, of one selector", () => {
  const workload = (name: string, labels: string, kind = "Deployment"): string => {
    const template = `template: { metadata: { labels: { ${labels} } } }`;
    const spec = kind === "CronJob" ? `jobTemplate: { spec: { ${template} } }` : template;
    return `apiVersion: ${kind === "CronJob" ? "batch" : "apps"}/v1
kind: ${kind}
metadata: { name: ${name}, namespace: shop }
spec: { ${spec} }
`;
  };
  const KV = workload("kv", "app: kv, tier: cache");

  it.each([
    [
      "a subject, and pods without the label",
      [policy("kv", match("app: kv"), match("tier: front")), KV, workload("web", "tier: front")],
      "shop/web",
      "app=kv",
    ],
    [
      "a peer, and pods with another value",
      [policy("web", match("tier: front"), match('app: "kv"')), KV, workload("job", "app: job", "CronJob")],
      "shop/job",
      "app=kv",
    ],
    [
      "pods that have the value of the label themselves",
      [policy("kv", match("app: kv")), KV, workload("shop", "app: shop")],
      "shop/shop",
      "app=kv",
    ],
  ])("finds %s", async (_, documents, others, replaced) => {
    const [first, ...more] = await found(COMMON, documents);
    expect(more).toEqual([]);
    expect(first?.problem.facts).toMatchObject({
      replaced: { first: [replaced], more: 0 },
      others: { first: [others], more: 0 },
    });
    expect(first?.wording.message).toContain(`the pods of \`${others}\` are selected now, too`);
  });

  it.each([
    [
      "pods of which another label tells them apart",
      [policy("kv", match("app: kv, tier: cache")), KV, workload("web", "tier: front")],
    ],
    ["pods that all have the value that is written", [policy("kv", match("app: kv")), KV]],
    ["a value that no pod has", [policy("kv", match("app: mq")), KV, workload("web", "tier: front")]],
    [
      "pods of another namespace",
      [
        policy("web", match("tier: front"), match("tier: cache")).replace(
          "{ podSelector: { matchLabels: { tier: cache } } }",
          "{ namespaceSelector: { matchLabels: { team: a } }, podSelector: { matchLabels: { app: kv } } }",
        ),
        KV,
        workload("web", "tier: front"),
      ],
    ],
  ])("is silent about %s", async (_, documents) => {
    expect(await found(COMMON, documents)).toEqual([]);
  });
});

describe("a label that a kustomization adds to the selectors of policies alone", () => {
  const dns = (namespace: string, labels: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: dns, namespace: shop }
spec:
  podSelector: {}
  policyTypes: [Egress]
  egress:
    - to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ${namespace} } }, podSelector: { ${labels} } }]
      ports: [{ port: 53, protocol: UDP }, { port: 53 }]
`;
  const labels = match("k8s-app: kube-dns");
  const CODE = "peer-selects-no-pods";

  it("is on no pod of cluster DNS, which needs no pods to be seen", async () => {
    const [first, ...more] = await found(
      "commonLabels: { managed-by: argocd }",
      [dns("kube-system", labels)],
      CODE,
    );
    expect(more).toEqual([]);
    expect(first && underlined(first.problem.at)).toBe("argocd");
  });

  it.each([
    ["without it", "namePrefix: a-", dns("kube-system", labels)],
    ["for every pod of the namespace", "commonLabels: { managed-by: argocd }", dns("kube-system", "")],
    ["in a namespace that may be one's own", "commonLabels: { managed-by: argocd }", dns("lab", labels)],
  ])("is no finding %s", async (_, fields, policy) => {
    expect(await found(fields, [policy], CODE)).toEqual([]);
  });
});
