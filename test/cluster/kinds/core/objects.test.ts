import { describe, expect, it } from "vitest";
import { apiObject, READ_OPTIONS } from "../../../support/api-object.js";
import { CONFIG_MAP } from "../../../../src/cluster/kinds/core/config-map.js";
import { CUSTOM_RESOURCE_DEFINITION } from "../../../../src/cluster/kinds/core/custom-resource-definition.js";
import { formatAddress, formatBlock } from "../../../../src/base/net/address.js";
import { NAMESPACE } from "../../../../src/cluster/kinds/core/namespace.js";
import { NODE } from "../../../../src/cluster/kinds/core/node.js";
import { parseIsolation } from "../../../../src/cluster/kinds/core/isolation-annotation.js";
import type { KindReader, ObjectReading, ReadOptions } from "../../../../src/cluster/kinds/kind.js";

const read = (reader: KindReader, text: string, options: Partial<ReadOptions> = {}): ObjectReading =>
  reader.read(apiObject(text), { ...READ_OPTIONS, ...options });

describe("a ConfigMap", () => {
  const text =
    "kind: ConfigMap\nmetadata: { name: web }\ndata: { api: 'http://api.shop', note: text, list: [x] }\n";

  it("tells the addresses that its values are, of manifests that are linted", () => {
    expect(read(CONFIG_MAP, text).objects).toEqual([
      {
        type: "settings",
        settings: {
          namespace: "default",
          name: "web",
          addresses: [{ setting: "api", host: "api.shop", port: 80 }],
        },
      },
    ]);
  });

  it.each<readonly [what: string, options: Partial<ReadOptions>]>([
    ["where a server has it", { isStored: true }],
    ["where flows are asked about", { purpose: "flows" }],
  ])("tells nothing %s", (_, options) => expect(read(CONFIG_MAP, text, options).objects).toEqual([]));

  it("tells how a network plugin is set up", () => {
    const { ref, node } = apiObject(
      "kind: ConfigMap\nmetadata: { name: cilium-config, namespace: kube-system }\ndata: { enable-sctp: 'true' }\n",
    );
    const object = { ref: { ...ref, namespace: "kube-system" }, node };
    const types = (options: Partial<ReadOptions>): unknown =>
      CONFIG_MAP.read(object, { ...READ_OPTIONS, ...options }).objects.map(({ type }) => type);
    expect(types({})).toEqual(["settings", "plugin-settings"]);
    expect(types({ isStored: true })).toEqual(["plugin-settings"]);
  });
});

describe("a Namespace", () => {
  const annotated = (annotation: string): string =>
    `kind: Namespace\nmetadata: { name: shop, labels: { a: b }, annotations: { net.beta.kubernetes.io/network-policy: '${annotation}' } }\n`;
  const ISOLATES = '{"ingress":{"isolation":"DefaultDeny"}}';

  it("has labels, and isolated its pods in the design of 2016", () => {
    const { objects, problems } = read(NAMESPACE, annotated(ISOLATES));
    expect(objects).toMatchObject([
      { type: "namespace", namespace: { name: "shop", isolation2016: "DefaultDeny" } },
    ]);
    expect(problems).toMatchObject([
      {
        code: "legacy-isolation-annotation",
        facts: { annotation: "net.beta.kubernetes.io/network-policy", namespace: "shop", isolates: true },
      },
    ]);
    expect(read(NAMESPACE, annotated("{}")).problems).toMatchObject([{ facts: { isolates: false } }]);
  });

  it.each<readonly [what: string, text: string, options: Partial<ReadOptions>]>([
    ["in that design", annotated(ISOLATES), { isLegacy: true }],
    ["where flows are asked about", annotated(ISOLATES), { purpose: "flows" }],
    ["without it", "kind: Namespace\nmetadata: { name: shop }\n", {}],
  ])("is not told that the annotation does nothing %s", (_, text, options) =>
    expect(read(NAMESPACE, text, options).problems).toEqual([]),
  );

  it.each<readonly [text: string | undefined, isolation: "DefaultDeny" | undefined]>([
    [ISOLATES, "DefaultDeny"],
    ['{"ingress":{"isolation":"Other"}}', undefined],
    ['{"ingress":null}', undefined],
    ['{"ingress":"isolation"}', undefined],
    ['{"egress":{"isolation":"DefaultDeny"}}', undefined],
    ["null", undefined],
    ["5", undefined],
    ["{", undefined],
    [undefined, undefined],
  ])("isolates by %s: %s", (text, isolation) => expect(parseIsolation(text)).toBe(isolation));
});

it("a Node has addresses, and blocks of its pods, each once", () => {
  const text = `kind: Node
metadata: { name: node-a, labels: { zone: x } }
spec: { podCIDR: 10.1.0.0/24, podCIDRs: [10.1.0.0/24, "fd00::/64", x] }
status:
  addresses:
  - { type: InternalIP, address: 192.0.2.1 }
  - { type: ExternalIP, address: 198.51.100.1 }
  - { type: Hostname, address: 192.0.2.9 }
  - { type: InternalIP, address: x }
  - { address: 192.0.2.8 }
`;
  const [object] = read(NODE, text).objects;
  if (object?.type !== "node") throw new Error("no Node");
  const { name, labels, addresses, podBlocks } = object.node;
  expect([name, { ...labels }]).toEqual(["node-a", { zone: "x" }]);
  expect(addresses.map(formatAddress)).toEqual(["192.0.2.1", "198.51.100.1"]);
  expect(podBlocks.map(formatBlock)).toEqual(["10.1.0.0/24", "fd00::/64"]);
  const [empty] = read(NODE, "kind: Node\nmetadata: { name: node-b }\n").objects;
  expect(empty).toMatchObject({ node: { name: "node-b", addresses: [], podBlocks: [] } });
});

describe("a CustomResourceDefinition", () => {
  const text = (version: string): string =>
    `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: clusternetworkpolicies.policy.networking.k8s.io }\nspec: { group: policy.networking.k8s.io, scope: Cluster, names: { kind: ClusterNetworkPolicy, plural: clusternetworkpolicies }, versions: [${version}] }\n`;
  const served =
    "{ name: v1alpha2, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }";

  it("says how a policy is checked, where a server has it", () => {
    expect(read(CUSTOM_RESOURCE_DEFINITION, text(served), { isStored: true })).toHaveProperty("definition");
    expect(read(CUSTOM_RESOURCE_DEFINITION, text(served))).not.toHaveProperty("definition");
  });

  it("says nothing where it is broken, or of another kind", () => {
    for (const each of [
      "kind: CustomResourceDefinition\nmetadata: { name: a.b.c }\n",
      text(served).replace("Cluster,", "Namespaced,"),
    ])
      expect(read(CUSTOM_RESOURCE_DEFINITION, each, { isStored: true })).not.toHaveProperty("definition");
  });
});
