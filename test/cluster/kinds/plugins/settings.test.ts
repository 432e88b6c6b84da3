import { describe, expect, it } from "vitest";
import { load } from "js-yaml";
import { allowedObject } from "../../../../src/cluster/kinds/allow-list.js";
import { onlySettings, settingsOf } from "../../../../src/cluster/kinds/plugins/settings.js";
import type { Mapping } from "../../../../src/source/manifest/value.js";

const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** The settings of an object as `key=value`, and what of it holds them. */
function settings(text: string): { readonly told: readonly string[] | undefined; readonly kept: unknown } {
  const object = load(text) as Mapping;
  const told = settingsOf(object)?.map(({ key, value }) => `${key}=${value}`);
  return { told, kept: plain(onlySettings(object)) };
}

const map = (name: string, namespace: string, data: string): string =>
  `kind: ConfigMap\nmetadata: { name: ${name}, namespace: ${namespace} }\ndata: ${data}\n`;

const daemonSet = (name: string, containers: string): string =>
  `kind: DaemonSet\nmetadata: { name: ${name} }\nspec: { other: 1, template: { spec: { containers: ${containers} } } }\n`;

const kept = (containers: unknown): unknown => ({ spec: { template: { spec: { containers } } } });

describe("settings of a network plugin are read, and with what holds them nothing else", () => {
  it.each<readonly [what: string, text: string, told: readonly string[], kept: unknown]>([
    [
      "a container by its name, and no other",
      daemonSet(
        "kube-flannel-ds",
        "[{ name: kube-flannel, args: [x] }, { name: kube-network-policies, image: y }]",
      ),
      ["container=kube-network-policies"],
      kept([{}, { name: "kube-network-policies" }]),
    ],
    [
      "a switch that is off where it isn't written",
      daemonSet("aws-node", "[{ name: aws-node, args: [--other] }]"),
      ["--enable-network-policy=false"],
      kept([{}]),
    ],
    [
      "a switch that is written without a value",
      daemonSet("aws-node", "[{ args: [--enable-network-policy] }]"),
      ["--enable-network-policy=true"],
      kept([{ args: ["--enable-network-policy"] }]),
    ],
    [
      "fields of a map, with values that are theirs",
      map(
        "cilium-config",
        "kube-system",
        "{ enable-policy: never, enable-sctp: 'true', allow-localhost: secret, token: x, enable-l7-proxy: [x] }",
      ),
      ["enable-policy=never", "enable-sctp=true"],
      { data: { "enable-policy": "never", "enable-sctp": "true" } },
    ],
    [
      "a field that is no text but true",
      map("amazon-vpc-cni", "kube-system", "{ enable-network-policy-controller: true }"),
      ["enable-network-policy-controller=true"],
      { data: { "enable-network-policy-controller": "true" } },
    ],
    [
      "a number is none",
      map("amazon-vpc-cni", "kube-system", "{ enable-network-policy-controller: 1 }"),
      [],
      { data: {} },
    ],
    [
      "lines of a text",
      map(
        "antrea-config",
        "kube-system",
        '{ antrea-agent.conf: "a: secret\\n  AdminNetworkPolicy: true\\n#ClusterNetworkPolicy: true\\n", antrea-controller.conf: "ClusterNetworkPolicy:false", other: "AdminNetworkPolicy: true" }',
      ),
      ["AdminNetworkPolicy=true", "ClusterNetworkPolicy=false"],
      {
        data: {
          "antrea-agent.conf": "AdminNetworkPolicy: true\n",
          "antrea-controller.conf": "ClusterNetworkPolicy: false\n",
        },
      },
    ],
    [
      "of another form",
      map(
        "ovnkube-config",
        "ovn-kubernetes",
        '{ ovnkube.conf: "[x]\\nallow-icmp-network-policy = true\\ny=1" }',
      ),
      ["allow-icmp-network-policy=true"],
      { data: { "ovnkube.conf": "allow-icmp-network-policy=true\n" } },
    ],
    [
      "none of a map without data",
      map("ovnkube-config", "openshift-ovn-kubernetes", "null"),
      [],
      { data: {} },
    ],
    [
      "a field of the one object of a kind",
      "kind: FelixConfiguration\nmetadata: { name: default }\nspec: { defaultEndpointToHostAction: Drop, logSeverity: x }\n",
      ["defaultEndpointToHostAction=Drop"],
      { spec: { defaultEndpointToHostAction: "Drop" } },
    ],
    [
      "of its status, where that says of which variant",
      "kind: Installation\nmetadata: { name: default }\nstatus: { variant: Calico, calicoVersion: v3.29.1, x: y }\n",
      ["calicoVersion=v3.29.1"],
      { status: { variant: "Calico", calicoVersion: "v3.29.1" } },
    ],
    [
      "none of another variant",
      "kind: Installation\nmetadata: { name: default }\nstatus: { variant: Enterprise, calicoVersion: v3.29.1 }\n",
      [],
      { status: { variant: "Calico" } },
    ],
    [
      "arguments and variables of an agent",
      daemonSet(
        "aws-node",
        "[{ name: a, args: [--enable-network-policy=true, --secret=x, 7], env: [{ name: NETWORK_POLICY_ENFORCING_MODE, value: strict }, { name: TOKEN, value: strict }] }, { name: b, args: [--enable-network-policy-x] }]",
      ),
      ["--enable-network-policy=true", "NETWORK_POLICY_ENFORCING_MODE=strict"],
      kept([
        {
          args: ["--enable-network-policy=true"],
          env: [{ name: "NETWORK_POLICY_ENFORCING_MODE", value: "strict" }],
        },
        {},
      ]),
    ],
    [
      "an argument without a value, which is true",
      daemonSet("kube-router", "[{ args: [--run-firewall, --netpol-default-deny=false] }]"),
      ["--run-firewall=true", "--netpol-default-deny=false"],
      kept([{ args: ["--run-firewall", "--netpol-default-deny=false"] }]),
    ],
    [
      "no variable of another value",
      daemonSet(
        "aws-node",
        "[{ env: [{ name: NETWORK_POLICY_ENFORCING_MODE, value: x }, { name: toString }] }]",
      ),
      ["--enable-network-policy=false"],
      kept([{}]),
    ],
    ["none of an agent without containers", "kind: DaemonSet\nmetadata: { name: aws-node }\n", [], kept([])],
    ["none of one that is broken", daemonSet("aws-node", "x"), [], kept([])],
    [
      "a kind that shows the plugin",
      "kind: CustomResourceDefinition\nmetadata: { name: ciliumnetworkpolicies.cilium.io }\n",
      [],
      {},
    ],
  ])("%s", (_, text, told, holding) => expect(settings(text)).toEqual({ told, kept: holding }));

  it.each<readonly [what: string, text: string]>([
    ["a map of another namespace", map("cilium-config", "shop", "{ enable-policy: never }")],
    ["a map of another name", map("cilium", "kube-system", "{ enable-policy: never }")],
    ["another object of a kind", "kind: FelixConfiguration\nmetadata: { name: node.a }\nspec: {}\n"],
    ["another definition", "kind: CustomResourceDefinition\nmetadata: { name: a.b.c }\n"],
    ["another agent", daemonSet("constructor", "[]")],
    ["a kind of another name", "kind: toString\nmetadata: { name: default }\n"],
    ["an object of another kind", "kind: Deployment\nmetadata: { name: aws-node }\n"],
    [
      "an object of another kind that is called like a map",
      map("cilium-config", "kube-system", "{ enable-policy: never }").replace("ConfigMap", "Secret"),
    ],
    ["what says of itself nothing", "metadata: { name: default }\n"],
    ["what has no name", "kind: ConfigMap\nmetadata: { name: [cilium-config], namespace: kube-system }\n"],
  ])("but not %s", (_, text) => expect(settings(text)).toEqual({ told: undefined, kept: undefined }));
});

