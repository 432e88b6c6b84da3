import { describe, expect, it } from "vitest";
import { expand } from "../../../src/cluster/load/expand.js";
import { load } from "../../../src/cluster/load/load.js";
import { pathOf, pointer } from "../../../src/source/manifest/origin.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { placesOf } from "../../support/findings.js";
import { textAt } from "../../../src/source/manifest/locate.js";
import { readDocuments } from "../../../src/source/manifest/read.js";

/** The objects of a text: `apiVersion kind at pointer`, what is not said as `-`. */
function objectsOf(text: string): string[] {
  return [...readDocuments({ name: "a.yaml", text })].flatMap(({ document, value }) =>
    [...expand(document, value ?? null)].map(
      ({ apiVersion = "-", kind = "-", node }) => `${apiVersion} ${kind} at ${pointer(pathOf(node.origin))}`,
    ),
  );
}

describe("a document holds the objects of its lists", () => {
  it.each<readonly [what: string, text: string, objects: readonly string[]]>([
    ["an object", "apiVersion: v1\nkind: Pod\n", ["v1 Pod at "]],
    [
      "a Template of OpenShift",
      "apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n- {apiVersion: v1, kind: Pod}\n- {}\n",
      ["v1 Pod at /objects/0", "- - at /objects/1"],
    ],
    [
      "another Template",
      "apiVersion: example.com/v1\nkind: Template\nobjects:\n- {apiVersion: v1, kind: Pod}\n",
      ["example.com/v1 Template at "],
    ],
    [
      "a List, whose items say what they are",
      "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod}\n- {apiVersion: apps/v1, kind: Deployment}\n- {}\n",
      ["v1 Pod at /items/0", "apps/v1 Deployment at /items/1", "v1 - at /items/2"],
    ],
    [
      "a typed list, whose items need not",
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicyList\nitems:\n- {metadata: {name: a}}\n- {kind: Other}\n- {apiVersion: v2}\n- {kind: '', apiVersion: ''}\n",
      [
        "networking.k8s.io/v1 NetworkPolicy at /items/0",
        "- Other at /items/1",
        "v2 - at /items/2",
        "networking.k8s.io/v1 NetworkPolicy at /items/3",
      ],
    ],
    [
      "typed lists of every policy kind",
      ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"]
        .map((kind) => `apiVersion: policy.networking.k8s.io/v1\nkind: ${kind}List\nitems: [{}]\n`)
        .join("---\n"),
      [
        "policy.networking.k8s.io/v1 AdminNetworkPolicy at /items/0",
        "policy.networking.k8s.io/v1 BaselineAdminNetworkPolicy at /items/0",
        "policy.networking.k8s.io/v1 ClusterNetworkPolicy at /items/0",
      ],
    ],
    [
      "a JSON stream",
      '{"apiVersion": "v1", "kind": "Pod"} {"apiVersion": "v1", "kind": "PodList", "items": [{}]}',
      ["v1 Pod at ", "v1 Pod at /items/0"],
    ],
    ["an empty list", "apiVersion: v1\nkind: PodList\nitems: []\n", []],
    ["a list without items is an object", "apiVersion: v1\nkind: PodList\n", ["v1 PodList at "]],
    [
      "what has items is a list, whatever its kind",
      "apiVersion: v1\nkind: ConfigMap\nitems: [{apiVersion: v2, kind: Pod}, {}]\n",
      ["v2 Pod at /items/0", "v1 ConfigMap at /items/1"],
    ],
    [
      "an item that is null is an object without fields",
      "apiVersion: policy.networking.k8s.io/v1alpha1\nkind: AdminNetworkPolicy\nitems:\n-\n- ~\n",
      [
        "policy.networking.k8s.io/v1alpha1 AdminNetworkPolicy at /items/0",
        "policy.networking.k8s.io/v1alpha1 AdminNetworkPolicy at /items/1",
      ],
    ],
    ["a list of nothing", "apiVersion: v1\nkind: ConfigMap\nitems:\n", []],
    [
      "an item that is no mapping",
      "apiVersion: v1\nkind: PodList\nitems: [1, ~]\n",
      ["v1 Pod at /items/0", "v1 Pod at /items/1"],
    ],
  ])("%s", (_, text, objects) => expect(objectsOf(text)).toEqual(objects));

  it("what they say is cut where no server takes it, for every item would repeat it", () => {
    const [object] = objectsOf(`apiVersion: ${"v".repeat(5000)}\nkind: PodList\nitems: [{}]\n`);
    expect(object).toBe(`${"v".repeat(400)}… Pod at /items/0`);
  });
});

