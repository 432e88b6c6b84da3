import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, type Loaded } from "../../../src/index.js";
import { lintText } from "../../support/findings.js";

const WEB = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
`;

const DENY = `{ apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: { name: deny, namespace: shop }, spec: { podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress] } }`;

async function loaded(text: string, isStored = false): Promise<Loaded> {
  return loadSources([{ name: "a.yaml", text: `${WEB}---\n${text}` }], { isStored });
}

function verdictOf(input: Loaded): readonly string[] {
  const { results } = explainFlow(input, { from: "203.0.113.9", to: "shop/web", port: "80" });
  return results.map(({ verdict }) => verdict);
}

describe("a Template of OpenShift", () => {
  it.each(["v1", "template.openshift.io/v1"])(
    "of %s stands for its objects in every question",
    async (version) => {
      const input = await loaded(`apiVersion: ${version}\nkind: Template\nobjects: [${DENY}]\n`);
      expect(verdictOf(input)).toEqual(["denied"]);
    },
  );

  it("leaves a verdict unknown while a parameter of a policy isn't replaced", async () => {
    const named = DENY.replace("app: web", 'app: "${APP}"');
    expect(verdictOf(await loaded(`apiVersion: v1\nkind: Template\nobjects: [${named}]\n`))).toEqual([
      "unknown",
    ]);
  });

  it("of another group is none", async () => {
    expect(
      verdictOf(await loaded(`apiVersion: example.com/v1\nkind: Template\nobjects: [${DENY}]\n`)),
    ).toEqual(["allowed"]);
  });
});

/** The kinds that are not evaluated, and where each may decide. */
function foreign({ cluster }: Loaded): readonly string[] {
  return cluster.facts.foreignPolicies.map(
    ({ kind, count, isWriter, mayDecideIn }) =>
      `${count} ${kind} ${isWriter === true ? "writes" : "is"} ${typeof mayDecideIn === "string" ? mayDecideIn : [...mayDecideIn].join()}`,
  );
}

const kyverno = (rule: string): string =>
  `apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: { name: a }\nspec: { rules: [{ name: r, ${rule} }] }\n`;

describe("an object that a controller makes policies of", () => {
  it.each([
    [
      "of Kyverno, which generates one",
      kyverno("generate: { apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, name: deny, data: {} }"),
      ["1 ClusterPolicy writes all namespaces"],
    ],
    [
      "of Kyverno, in an expression",
      `apiVersion: policies.kyverno.io/v1alpha1\nkind: GeneratingPolicy\nspec: { variables: [{ name: p, expression: '[{"kind": dyn("NetworkPolicy")}]' }] }\n`,
      ["1 GeneratingPolicy writes all namespaces"],
    ],
    [
      "of Open Cluster Management, in a policy within a policy",
      `apiVersion: policy.open-cluster-management.io/v1\nkind: Policy\nspec: { policy-templates: [{ objectDefinition: { apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, spec: { object-templates: [{ objectDefinition: ${DENY} }] } } }] }\n`,
      ["1 Policy writes all namespaces"],
    ],
    [
      "of Open Cluster Management, in a text",
      `apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nspec:\n  object-templates-raw: |\n    - objectDefinition:\n        kind: AdminNetworkPolicy\n`,
      ["1 ConfigurationPolicy writes all namespaces"],
    ],
    [
      "of Crossplane, a policy of Cilium",
      `apiVersion: kubernetes.crossplane.io/v1alpha2\nkind: Object\nspec: { forProvider: { manifest: { apiVersion: cilium.io/v2, kind: CiliumNetworkPolicy } } }\n`,
      ["1 Object writes all namespaces"],
    ],
    [
      "for clusters that are managed from here",
      `apiVersion: work.open-cluster-management.io/v1\nkind: ManifestWork\nspec: { workload: { manifests: [${DENY}] } }\n`,
      ["1 ManifestWork writes "],
    ],
    [
      "which only asks about policies",
      kyverno("match: { any: [{ resources: { kinds: [NetworkPolicy] } }] }"),
      [],
    ],
    [
      "which holds none",
      `apiVersion: hive.openshift.io/v1\nkind: SyncSet\nspec: { resources: [{ apiVersion: v1, kind: ConfigMap }] }\n`,
      [],
    ],
    [
      "of a kind that nothing is known of",
      `apiVersion: example.com/v1\nkind: Holder\nspec: { a: ${DENY} }\n`,
      [],
    ],
  ])("is counted as not evaluated: %s", async (_what, text, kinds) => {
    expect(foreign(await loaded(text))).toEqual(kinds);
  });

  it("is in its cluster by itself where the cluster has shown it", async () => {
    const text = kyverno("generate: { apiVersion: networking.k8s.io/v1, kind: NetworkPolicy }");
    expect(foreign(await loaded(text, true))).toEqual([]);
  });

  it("is told, and silences what it may change, where there is something to evaluate", async () => {
    const text = kyverno("generate: { apiVersion: networking.k8s.io/v1, kind: NetworkPolicy }");
    const found = async (input: string): Promise<readonly string[]> =>
      (await lintText(input)).map(({ problem: { code } }) => code);
    expect(await found(`${WEB}---\n${text}`)).toEqual(["unevaluated-policy-kinds"]);
    expect(await found(text)).toEqual([]);
  });
});
