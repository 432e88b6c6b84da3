import { addedByText } from "./service-words.js";
import { conjunction, namesText, trafficText } from "./describe.js";
import { count } from "../base/text/count.js";
import { deciderKey } from "../semantics/evaluate/decider.js";
import { deciderText } from "./decider-words.js";
import { dependenciesText } from "./unsettled-words.js";
import { encode } from "./encode.js";
import { FAMILIES } from "../base/net/address.js";
import { listedText } from "./audit-names.js";
import { noteText } from "./explain-words.js";
import { kindAndName, qualifiedName, type ObjectRef } from "../cluster/model/object-ref.js";
import { NODE_PORTS } from "../questions/audit/witness.js";
import { groupBy } from "../base/collections/group-by.js";
import { AUDIT_STATUSES } from "../questions/audit/result.js";
import { hasWrittenLabel } from "../semantics/match/unsettled.js";
import type {
  Audit,
  AuditedClass,
  AuditGroup,
  AuditStatus,
  AuditStep,
  Bypass,
  ClassNote,
  Gap,
  Missing,
  OpenTraffic,
  ServiceWay,
} from "../questions/audit/result.js";
import { ALL_TRAFFIC, isNoTraffic, trafficKey, type Traffic } from "../base/net/traffic.js";
import { runText } from "../base/text/ports.js";

/** What a class comes to, in words. */
export const STATUS_TEXT: Readonly<Record<AuditStatus, string>> = {
  reachable: "reachable",
  bypassed: "blocked, but bypassed",
  undecided: "undecided",
  overridable: "blocked, but overridable",
  blocked: "blocked",
};

/**
 * The answer in a line: `reachable: nodes; blocked for some: metadata  (4 workloads and future pods)`. A class is listed
 * once, by the worst that it comes to.
 */
export function auditAnswerText(audit: Audit): string {
  const byAnswer = groupBy(
    audit.classes.flatMap(({ name, groups }) => {
      const statuses = new Set(groups.map(({ status }) => status));
      const worst = AUDIT_STATUSES.find((each) => statuses.has(each));
      return worst === undefined ? [] : [{ name, answer: statuses.size > 1 ? `${worst} for some` : worst }];
    }),
    ({ answer }) => answer,
  );
  const answers = AUDIT_STATUSES.flatMap((status) => [status, `${status} for some`]).flatMap((answer) => {
    const names = byAnswer.get(answer);
    return names === undefined ? [] : [`${answer}: ${names.map(({ name }) => encode(name)).join(", ")}`];
  });
  const size = auditSizeText(audit);
  return answers.length === 0 ? size : `${answers.join("; ")}  (${size})`;
}

/** `4 workloads and future pods, 1 excepted`. */
function auditSizeText({ classes, excepted }: Audit): string {
  const ids = new Set(classes.flatMap(({ groups }) => groups.flatMap(({ endpoints }) => endpoints)));
  const exist = [...ids].filter((id) => !id.startsWith("new/")).length;
  const future = ids.size > exist ? " and future pods" : "";
  const without = excepted === 0 ? "" : `, ${excepted} excepted`;
  return `${count(exist, "workload")}${future}${without}`;
}

/** What decided, in a few words. */
export function stepText({ decider, direction }: AuditStep): string {
  return deciderText(decider, direction, "the pods");
}

/** `169.254.169.254/32 (IPv4): all traffic; no policy restricts its egress`. */
export function openText(open: ShownOpen | OpenTraffic): string {
  const { to, isWhole, family, isOwnNode, traffic, verdict, by } = open;
  const others = partsText(to, isWhole);
  const where = isOwnNode
    ? `${OWN_NODE} (${listedText(to)})`
    : "isOwnNodeToo" in open && open.isOwnNodeToo
      ? `${others}, ${OWN_NODE} too`
      : others;
  const over = family === undefined ? "" : ` (${family})`;
  const known = knownPorts(traffic, to);
  const state = verdict === "allowed" ? "" : `${verdict}: `;
  return `${where}${over}: ${state}${allTrafficText(traffic)}${known}; ${deciderText(by.decider, by.direction)}`;
}

const OWN_NODE = "the pod's own node";

/** What is open, as it is shown: one entry for a node and the pod's own one where the same is true of both. */
export interface ShownOpen extends OpenTraffic {
  readonly isOwnNodeToo: boolean;
}

