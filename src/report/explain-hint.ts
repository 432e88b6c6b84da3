import { STALE_STATUS } from "../linter/rules/words/stale-status.js";
import { ruleLabel } from "../base/text/rule-label.js";
import { conjunction, policyText } from "./describe.js";
import { LOAD_BALANCER_HINT, missingHint } from "./route-words.js";
import type { OtherReading } from "../questions/explain/readings.js";
import { hasWrittenLabel } from "../semantics/match/unsettled.js";
import type { Result } from "../questions/explain/result.js";

/** What to do next, where one thing is plain. */
export function hintFor(result: Result, readings: readonly OtherReading[] = []): string | undefined {
  const { reasons, verdict, egress, ingress, freePriorities } = result;
  const codes = new Set(reasons.map(({ code }) => code));
  if (verdict === "undefined" && codes.has("equal-priority")) {
    const tied = [...egress.steps, ...ingress.steps].find((step) => step.type === "rule" && step.tied);
    const priority = tied?.type === "rule" ? tied.policy.priority : undefined;
    if (priority === undefined) return undefined;
    const verb = freePriorities.length === 1 ? "is" : "are";
    const free =
      freePriorities.length === 0 ? "" : ` (${conjunction(freePriorities.map(String))} ${verb} free)`;
    return `give one a different priority${free}`;
  }
  const port = servicePortHint(result);
  if (port !== undefined) return port;
  const source = sourceHint(result);
  if (source !== undefined) return source;
  if (codes.has("refused-policy") && readings.some(isStatusAlone)) return STATUS_HINT;
  const hint = HINTS.find(([code]) => codes.has(code));
  return reasons.some((reason) => reason.code === hint?.[0] && hasWrittenLabel(reason))
    ? VALUE_HINT
    : hint?.[1];
}

const VALUE_HINT = "load the object with its real labels: as it is applied, or unmasked";

const STATUS_HINT = `remove \`status\`: ${STALE_STATUS}. The rest of the policy is fine`;

function isStatusAlone({ reading, dropped, policies }: OtherReading): boolean {
  const isPolicy = policies.every((each) => each.startsWith("NetworkPolicy "));
  return reading === "stored-unchecked" && isPolicy && dropped.join() === "status";
}

/** For who connects for a route, where that is what is not known. */
function sourceHint({ verdict, reasons, route, from }: Result): string | undefined {
  const isOpen = verdict === "unknown" && reasons.some(({ code }) => OF_SOURCES.has(code));
  if (!isOpen || route === undefined) return undefined;
  const [missing] = route.missing;
  if (missing !== undefined) return missingHint(missing);
  return from.kind === "load balancer" ? LOAD_BALANCER_HINT : undefined;
}

const OF_SOURCES: ReadonlySet<string> = new Set(["address-owner", "domain-address", "pod-labels"]);

/** A rule that names the port of the Service, where it should name that of the pods (S-PORT-6). */
function servicePortHint({ verdict, path, traffic, egress, ingress }: Result): string | undefined {
  const { port } = path ?? {};
  const sent = port === undefined ? undefined : traffic[port.protocol][0]?.[0];
  if (verdict === "allowed" || port === undefined || sent === undefined || sent === port.port)
    return undefined;
  const wrong = [...egress.steps, ...ingress.steps].find(
    (step) =>
      step.type === "rule" &&
      step.outcome === "missed" &&
      step.because.code === "port" &&
      step.because.port.type === "range" &&
      step.because.port.first <= port.port &&
      port.port <= step.because.port.last,
  );
  if (wrong?.type !== "rule") return undefined;
  const rule = `${ruleLabel(wrong.rule.index + 1, undefined)} of ${policyText(wrong.policy.ref)}`;
  return `${rule} uses the Service's port ${port.port}, but the pods listen on ${sent}`;
}

/** For facts that the input can be made to tell; the first that applies is shown. */
const HINTS: readonly (readonly [Result["reasons"][number]["code"], string])[] = [
  ["not-analysed", "fix what anp lint reports, then retry"],
  ["limit", "raise --max-work or --timeout, or ask about fewer ends or ports"],
  ["refused-policy", "fix what anp lint reports, then retry"],
  ["undecided-policy", "fix what anp lint reports, then retry"],
  ["repeated-policy", "remove the extra copies, then retry"],
  ["forbidden-policies", "ask for permission to list them: anp snapshot --print-rbac prints the ClusterRole"],
  ["unlisted-policies", "retry; the first line of this answer shows the cluster's reply"],
  ["address-owner", "name the pod, load the object that has its address, or set --pod-cidr"],
  ["namespace-labels", "load the Namespace objects too"],
  ["namespace-isolation", "load the Namespace objects too"],
  ["pod-address", "load the pods themselves (kubectl get pods -o yaml), or set --pod-cidr"],
  ["pod-node", "load the pods themselves (kubectl get pods -o yaml): manifests don't say which node"],
  [
    "pod-labels",
    "load the pods themselves (kubectl get pods -o yaml): manifests don't have the labels that controllers add",
  ],
  ["node-labels", "load the Node objects too"],
  ["node-address", "load the Node objects too"],
  [
    "container-ports",
    "fill in the ports of its containers; for a hypothetical pod, which declares none, name a workload",
  ],
  ["no-service", "load the Service, or fix its name in the route"],
  ["no-service-port", "use a port of the Service, by number or name"],
  ["no-backends", "load the pods it selects, or its EndpointSlices"],
  ["service-address", "load the Service from the cluster, which knows its address, or set --service-cidr"],
  ["dns-answer", "list the DNS answers in a file: --dns FILE"],
  ["domain-address", "list the DNS answers in a file: --dns FILE"],
];
