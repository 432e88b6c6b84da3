import { runText } from "../base/text/ports.js";
import { conjunction, namesText, labelPairText } from "./describe.js";
import { encode } from "./encode.js";
import { controllerText } from "./route-words.js";
import type { Direction } from "../cluster/model/policy.js";
import type { Endpoint } from "../cluster/model/endpoint.js";
import type { Exemption } from "../semantics/evaluate/decider.js";
import type { LeaningPoint } from "../semantics/match/profile.js";
import type { Mismatch } from "../semantics/match/why.js";
import type { Note } from "../questions/explain/result.js";
import type { OtherReading } from "../questions/explain/readings.js";
import type { Traffic } from "../base/net/traffic.js";

/** The end that a rule's peers are compared with, as people call it. */
function otherEnd(direction: Direction): "source" | "destination" {
  return direction === "ingress" ? "source" : "destination";
}

/** Why a rule does not match, in a few words: `destination has app=svc-pub`. */
export function mismatchText(mismatch: Mismatch, direction: Direction, traffic: Traffic): string {
  const other = otherEnd(direction);
  switch (mismatch.code) {
    case "fails-closed":
      return "it has a part that this version does not know, so it accepts nothing";
    case "no-peers":
      return "its list of peers is empty";
    case "matches-nothing":
      return "it can match nothing";
    case "not-a-pod":
      return `${other} is ${endpointNature(mismatch.endpoint)}`;
    case "namespace-name":
      return `${other} is in namespace ${encode(mismatch.actual)}`;
    case "namespace-label":
      return `${other}'s namespace has ${actualText(mismatch.wanted.key, mismatch.actual)}`;
    case "namespace-comparison":
      return comparisonMismatchText(mismatch, other);
    case "pod-label":
      return `${other} has ${actualText(mismatch.wanted.key, mismatch.actual)}`;
    case "node-label":
      return `${other} has ${actualText(mismatch.wanted.key, mismatch.actual)}`;
    case "address":
      return `${other} is not in ${encode(mismatch.block)}`;
    case "address-excepted":
      return `${other} is excepted by ${encode(mismatch.except)}`;
    case "address-family":
      return `${encode(mismatch.block)} is of the other address family`;
    case "not-a-node":
      return `${other} is no node`;
    case "domain":
      return `${other} is not called ${encode(mismatch.pattern)}`;
    case "unbuildable-selector":
      return "its selector cannot be built";
    case "port":
      return mismatch.port.type === "range" ? portMismatch(mismatch.port, traffic) : "another port";
    case "port-name":
      return `${other === "source" ? "its" : "the destination's"} port is not called ${encode(mismatch.name)}`;
    case "protocol":
      return mismatch.port.type === "range"
        ? `${protocolsOf(traffic)} is not ${mismatch.port.protocol}`
        : "another protocol";
    case "no-ports":
      return "its list of ports is empty";
    case "other-protocol":
      return "a rule with ports matches no other protocol";
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

function actualText(key: string, actual: string | undefined): string {
  return actual === undefined ? `no label ${encode(key)}` : labelPairText(key, actual);
}

function endpointNature(endpoint: Endpoint): string {
  switch (endpoint.type) {
    case "pod":
      return "a host-network pod, which selectors do not select";
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
      return "a pod always reaches itself";
    case "outside":
      return "outside the cluster, not subject to policy";
    case "node":
      return "a node, not subject to policy";
    case "host-network":
      return "on its node's network, not subject to policy";
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
      return "a CIDR is taken to match the cluster's own addresses too; some network plugins match outside addresses only";
    case "own-node-egress":
      return "a pod is taken to reach its own node whatever its egress policies say; not every network plugin does that";
    case "baseline-fallthrough-direction":
      return "the Baseline tier is asked although a NetworkPolicy selects the pod for the other direction; some implementations do not ask it then";
    case "empty-ports-list":
      return "an empty list of ports is read as every port";
    case "empty-protocol":
      return "an empty protocol is read as TCP";
    case "address-rewriting":
      return "a CIDR is compared with the address of the pod behind a Service, not with the Service's; some network plugins do it the other way round";
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
  const what = policies.length === 1 ? encode(policies[0] as string) : "what is refused";
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
      return `${encode(note.route)} leads to ${namesText(note.kinds.map(encode))} too, which is no Service: that is not part of this answer`;
    case "only-in-namespace":
      return `${encode(note.name)} is taken from namespace ${encode(note.namespace)}, the only one that has it`;
    case "shown-as-owner":
      return `pod ${encode(note.pod)} belongs to ${encode(note.owner)}; pod/${encode(note.pod)} asks about the pod alone`;
    case "is-a-service":
      return `${encode(note.name)} is a Service: svc/${encode(note.name)} says so`;
    case "external-name":
      return `Service ${encode(note.service)} is another name for ${encode(note.name)}: this is about that name`;
    case "name-of-service":
      return `${encode(note.name)} is Service ${encode(note.service)}: what it leads to is asked about`;
    case "name-of-pod":
      return `${encode(note.name)} is pod ${encode(note.pod)}`;
    case "service-of-same-name":
      return `${encode(note.name)} is a workload here; ${encode(note.service)} asks about the Service, which maps ${note.ports.map(encode).join(", ")}`;
    case "service-addresses-left-out":
      return `${note.count} addresses of Services are left out`;
    case "family-assumed":
      return "no address is in the input: IPv4 is assumed";
    case "namespace-not-in-input":
      return `namespace ${encode(note.namespace)} is not in the input: only its name is known of its labels`;
    case "the-pod-itself":
      return `${encode(note.name)} has one replica: this is the pod itself`;
    case "two-replicas":
      return `${encode(note.name)} to itself is one replica to another`;
    case "no-replicas":
      return `${encode(note.name)} has 0 replicas: this is about the pods that it would have`;
    case "no-address-yet":
      return `${encode(note.name)} has no address yet`;
    case "terminating":
      return `${encode(note.name)} is being deleted: policies apply to it until it has ended`;
    case "accepted-by-name":
      return "accepted by address: other names on the same addresses are reachable too (NPEP-133)";
    case "name-must-resolve":
      return "the name has to be resolved first: ask about UDP 53 and TCP 53 to the cluster's DNS pods too";
    case "dns-first": {
      const by = note.policies.length === 0 ? "" : ` by ${conjunction(note.policies.map(encode))}`;
      return `DNS first: ${nameAnswers(note)}${by}`;
    }
    case "port-name": {
      const ports = new Set(note.ports.map(({ protocol, port }) => `${protocol} ${port}`));
      return `port name ${encode(note.name)} is ${conjunction([...ports])} on ${encode(note.pod)}`;
    }
    case "backends-without-port": {
      const verb = note.backends.length === 1 ? "declares" : "declare";
      return `${namesText(note.backends.map(encode))} ${verb} no port named ${encode(note.port)}: Service ${encode(note.service)} sends nothing there`;
    }
    case "backends-of-node-only":
      return note.client === "pod"
        ? `Service ${encode(note.service)} leads a pod only to endpoints on its own node (internalTrafficPolicy: Local)`
        : `Service ${encode(note.service)} leads to endpoints on the node that is reached only (externalTrafficPolicy: Local)`;
    case "node-ports-not-followed": {
      const one = note.ports.length === 1;
      return `${one ? "node port" : "node ports"} ${namesText(note.ports.map(String))} ${one ? "leads" : "lead"} to ${one ? "a Service" : "Services"}: name ${one ? "it" : "one"} with --port to follow it`;
    }
    case "own-node-ingress":
      return "traffic from the pod's own node is always let in, not only from its kubelet";
    case "repeated-objects":
      return `the input has several copies that differ of ${namesText(note.objects.map(encode))}: the first counts`;
    case "foreign-policies":
      return `policy kinds that anp does not evaluate are present: ${note.kinds.map(encode).join(", ")}`;
  }
}