const POLICY =
  "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: deny, namespace: shop}, spec: {podSelector: {}}}";

/** What is loaded of a text: its policies, and why parts were not read. */
async function loaded(text: string, purpose: "lint" | "flows"): Promise<string[]> {
  const file = { name: "a.yaml", text };
  const { cluster, problems } = await load([{ type: "file", file, isNamed: true }], {
    ...READ_OPTIONS,
    purpose,
  });
  const unread = problems.flatMap(({ code, facts }) =>
    code === "not-analysed" && "reason" in facts ? [String(facts.reason)] : [],
  );
  return [...cluster.policies.map(({ ref }) => ref.name), ...unread];
}

describe.each(["lint", "flows"] as const)("whatever kubectl makes of a list, for %s", (purpose) => {
  it.each<readonly [what: string, text: string, result: readonly string[]]>([
    ["a policy in a ConfigMap's items", `apiVersion: v1\nkind: ConfigMap\nitems: [${POLICY}]\n`, ["deny"]],
    [
      "in JSON too",
      `{"kind": "Secret", "items": [{"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "a", "namespace": "b"}, "spec": {"podSelector": {}}}], "apiVersion": "v1"}`,
      ["a"],
    ],
    [
      "a list inside a list",
      `apiVersion: v1\nkind: List\nitems: [${POLICY}, {apiVersion: v1, kind: PodList, items: []}]\n`,
      ["list-in-list"],
    ],
    ["a list without a List around it", `- ${POLICY}\n- ${POLICY}\n`, ["list-at-root"]],
    [
      "the same in JSON",
      `[{"kind": "NetworkPolicy", "apiVersion": "networking.k8s.io/v1"}]`,
      ["list-at-root"],
    ],
    [
      "a list of what is no policy",
      `- {apiVersion: v1, kind: Pod}\n- {op: add, path: /kind, value: NetworkPolicy}\n`,
      [],
    ],
    ["items that are no list", `apiVersion: v1\nkind: List\nitems: ${POLICY}\n`, ["items-no-list"]],
    ["an item that is no object", `apiVersion: v1\nkind: List\nitems: [${POLICY}, 1]\n`, ["item-no-object"]],
    ...["AdminNetworkPolicy", "BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"].map(
      (kind) =>
        [
          `an item of ${kind}List that is null`,
          `apiVersion: policy.networking.k8s.io/v1alpha1\nkind: ${kind}List\nitems: [~]\n`,
          [],
        ] as const,
    ),
    ["a list without a kind", `apiVersion: v1\nitems: [${POLICY}]\n`, ["list-without-kind"]],
    [
      "a list of a version that is none",
      `apiVersion: a/b/c\nkind: List\nitems: [${POLICY}]\n`,
      ["list-of-no-version"],
    ],
    [
      "a list whose version is no text",
      `apiVersion: 1\nkind: List\nitems: [${POLICY}]\n`,
      ["list-of-no-version"],
    ],
    ["a list without a version", `kind: List\nitems: [${POLICY}]\n`, ["deny"]],
    [
      "a policy that has items",
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: lost}\nspec: {podSelector: {}}\nitems: [${POLICY}]\n`,
      ["deny", "object-with-items"],
    ],
    [
      "a workload that has none of them",
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: lost}\nitems: []\n",
      ["object-with-items"],
    ],
    [
      "a policy in JSON",
      '{"items": null, "kind": "ClusterNetworkPolicy", "apiVersion": "policy.networking.k8s.io/v1alpha2"}',
      ["object-with-items"],
    ],
    ["what is dropped behind an empty document", "&a\n&a\n", ["text-after-document"]],
    [
      "an item without its version, beside one that has both",
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicyList\nitems: [{kind: NetworkPolicy}, ${POLICY}]\n`,
      ["deny", "no-api-version"],
    ],
    [
      "an item without its kind",
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicyList\nitems: [{apiVersion: v1}]\n",
      ["no-api-version"],
    ],
  ])("%s", async (_, text, result) => expect(await loaded(text, purpose)).toEqual(result));
});

