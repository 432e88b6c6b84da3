import { describe, expect, it } from "vitest";
import { auditEgress } from "../../../src/questions/audit/audit.js";
import { besideText, onText } from "../../../src/report/audit-beside.js";
import { loadSources } from "../../../src/index.js";
import { lookUpAudit } from "../../../src/questions/ask/audit.js";
import type { Audit } from "../../../src/questions/audit/result.js";

async function audited(text: string): Promise<Audit> {
  const { cluster } = await loadSources([{ name: "a.yaml", text }]);
  const question = lookUpAudit(cluster, { to: ["metadata"], from: [], except: [], namespace: undefined });
  if (!question.ok) throw new Error(JSON.stringify(question.problem));
  return auditEgress(cluster, question.value);
}

function pod(spec: string, metadata = ""): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop${metadata} }
spec: { ${spec} }
`;
}

function container(fields: string): string {
  return `containers: [{ name: first, image: first }, { name: second, image: second, ${fields} }]`;
}

function deployment(spec: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec: { selector: { matchLabels: { app: web } }, template: { metadata: { labels: { app: web } }, spec: { ${spec} } } }
`;
}

function object(kind: string, apiVersion: string, rest: string, namespace = ""): string {
  return `apiVersion: ${apiVersion}
kind: ${kind}
metadata: { name: there${namespace} }
${rest}
`;
}

const RBAC = "rbac.authorization.k8s.io/v1";

function role(resources: string, verbs: string, group = ""): string {
  return object(
    "ClusterRole",
    RBAC,
    `rules: [{ apiGroups: ["${group}"], resources: [${resources}], verbs: [${verbs}] }]`,
  );
}

const WEB = "shop/pod/web";

