import { conjunction, namesText, trafficText } from "./describe.js";
import { count } from "../base/text/count.js";
import { deciderText } from "./decider-words.js";
import { dependenciesText } from "./unsettled-words.js";
import { encode } from "./encode.js";
import { listedText } from "./audit-names.js";
import { kindAndName, qualifiedName, type ObjectRef } from "../cluster/model/object-ref.js";
import { NODE_PORTS } from "../questions/audit/witness.js";
import type {
  Audit,
  AuditStatus,
  AuditStep,
  Bypass,
  ClassNote,
  Missing,
  OpenTraffic,
  ServiceWay,
} from "../questions/audit/result.js";
import type { Traffic } from "../base/net/traffic.js";

/** What a class comes to, in words. */
export const STATUS_TEXT: Readonly<Record<AuditStatus, string>> = {
  reachable: "reachable",
  bypassed: "reachable around the block",
  undecided: "not decidable",
  overridable: "blocked, overridable",
  blocked: "blocked",
};

/** `4 workloads, and pods that don't exist yet, to 3 classes`. */
export function auditSizeText({ classes, excepted }: Audit): string {
  const ids = new Set(classes.flatMap(({ groups }) => groups.flatMap(({ endpoints }) => endpoints)));
  const exist = [...ids].filter((id) => !id.startsWith("new/")).length;
  const future = ids.size > exist ? " and pods that don't exist yet" : "";
  const without = excepted === 0 ? "" : `, ${excepted} excepted`;
  return `${count(exist, "workload")}${future}, ${count(classes.length, "class", "classes")} of destinations${without}`;
}

/** What decided, in a few words. */
export function stepText({ decider, direction }: AuditStep): string {
  return deciderText(decider, direction, "the pods");
}

/** `169.254.169.254/32: TCP, UDP and SCTP, all ports (IPv4): no policy restricts its egress`. */
export function openText({ to, family, isOwnNode, traffic, verdict, by }: OpenTraffic): string {
  const where = isOwnNode ? `the pod's own node (${listedText(to)})` : listedText(to);
  const over = family === undefined ? "" : ` (${family})`;
  const known = knownPorts(traffic, to);
  const state = verdict === "allowed" ? "" : `${verdict}: `;
  return `${where}${over}: ${state}${trafficText(traffic)}${known}; ${deciderText(by.decider, by.direction)}`;
}

/** The well-known ports of nodes among some traffic: ` (ssh 22, kubelet 10250 among them)`. */
function knownPorts(traffic: Traffic, to: readonly string[]): string {
  if (!to.some((each) => each.startsWith("node/"))) return "";
  const known = NODE_PORTS.filter(([first, last]) =>
    traffic.TCP.some(([low, high]) => low <= last && first <= high),
  ).map(([first, last, what]) => `${what} ${first === last ? first : `${first}-${last}`}`);
  return known.length === 0 ? "" : ` (${known.join("; ")} among them)`;
}

/** What leads round a block, in a sentence. */
export function bypassText(bypass: Bypass): string {
  switch (bypass.id) {
    case "B-2":
    case "B-3":
    case "B-4":
    case "B-5":
      return serviceWayText(bypass);
    case "B-7": {
      const { route, service, controller, to } = bypass;
      return `${nameText(route)} leads to Service ${encode(qualifiedName(service))} and so to ${encode(to)}: ${encode(controller)} connects, and not whoever asks`;
    }
    case "B-8": {
      const { hops, isOpen } = bypass;
      const reach = isOpen ? "may reach" : "reaches";
      return `policy allows traffic to ${hops.map(encode).join(", and from there to ")}, which ${reach} the class; whether it forwards is not known`;
    }
    case "B-14": {
      const { policy, masked, isTie } = bypass;
      const other = masked === undefined ? "a policy that denies" : nameText(masked.ref);
      return isTie
        ? `${nameText(policy.ref)} allows what ${other} denies at the same priority: which of them counts is undefined`
        : `${nameText(policy.ref)} allows it before ${masked?.ref === policy.ref ? "a later rule of its own" : other} denies it`;
    }
    case "B-15":
      return overrideText(bypass);
    case "B-16":
      return `${nameText(bypass.policy.ref)} blocks it for other pods, but doesn't select these`;
    case "B-17": {
      const { by, left, to, families } = bypass;
      return `${stepText(by)}: that leaves ${trafficText(left)} to ${listedText(to)} over ${conjunction(families)}`;
    }
  }
}

function nameText(ref: ObjectRef): string {
  return encode(kindAndName(ref));
}

function serviceWayText({ id, service, to, verdict }: ServiceWay): string {
  const name = `Service ${encode(qualifiedName(service))}`;
  const how =
    verdict === "allowed" || verdict === "outside" ? "" : `, and whether policy denies that is ${verdict}`;
  switch (id) {
    case "B-2":
      return `${name} has no selector and leads to ${encode(to)}${how}`;
    case "B-3":
      return `${name} stands for the name ${encode(to)}${how}`;
    case "B-4":
      return `${name} takes over the address ${encode(to)} (externalIPs)${how}`;
    case "B-5":
      return `${name} is published and leads to ${encode(to)}: from outside of the cluster, no policy of pods is asked`;
  }
}