describe.each(["lint", "flows"] as const)("a list has the metadata of an object, for %s", (purpose) => {
  const HEADERS = [
    ["apiVersion: v1", "kind: List"],
    ["apiVersion: v1", "kind: ConfigMap"],
    ["apiVersion: networking.k8s.io/v1", "kind: NetworkPolicyList"],
    ["kind: Pod"],
  ];

  /** What is said of a list, whichever of its parts comes first; each answer once. */
  async function said(metadata: string): Promise<unknown[]> {
    const answers = new Set<string>();
    for (const header of HEADERS) {
      const parts = [`items: [${POLICY}]`, ...header, `metadata: ${metadata}`];
      for (const lines of [parts, parts.toReversed()]) {
        for (const text of [`${lines.join("\n")}\n`, `# flow\n{ ${lines.join(", ")} }`]) {
          const { cluster, problems } = await load(
            [{ type: "file", file: { name: "a.yaml", text }, isNamed: true }],
            {
              ...READ_OPTIONS,
              purpose,
            },
          );
          const found = problems
            .filter(({ code }) => code === "not-analysed")
            .map(({ facts, at }) => [facts, "span" in at ? at.span : textAt(at)]);
          answers.add(JSON.stringify([cluster.policies.map(({ ref }) => ref.name), ...found]));
        }
      }
    }
    return [...answers].map((answer) => JSON.parse(answer) as unknown);
  }

  it.each([
    ["5", "5", "number into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta"],
    ["{labels: {a: 1}}", "1", "number into Go struct field ObjectMeta.metadata.labels of type string"],
    ["{labels: {yes: no}}", "no", "bool into Go struct field ObjectMeta.metadata.labels of type string"],
    ["{name: 08}", "08", "number into Go struct field ObjectMeta.metadata.name of type string"],
    [
      "{generation: 1.5}",
      "1.5",
      "number 1.5 into Go struct field ObjectMeta.metadata.generation of type int64",
    ],
    ["{uid: true}", "true", "bool into Go struct field ObjectMeta.metadata.uid of type types.UID"],
  ])("%s is refused", async (metadata, value, message) =>
    expect(await said(metadata)).toEqual([
      [[], [{ reason: "list-metadata", detail: `json: cannot unmarshal ${message}` }, value]],
    ]),
  );

  it.each(["~", "{}", "{labels: {a: }}", "{Name: 5}", "{continue: 5}", "{generation: 1.0}"])(
    "%s is taken",
    async (metadata) => {
      const [first, ...others] = await said(metadata);
      expect(others.filter((each) => !JSON.stringify(each).includes("object-with-items"))).toEqual([]);
      expect((first as unknown[])[0]).toEqual(["deny"]);
    },
  );

  it("in JSON too, whose lists may say late what they are", async () => {
    const policy = JSON.stringify({
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "deny", namespace: "shop" },
      spec: { podSelector: {} },
    });
    for (const header of ['"apiVersion": "v1", "kind": "ConfigMap"', '"apiVersion": "v1", "kind": "List"']) {
      for (const parts of [
        [header, `"metadata": {"labels": 7}`, `"items": [${policy}]`],
        [`"items": [${policy}]`, `"metadata": {"labels": 7}`, header],
      ])
        expect(await loaded(`{${parts.join(", ")}} {"kind": "Pod", "apiVersion": "v1"}`, purpose)).toEqual([
          "list-metadata",
        ]);
    }
  });
});

describe("of keys that JSON has twice both values are decoded", () => {
  const list = (metadata: string): string => `{"kind": "List", "apiVersion": "v1", ${metadata}, "items": []}`;

  it.each([
    ['"metadata": {"labels": {"a": 1}}, "metadata": {}', "labels of type string"],
    ['"metadata": {"name": 1, "name": "a"}', "name of type string"],
    ['"metadata": {"labels": {"a": [], "a": "b"}}, "metadata": null', "labels of type string"],
    [
      '"metadata": {"name": "a", "ownerReferences": [{}, {"uid": "b"}, {"uid": 1, "uid": "b"}]}',
      "ownerReferences.uid of type types.UID",
    ],
    ['"metadata": {"name": "a", "n\\u0061me": true}', "name of type string"],
  ])("%s", async (metadata, type) => {
    const text = list(metadata);
    const { problems } = await load(
      [{ type: "file", file: { name: "a.json", text }, isNamed: true }],
      READ_OPTIONS,
    );
    const details = problems.flatMap(({ facts }) => ("detail" in facts ? [String(facts.detail)] : []));
    expect(details).toEqual([expect.stringContaining(`metadata.${type}`)]);
  });

  it.each([
    '"metadata": {"name": "a", "name": "b"}',
    '"metadata": {}, "metadata": {"labels": {"a": null}}',
    '"metadata": []',
  ])("%s as kubectl", async (metadata) => {
    const text = list(metadata);
    const { problems } = await load(
      [{ type: "file", file: { name: "a.json", text }, isNamed: true }],
      READ_OPTIONS,
    );
    const codes = problems.flatMap(({ facts }) => ("reason" in facts ? [facts.reason] : []));
    expect(codes).toEqual(metadata.endsWith("[]") ? ["list-metadata"] : []);
  });
});

