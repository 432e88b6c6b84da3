import * as fc from "fast-check";
import { check, Mismatch } from "./run.js";
import { explainFlow, loadSources, REFERENCE, type Source } from "../../src/index.js";
import { loadToReload } from "../../src/cluster/load/load.js";
import { patched } from "./patched.js";
import { READ_OPTIONS } from "../support/api-object.js";
import { readTraffic } from "../../src/questions/query/traffic.js";
import { suggest } from "../../src/questions/suggest/suggest.js";
import type { Explanation } from "../../src/questions/explain/result.js";
import type { LoadOptions } from "../../src/cluster/load/options.js";

/** How many denied flows a run has met, by the ways in which they were met. */
export interface Unblocked {
  denied: number;
  throughNodes: number;
  withName: number;
}

/** A Service with its pods, policies around it, and how it is called. */
interface Case {
  readonly service: "ClusterIP" | "NodePort" | "Headless";
  /** How the port of the pods is named by the Service. */
  readonly target: "number" | "name" | "same";
  readonly to: "service" | "name" | "address" | "node" | "node-address";
  readonly hasPortInQuestion: boolean;
  readonly policies: readonly string[];
}

const OPTIONS: LoadOptions = { ...READ_OPTIONS, purpose: "flows", keepsObjects: true };

/** The port that clients dial, and the one that the Service opens on nodes. */
const [DIALLED, NODE_PORT] = [443, 30443];

/**
 * Holds that after the first suggestion for a denied flow to a Service, by whatever name, the flow is allowed and nothing before it
 * is denied.
 */
export async function checkUnblocked(runs: number): Promise<Unblocked> {
  const met: Unblocked = { denied: 0, throughNodes: 0, withName: 0 };
  await check({
    name: "unblocked",
    arbitrary: cases,
    runs,
    isSlow: true,
    part: 700,
    holds: (made) => requireUnblocked(made, met),
    show: (made) => `${JSON.stringify(made)}\n${textOf(made)}`,
  });
  return met;
}

async function requireUnblocked(made: Case, met: Unblocked): Promise<void> {
  const sources: Source[] = [{ name: "cluster.yaml", text: textOf(made) }];
  const flow = { from: "shop/web", to: nameOf(made), ...portOf(made) };
  const before = explainFlow(await loadSources(sources, OPTIONS), flow);
  const isNameDenied = deniesName(before);
  if (!isNameDenied && before.results.every(({ verdict }) => verdict !== "denied")) return;
  met.denied++;
  if (made.to.startsWith("node")) met.throughNodes++;
  if (isNameDenied) met.withName++;
  const traffic = readTraffic(flow.port, undefined);
  if (!traffic.ok) throw new Error("the port of a case");
  const { suggestions, notes } = await suggest({
    input: await loadToReload(
      sources.map((file) => ({ type: "file" as const, file, isNamed: true })),
      OPTIONS,
    ),
    question: { ...flow, namespace: undefined, traffic: traffic.value, profile: REFERENCE },
    isNameless: () => false,
    isLate: () => false,
  });
  const [first] = suggestions;
  if (first?.patch === undefined)
    throw new Mismatch(`nothing is suggested: ${notes.map(({ code }) => code).join(", ")}`);
  const after = explainFlow(await loadSources(patched(sources, first.patch.text), OPTIONS), flow);
  const verdicts = after.results.map(({ verdict }) => verdict);
  if (verdicts.some((verdict) => verdict !== "allowed"))
    throw new Mismatch(`${verdicts.join(", ")} after\n${first.patch.text}`);
  if (deniesName(after)) throw new Mismatch(`the name is still denied after\n${first.patch.text}`);
}

/** True where the question to the cluster's DNS, which comes first, is denied. */
function deniesName({ notes }: Explanation): boolean {
  return notes.some(
    (note) => note.code === "dns-first" && note.protocols.some(({ verdicts }) => verdicts.includes("denied")),
  );
}

function nameOf({ to, service }: Case): string {
  if (to === "name") return "api.payments";
  if (service === "NodePort" && to === "node") return "node/worker-2";
  if (service === "NodePort" && to === "node-address") return "10.9.0.2";
  return to === "address" && service !== "Headless" ? "10.2.0.9" : "payments/svc/api";
}

function portOf(made: Case): { readonly port?: string } {
  if (nameOf(made).startsWith("node/") || nameOf(made) === "10.9.0.2") return { port: String(NODE_PORT) };
  return made.hasPortInQuestion && made.service !== "Headless" ? { port: String(DIALLED) } : {};
}