describe("of an object leaves a cluster", () => {
  const allowed = (apiVersion: string, kind: string, text: string): unknown =>
    plain(allowedObject(apiVersion, kind, load(text) as Mapping));

  it.each<readonly [what: string, apiVersion: string, kind: string, text: string, value: unknown]>([
    [
      "what is read of its kind, with what it is",
      "v1",
      "Namespace",
      "metadata: { name: shop, labels: { a: b }, annotations: { secret: x } }\nspec: {}\n",
      { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", labels: { a: "b" } } },
    ],
    [
      "all of a policy's spec",
      "networking.k8s.io/v1",
      "NetworkPolicy",
      "metadata: { name: web, namespace: shop, labels: { a: b }, uid: x }\nspec: { podSelector: { matchLabels: { c: d } } }\nstatus: {}\n",
      {
        apiVersion: "networking.k8s.io/v1",
        kind: "NetworkPolicy",
        metadata: { name: "web", namespace: "shop", labels: { a: "b" } },
        spec: { podSelector: { matchLabels: { c: "d" } } },
      },
    ],
    [
      "of another vendor's policy that it is there",
      "projectcalico.org/v3",
      "NetworkPolicy",
      "metadata: { name: web, namespace: shop }\nspec: { selector: x }\n",
      {
        apiVersion: "projectcalico.org/v3",
        kind: "NetworkPolicy",
        metadata: { name: "web", namespace: "shop" },
      },
    ],
    ["nothing of any other kind", "v1", "Secret", "metadata: { name: a }\ndata: { b: c }\n", undefined],
    ["nothing of a list", "v1", "PodList", "items: []\n", undefined],
    [
      "nothing of an object of an operator",
      "rabbitmq.com/v1",
      "RabbitmqCluster",
      "metadata: { name: a }\n",
      undefined,
    ],
    ["nothing of what is no object", "v1", "Namespace", "[a]\n", undefined],
    [
      "nothing of a ConfigMap",
      "v1",
      "ConfigMap",
      "metadata: { name: a, namespace: kube-system }\ndata: { enable-policy: never }\n",
      undefined,
    ],
    [
      "but of a network plugin's its settings",
      "v1",
      "ConfigMap",
      "metadata: { name: cilium-config, namespace: kube-system }\ndata: { enable-policy: never, b: c }\n",
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "cilium-config", namespace: "kube-system" },
        data: { "enable-policy": "never" },
      },
    ],
    [
      "and that it is there, where it has none",
      "v1",
      "ConfigMap",
      "metadata: { name: cilium-config, namespace: kube-system }\ndata: { b: c }\n",
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "cilium-config", namespace: "kube-system" } },
    ],
    [
      "of a DaemonSet its pods' ports, and no arguments",
      "apps/v1",
      "DaemonSet",
      "metadata: { name: a }\nspec: { template: { spec: { containers: [{ args: [--run-firewall], ports: [{ containerPort: 80 }] }] } } }\n",
      {
        apiVersion: "apps/v1",
        kind: "DaemonSet",
        metadata: { name: "a" },
        spec: { template: { spec: { containers: [{ ports: [{ containerPort: 80 }] }] } } },
      },
    ],
    [
      "but those of an agent's that are settings, each in its container",
      "apps/v1",
      "DaemonSet",
      "metadata: { name: kube-router }\nspec: { template: { spec: { containers: [{ args: [x], ports: [{ containerPort: 81 }] }, { args: [y, --run-firewall], ports: [{ containerPort: 82 }] }] } } }\n",
      {
        apiVersion: "apps/v1",
        kind: "DaemonSet",
        metadata: { name: "kube-router" },
        spec: {
          template: {
            spec: {
              containers: [
                { ports: [{ containerPort: 81 }] },
                { args: ["--run-firewall"], ports: [{ containerPort: 82 }] },
              ],
            },
          },
        },
      },
    ],
    [
      "of the definition of a network plugin's kind that it is there",
      "apiextensions.k8s.io/v1",
      "CustomResourceDefinition",
      "metadata: { name: ciliumnetworkpolicies.cilium.io, labels: { a: b } }\nspec: { group: cilium.io }\n",
      {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: "ciliumnetworkpolicies.cilium.io" },
      },
    ],
    [
      "nothing of another one",
      "apiextensions.k8s.io/v1",
      "CustomResourceDefinition",
      "metadata: { name: a.b.c }\nspec: { group: b.c }\n",
      undefined,
    ],
  ])("%s", (_, apiVersion, kind, text, value) => expect(allowed(apiVersion, kind, text)).toEqual(value));

  it("how a policy kind is checked", () => {
    const kept = allowed(
      "apiextensions.k8s.io/v1",
      "CustomResourceDefinition",
      "metadata: { name: clusternetworkpolicies.policy.networking.k8s.io }\nspec: { group: policy.networking.k8s.io, versions: [{ name: v1alpha2 }] }\n",
    );
    expect(kept).toMatchObject({ spec: { group: "policy.networking.k8s.io" } });
  });
});
