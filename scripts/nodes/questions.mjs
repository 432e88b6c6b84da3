// What the packed program is asked under each release of Node.
import { fileURLToPath } from "node:url";

const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));
const demo = `${fixtures}/demo`;

const FILES = /^loaded \d+ files?, \d+ objects?: [\w, ]+$/;
const ONE_SIDE = /^(?:before|after): loaded \d+ files?, \d+ objects?: [\w, ]+$/;
const CLUSTER = /^loaded .*context stub\b/;

/** A CRD with a rule of its own, which runs in a worker thread. */
const DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "clusternetworkpolicies.policy.networking.k8s.io" },
  spec: {
    group: "policy.networking.k8s.io",
    names: { kind: "ClusterNetworkPolicy", plural: "clusternetworkpolicies" },
    scope: "Cluster",
    versions: [
      {
        name: "v1alpha2",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                "x-kubernetes-preserve-unknown-fields": true,
                properties: { priority: { type: "integer" } },
                "x-kubernetes-validations": [
                  { rule: "self.priority > 900", message: "lower priorities are taken" },
                ],
              },
            },
          },
        },
      },
    ],
  },
};

const POLICY = {
  apiVersion: "policy.networking.k8s.io/v1alpha2",
  kind: "ClusterNetworkPolicy",
  metadata: { name: "web-opens" },
  spec: { tier: "Admin", priority: 17, subject: { namespaces: {} } },
};

/** The files that the questions need beside the fixtures. */
export const FILES_ASKED_ABOUT = {
  "crd.json": JSON.stringify(DEFINITION),
  "policies/web-opens.json": JSON.stringify(POLICY),
};

/**
 * The questions: arguments, the exit code, what standard output shows, and what each line of standard error is like.
 * @param version the version of the package
 * @param isLive whether a cluster is there to ask
 */
export function questions(version, isLive) {
  const live = ["explain", "team-000/app-0000", "team-001/app-0001", "--port", "8080"];
  return [
    { args: ["--version"], code: 0, stdout: new RegExp(`^${version.replaceAll(".", String.raw`\.`)}\n$`) },
    { args: ["lint", demo, "-o", "json"], code: 0, stdout: /"incomplete": false/, stderr: FILES },
    {
      args: ["lint", "policies", "--crd", "crd.json", "-o", "compact"],
      code: 1,
      stdout: /^policies\/web-opens\.json:\d+:\d+: error\[cel\]/,
      stderr: FILES,
    },
    {
      args: ["explain", "-f", demo, "shop/web", "shop/cart", "--port", "7070"],
      code: 0,
      stdout: /^ALLOWED {2}shop\/web /,
      stderr: FILES,
    },
    {
      args: ["matrix", "-f", demo, "--port", "7070"],
      code: 0,
      stdout: /39 pairs: 20 allowed, 19 denied/,
      stderr: FILES,
    },
    {
      args: ["diff", ...["before", "after"].map((side) => `${fixtures}/diff/peer-split-by-dash/${side}`)],
      code: 1,
      stdout: /^1 flow opens, 4 close/,
      stderr: ONE_SIDE,
    },
    {
      args: ["convert", `${fixtures}/migration/v0.1.1`, "-f", `${fixtures}/migration/cluster`, "--check"],
      code: 1,
      stdout: /^would convert 2 objects/,
      stderr: FILES,
    },
    ...(isLive ? [{ args: live, code: 0, stdout: /^[A-Z]+ {2}team-000\/app-0000 /, stderr: CLUSTER }] : []),
  ];
}
