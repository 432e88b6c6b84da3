import { expect } from "vitest";
import { explainFlow } from "../../src/index.js";
import { lint } from "../../src/linter/lint/lint.js";
import { load } from "../../src/cluster/load/load.js";
import type { LoadOptions } from "../../src/cluster/load/options.js";
import { READ_OPTIONS, underlined } from "./api-object.js";
import type { ProblemCode, ProblemOf } from "../../src/cluster/problems/problem.js";

/** A pod in a namespace, called after its label `app`. */
export function pod(namespace: string, app: string, ports = "[]", more = ""): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: ${app}, namespace: ${namespace}, labels: { app: ${app} } }
spec: { ${more}containers: [{ name: main, ports: ${ports} }] }
`;
}

/** A NetworkPolicy with this spec, written in flow style. */
export function policy(namespace: string, name: string, spec: string): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: ${namespace} }
spec: ${spec}
`;
}

/** A ClusterNetworkPolicy with this subject and these rules. */
export function clusterWide(name: string, head: string, rules: string): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: ${name} }
spec: { ${head}, ${rules} }
`;
}

/** A Service with this spec. */
export function service(namespace: string, name: string, spec: string): string {
  return `apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: ${namespace} }
spec: ${spec}
`;
}

/** Cluster DNS as most clusters have it; its pods listen on another port where one is given. */
export function clusterDnsObjects(port = 53): string {
  const ports = [
    `{ name: dns, protocol: UDP, port: 53, targetPort: ${port} }`,
    `{ name: dns-tcp, protocol: TCP, port: 53, targetPort: ${port} }`,
  ];
  const spec = `{ clusterIP: 10.96.0.10, selector: { app: coredns }, ports: [${ports.join(", ")}] }`;
  const resolver = `${pod("kube-system", "coredns")}status: { podIP: 10.244.0.5 }\n`;
  return documents(service("kube-system", "kube-dns", spec), resolver);
}

/** Documents as one stream. */
export function documents(...texts: readonly string[]): string {
  return texts.join("---\n");
}

/**
 * What one rule finds, as the text that it underlines with its facts. Every finding has a witness, of which `explain`
 * says the same.
 */
export async function findingsOf<C extends ProblemCode>(
  rule: C,
  text: string,
  options: Partial<LoadOptions> = {},
): Promise<{ readonly at: string; readonly facts: ProblemOf<C>["facts"] }[]> {
  const file = { name: "input.yaml", text };
  const loaded = await load([{ type: "file", file, isNamed: true }], { ...READ_OPTIONS, ...options });
  const refused = loaded.problems.filter(({ server }) => server !== undefined);
  expect(refused.map(({ code, server }) => [code, server])).toEqual([]);
  // What is reported only to who asks for the rule is found too.
  const found = lint(loaded, { only: new Set([rule]) }).diagnostics.flatMap(({ problem }) =>
    problem.code === rule ? [problem as ProblemOf<C>] : [],
  );
  for (const { witness } of found) {
    if (witness === undefined) throw new Error(`a finding of ${rule} has no witness`);
    const { from, to, protocol, port, verdict } = witness;
    const asked = { from, to, protocol: protocol.toLowerCase(), port: String(port) };
    const { results } = explainFlow(loaded, asked);
    expect(results.map((each) => each.verdict)).toEqual(results.map(() => verdict));
    expect(results).not.toEqual([]);
  }
  return found.map((each) => ({ at: underlined(each.at), facts: each.facts }));
}
