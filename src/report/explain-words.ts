import { runText } from "../base/text/ports.js";
import { conjunction, namesText, labelPairText, requirementText } from "./describe.js";
import { encode } from "./encode.js";
import { controllerText } from "./route-words.js";
import type { Direction } from "../cluster/model/policy.js";
import type { Endpoint } from "../cluster/model/endpoint.js";
import type { Exemption } from "../semantics/evaluate/decider.js";
import type { LeaningPoint } from "../semantics/match/profile.js";
import type { LabelMismatch } from "../semantics/match/label-mismatch.js";
import type { Mismatch } from "../semantics/match/why.js";
import type { Note } from "../questions/explain/result.js";
import type { OtherReading } from "../questions/explain/readings.js";
import type { Traffic } from "../base/net/traffic.js";

/** The end that a rule's peers are compared with, as people call it. */
function otherEnd(direction: Direction): "source" | "destination" {
  return direction === "ingress" ? "source" : "destination";
}

function portNameText(
  { name, resolvesOn }: Extract<Mismatch, { code: "port-name" }>,
  other: "source" | "destination",
): string {
  if (resolvesOn === "pods") return `port name ${encode(name)} resolves only on pods`;
  if (resolvesOn === "selected-pods")
    return `port name ${encode(name)} resolves only through selectors of pods`;
  return `${other === "source" ? "its" : "the destination's"} port is not named ${encode(name)}`;
}

/** Why a rule does not match, in a few words: `destination has app=svc-pub`. */
export function mismatchText(mismatch: Mismatch, direction: Direction, traffic: Traffic): string {
  const other = otherEnd(direction);
  switch (mismatch.code) {
    case "fails-closed":
      return "it has a part that this version doesn't know, so it accepts nothing";
    case "no-peers":
      return "it lists no peers";
    case "matches-nothing":
      return "it can't match anything";
    case "not-a-pod":
      return `${other} is ${endpointNature(mismatch.endpoint)}`;
    case "namespace-name":
      return `${other} is in namespace ${encode(mismatch.actual)}`;
    case "namespace-label":
      return labelMismatchText(`namespace ${encode(mismatch.namespace)}`, mismatch);
    case "namespace-comparison":
      return comparisonMismatchText(mismatch, other);
    case "pod-label":
    case "node-label":
      return labelMismatchText(other, mismatch);
    case "address":
      if (mismatch.isOpen)
        return `the ${other}'s address is unknown: in ${encode(mismatch.block)}, this rule isn't reached`;
      return `${other} is not in ${encode(mismatch.block)}`;
    case "address-excepted":
      return `${other} is excluded by ${encode(mismatch.except)}`;
    case "address-family":
      return `${encode(mismatch.block)} is the other address family`;
    case "not-a-node":
      return `${other} is not a node`;
    case "domain":
      return `${other} is not ${encode(mismatch.pattern)}`;
    case "unbuildable-selector":
      return "its selector is invalid";
    case "port":
      return mismatch.port.type === "range" ? portMismatch(mismatch.port, traffic) : "another port";
    case "port-name":
      return portNameText(mismatch, other);
    case "protocol":
      return mismatch.port.type === "range"
        ? `${protocolsOf(traffic)} is not ${mismatch.port.protocol}`
        : "another protocol";
    case "no-ports":
      return "it lists no ports";
    case "other-protocol":
      return "a rule with ports matches only TCP, UDP and SCTP";
  }
}

function portMismatch(
  { protocol, first, last }: { protocol: "TCP" | "UDP" | "SCTP"; first: number; last: number },
  traffic: Traffic,
): string {
  const [run, ...more] = traffic[protocol];
  const range = `${first === last ? "" : "in "}${runText([first, last])}`;
  const isSingle = run !== undefined && more.length === 0 && run[0] === run[1];
  return isSingle ? `port ${run[0]} is not ${range}` : `these ports are not ${range}`;
}

function protocolsOf(traffic: Traffic): string {
  const names = (["TCP", "UDP", "SCTP"] as const).filter((protocol) => traffic[protocol].length > 0);
  return conjunction([...names, ...(traffic.other ? ["another protocol"] : [])], "or");
}

/** Who is asked for an unknown label has been asked before, or isn't selected: with what is wanted the rule is not reached. */
function labelMismatchText(bearer: string, { wanted, actual, isOpen }: LabelMismatch): string {
  if (isOpen)
    return `label ${encode(wanted.key)} of ${bearer} is unknown: with ${requirementText(wanted)}, this rule isn't reached`;
  return `${bearer} has ${actualText(wanted.key, actual)}`;
}

function actualText(key: string, actual: string | undefined): string {
  return actual === undefined ? `no label \`${encode(key)}\`` : labelPairText(key, actual);
}

