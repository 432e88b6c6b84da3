import { conjunction, namesText } from "./describe.js";
import { encode } from "./encode.js";
import { hasPlaceholder } from "../cluster/model/placeholder.js";
import { factEndKey, type FactEnd } from "../semantics/match/fact-end.js";
import type { MissingEnd, Result } from "../questions/explain/result.js";
import type { Unsettled } from "../semantics/match/unsettled.js";

/** What something unsettled is, as the end of "depends on …". */
function unsettledText(unsettled: Unsettled | MissingEnd): string {
  switch (unsettled.code) {
    case "namespace-labels": {
      const { label, namespace } = unsettled;
      return typeof namespace === "string"
        ? `label ${encode(label)} of namespace ${encode(namespace)}${writtenCause(unsettled) ?? NOT_IN_INPUT}`
        : `label ${encode(label)} of the namespace of ${podText(namespace)}`;
    }
    case "pod-labels": {
      const { label, pod } = unsettled;
      const cause = writtenCause(unsettled) ?? (pod.type === "pod" ? ", which a controller adds" : "");
      return `label ${encode(label)} of ${podText(pod)}${cause}`;
    }
    case "node-labels": {
      const { label, node } = unsettled;
      if (typeof node === "string")
        return `label ${encode(label)} of node ${encode(node)}${writtenCause(unsettled) ?? NOT_IN_INPUT}`;
      return node.type === "pod"
        ? `label ${encode(label)} of the node of ${endText(node)}`
        : `label ${encode(label)} of the node that ${endText(node)} may be`;
    }
    case "pod-address":
      return `the ${unsettled.family} address of ${endText(unsettled.pod)}`;
    case "pod-node":
      return "sameAs" in unsettled
        ? `whether ${endText(unsettled.pod)} and ${endText(unsettled.sameAs)} are on the same node`
        : `the node of ${endText(unsettled.pod)}`;
    case "container-ports":
      return `whether ${endText(unsettled.pod)} has a port named ${encode(unsettled.port)}`;
    case "address-owner": {
      const { address } = unsettled;
      if (address.type === "route-end") return `which pods are ${endText(address)}`;
      return hasManyAddresses(address)
        ? `which pods have addresses in ${endText(address)}`
        : `which pod ${endText(address)} is, if any`;
    }
    case "node-address":
      return `whether ${endText(unsettled.address)} is a node`;
    case "domain-address":
      return `the ${unsettled.family} address of ${endText(unsettled.domain)}`;
    case "dns-answer":
      return `whether ${encode(unsettled.domain)} resolves to ${someAddress(unsettled.address)}`;
    case "same-label": {
      const { label, namespaces } = unsettled;
      const names = namespaces.map((each) =>
        typeof each === "string" ? encode(each) : `that of ${podText(each)}`,
      );
      return `whether label ${encode(label)} has the same value on namespaces ${names.join(" and ")}, which the input doesn't tell`;
    }
    case "namespace-isolation":
      return `the isolation of namespace ${encode(unsettled.namespace)}, which is not in the input`;
    case "refused-policy":
    case "undecided-policy":
    case "repeated-policy":
    case "forbidden-policies":
    case "unlisted-policies":
      return missingPoliciesText([unsettled]).join("");
    case "not-analysed":
      return "the contents of documents that could not be read";
    case "limit":
      return "what was not evaluated before a limit of the run was reached";
    case "no-common-family":
      return "an address family: the two ends have none in common";
    case "no-backends":
      return "the endpoints of the Service: the input has none that listen on this port";
    case "no-service":
      return "the Service, which is not in the input";
    case "no-service-port":
      return "the port of the Service, which doesn't exist";
    case "service-address":
      return `the ${unsettled.family} address of Service ${encode(unsettled.service)}`;
    case "source-address":
      return `the ${unsettled.family} address that replaces the source's own`;
    default:
      return CHOICES[unsettled.code];
  }
}

/** `10.0.0.7`, `an address of 10.0.0.0/8`, `an outside address`. */
function someAddress(end: FactEnd): string {
  if (end.type === "addresses" && end.name === "internet") return "an outside address";
  return hasManyAddresses(end) ? `an address of ${endText(end)}` : endText(end);
}

function hasManyAddresses(end: FactEnd): boolean {
  return end.type === "addresses" && !end.isOneAddress;
}

/** An end as a fact names it: `shop/deployment/web`, `10.0.0.0/8`, `the controller of shop/ingress/web`. */
function endText(end: FactEnd): string {
  const text = nameOfEnd(end);
  return end.isOtherReplica === true ? `${text} (destination)` : text;
}

function nameOfEnd(end: FactEnd): string {
  switch (end.type) {
    case "pod":
      return encode(end.id);
    case "node":
      return `node ${encode(end.name)}`;
    case "addresses":
    case "domain":
      return encode(end.name);
    case "route-end": {
      const { kind, route } = end.of;
      return `the ${kind} of ${encode(`${route.namespace}/${route.kind.toLowerCase()}/${route.name}`)}`;
    }
    case "source":
    case "destination":
      return `the ${end.type}`;
  }
}

