import { describe, expect, it } from "vitest";
import { apiObject } from "../../../support/api-object.js";
import { isMaker, madePodsOf } from "../../../../src/cluster/kinds/operators/made-pods.js";
import type { ClusterObject } from "../../../../src/cluster/model/objects.js";

type Made = Extract<ClusterObject, { readonly type: "made-pods" }>["made"];

/** The pods that are made of an object which says that it is in a namespace, or is taken to be in one. */
function made(text: string, namespace: string | undefined = "shop"): Made | undefined {
  const { ref, node } = apiObject(text);
  const [object] = madePodsOf({ ref: { ...ref, namespace }, node });
  if (object !== undefined && object.type !== "made-pods") throw new Error(object.type);
  return object?.made;
}

const object = (apiVersion: string, kind: string, rest: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\n${rest}\n`;

const PLACED = "metadata: { name: db, namespace: shop }";

describe("pods that an operator makes of an object", () => {
  it.each<readonly [what: string, text: string, sets: readonly object[], nameKeys: readonly string[]]>([
    [
      "have labels with its name",
      object("postgresql.cnpg.io/v1", "Pooler", PLACED),
      [{ "cnpg.io/poolerName": "db", "cnpg.io/podRole": "pooler" }],
      ["cnpg.io/poolerName"],
    ],
    [
      "may be of two sorts",
      object("acid.zalan.do/v1", "postgresql", PLACED),
      [
        { application: "spilo", "cluster-name": "db" },
        { application: "db-connection-pooler", "cluster-name": "db" },
      ],
      ["cluster-name", "cluster-name"],
    ],
    [
      "have labels with its kind",
      object("kafka.strimzi.io/v1beta2", "KafkaBridge", PLACED),
      [{ "strimzi.io/cluster": "db", "strimzi.io/kind": "KafkaBridge" }],
      ["strimzi.io/cluster"],
    ],
    [
      "have labels with its namespace",
      object("opentelemetry.io/v1beta1", "OpenTelemetryCollector", PLACED),
      [
        {
          "app.kubernetes.io/component": "opentelemetry-collector",
          "app.kubernetes.io/instance": "shop.db",
          "app.kubernetes.io/managed-by": "opentelemetry-operator",
        },
      ],
      ["app.kubernetes.io/instance"],
    ],
    [
      "have labels that tell nothing of it",
      object("cert-manager.io/v1", "Certificate", PLACED),
      [{ "acme.cert-manager.io/http01-solver": "true" }],
      [],
    ],
    [
      "are known by no name where it may be in any namespace",
      object("rabbitmq.com/v1beta1", "RabbitmqCluster", "metadata: { name: db }"),
      [
        {
          "app.kubernetes.io/name": "db",
          "app.kubernetes.io/component": "rabbitmq",
          "app.kubernetes.io/part-of": "pivotal-rabbitmq",
        },
      ],
      [],
    ],
    [
      "nor where the namespace is empty",
      object("postgresql.cnpg.io/v1", "Pooler", 'metadata: { name: db, namespace: "" }'),
      [{ "cnpg.io/poolerName": "db", "cnpg.io/podRole": "pooler" }],
      [],
    ],
    [
      "nor where a placeholder stands for it",
      object("postgresql.cnpg.io/v1", "Pooler", 'metadata: { name: db, namespace: "{{ns}}" }'),
      [{ "cnpg.io/poolerName": "db", "cnpg.io/podRole": "pooler" }],
      [],
    ],
  ])("%s", (_, text, sets, nameKeys) => {
    const read = made(text);
    expect(read?.sets.map((each) => ({ ...each }))).toEqual(sets);
    expect(read?.nameKeys).toEqual(nameKeys);
    expect([read?.namespace, read?.isAnything, read?.others]).toEqual(["shop", false, []]);
  });

  it.each<readonly [what: string, text: string, namespace: string | undefined]>([
    [
      "in the namespace that it names",
      object("argoproj.io/v1alpha1", "Application", `${PLACED}\nspec: { destination: { namespace: web } }`),
      "web",
    ],
    [
      "in its own where it names none",
      object("helm.cattle.io/v1", "HelmChart", `${PLACED}\nspec: { targetNamespace: [web] }`),
      "shop",
    ],
  ])("may be anything, %s", (_, text, namespace) => {
    const read = made(text);
    expect([read?.namespace, read?.isAnything, read?.sets, read?.nameKeys]).toEqual([
      namespace,
      true,
      [],
      [],
    ]);
  });

  it("may be anywhere", () => {
    const read = made(object("cert-manager.io/v1", "ClusterIssuer", "metadata: { name: a }"));
    expect([read?.namespace, read?.isAnything, read?.sets.length]).toEqual([undefined, false, 1]);
  });

  it("may have every label that is written in it", () => {
    const text = object(
      "argoproj.io/v1alpha1",
      "Rollout",
      `metadata: { name: web, namespace: shop, labels: { a: b, c: 1 } }
spec:
  template: { metadata: { labels: { app: web } }, spec: [[{ podLabels: { d: e } }]] }
  again: &x { labels: { f: g } }
  alias: *x
  selector: { matchLabels: { h: i } }
  labels: [{ labels: { j: k } }]`,
    );
    expect(made(text)?.others.toSorted()).toEqual([
      ["a", "b"],
      ["app", "web"],
      ["d", "e"],
      ["f", "g"],
      ["j", "k"],
    ]);
  });

  it("are none of any other kind or group", () => {
    expect(made(object("postgresql.example/v1", "Cluster", PLACED))).toBeUndefined();
    expect(isMaker("postgresql.cnpg.io/v1", "Cluster")).toBe(true);
    expect(isMaker("postgresql.cnpg.io/v2", "Cluster")).toBe(true);
    expect(isMaker("postgresql.cnpg.io/v1", "Kafka")).toBe(false);
  });
});