function endpointNature(endpoint: Endpoint): string {
  switch (endpoint.type) {
    case "pod":
      return "a host-network pod, which selectors don't select";
    case "node":
      return "a node";
    case "domain":
    case "addresses":
      return "outside the cluster";
  }
}

/** Why a direction is not subject to policy. */
export function exemptionText(why: Exemption): string {
  switch (why) {
    case "loopback":
      return "a pod can always reach itself";
    case "outside":
      return "outside the cluster, not subject to policy";
    case "node":
      return "a node, not subject to policy";
    case "host-network":
      return "on its node's network, not subject to policy";
    case "hairpin":
      return "a pod that reaches itself through a Service, which the network plugin subjects to no policy";
    case "other-protocol":
      return "a protocol without ports, which the network plugin subjects to no policy";
    case "node-port":
      return "let in by a node port or load balancer, which the network plugin subjects to no ingress policy";
  }
}

function comparisonMismatchText(
  { comparison, label, subject, actual }: Extract<Mismatch, { code: "namespace-comparison" }>,
  other: string,
): string {
  if (label === undefined)
    return comparison.of === "names" && comparison.isSame
      ? `${other} is in namespace ${encode(actual ?? "")}, the subject in ${encode(subject ?? "")}`
      : `${other} is in the subject's namespace`;
  return `${other}'s namespace has ${actualText(label, actual)}, the subject's has ${actualText(label, subject)}`;
}

/** What a verdict rests on where the texts lean one way. */
export function leaningText(point: LeaningPoint): string {
  switch (point) {
    case "host-network":
      return "a host-network pod is treated as its node, as most network plugins do; NetworkPolicy leaves it open";
    case "in-cluster-address":
      return "a CIDR is assumed to match the cluster's own addresses too; some network plugins match only external ones";
    case "own-node-egress":
      return "a pod is assumed to reach its own node despite egress policies; not every network plugin allows that";
    case "baseline-fallthrough-direction":
      return "the Baseline tier applies although a NetworkPolicy selects the pod for the other direction; some implementations skip it";
    case "empty-ports-list":
      return "an empty list of ports is read as every port";
    case "empty-protocol":
      return "an empty protocol is read as TCP";
    case "address-rewriting":
      return "a CIDR is compared with the address of the pod behind a Service, not with the Service's; some network plugins do the opposite";
  }
}

/** `UDP 53 and TCP 53 to kube-system/coredns are allowed`, `UDP 53 to … is allowed, TCP 53 is denied`. */
function nameAnswers({ protocols, to }: Extract<Note, { code: "dns-first" }>): string {
  const where = ` to ${encode(to)}`;
  const [first] = protocols;
  if (protocols.every(({ verdicts }) => verdicts.join() === first?.verdicts.join())) {
    const ports = protocols.map(({ protocol }) => `${protocol} 53`);
    return `${conjunction(ports)}${where} ${ports.length === 1 ? "is" : "are"} ${conjunction(first?.verdicts ?? [], "or")}`;
  }
  return protocols
    .map(
      ({ protocol, verdicts }, i) =>
        `${protocol} 53${i === 0 ? where : ""} is ${conjunction(verdicts, "or")}`,
    )
    .join(", ");
}

/** Under what condition another reading of refused policies holds: `without NetworkPolicy shop/web`. */
export function readingText({ reading, policies, dropped }: OtherReading): string {
  const what = policies.length === 1 ? encode(policies[0] as string) : "the refused policies";
  if (reading === "left-out") return `without ${what}`;
  const fields = dropped.map((name) => `\`${encode(name)}\``);
  const without =
    fields.length === 0 ? "" : ` (${namesText(fields)} ${fields.length === 1 ? "is" : "are"} dropped)`;
  return `with ${what} stored without strict checking${without}`;
}

