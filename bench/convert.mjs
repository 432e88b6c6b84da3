import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare } from "./measure.mjs";
import { clusterDocuments } from "./cluster.mjs";
import { seeded } from "./random.mjs";

const SIZE = { seed: 20261121, namespaces: 50, workloads: 1000, pods: 2000, policies: 1000 };

/** AdminNetworkPolicies, of which each has rules with peers and ports. */
const ADMIN = { policies: 200, rules: 10, ports: 5 };

/**
 * Measures `anp convert` against `anp diff` of the same cluster with itself, which evaluates as much: what is beyond that are the
 * conversion, the writing, the reading of what was written, and the proof over any cluster.
 */
export function convertRows({ anp, work, runs, row }) {
  const folder = join(work, "convert");
  mkdirSync(folder);
  const documents = clusterDocuments(SIZE).map((text) =>
    text.replace(/^apiVersion: networking\.k8s\.io\/v1$/m, "apiVersion: extensions/v1beta1"),
  );
  writeFileSync(join(folder, "cluster.yaml"), [...documents, ...adminPolicies()].join("---\n"));
  const label = `${SIZE.pods} pods, ${SIZE.policies} NetworkPolicies of v1beta1, ${ADMIN.policies} AdminNetworkPolicies`;
  row(
    `convert --check   ${label}`,
    "diff of the same with itself",
    compare(
      [anp, "convert", folder, "--check"],
      [anp, "diff", folder, folder, "--kubernetes-version", "1.15"],
      runs,
    ),
  );
}

function adminPolicies() {
  const { below, pick } = seeded(SIZE.seed);
  const team = () => `{ matchLabels: { team: team-${below(SIZE.namespaces)} } }`;
  return Array.from({ length: ADMIN.policies }, (_, i) => {
    const rules = Array.from({ length: ADMIN.rules }, (_unused, j) => {
      const ports = Array.from(
        { length: ADMIN.ports },
        () => `        - portNumber: { protocol: TCP, port: ${1 + below(65_000)} } # ${j}\n`,
      );
      return `    - name: rule-${j}
      action: ${pick(["Allow", "Deny", "Pass"])}
      from:
        - namespaces: ${team()}
      ports:
${ports.join("")}`;
    });
    return `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: admin-${i} }
spec:
  priority: ${i}
  subject: { namespaces: ${team()} }
  ingress:
${rules.join("")}`;
  });
}