describe("what no policy of pods concerns is listed beside the groups", () => {
  it.each<[what: string, text: string, expected: readonly string[]]>([
    ["an ordinary pod", pod(container("securityContext: { privileged: false }")), []],
    ["B-9: the node's network", pod(`hostNetwork: true, ${container("")}`), [`B-9 ${WEB}`]],
    ["B-10: privileged", pod(container("securityContext: { privileged: true }")), [`B-10 ${WEB} privileged`]],
    [
      "B-10: capabilities, of those that matter",
      pod(container("securityContext: { capabilities: { add: [CAP_NET_ADMIN, CHOWN, net_raw, all] } }")),
      [`B-10 ${WEB} NET_ADMIN ALL`],
    ],
    [
      "B-10: in an init container, and in one that was added for debugging",
      pod(`initContainers: [{ name: first, image: first, securityContext: { privileged: true } }],
           ephemeralContainers: [{ name: debug, image: debug, securityContext: { capabilities: { add: [SYS_PTRACE] } } }]`),
      [`B-10 ${WEB} privileged SYS_PTRACE`],
    ],
    [
      "B-10: capabilities that are dropped",
      pod(container("securityContext: { capabilities: { drop: [ALL] } }")),
      [],
    ],
    ["B-10: processes of the node", pod(`hostPID: true, ${container("")}`), [`B-10 ${WEB} hostPID`]],
    [
      "B-10: files of the node, in a template",
      deployment(
        `volumes: [{ name: other, emptyDir: {} }, { name: root, hostPath: { path: / } }], ${container("")}`,
      ),
      ["B-10 shop/deployment/web hostPath"],
    ],
    [
      "B-11: other networks",
      pod(container(""), ", annotations: { k8s.v1.cni.cncf.io/networks: macvlan }"),
      [`B-11 ${WEB}`],
    ],
    ["B-11: none of them", pod(container(""), `, annotations: { k8s.v1.cni.cncf.io/networks: "[]" }`), []],
    [
      "B-11: a namespace with a network of its own",
      object("Namespace", "v1", "", `, labels: { k8s.ovn.org/primary-user-defined-network: "" }`),
      ["B-11 Namespace/there"],
    ],
    ["B-12: an egress gateway", object("Egress", "crd.antrea.io/v1beta1", ""), ["B-12 Egress/there"]],
    [
      "B-12: egress addresses, which are other vendors' policies",
      `${object("EgressIP", "k8s.ovn.org/v1", "")}---\n${object("EgressIP", "k8s.ovn.org/v1", "").replace("there", "more")}`,
      ["B-12 2 EgressIP"],
    ],
    ["B-12: a kind of that name in another group", object("Egress", "example.com/v1beta1", ""), []],
    [
      "B-13: a namespace of a mesh, whose pods are not listed once more",
      `${object("Namespace", "v1", "", ", labels: { istio-injection: enabled }")}---\n${pod(container(""), `, labels: { sidecar.istio.io/inject: "true" }`).replace("namespace: shop", "namespace: there")}`,
      ["B-13 Namespace/there"],
    ],
    [
      "B-13: a namespace that a mesh leaves out",
      object("Namespace", "v1", "", ", labels: { istio-injection: disabled }"),
      [],
    ],
    [
      "B-13: a pod of a mesh",
      pod(container(""), ", labels: { linkerd.io/control-plane-ns: linkerd }"),
      [`B-13 ${WEB}`],
    ],
    ["B-18: exec", role("pods/exec", "create"), ["B-18 ClusterRole/there pods/exec"]],
    [
      "B-18: everything",
      role(`"*"`, `"*"`, "*"),
      ["B-18 ClusterRole/there pods/attach pods/exec pods/portforward pods/proxy services/proxy nodes/proxy"],
    ],
    [
      "B-18: every proxy",
      role(`"*/proxy"`, "get"),
      ["B-18 ClusterRole/there pods/proxy services/proxy nodes/proxy"],
    ],
    ["B-18: pods themselves", role("pods, pods/log", `"*"`), []],
    ["B-18: in another group", role("pods/exec", "create", "metrics.k8s.io"), []],
    ["B-18: to see who may", role("pods/exec", "list, watch"), []],
    [
      "B-18: nodes in a namespace",
      object(
        "Role",
        RBAC,
        `rules: [{ apiGroups: [""], resources: [nodes/proxy], verbs: [get] }]`,
        ", namespace: shop",
      ),
      [],
    ],
    [
      "B-19: an API that is elsewhere",
      object("APIService", "apiregistration.k8s.io/v1", "spec: { service: { namespace: shop, name: web } }"),
      ["B-19 APIService/there"],
    ],
    [
      "B-19: an API of the server",
      object("APIService", "apiregistration.k8s.io/v1", "spec: { group: apps }"),
      [],
    ],
    [
      "B-19: a webhook with an address",
      object(
        "ValidatingWebhookConfiguration",
        "admissionregistration.k8s.io/v1",
        `webhooks: [{ name: a.example.com, clientConfig: { url: "https://192.0.2.1/hook" } }]`,
      ),
      ["B-19 ValidatingWebhookConfiguration/there"],
    ],
    [
      "B-19: no webhook",
      object("MutatingWebhookConfiguration", "admissionregistration.k8s.io/v1", "webhooks: []"),
      [],
    ],
    [
      "B-20: NFS, and probes of others",
      pod(`volumes: [{ name: files, nfs: { server: nfs.example.com, path: / } }],
           ${container("livenessProbe: { httpGet: { port: 80 } }, startupProbe: { tcpSocket: { host: 192.0.2.3, port: 81 } }")}`),
      [`B-20 ${WEB} nfs nfs.example.com`, `B-20 ${WEB} probe 192.0.2.3`],
    ],
  ])("%s", async (_what, text, expected) => {
    const { beside, classes } = await audited(text);
    expect(beside.map((each) => [each.id, onText(each), ...each.what].join(" "))).toEqual(expected);
    for (const each of beside) expect(besideText(each).length).toBeGreaterThan(10);
    // It changes no status.
    expect(new Set(classes.flatMap(({ groups }) => groups.map(({ status }) => status)))).toEqual(
      new Set(["reachable"]),
    );
  });

  it("says of what the input has no object", async () => {
    expect((await audited(pod(container("")))).notShown).toEqual(["B-18", "B-19"]);
    expect((await audited(role("pods", "get"))).notShown).toEqual(["B-19"]);
    const local = object("APIService", "apiregistration.k8s.io/v1", "spec: { group: apps }");
    expect((await audited(local)).notShown).toEqual(["B-18"]);
  });
});