/** What of a group is open, as people read it. */
export function shownOpen({ open }: AuditGroup): readonly ShownOpen[] {
  const keyOf = ({ verdict, traffic, family, by }: OpenTraffic): string =>
    [verdict, trafficKey(traffic), family, deciderKey(by.decider, by.direction)].join(" ");
  const own = new Set(open.filter(({ isOwnNode }) => isOwnNode).map(keyOf));
  const others = new Set(open.filter(({ isOwnNode }) => !isOwnNode).map(keyOf));
  return open
    .filter((each) => !each.isOwnNode || !others.has(keyOf(each)))
    .map((each) => ({ ...each, isOwnNodeToo: !each.isOwnNode && own.has(keyOf(each)) }));
}

/** What is missing, as people read it: of what is reachable anyway it doesn't matter what the rest of it depends on. */
export function shownMissing({ status, missing }: AuditGroup): readonly Missing[] {
  return status === "reachable" ? missing.filter(({ code }) => code !== "unsettled") : missing;
}

/** Parts of a class; where they are all of several, only that. */
function partsText(to: readonly string[], isWhole: boolean): string {
  return isWhole && to.length > 1 ? ALL_OF_IT : listedText(to);
}

const ALL_OF_IT = "all of it";

/** `all traffic`, or which protocols and ports. */
function allTrafficText(traffic: Traffic): string {
  return trafficKey(traffic) === EVERYTHING ? "all traffic" : trafficText(traffic);
}

const EVERYTHING = trafficKey(ALL_TRAFFIC);

/** What is denied whatever settles the rest: `TCP, UDP and SCTP, all ports`; undefined where that is not the question. */
export function deniedText({ status, open, bypasses, denied }: AuditGroup): string | undefined {
  const isAsked = status === "undecided" && open.length > 0 && bypasses.length === 0;
  return isAsked && !isNoTraffic(denied) ? trafficText(denied) : undefined;
}

/** What a class means, where its groups only say that it is all of it. */
export function classPartsText({ parts, groups }: AuditedClass): string | undefined {
  const isMeant = groups.some(({ open }) => open.some((each) => each.isWhole && !each.isOwnNode));
  return isMeant && parts.length > 1 ? `means ${listedText(parts, MOST_PARTS)}` : undefined;
}

/** So many parts of a class are listed at the most. */
const MOST_PARTS = 8;

/** The well-known ports of nodes among some traffic: ` (ssh 22, kubelet 10250 among them)`. */
function knownPorts(traffic: Traffic, to: readonly string[]): string {
  if (!to.some((each) => each.startsWith("node/"))) return "";
  const known = NODE_PORTS.filter(([first, last]) =>
    traffic.TCP.some(([low, high]) => low <= last && first <= high),
  ).map(([first, last, what]) => `${what} ${runText([first, last])}`);
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
      return `${nameText(route)} leads to Service ${encode(qualifiedName(service))} and so to ${encode(to)}; ${encode(controller)} connects, not the client`;
    }
    case "B-8": {
      const { hops, isOpen } = bypass;
      const reach = isOpen ? "may reach" : "reaches";
      return `policy allows traffic to ${hops.map(encode).join(", and from there to ")}, which ${reach} the class; unknown whether it forwards`;
    }
    case "B-14": {
      const { policy, masked, isTie } = bypass;
      const other = masked === undefined ? "another policy" : nameText(masked.ref);
      return isTie
        ? `${nameText(policy.ref)} allows what ${other} denies at the same priority; which wins is undefined`
        : `${nameText(policy.ref)} allows it before ${masked?.ref === policy.ref ? "a later rule of its own" : other} denies it`;
    }
    case "B-15":
      return overrideText(bypass);
    case "B-16":
      return `${nameText(bypass.policy.ref)} blocks it for other pods, but doesn't select these`;
    case "B-17": {
      const { by, gaps } = bypass;
      const shown = gaps.slice(0, MOST_GAPS).map(gapText);
      const more = gaps.length > shown.length ? `; and ${gaps.length - shown.length} more` : "";
      return `${stepText(by)}: doesn't cover ${shown.join("; ")}${more}`;
    }
  }
}

/** So many kinds of traffic that a block leaves out are shown. */
const MOST_GAPS = 3;

