import { acceptsNames } from "../../semantics/match/effect.js";
import { repeatedNotes } from "../../cluster/model/repeated-note.js";
import { parseAddress } from "../../base/net/address.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { hasWrittenLabel } from "../../semantics/match/unsettled.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Note, Result } from "./result.js";
import type { Resolved } from "../query/resolution.js";
import type { Step } from "../../semantics/evaluate/step.js";

/** What is worth knowing beside the verdicts, in a fixed order and each once. */
export function notesFor(cluster: Cluster, from: Resolved, to: Resolved, results: readonly Result[]): Note[] {
  const steps = results.flatMap(({ egress, ingress }) => [...egress.steps, ...ingress.steps]);
  const notes: Note[] = [
    ...from.notes,
    ...to.notes,
    ...endpointNotes([...from.endpoints, ...to.endpoints]),
    ...namespaceNotes(steps),
  ];
  const loopback = to.services === undefined ? results.find(({ isLoopback }) => isLoopback) : undefined;
  if (loopback !== undefined && from.workload !== undefined)
    notes.push({ code: "the-pod-itself", name: from.shownAs });
  else if (from.workload !== undefined && from.workload.id === to.workload?.id)
    notes.push({ code: "two-replicas", name: from.shownAs });
  if (steps.some(comparesAddresses) && isFamilyAssumed(cluster, from, to))
    notes.push({ code: "family-assumed" });
  notes.push(...portNameNotes(to, steps));
  if (steps.some(isAcceptedByName)) notes.push({ code: "accepted-by-name" });
  if (results.some((each) => mayShareAddress(to, each))) notes.push({ code: "names-may-share-addresses" });
  if (results.some(({ ingress }) => ingress.steps.some((step) => step.type === "own-node" && step.decides)))
    notes.push({ code: "own-node-ingress" });
  notes.push(...metadataNotes(cluster, to));
  const { foreignPolicies } = cluster.facts;
  notes.push(...repeatedNotes(cluster));
  if (foreignPolicies.length > 0)
    notes.push({
      code: "foreign-policies",
      kinds: foreignPolicies.map(({ apiVersion, kind }) => `${kind} (${apiVersion})`),
    });
  return unique(notes);
}

/** Agents that take the place of the cloud's metadata service, by the names of their DaemonSets. */
const METADATA_AGENT = /^(kube2iam|kiam(-agent)?|gke-metadata-server|metadata-proxy.*)$/;

const METADATA = parseAddress("169.254.169.254");

function metadataNotes({ workloads }: Cluster, { endpoints }: Resolved): Note[] {
  const isAsked = endpoints.some(
    (each) => each.type === "addresses" && METADATA !== undefined && each.addresses.has(METADATA),
  );
  const agent = isAsked
    ? workloads.find(({ kind, name }) => kind.toLowerCase() === "daemonset" && METADATA_AGENT.test(name))
    : undefined;
  return agent === undefined ? [] : [{ code: "metadata-rewritten", daemonSet: qualifiedName(agent) }];
}

function endpointNotes(endpoints: readonly Endpoint[]): Note[] {
  return endpoints.flatMap((endpoint): Note[] => {
    if (endpoint.type !== "pod") return [];
    const { replicas, noAddressYet, isTerminating } = endpoint;
    return [
      ...(replicas === 0 ? [{ code: "no-replicas", name: qualifiedName(endpoint) } as const] : []),
      ...(noAddressYet === true ? [{ code: "no-address-yet", name: qualifiedName(endpoint) } as const] : []),
      ...(isTerminating === true ? [{ code: "terminating", name: qualifiedName(endpoint) } as const] : []),
    ];
  });
}

/** Namespaces of which only the name is known, where a rule asks for another label. */
function namespaceNotes(steps: readonly Step[]): Note[] {
  return steps
    .flatMap((step) => (step.type === "rule" ? step.unsettled : []))
    .flatMap((unsettled): Note[] => {
      if (unsettled.code !== "namespace-labels" || hasWrittenLabel(unsettled)) return [];
      const { namespace } = unsettled;
      return typeof namespace === "string" ? [{ code: "namespace-not-in-input", namespace }] : [];
    });
}

/** What the port names of deciding rules resolve to on the destination. */
function portNameNotes(to: Resolved, steps: readonly Step[]): Note[] {
  const names = steps.flatMap((step) => {
    const port =
      step.type === "rule" && step.decides && step.because.code === "matched" ? step.because.port : undefined;
    return port?.type === "name" ? [port] : [];
  });
  return names.flatMap(({ name, protocol }): Note[] => {
    const declared = to.endpoints.flatMap((endpoint) =>
      endpoint.type === "pod" ? (endpoint.ports ?? []) : [],
    );
    const ports = declared.filter(
      (each) => each.name === name && (protocol === undefined || each.protocol === protocol),
    );
    if (ports.length === 0) return [];
    return [
      {
        code: "port-name",
        name,
        pod: to.shownAs,
        ports: ports.map((each) => ({ protocol: each.protocol, port: each.port })),
      },
    ];
  });
}

function isFamilyAssumed(cluster: Cluster, from: Resolved, to: Resolved): boolean {
  const hasAddress = [...from.endpoints, ...to.endpoints].some(
    (endpoint) =>
      endpoint.type === "addresses" || ("addresses" in endpoint && endpoint.addresses !== undefined),
  );
  return cluster.facts.families.length === 0 && !hasAddress;
}

/** True for a rule that names CIDRs: only there the family matters. */
function comparesAddresses(step: Step): boolean {
  return (
    step.type === "rule" &&
    !step.rule.peers.all &&
    step.rule.peers.items.some(({ type }) => type === "addresses")
  );
}

function isAcceptedByName(step: Step): boolean {
  return (
    step.type === "rule" &&
    step.decides &&
    step.because.code === "matched" &&
    step.because.peer?.type === "domains"
  );
}

/** True where a name isn't let through, and a rule before that accepts others. */
function mayShareAddress({ domain, endpoints }: Resolved, { verdict, egress }: Result): boolean {
  const isName = domain !== undefined || endpoints.some(({ type }) => type === "domain");
  return (
    isName &&
    verdict !== "allowed" &&
    egress.steps.some((step) => step.type === "rule" && !step.decides && acceptsNames(step.rule))
  );
}

function unique(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
}
