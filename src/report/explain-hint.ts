import { conjunction } from "./describe.js";
import type { Result } from "../explain/result.js";

/** What to do next, where one thing is plain. */
export function hintFor({ reasons, verdict, egress, ingress, freePriorities }: Result): string | undefined {
  const codes = new Set(reasons.map(({ code }) => code));
  if (verdict === "undefined" && codes.has("equal-priority")) {
    const tied = [...egress.steps, ...ingress.steps].find((step) => step.type === "rule" && step.tied);
    const priority = tied?.type === "rule" ? tied.policy.priority : undefined;
    if (priority === undefined) return undefined;
    const verb = freePriorities.length === 1 ? "is" : "are";
    const free =
      freePriorities.length === 0 ? "" : ` (${conjunction(freePriorities.map(String))} ${verb} free)`;
    return `give one of them another priority than ${priority}${free}`;
  }
  for (const [code, hint] of HINTS) if (codes.has(code)) return hint;
  return undefined;
}

/** For facts that the input can be made to tell; the first that applies is shown. */
const HINTS: readonly (readonly [Result["reasons"][number]["code"], string])[] = [
  ["not-analysed", "mend what anp lint reports, then ask again"],
  ["refused-policy", "mend what anp lint reports, then ask again"],
  ["repeated-policy", "leave one of the copies out, then ask again"],
  [
    "address-owner",
    "name the pod, load what holds its address, or say with --pod-cidr where pods' addresses lie",
  ],
  ["namespace-labels", "load the Namespace objects too"],
  ["namespace-isolation", "load the Namespace objects too"],
  [
    "pod-address",
    "load the pods themselves (kubectl get pods -o yaml), or say with --pod-cidr where their addresses lie",
  ],
  ["pod-node", "load the pods themselves (kubectl get pods -o yaml): a manifest does not tell the node"],
  [
    "pod-labels",
    "load the pods themselves (kubectl get pods -o yaml): a manifest does not tell what controllers add",
  ],
  ["node-labels", "load the Node objects too"],
  ["node-address", "load the Node objects too"],
  ["container-ports", "name a workload: a pod that is given by its labels declares no ports"],
  ["dns-answer", "give the answers of DNS with --dns FILE"],
  ["domain-address", "give the answers of DNS with --dns FILE"],
];
