import { describe, expect, it } from "vitest";
import { ROLLOUT } from "../../../../src/cluster/kinds/workload/rollout.js";
import { apiObject, READ_OPTIONS } from "../../../support/api-object.js";
import { documents, findingsOf, pod, policy, service } from "../../../support/exposure.js";

const rollout = (spec: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: web, namespace: shop }\nspec: ${spec}\n`;

function read(spec: string): string[] {
  const { objects } = ROLLOUT.read(apiObject(rollout(spec)), READ_OPTIONS);
  return objects.flatMap((each) => {
    if (each.type !== "workload") return [];
    const { labels, untoldLabels, replicas } = each.workload;
    const added = untoldLabels.map(({ key, always }) => `${key}${always ? "" : "?"}`);
    return [`${JSON.stringify(labels)} ${replicas ?? "-"} ${added.join(" ")}`];
  });
}

const ADDED = "rollouts-pod-template-hash topology.kubernetes.io/zone? topology.kubernetes.io/region?";

describe("a Rollout", () => {
  it.each<[what: string, spec: string, expected: readonly string[]]>([
    [
      "is a workload by its template",
      "{ replicas: 2, template: { metadata: { labels: { app: web } } } }",
      [`{"app":"web"} 2 ${ADDED}`],
    ],
    [
      "gives some of its pods further labels in a release",
      "{ template: { metadata: { labels: { app: web } } }, strategy: { canary: { canaryMetadata: { labels: { role: canary } }, stableMetadata: { labels: { role: stable } } } } }",
      [`{"app":"web"} - ${ADDED} role?`],
    ],
    [
      "and so with two colours",
      "{ template: {}, strategy: { blueGreen: { activeMetadata: { labels: { role: a } }, previewMetadata: { labels: { p: b } } } } }",
      [`{} - ${ADDED} p? role?`],
    ],
    ["runs the template of another workload", "{ workloadRef: { kind: Deployment, name: web } }", []],
    ["says nothing", "{}", []],
  ])("%s", (_, spec, expected) => {
    expect(read(spec)).toEqual(expected);
  });

  const REDIS = documents(
    pod("shop", "redis"),
    service("shop", "redis", "{ selector: { app: redis }, ports: [{ port: 6379 }] }"),
  );
  const letIn = (label: string): string =>
    policy(
      "shop",
      "redis",
      `{ podSelector: { matchLabels: { app: redis } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { ${label} } } }] }] }`,
    );
  const configured = (strategy: string): string =>
    rollout(
      `{ ${strategy}template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: a, env: [{ name: REDIS, value: "redis:6379" }] }] } } }`,
    );

  it.each<[what: string, strategy: string, label: string, expected: number]>([
    ["that may not reach what they are configured with", "", "app: cart", 1],
    ["that may", "", "app: web", 0],
    [
      "that may while they have a label of a release",
      "strategy: { canary: { canaryMetadata: { labels: { role: canary } } } }, ",
      "role: canary",
      0,
    ],
  ])("has pods %s", async (_, strategy, label, expected) => {
    const texts = documents(REDIS, letIn(label), configured(strategy));
    expect(await findingsOf("configured-address-blocked", texts)).toHaveLength(expected);
  });
});