function overrideText({ tier, policies, undoneBy }: Extract<Bypass, { id: "B-15" }>): string {
  const names = namesText(policies.map(({ ref }) => nameText(ref)));
  if (undoneBy !== undefined)
    return `${nameText(undoneBy.ref)} allows what ${names} would deny in the Baseline tier`;
  const namespaces = [...new Set(policies.flatMap(({ ref }) => ref.namespace ?? []))];
  const where =
    namespaces.length === 0 ? "the namespaces of the pods" : `namespace ${namespaces.map(encode).join(", ")}`;
  const what = policies.length === 0 ? "its namespace's isolation" : names;
  return tier === "Baseline"
    ? `only ${what} of the Baseline tier denies it: any NetworkPolicy of the pods' namespaces can allow it`
    : `only NetworkPolicy denies it (${what}): whoever may write NetworkPolicies in ${where} can allow it`;
}

/** What is missing for a proof, and how to give it. */
export function missingText(missing: Missing): string {
  switch (missing.code) {
    case "unsettled": {
      const hint = hintFor(missing.reasons.map(({ code }) => code));
      return `${listedText(missing.to)} depends on ${dependenciesText(missing.reasons)}${hint}`;
    }
    case "later-nodes":
      return "what denies today's nodes doesn't follow the set of nodes: a node that is added may have an address or a label that it misses; deny with a nodes peer, or say where nodes' addresses lie with --node-cidr";
    case "no-control-plane":
      return "no Node in the input has a label of the control plane: add the Nodes, or for a hosted control plane ask about its address with --to";
    case "no-api-server":
      return "where the API server is isn't in the input: add Service default/kubernetes with its EndpointSlices, and the Nodes, or ask the cluster with --context";
    case "no-dns":
      return "the cluster's DNS isn't in the input: add its Service and pods, or name it with --dns-service";
    case "no-backends":
      return `what stands behind Service ${encode(missing.service)} isn't in the input`;
    case "addresses-of-name":
      return `${encode(missing.name)} may have other addresses tomorrow: a deny by name is never a proof; ask about its addresses, or allow by name over a deny of everything`;
    case "controller":
      return `who connects for ${nameText(missing.route)}, which leads there, isn't in the input`;
  }
}

/** How facts that many inputs lack are given. */
function hintFor(codes: readonly string[]): string {
  if (codes.includes("address-owner")) return ": say where pods' addresses lie with --pod-cidr";
  if (codes.includes("namespace-labels")) return ": add the Namespace objects";
  if (codes.includes("node-labels") || codes.includes("node-address")) return ": add the Node objects";
  return "";
}

/** What is worth knowing about a class. */
export function classNoteText(note: ClassNote): string {
  switch (note.code) {
    case "left-out":
      return `${count(note.count, "address", "addresses")} of ${note.of === "services" ? "Services" : note.of} left out`;
    case "other-node-addresses":
      return "nodes may have addresses that no Node object lists, on bridges and other interfaces: whether a rule covers those isn't decidable from the input";
    case "hosts-may-be-proxies":
      return "any host that stays reachable may be a proxy: that one place is blocked while the rest of the internet is open can't be proved";
  }
}

/** Ways round that nothing which is read can show (B-6, B-21). */
export const CAVEATS: readonly { readonly id: string; readonly text: string }[] = [
  {
    id: "B-6",
    text: "a pod's traffic to a cloud load balancer may leave the cluster and come back from another source",
  },
  { id: "B-21", text: "a network plugin that does not enforce a kind of policy blocks nothing by it" },
];

/** `B-6: …; B-21: …`. */
export function caveatsText(): string {
  return CAVEATS.map(({ id, text }) => `${text} (${id})`).join("; ");
}

/** Every pod of an audit with what each class comes to, those of the same answers together. */
export function tableOf({ classes }: Audit): readonly {
  readonly endpoints: readonly string[];
  readonly statuses: readonly (AuditStatus | undefined)[];
}[] {
  const byEndpoint = new Map<string, (AuditStatus | undefined)[]>();
  for (const [i, { groups }] of classes.entries()) {
    for (const { endpoints, status } of groups) {
      for (const id of endpoints) {
        const known = byEndpoint.get(id) ?? classes.map(() => undefined);
        known[i] = status;
        byEndpoint.set(id, known);
      }
    }
  }
  const rows = new Map<string, { endpoints: string[]; statuses: readonly (AuditStatus | undefined)[] }>();
  for (const [id, statuses] of byEndpoint) {
    const key = statuses.join();
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { endpoints: [id], statuses });
    else known.endpoints.push(id);
  }
  return [...rows.values()];
}