/** A note of an explanation as one sentence, lower case, without a full stop; names in it are encoded. */
export function noteText(note: Note): string {
  switch (note.code) {
    case "route-controller":
      return controllerText(note);
    case "backends-of-other-kinds":
      return `${encode(note.route)} also has ${namesText(note.kinds.map(encode))} backends, which are not Services and not part of this answer`;
    case "only-in-namespace":
      return `using ${encode(note.name)} of namespace ${encode(note.namespace)}, the only one that has it`;
    case "shown-as-owner":
      return `pod ${encode(note.pod)} belongs to ${encode(note.owner)}; use pod/${encode(note.pod)} for just the pod`;
    case "is-a-service":
      return `${encode(note.name)} is a Service; write svc/${encode(note.name)} to be explicit`;
    case "external-name":
      return `Service ${encode(note.service)} is an alias for ${encode(note.name)}`;
    case "name-of-service":
      return `${encode(note.name)} is Service ${encode(note.service)}: this answer is about its endpoints`;
    case "name-of-pod":
      return `${encode(note.name)} is pod ${encode(note.pod)}`;
    case "service-of-same-name":
      return `${encode(note.name)} means the workload; use ${encode(note.service)} for the Service, which maps ${note.ports.map(encode).join(", ")}`;
    case "dns-answer": {
      const { name, chain, addresses, ttl } = note;
      const path = [name, ...chain].map(encode).join(" → ");
      const time = ttl === null ? "" : ` for ${ttl} s, after which a new connection needs another answer`;
      const whole =
        chain.length === 0
          ? ""
          : "; a rule by name is only sure to follow the aliases if one response has them all";
      return `${path} has ${addresses.join(", ")}${time}${whole}`;
    }
    case "service-addresses-left-out":
      return `${note.count} addresses of Services are omitted`;
    case "family-assumed":
      return "no addresses in the input; assuming IPv4";
    case "namespace-not-in-input":
      return `namespace ${encode(note.namespace)} is not in the input; its labels are unknown, except its name`;
    case "the-pod-itself":
      return `${encode(note.name)} has one replica, so this is the pod itself`;
    case "two-replicas":
      return `${encode(note.name)} to itself means one replica to another`;
    case "no-replicas":
      return `${encode(note.name)} has 0 replicas; this is about the pods it would have`;
    case "no-address-yet":
      return `${encode(note.name)} has no address yet`;
    case "metadata-rewritten":
      return `DaemonSet ${encode(note.daemonSet)} answers for 169.254.169.254: its traffic may be rewritten to the node before policy, which then sees the node and the agent's port`;
    case "terminating":
      return `${encode(note.name)} is being deleted; policies apply until it ends`;
    case "accepted-by-name":
      return "DNS rules match IPs, so other names on the same IPs are allowed too (NPEP-133)";
    case "names-may-share-addresses":
      return "rules that accept other names match IPs: while it has an IP of one of them, it is allowed too";
    case "name-must-resolve":
      return "the name must be resolved first: also check UDP 53 and TCP 53 to the cluster's DNS pods";
    case "dns-first": {
      const by = note.policies.length === 0 ? "" : ` by ${conjunction(note.policies.map(encode))}`;
      return `DNS first: ${nameAnswers(note)}${by}`;
    }
    case "port-name": {
      const ports = new Set(note.ports.map(({ protocol, port }) => `${protocol} ${port}`));
      return `port name ${encode(note.name)} is ${conjunction([...ports])} on ${encode(note.pod)}`;
    }
    case "backends-without-port": {
      if (note.isListed) {
        const port = note.port === "" ? "port without a name" : `port named ${encode(note.port)}`;
        return `the endpoints of Service ${encode(note.service)} list no ${port} for ${namesText(note.backends.map(encode))}, so it sends nothing there`;
      }
      const verb = note.backends.length === 1 ? "declares" : "declare";
      return `${namesText(note.backends.map(encode))} ${verb} no port named ${encode(note.port)}, so Service ${encode(note.service)} sends nothing there`;
    }
    case "backends-of-node-only":
      return note.client === "pod"
        ? `Service ${encode(note.service)} sends pods only to endpoints on their own node (internalTrafficPolicy: Local)`
        : `Service ${encode(note.service)} sends traffic only to endpoints on the node that receives it (externalTrafficPolicy: Local)`;
    case "ways-around-balancer": {
      const more = note.hasAddresses ? " and external addresses" : "";
      return `loadBalancerSourceRanges of Service ${encode(note.service)} doesn't restrict its node ports${more}`;
    }
    case "host-port": {
      const where = note.isSure ? "" : ", if it runs there";
      return `${note.protocol} ${note.port} of node/${encode(note.node)} is a hostPort: it leads to ${encode(note.pod)} on ${note.protocol} ${note.podPort}${where}, and plugins differ on which of the two policies see`;
    }
    case "node-ports-not-followed": {
      const one = note.ports.length === 1;
      return `${one ? "node port" : "node ports"} ${namesText(note.ports.map(String))} ${one ? "belongs" : "belong"} to ${one ? "a Service" : "Services"}; use --port to follow ${one ? "it" : "one"}`;
    }
    case "own-node-ingress":
      return "all traffic from the pod's own node is allowed, not only from its kubelet";
    case "repeated-objects":
      return `the input has several different copies of ${namesText(note.objects.map(encode))}; the first${note.objects.length === 1 ? "" : " of each"} is used, in ${namesText(note.used.map(encode))}`;
    case "foreign-policies":
      return `the input has policy kinds that anp doesn't evaluate: ${note.kinds.map(encode).join(", ")}`;
  }
}