const NUMBERS = ["8443", "443", "30443", "9100", "rpc", "nope"] as const;
const PEERS = [
  "{ podSelector: { matchLabels: { app: api } } }",
  "{ podSelector: { matchLabels: { app: web } } }",
  "{ namespaceSelector: { matchLabels: { name: payments } } }",
  "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: shop } } }",
  "{ namespaceSelector: {}, podSelector: { matchLabels: { app: appi } } }",
  '{ ipBlock: { cidr: "10.2.0.9/32" } }',
] as const;

const rules = fc
  .record({
    peer: fc.option(fc.constantFrom(...PEERS)),
    port: fc.option(fc.constantFrom(...NUMBERS)),
  })
  .map(({ peer, port }) => ({
    peers: peer === null ? undefined : `[${peer}]`,
    ports: port === null ? undefined : `[{ port: ${port} }]`,
  }));

const policies = fc
  .record({
    of: fc.constantFrom("web", "api", "everything in shop", "everything in payments"),
    rules: fc.array(rules, { maxLength: 2 }),
  })
  .map(({ of, rules: all }) => {
    const isSource = of === "web" || of === "everything in shop";
    const direction = isSource ? "egress" : "ingress";
    const texts = all.map(({ peers, ports }) => {
      const parts = [
        ...(peers === undefined ? [] : [`${isSource ? "to" : "from"}: ${peers}`]),
        ...(ports === undefined ? [] : [`ports: ${ports}`]),
      ];
      return `{ ${parts.join(", ")} }`;
    });
    const selector = of.startsWith("everything") ? "{}" : `{ matchLabels: { app: ${of} } }`;
    return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: NAME, namespace: ${isSource ? "shop" : "payments"} }
spec:
  podSelector: ${selector}
  policyTypes: [${isSource ? "Egress" : "Ingress"}]
  ${direction}: [${texts.join(", ")}]
`;
  });

const cases: fc.Arbitrary<Case> = fc.record({
  service: fc.constantFrom("ClusterIP", "NodePort", "NodePort", "Headless"),
  target: fc.constantFrom("number", "name", "same"),
  to: fc.constantFrom("service", "name", "address", "node", "node-address"),
  hasPortInQuestion: fc.boolean(),
  policies: fc.array(policies, { minLength: 1, maxLength: 4 }),
});

function textOf({ service, target, policies: all }: Case): string {
  const port = target === "same" ? DIALLED : 8443;
  const targetPort = target === "name" ? "rpc" : String(port);
  const spec = {
    ClusterIP: "clusterIP: 10.2.0.9, clusterIPs: [10.2.0.9]",
    NodePort: "type: NodePort, clusterIP: 10.2.0.9, clusterIPs: [10.2.0.9]",
    Headless: "clusterIP: None",
  }[service];
  const nodePort = service === "NodePort" ? `, nodePort: ${NODE_PORT}` : "";
  return [
    ...["shop", "payments", "kube-system"].map(
      (name) =>
        `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}, labels: { kubernetes.io/metadata.name: ${name} } }\n`,
    ),
    ...[1, 2].map(
      (i) =>
        `apiVersion: v1\nkind: Node\nmetadata: { name: worker-${i} }\nstatus: { addresses: [{ type: InternalIP, address: 10.9.0.${i} }] }\n`,
    ),
    podText("shop", "web", 1, ""),
    podText("payments", "api", 2, `{ name: rpc, containerPort: ${port} }`),
    podText("kube-system", "dns", 3, "{ containerPort: 53, protocol: UDP }, { containerPort: 53 }"),
    `apiVersion: v1
kind: Service
metadata: { name: api, namespace: payments }
spec: { ${spec}, selector: { app: api }, ports: [{ port: ${DIALLED}, targetPort: ${targetPort}, protocol: TCP${nodePort} }] }
`,
    `apiVersion: v1
kind: Service
metadata: { name: kube-dns, namespace: kube-system }
spec: { selector: { app: dns }, ports: [{ name: dns, port: 53, protocol: UDP }, { name: dns-tcp, port: 53, protocol: TCP }] }
`,
    ...all.map((text, i) => text.replace("NAME", `policy-${i}`)),
  ].join("---\n");
}

function podText(namespace: string, app: string, i: number, ports: string): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: ${app}, namespace: ${namespace}, labels: { app: ${app} } }
spec: { nodeName: worker-${i === 2 ? 2 : 1}, containers: [{ name: main, image: "registry.example/${app}:1", ports: [${ports}] }] }
status: { phase: Running, podIP: 10.1.0.${i}, podIPs: [{ ip: 10.1.0.${i} }] }
`;
}