const NOT_IN_INPUT = ", which is not in the input";

/** Why a label isn't told that the input has. */
function writtenCause({ written, writtenKey }: LabelAsWritten): string | undefined {
  if (writtenKey !== undefined) {
    const what = hasPlaceholder(writtenKey) ? "a placeholder" : "no key that an API server accepts";
    return `, which may be the one whose key "${encode(writtenKey)}" is ${what}`;
  }
  if (written === undefined) return undefined;
  return hasPlaceholder(written)
    ? `, whose value "${encode(written)}" is a placeholder`
    : `, whose value "${encode(written)}" no API server accepts`;
}

type LabelAsWritten = Pick<Extract<Unsettled, { code: "pod-labels" }>, "written" | "writtenKey">;

/** What a fact about a pod is about: a pod of the input, or the one that another end may be. */
function podText(end: FactEnd): string {
  return end.type === "addresses" || end.type === "domain"
    ? `the pod that ${endText(end)} may be`
    : endText(end);
}

const CHOICES: Readonly<Record<Extract<Unsettled, { type: "choice" }>["code"], string>> = {
  "equal-priority": "which of two policies with the same priority is applied",
  "mixed-api-generations": "the order of AdminNetworkPolicy and ClusterNetworkPolicy, which is undefined",
  "host-network": "whether NetworkPolicy sees a host-network pod as a pod or as its node",
  "in-cluster-address": "whether a CIDR matches addresses of the cluster's own pods and nodes",
  "own-node-ingress": "whether what sends on the pod's own node runs as root",
  "own-node-egress": "whether a pod always reaches its own node",
  "other-protocol": "how the network plugin treats protocols other than TCP, UDP and SCTP",
  "baseline-fallthrough-direction":
    "whether the Baseline tier applies to a pod that a NetworkPolicy isolates only in the other direction",
  "unbuildable-selector": "how the network plugin treats an invalid selector",
  "not-same-labels":
    "which namespaces notSameLabels selects: those with another value, or those without the labels (two texts of the API contradict each other)",
  "deny-by-name": "whether a deny by name holds, which can't be enforced completely",
  "fqdn-in-cluster": "whether names of the cluster's own Services can be used in rules",
  "empty-ports-list": "whether an empty list of ports means all or none",
  "empty-protocol": "whether an empty protocol means TCP or nothing",
  "address-rewriting":
    "whether policy applies before or after the Service's address is translated, which is undefined",
  "source-rewriting": "whether policy sees the client as the source, or a node instead",
  "host-port": "whether policy sees the node or the pod that its port leads to",
  "load-balancer-path":
    "whether traffic to the load balancer's address goes straight to the pods, or leaves the cluster and returns from another source",
  hairpin: "how NetworkPolicy treats a pod that reaches itself through a Service, which is undefined",
};

/** What a verdict hangs on, once each: what an unknown pod's labels and ports are goes with which pod it is. */
export function dependenciesText(reasons: Result["reasons"]): string {
  const owners = new Set(
    reasons.flatMap((reason) => (reason.code === "address-owner" ? [factEndKey(reason.address)] : [])),
  );
  const isOfOwner = (end: FactEnd): boolean => owners.has(factEndKey(end));
  const own = reasons.filter((reason) => {
    if (reason.code === "pod-labels" || reason.code === "container-ports") return !isOfOwner(reason.pod);
    if (reason.code !== "namespace-labels") return true;
    return typeof reason.namespace === "string" || !isOfOwner(reason.namespace);
  });
  const policies = own.flatMap((reason) => (isMissingPolicy(reason) ? [reason] : []));
  const others = own.filter((reason) => !isMissingPolicy(reason));
  return conjunction([...new Set(others.map(unsettledText)), ...missingPoliciesText(policies)]);
}

type MissingPolicyReason = Extract<Unsettled, { code: (typeof MISSING_POLICIES)[number]["code"] }>;

function isMissingPolicy(reason: Result["reasons"][number]): reason is MissingPolicyReason {
  return MISSING_POLICIES.some(({ code }) => code === reason.code);
}

/** `what A and B are meant to do, which the API server refuses`. */
function missingPoliciesText(policies: readonly MissingPolicyReason[]): string[] {
  return MISSING_POLICIES.flatMap(({ code, why }) => {
    const names = new Set(
      policies.filter((each) => each.code === code).flatMap((each) => each.policies.map(encode)),
    );
    if (names.size === 0) return [];
    if (code === "forbidden-policies" || code === "unlisted-policies")
      return [`policies of kind ${namesText([...names])}, ${why}`];
    const verb = names.size === 1 ? "is" : "are";
    return [`what ${namesText([...names])} ${verb} meant to do, ${why}`];
  });
}

const MISSING_POLICIES = [
  { code: "refused-policy", why: "which the API server refuses" },
  { code: "undecided-policy", why: "which was not checked, or not read in full" },
  { code: "repeated-policy", why: "which the input has in several different copies" },
  { code: "forbidden-policies", why: "which you may not list" },
  { code: "unlisted-policies", why: "which could not be listed" },
] as const;
