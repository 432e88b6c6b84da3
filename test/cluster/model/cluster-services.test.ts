import { apiServer } from "../../../src/cluster/model/api-server.js";
import { clusterDns, dnsServiceFault } from "../../../src/cluster/model/cluster-dns.js";
import { describe, expect, it } from "vitest";
import { loadSources } from "../../../src/index.js";
import type { Cluster } from "../../../src/cluster/model/cluster.js";

async function clusterOf(
  texts: readonly string[],
  dnsService?: { readonly namespace: string; readonly name: string },
): Promise<Cluster> {
  const facts = dnsService === undefined ? {} : { dnsService };
  return (await loadSources([{ name: "a.yaml", text: texts.join("---\n") }], { facts })).cluster;
}

function service(namespace: string, name: string, spec: string): string {
  return `apiVersion: v1\nkind: Service\nmetadata: { name: ${name}, namespace: ${namespace} }\nspec: ${spec}\n`;
}

function pod(namespace: string, name: string, labels: string, ports = "[]"): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: ${namespace}, labels: ${labels} }
spec: { containers: [{ name: main, ports: ${ports} }] }
`;
}

const UDP = "{ port: 53, protocol: UDP, targetPort: 1053 }";
const TCP = "{ port: 53, targetPort: dns }";
const DNS_PODS = pod("kube-system", "coredns-1", "{ k8s-app: kube-dns, app: dns }");

/** What is taken for the cluster's DNS: its name, then each pod with its ports. */
async function dnsIn(
  texts: readonly string[],
  dnsService?: { readonly namespace: string; readonly name: string },
): Promise<string[]> {
  const dns = clusterDns(await clusterOf(texts, dnsService));
  if (dns === undefined) return [];
  const pods = dns.resolvers.map(
    ({ pod: each, ports }) =>
      `${each.id}: ${ports.map(({ protocol, port }) => `${port}/${protocol}`).join(" ")}`,
  );
  return [dns.name, ...pods];
}

describe("cluster DNS", () => {
  it.each([
    [
      "Service kube-dns, with the ports of its pods",
      [
        service("kube-system", "kube-dns", `{ selector: { app: dns }, ports: [${UDP}, ${TCP}] }`),
        pod("kube-system", "a", "{ app: dns }", "[{ name: dns, containerPort: 8053 }]"),
        pod("kube-system", "b", "{ app: dns }", "[{ name: dns, containerPort: 8054, protocol: UDP }]"),
        pod("kube-system", "c", "{ app: other }"),
        pod("shop", "d", "{ app: dns }"),
      ],
      ["kube-system/kube-dns", "kube-system/pod/a: 1053/UDP 8053/TCP", "kube-system/pod/b: 1053/UDP"],
    ],
    [
      "Service coredns",
      [service("kube-system", "coredns", `{ selector: { app: dns }, ports: [${UDP}] }`), DNS_PODS],
      ["kube-system/coredns", "kube-system/pod/coredns-1: 1053/UDP"],
    ],
    [
      "a headless Service, whose ports are its pods' own",
      [
        service("kube-system", "kube-dns", `{ clusterIP: None, selector: { app: dns }, ports: [${UDP}] }`),
        DNS_PODS,
      ],
      ["kube-system/kube-dns", "kube-system/pod/coredns-1: 53/UDP"],
    ],
    [
      "the pods with the usual label, where there is no Service",
      [DNS_PODS, pod("shop", "web", "{ k8s-app: kube-dns }")],
      ["kube-system/coredns-1", "kube-system/pod/coredns-1: 53/UDP 53/TCP"],
    ],
    [
      "these pods too, where the Service selects none of the input",
      [service("kube-system", "kube-dns", `{ selector: { app: x }, ports: [${UDP}] }`), DNS_PODS],
      ["kube-system/coredns-1", "kube-system/pod/coredns-1: 53/UDP 53/TCP"],
    ],
    [
      "no Service of another namespace",
      [
        service("shop", "kube-dns", `{ selector: { app: dns }, ports: [${UDP}] }`),
        pod("shop", "a", "{ app: dns }"),
      ],
      [],
    ],
    ["nothing", [], []],
  ])("is %s", async (_, texts, found) => {
    expect(await dnsIn(texts)).toEqual(found);
  });

  const NAMED = { namespace: "dns", name: "resolver" };

  it("is the Service that a user names, whatever else there is", async () => {
    const resolver = service("dns", "resolver", `{ selector: { app: r }, ports: [${UDP}] }`);
    const texts = [DNS_PODS, resolver, pod("dns", "r", "{ app: r }")];
    expect(await dnsIn(texts, NAMED)).toEqual(["dns/resolver", "dns/pod/r: 1053/UDP"]);
    expect(await dnsIn([DNS_PODS], NAMED)).toEqual([]);
  });

  it.each([
    ["missing", []],
    ["missing", [service("shop", "resolver", `{ selector: { app: r }, ports: [${UDP}] }`)]],
    ["no-dns-port", [service("dns", "resolver", "{ selector: { app: r }, ports: [{ port: 54 }] }")]],
    ["no-dns-port", [service("dns", "resolver", "{ ports: [{ port: 53, protocol: SCTP }] }")]],
    ["no-pods", [service("dns", "resolver", `{ selector: { app: r }, ports: [${UDP}] }`)]],
    ["no-pods", [service("dns", "resolver", `{ ports: [${UDP}] }`), pod("dns", "r", "{ app: r }")]],
    [
      "no-pods",
      [
        service("dns", "resolver", `{ selector: { app: r }, ports: [${TCP}] }`),
        pod("dns", "r", "{ app: r }"),
      ],
    ],
    [
      undefined,
      [
        service("dns", "resolver", `{ selector: { app: r }, ports: [${UDP}] }`),
        pod("dns", "r", "{ app: r }"),
      ],
    ],
  ])("what is wrong with a Service that is named: %s", async (fault, texts) => {
    expect(dnsServiceFault(await clusterOf(texts, NAMED))).toBe(fault);
  });

  it("has no fault where none is named", async () => {
    expect(dnsServiceFault(await clusterOf([]))).toBeUndefined();
  });
});

describe("the API server", () => {
  const node = (name: string, label: string, address = "192.168.0.9"): string => `apiVersion: v1
kind: Node
metadata: { name: ${name}, labels: { ${label}: "" } }
status: { addresses: [{ type: InternalIP, address: ${address} }] }
`;

  it.each([
    ["of a control plane", [node("a", "node-role.kubernetes.io/control-plane")], ["a 6443"]],
    ["of an old one", [node("b", "node-role.kubernetes.io/master")], ["b 6443"]],
    [
      "behind Service kubernetes",
      [
        node("c", "node-role.kubernetes.io/control-plane"),
        node("d", "node-role.kubernetes.io/worker", "192.168.0.10"),
        service("default", "kubernetes", "{ ports: [{ port: 443, targetPort: 8443 }] }"),
      ],
      ["c 8443"],
    ],
    ["of nodes without an address", [node("e", "node-role.kubernetes.io/control-plane", "none")], []],
    ["of a hosted control plane", [node("f", "node-role.kubernetes.io/worker")], []],
  ])("%s", async (_, texts, found) => {
    const server = apiServer(await clusterOf(texts));
    const nodes = server?.nodes.map(({ name }) => `${name} ${server.listening.port}`) ?? [];
    expect(nodes).toEqual(found);
  });
});
