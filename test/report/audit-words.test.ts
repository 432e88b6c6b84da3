import { beforeAll, describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";

const MANIFESTS = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec: { containers: [{ name: main }] }
---
apiVersion: v1
kind: Node
metadata: { name: a }
status: { addresses: [{ type: InternalIP, address: 10.0.1.11 }] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: shut, namespace: shop }
spec: { podSelector: { matchLabels: { app: web } }, policyTypes: [Egress] }
`;

const PARTLY = `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: partly }
spec:
  tier: Admin
  priority: 5
  subject: { namespaces: {} }
  egress:
    - action: Deny
      to: [{ networks: [169.254.169.254/32] }]
      protocols: [{ tcp: { destinationPort: { number: 80 } } }]
`;

const FOLDER = folderWith({
  "shop.yaml": MANIFESTS,
  "open/pod.yaml": MANIFESTS.split("---")[0] ?? "",
  "open/partly.yaml": PARTLY,
});

async function said(path: string, to: string, ...options: readonly string[]): Promise<string> {
  const asked = ["--to", to, "--fail-on", "never", ...options];
  const { stdout } = await runAnp(["audit", "egress", "-f", path, ...asked], { cwd: FOLDER });
  return stdout.replaceAll(/\s+/g, " ");
}

describe("an audit in words", () => {
  let [metadata, nodes, partly, icmp] = ["", "", "", ""];
  beforeAll(async () => {
    metadata = await said("shop.yaml", "metadata");
    nodes = await said("shop.yaml", "nodes");
    partly = await said("open", "metadata");
    icmp = await said("shop.yaml", "metadata", "--protocol", "icmp");
  });

  it("begins with the answer: each class once, by the worst that it comes to", () => {
    expect(metadata).toMatch(/^reachable for some: metadata \(1 workload and future pods\) /);
    expect(partly).toMatch(/^bypassed: metadata \(/);
  });

  it("names the parts of a class once, where a group is about all of them", () => {
    expect(metadata).toContain("→ all of it: all traffic; no policy restricts its egress");
    expect(metadata.split("168.63.129.16/32")).toHaveLength(2);
  });

  it("says what is denied where only other protocols are left open", () => {
    expect(metadata).toContain("undecided for shop/pod/web → all of it: undefined: other protocols (ICMP …)");
    expect(metadata).toContain("denied TCP, UDP and SCTP, all ports missing how the network plugin treats");
  });

  it("claims no denial of what wasn't asked about", () => {
    expect(icmp).toContain("undecided for shop/pod/web");
    expect(icmp).not.toContain("denied");
  });

  it("has one entry for a node and the pod's own one where the same is true of both", () => {
    expect(nodes).toContain("→ node/a, the pod's own node too (IPv4): all traffic");
    expect(nodes).toContain("the pod's own node is exempt from isolation");
  });

  it("doesn't list what the rest depends on where a class is reachable anyway", () => {
    expect(nodes).toContain("nodes: reachable for shop/pod/web");
    expect(nodes).not.toContain("missing");
  });

  it("says of each address which traffic a block leaves out", () => {
    expect(partly).toContain(
      "doesn't cover all traffic to 100.100.100.200/32, 168.63.129.16/32, fd00:ec2::254/128; TCP 1-79, 81-65535; UDP and SCTP, all ports; other protocols (ICMP …) to 169.254.169.254/32 over IPv4",
    );
  });
});
