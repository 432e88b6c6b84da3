import { describe, expect, it } from "vitest";
import { documents } from "../../support/exposure.js";
import { lintText } from "../../support/findings.js";

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: jobs, namespace: shop }
rules: [{ apiGroups: [batch], resources: [jobs], verbs: [create] }]
`;
const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: jobs, namespace: shop }
roleRef: { kind: Role, name: jobs }
subjects: [{ kind: ServiceAccount, name: runner }]
`;
const CLUSTER_BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: view }
roleRef: { kind: ClusterRole, name: view }
subjects: [{ kind: ServiceAccount, name: runner, namespace: shop }]
`;
const deployment = (spec = "serviceAccountName: runner"): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: runner, namespace: shop }
spec: { template: { metadata: { labels: { app: runner } }, spec: { ${spec}, containers: [{ name: a, image: a }] } } }
`;
const egress = (rules: string, name = "runner"): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec: { podSelector: { matchLabels: { app: runner } }, policyTypes: [Egress], egress: [${rules}] }
`;
const DNS = "{ ports: [{ protocol: UDP, port: 53 }] }";
const to = (peer: string, port = 443): string => `{ to: [${peer}], ports: [{ port: ${port} }] }`;
const BOUND = [ROLE, BINDING, deployment()];

async function found(...texts: readonly string[]): Promise<readonly unknown[]> {
  const all = await lintText(documents(...texts));
  return all.filter(({ rule }) => rule === "api-port-never-allowed").map(({ problem }) => problem.facts);
}

describe("pods that may use the API and that no egress rule lets reach it", () => {
  it.each([
    ["only DNS", [...BOUND, egress(DNS)]],
    ["nothing at all", [...BOUND, egress("")]],
    ["pods of a namespace on its port", [...BOUND, egress(to("{ namespaceSelector: {} }"))]],
    ["addresses on another port", [...BOUND, egress(to("{ ipBlock: { cidr: 0.0.0.0/0 } }", 5432))]],
    ["two policies together", [...BOUND, egress(DNS), egress(to("{ podSelector: {} }"), "more")]],
    ["a role that every server has", [CLUSTER_BINDING, deployment(), egress(DNS)]],
    ["the older field", [ROLE, BINDING, deployment("serviceAccount: runner"), egress(DNS)]],
  ])("%s", async (_, texts) => {
    expect(await found(...texts)).toMatchObject([
      { workloads: { first: ["shop/runner"], more: 0 }, account: "runner" },
    ]);
  });

  it.each([
    ["an address on 6443", [...BOUND, egress(to("{ ipBlock: { cidr: 192.0.2.1/32 } }", 6443))]],
    ["any address on 443", [...BOUND, egress(to("{ ipBlock: { cidr: 0.0.0.0/0 } }"))]],
    ["port 443 of anything", [...BOUND, egress("{ ports: [{ port: 443 }] }")]],
    ["port 443 among others", [...BOUND, egress("{ ports: [{ port: 5432 }, { port: 443 }] }")]],
    ["a range of ports", [...BOUND, egress("{ ports: [{ port: 1024, endPort: 65535 }] }")]],
    ["every port of an address", [...BOUND, egress("{ to: [{ ipBlock: { cidr: 192.0.2.1/32 } }] }")]],
    ["another policy", [...BOUND, egress(DNS), egress("{}", "all")]],
    ["no policy of their egress", BOUND],
    [
      "no token",
      [
        ROLE,
        BINDING,
        deployment("serviceAccountName: runner, automountServiceAccountToken: false"),
        egress(DNS),
      ],
    ],
    [
      "a ServiceAccount without a token",
      [
        ...BOUND,
        egress(DNS),
        "apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: runner, namespace: shop }\nautomountServiceAccountToken: false\n",
      ],
    ],
    ["another account", [ROLE, BINDING, deployment("serviceAccountName: web"), egress(DNS)]],
    [
      "the account of the namespace",
      [ROLE, BINDING.replace("runner", "default"), deployment("hostIPC: false"), egress(DNS)],
    ],
    ["a role that is not there", [BINDING, deployment(), egress(DNS)]],
    ["a role of another namespace", [ROLE.replace("shop", "lab"), BINDING, deployment(), egress(DNS)]],
    ["a role to be admitted", [ROLE.replace("[create]", "[use]"), BINDING, deployment(), egress(DNS)]],
    ["host pods", [ROLE, BINDING, deployment("serviceAccountName: runner, hostNetwork: true"), egress(DNS)]],
    [
      "policies of another vendor",
      [
        ...BOUND,
        egress(DNS),
        "apiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy\nmetadata: { name: api, namespace: shop }\n",
      ],
    ],
    ["a policy may be missing", [...BOUND, egress(DNS), "kind: NetworkPolicy\n\tspec: broken\n"]],
  ])("is silent about %s", async (_, texts) => {
    expect(await found(...texts)).toEqual([]);
  });
});
