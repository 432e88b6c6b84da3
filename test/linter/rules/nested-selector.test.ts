import { describe, expect, it } from "vitest";
import { lintText, networkPolicy } from "../../support/findings.js";

const DNS = "matchLabels: { k8s-app: kube-dns }";
const KUBE_SYSTEM = "matchLabels: { kubernetes.io/metadata.name: kube-system }";

const toPeer = (peer: string): string =>
  networkPolicy(`podSelector: {}\npolicyTypes: [Egress]\negress: [{ to: [{ ${peer} }] }]`);
const fromPeer = (peer: string): string =>
  networkPolicy(`podSelector: {}\npolicyTypes: [Ingress]\ningress: [{ from: [{ ${peer} }] }]`);
const clusterPolicy = (pods: string): string => `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: dns }
spec:
  tier: Admin
  priority: 1
  subject: { namespaces: {} }
  ingress: [{ action: Accept, from: [{ pods: { ${pods} } }] }]
`;

/** What is asked and said of each unknown field. */
const told = async (text: string): Promise<readonly unknown[]> =>
  (await lintText(text))
    .filter(({ rule }) => rule === "unknown-field")
    .map(({ wording }) => [wording.label, wording.help]);

const belongsBeside = (selector: string): readonly string[] => [
  `does it belong beside \`${selector}\`?`,
  `indent it as far as \`${selector}\`: both are of one peer`,
];

describe("a selector inside of the other one of its peer", () => {
  it.each([
    [
      "pods of a destination",
      toPeer(`namespaceSelector: { ${KUBE_SYSTEM}, podSelector: { ${DNS} } }`),
      "namespaceSelector",
    ],
    [
      "pods of a source",
      fromPeer(`namespaceSelector: { ${KUBE_SYSTEM}, podSelector: { ${DNS} } }`),
      "namespaceSelector",
    ],
    [
      "namespaces of a destination",
      toPeer(`podSelector: { ${DNS}, namespaceSelector: { ${KUBE_SYSTEM} } }`),
      "podSelector",
    ],
    [
      "pods of a cluster-wide policy",
      clusterPolicy(`namespaceSelector: { ${KUBE_SYSTEM}, podSelector: { ${DNS} } }`),
      "namespaceSelector",
    ],
  ])("belongs beside it: %s", async (_, text, selector) => {
    expect(await told(text)).toContainEqual(belongsBeside(selector));
  });

  it.each([
    [
      "namespaces of the pods that a policy is for",
      networkPolicy(`podSelector: { ${DNS}, namespaceSelector: { ${KUBE_SYSTEM} } }`),
    ],
    ["the same once more", toPeer(`podSelector: { podSelector: { ${DNS} } }`)],
    ["another field", toPeer(`namespaceSelector: { ${KUBE_SYSTEM}, ports: [] }`)],
  ])("is not said of %s", async (_, text) => {
    const all = await told(text);
    expect(all).toHaveLength(1);
    expect(JSON.stringify(all)).not.toContain("beside");
  });
});

describe("ports inside of a peer", () => {
  const PORTS = "ports: [{ port: 443 }]";

  it.each([
    ["a destination", toPeer(`ipBlock: { cidr: 192.0.2.0/24 }, ${PORTS}`), "to"],
    ["a source", fromPeer(`podSelector: {}, ${PORTS}`), "from"],
  ])("belong beside it: %s", async (_, text, field) => {
    expect(await told(text)).toEqual([
      [`does it belong beside \`${field}\`?`, `indent it as far as \`${field}\`: it is of the rule`],
    ]);
  });

  it("are not limited by anything else where the field is dropped", async () => {
    const [found] = await lintText(toPeer(`ipBlock: { cidr: 192.0.2.0/24 }, ${PORTS}`));
    expect(found?.wording.notes?.join()).toContain(
      "no port limits this peer unless the rule has `ports` too",
    );
  });

  it.each([
    ["the pods that a policy is for", networkPolicy(`podSelector: { ${PORTS} }`)],
    ["a network", toPeer(`ipBlock: { cidr: 192.0.2.0/24, ${PORTS} }`)],
  ])("are not said to belong beside it: %s", async (_, text) => {
    expect(JSON.stringify(await told(text))).not.toContain("beside");
  });
});

describe("a peer written into the rule itself", () => {
  const ruled = (direction: "ingress" | "egress", rule: string): string =>
    networkPolicy(`podSelector: {}\n${direction}: [{ ${rule} }]`);

  it.each([
    ["a source", ruled("ingress", "podSelector: {}"), "from", "podSelector"],
    [
      "namespaces, beside ports",
      ruled("ingress", "namespaceSelector: {}, ports: [{ port: 1 }]"),
      "from",
      "namespaceSelector",
    ],
    ["a destination", ruled("egress", "ipBlock: { cidr: 192.0.2.0/24 }"), "to", "ipBlock"],
  ])("belongs below the list of peers: %s", async (_, text, list, field) => {
    expect(await told(text)).toContainEqual([
      `does it belong below \`${list}\`?`,
      `write it below \`${list}:\`, as an entry of the list: \`- ${field}:\``,
    ]);
  });

  it("is not said of another field", async () => {
    expect(JSON.stringify(await told(ruled("ingress", "tier: web")))).not.toContain("below");
  });
});

describe("a field of a policy inside of the selector of its pods", () => {
  const WEB = "matchLabels: { app: web }";

  it.each([
    ["its rules for ingress", networkPolicy(`podSelector: { ${WEB}, ingress: [{}] }`), "podSelector"],
    ["its rules for egress", networkPolicy(`podSelector: { ${WEB}, egress: [{}] }`), "podSelector"],
    ["its directions", networkPolicy("podSelector: { policyTypes: [Ingress] }"), "podSelector"],
    [
      "rules of a policy for the cluster",
      `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: dns }
spec: { tier: Admin, priority: 1, subject: { namespaces: {}, ingress: [] } }
`,
      "subject",
    ],
  ])("belongs beside it: %s", async (_, text, field) => {
    expect(await told(text)).toEqual([
      [`does it belong beside \`${field}\`?`, `indent it as far as \`${field}\`: it is of the policy`],
    ]);
  });

  it.each([
    ["the pods of a peer", fromPeer("podSelector: { ingress: [] }")],
    ["a rule", networkPolicy("podSelector: {}\ningress: [{ egress: [] }]")],
    ["a label of them", networkPolicy("podSelector: { labels: { ingress: a } }")],
  ])("is not said of %s", async (_, text) => {
    const all = await told(text);
    expect(all).toHaveLength(1);
    expect(JSON.stringify(all)).not.toContain("beside");
  });

  it("is lost where the field is dropped, with the rules", async () => {
    const [found] = await lintText(networkPolicy(`podSelector: { ${WEB}, ingress: [{}] }`));
    expect(found?.wording.notes?.join()).toContain("its rules are gone");
  });
});