function gapText({ left, to, families }: Gap): string {
  const over = families.length === FAMILIES.length ? "" : ` over ${conjunction(families)}`;
  return `${allTrafficText(left)} to ${listedText(to)}${over}`;
}

function nameText(ref: ObjectRef): string {
  return encode(kindAndName(ref));
}

function serviceWayText({ id, service, to, verdict, addedBy }: ServiceWay): string {
  const name = `Service ${encode(qualifiedName(service))}`;
  const how =
    verdict === "allowed" || verdict === "outside" ? "" : `, and whether policy denies that is ${verdict}`;
  const beside = addedBy === undefined ? "" : `, which ${nameText(addedBy.ref)} adds to what it selects`;
  switch (id) {
    case "B-2":
      return addedBy !== undefined
        ? `${name} leads to ${encode(to)}${beside}${how}`
        : `${name} has no selector and leads to ${encode(to)}${how}`;
    case "B-3":
      return `${name} is an alias of ${encode(to)}${how}`;
    case "B-4":
      return addedBy === undefined
        ? `${name} takes over the address ${encode(to)} (externalIPs)${how}`
        : `${name} takes over the address ${encode(to)} (externalIPs), and ${addedByText(addedBy)} adds to what it selects${how}`;
    case "B-5":
      return `${name} is published and leads to ${encode(to)}${beside}: no pod policy applies to traffic from outside the cluster`;
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
      const hint = hintFor(missing.reasons.filter((each) => !hasWrittenLabel(each)).map(({ code }) => code));
      const where = missing.isWhole ? "" : `for ${listedText(missing.to)}: `;
      return `${where}${dependenciesText(missing.reasons)}${hint}`;
    }
    case "later-nodes":
      return "the deny covers today's nodes only, and a new node may have an address or a label that it misses: deny with a nodes peer, or set --node-cidr";
    case "no-control-plane":
      return "no Node in the input has a control-plane label: add the Nodes, or for a hosted control plane name its address with --to";
    case "no-api-server":
      return "the API server's address: add Service default/kubernetes with its EndpointSlices and the Nodes, or use --context";
    case "no-dns":
      return "cluster DNS: add its Service and pods, or set --dns-service";
    case "no-backends":
      return `the endpoints behind Service ${encode(missing.service)}`;
    case "addresses-of-name":
      return `${encode(missing.name)} may get other addresses, so a deny by name is never a proof: ask about its addresses, or allow by name over a deny of everything`;
    case "controller":
      return `the controller of ${nameText(missing.route)}, which leads there`;
  }
}

/** How facts that many inputs lack are given. */
function hintFor(codes: readonly string[]): string {
  if (codes.includes("address-owner")) return ": set --pod-cidr";
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
      return "nodes may have addresses that no Node object lists (bridges, other interfaces); anp can't tell whether a rule covers those";
    case "hosts-may-be-proxies":
      return "any reachable host may be a proxy, so no part of the internet is provably blocked while another is open";
    case "names-may-share-addresses":
      return noteText({ code: "names-may-share-addresses" });
    case "added-endpoints":
      return `${addedByText(note.addedBy)} adds ${listedText(note.endpoints)} to what Service ${encode(note.service)} selects`;
  }
}

/** What settles answers that hang on the network plugin; undefined where none does, or the plugin is named. */
export function pluginHintText({ classes }: Audit, isPluginKnown: boolean): string | undefined {
  const isOpen = ({ missing }: AuditGroup): boolean =>
    missing.some((each) => each.code === "unsettled" && each.reasons.some(({ type }) => type === "choice"));
  if (isPluginKnown || !classes.some(({ groups }) => groups.some(isOpen))) return undefined;
  return "some answers depend on the network plugin: --plugin NAME answers for yours";
}

/** Ways round that nothing which is read can show (B-6, B-21). */
export const CAVEATS: readonly { readonly id: string; readonly text: string }[] = [
  {
    id: "B-6",
    text: "pod traffic to a cloud load balancer may leave the cluster and come back from another source",
  },
  { id: "B-21", text: "a network plugin may not enforce a kind of policy" },
];

/** `not visible to anp: … (B-6); … (B-21)`. */
export function caveatsText(): string {
  return `not visible to anp: ${CAVEATS.map(({ id, text }) => `${text} (${id})`).join("; ")}`;
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