describe.each(["lint", "flows"] as const)("whether a file was read is one answer, for %s", (purpose) => {
  const of = (data: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${data}`;

  it.each<readonly [what: string, text: string, result: readonly string[]]>([
    ["a key without a name", of("  : c\n"), ["yaml-syntax"]],
    ["a key that is null", of("  ~: c\n"), ["null-key"]],
    ["a key that is a list", of("  ? [a]\n  : c\n"), ["map-key"]],
    ["a number that JSON has not", of("  a: [.inf]\n"), ["number-not-finite"]],
    ["a tag that does not fit", of("  a: !!int b\n"), ["tag-mismatch"]],
    ["an anchor that is not there", of("  a: *b\n"), ["unknown-anchor"]],
    ["a merge of no mapping", of("  <<: a\n"), ["merge-of-no-map"]],
    ["what nests too deep", of(`  a: ${"[".repeat(70)}${"]".repeat(70)}\n`), ["depth"]],
    ["more keys written twice than are listed", of("  a: b\n".repeat(30)), ["too-many-duplicates"]],
    [
      "the same in JSON",
      `{"apiVersion": "v1", "kind": "ConfigMap", "data": {${'"a": "b", '.repeat(30)}"c": "d"}}`,
      ["too-many-duplicates"],
    ],
    ...['"generation": 1.0', '"deletionGracePeriodSeconds": 3e1', '"gener\\u0061tion": -2.0E0'].flatMap(
      (field) =>
        ["Namespace", "ConfigMap", "NetworkPolicy", "List"].map(
          (kind) =>
            [
              `${field} in JSON of a ${kind}, which is no whole number there`,
              `{"metadata": {"name": "a", ${field}}, "apiVersion": "v1", "kind": "${kind}", "items": []}`,
              ["metadata-fraction"],
            ] as const,
        ),
    ),
    ["the same in YAML", "apiVersion: v1\nkind: Namespace\nmetadata: {name: a, generation: 1.0}\n", []],
    [
      "the same in an item, which kubectl does not look into",
      '{"kind": "List", "items": [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "generation": 1.0}}]}',
      [],
    ],
    [
      "a kind that is no text",
      "apiVersion: networking.k8s.io/v1\nkind: y\nspec:\n podSelector:\n",
      ["no-api-version"],
    ],
    [
      "a version that is no text",
      "apiVersion: 1.0\nkind: NetworkPolicy\nspec:\n podSelector:\n",
      ["no-api-version"],
    ],
    ["nothing wrong", of("  a: b\n"), []],
  ])("%s", async (_, text, result) => expect(await loaded(text, purpose)).toEqual(result));
});

describe("places in lists are those of the values", () => {
  const policy = (port: number): string =>
    `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p${port}, namespace: a}, spec: {podSelector: {}, ingress: [{ports: [{port: ${port}}]}]}}`;

  it.each([
    [
      "a List",
      `apiVersion: v1\nkind: List\nitems:\n- ${policy(80)}\n- ${policy(70_001)}\n- ${policy(70_002)}\n`,
    ],
    ["JSON", JSON.stringify({ apiVersion: "v1", kind: "List", items: [70_001, 70_002].map(object) })],
    ["an alias", `apiVersion: v1\nkind: List\nx: &x ${policy(70_001)}\nitems: [*x, ${policy(70_002)}]\n`],
  ])("%s", async (_, text) => expect(await placesOf("schema", text)).toEqual(["70001", "70002"]));

  function object(port: number): object {
    return {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: `p${port}`, namespace: "a" },
      spec: { podSelector: {}, ingress: [{ ports: [{ port }] }] },
    };
  }
});
