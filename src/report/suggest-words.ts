import { withMore } from "../base/text/list.js";
import { count } from "../base/text/count.js";
import { runText } from "../base/text/ports.js";
import {
  conjunction,
  peerText,
  policyText,
  portMatchText,
  trafficText,
  ruleText,
  labelPairText,
} from "./describe.js";
import { encode } from "./encode.js";
import { formatBlock } from "../base/net/address.js";
import { isNoTraffic, NO_TRAFFIC, trafficOf, unionTraffic, type Traffic } from "../base/net/traffic.js";
import { portSet } from "../base/net/port-set.js";
import { shellWord } from "../base/text/shell-word.js";
import type { AmendmentFacts, LastResort, RuleFacts } from "../questions/suggest/amendment.js";
import type { Direction } from "../cluster/model/policy.js";
import type { Label, NewPeer, NewPort } from "../cluster/model/new-parts.js";
import type { ObjectRef } from "../cluster/model/object-ref.js";
import type { OtherFlow } from "../questions/suggest/effects.js";
import type { Suggestion } from "../questions/suggest/suggestion.js";
import type { SuggestionNote } from "../questions/suggest/suggest.js";
import type { ValueChange } from "../questions/mistakes/dead-values.js";

/** The object that is changed, or added. */
export function amendedObject(facts: AmendmentFacts): Omit<ObjectRef, "apiVersion"> {
  return "of" in facts ? facts.of : facts.policy.ref;
}

/** How objects that a server has stored are changed, a command each: `kubectl edit networkpolicy/web -n shop`. */
export function commandTexts({ amendments }: Suggestion): string[] {
  const commands = amendments
    .filter(({ isStored }) => isStored)
    .map((amendment) => {
      const { kind, namespace, name } = amendedObject(amendment);
      const within = namespace === undefined ? "" : ` -n ${shellWord(namespace)}`;
      return `to apply it: kubectl edit ${shellWord(`${kind.toLowerCase()}/${name}`)}${within}`;
    });
  return [...new Set(commands)].map(encode);
}

/** What is done to one object: `add TCP 5433 to rule 1 of NetworkPolicy payments/db-allow`. */
export function amendmentText(facts: AmendmentFacts): string {
  switch (facts.kind) {
    case "replace-value": {
      const { policy, rule } = facts;
      const place = rule === undefined ? policyText(policy.ref) : ruleName({ policy, rule });
      return `${changeText(facts.change)} in ${place}`;
    }
    case "add-port":
      return `add ${portsText(facts.ports)} to ${ruleName(facts)}`;
    case "widen-port":
      return `widen ${portsText([facts.from])} to ${runText([facts.to.first, facts.to.last])} in ${ruleName(facts)}`;
    case "add-peer":
      return `add ${peersText(facts.peers)} to ${ruleName(facts)}`;
    case "add-rule": {
      const { policy, before, direction, action, peers, ports } = facts;
      const place = before === undefined ? "" : ` before rule ${before + 1}`;
      const what = `${conditionText(direction, peers)}${ports === undefined ? "" : `, ${portsText(ports)}`}`;
      const word = policy.tier === "NetworkPolicy" ? what : `${action} ${what}`;
      return `add a rule to ${policyText(policy.ref)}${place}: ${word}`;
    }
    case "narrow-ports":
      return `restrict ${ruleName(facts)} to ${portsText(facts.ports)}`;
    case "remove-port":
      return `remove ${portMatchText(facts.port)} from ${ruleName(facts)}`;
    case "remove-peer":
      return `remove ${peerText(facts.peer)} from ${ruleName(facts)}`;
    case "add-exception":
      return `exclude ${peersText(facts.except)} from ${peerText(facts.peer)} in ${ruleName(facts)}`;
    case "leave-out-label":
      return `exclude ${labelsText([facts.label])} from ${peerText(facts.peer)} in ${ruleName(facts)}`;
    case "remove-rule":
      return `remove ${ruleName(facts)}`;
    case "set-priority": {
      const { policy, priority } = facts;
      return `give ${policyText(policy.ref)} priority ${priority} instead of ${policy.priority ?? "none"}`;
    }
    case "add-label": {
      const { of, label } = facts;
      const what = of.kind === "Namespace" ? policyText(of) : `the pods of ${policyText(of)}`;
      return `label ${what} ${labelsText([label])}`;
    }
    case "add-policy": {
      const { of, subject, direction, peers, ports } = facts;
      const pods = subject.length === 0 ? "every pod" : labelsText(subject);
      const head = `add ${policyText(of)}`;
      if (peers === undefined) return `${head}, which isolates ${pods} for ${direction}`;
      const verb = direction === "egress" ? "may send" : "takes traffic";
      const what = ports === undefined ? "" : `, ${portsText(ports)}`;
      return `${head}: ${pods} ${verb} ${conditionText(direction, peers)}${what}`;
    }
  }
}

/** `replace port 443 with 8443`. */
function changeText(change: ValueChange): string {
  switch (change.part) {
    case "port":
      return `replace ${change.protocol} ${change.written} with ${change.meant}`;
    case "label":
      return `replace ${labelsText([change.written])} with ${labelsText([change.meant])}`;
    case "namespace":
      return `select namespace ${encode(change.meant)}`;
  }
}

/** Why an edit is proposed that should not be needed, a line each. */
export function lastResortTexts({ amendments }: Suggestion): string[] {
  return [...new Set(amendments.flatMap(({ lastResort }) => lastResort ?? []))].map(
    (why) => LAST_RESORTS[why],
  );
}

const LAST_RESORTS: Readonly<Record<LastResort, string>> = {
  "default-deny": "last resort: it widens a default-deny policy; no other edit was found",
  label: "last resort: other policies may select this label too; no edit of a policy was found",
};

/** What a suggestion leaves to be done. */
export function leftTexts({ leavesNameDenied }: Suggestion): string[] {
  return leavesNameDenied
    ? ["the destination's name still can't be resolved; no edit was found for that"]
    : [];
}

function ruleName({ policy, rule }: Pick<RuleFacts, "policy" | "rule">): string {
  return `${ruleText(rule)} of ${policyText(policy.ref)}`;
}

function conditionText(direction: Direction, peers: readonly NewPeer[]): string {
  return `${direction === "egress" ? "to" : "from"} ${peersText(peers)}`;
}

/** How many peers are written out. */
const SHOWN_PEERS = 3;

function peersText(peers: readonly NewPeer[]): string {
  const shown = peers.slice(0, SHOWN_PEERS).map(newPeerText);
  return withMore(shown, peers.length - shown.length);
}

function newPeerText(peer: NewPeer): string {
  switch (peer.type) {
    case "pods": {
      const namespace = `namespace ${encode(peer.namespace)}`;
      return peer.labels.length === 0
        ? `every pod of ${namespace}`
        : `${labelsText(peer.labels)} in ${namespace}`;
    }
    case "addresses": {
      const holes = peer.except.length;
      const except = holes === 0 ? "" : ` except ${count(holes, "block")}`;
      return `${formatBlock(peer.block)}${except}`;
    }
    case "domain":
      return encode(peer.name);
  }
}

function labelsText(labels: readonly Label[]): string {
  return labels.map(([key, value]) => labelPairText(key, value)).join(",");
}

function portsText(ports: readonly NewPort[]): string {
  const traffic = ports
    .map(({ protocol, first, last }) => trafficOf(protocol, portSet([[first, last]])))
    .reduce(unionTraffic, NO_TRAFFIC);
  return trafficText(traffic);
}

/** How many of the other flows are shown. */
export const SHOWN_FLOWS = 3;

/** What else a suggestion opens and closes, a line each: `opens also: shop/x → payments/db TCP 5432 (+3)`. */
export function effectTexts({ verdict, effects }: Suggestion, arrow: string): string[] {
  if (effects === undefined) return [];
  const { opens, closes } = effects;
  const opening = verdict === "allowed" || opens.length > 0 ? [effectText("opens", opens, arrow)] : [];
  const closing = verdict === "denied" || closes.length > 0 ? [effectText("closes", closes, arrow)] : [];
  return [...opening, ...closing];
}

/** The same in short: `opens 3 other flows`; nothing where it was not counted. */
export function effectCounts({ verdict, effects }: Suggestion): string[] {
  if (effects === undefined) return [];
  const { opens, closes } = effects;
  return [
    ...(verdict === "allowed" || opens.length > 0 ? [countText("opens", opens)] : []),
    ...(verdict === "denied" || closes.length > 0 ? [countText("closes", closes)] : []),
  ];
}

function countText(verb: string, flows: readonly OtherFlow[]): string {
  const count = flows.length === 0 ? "no" : String(flows.length);
  return `${verb} ${count} other flow${flows.length > 1 ? "s" : ""}`;
}

function effectText(verb: string, flows: readonly OtherFlow[], arrow: string): string {
  if (flows.length === 0) return `${verb} no other flow`;
  const shown = flows
    .slice(0, SHOWN_FLOWS)
    .map(
      ({ from, to, traffic }) =>
        `${encode(from.shownAs)} ${arrow} ${encode(to.shownAs)} ${trafficText(withPorts(traffic))}`,
    );
  const more = flows.length - shown.length;
  return `${verb} also: ${shown.join("; ")}${more > 0 ? ` (+${more})` : ""}`;
}

/** What has no ports is worth a word only by itself. */
function withPorts(traffic: Traffic): Traffic {
  const rest = { ...traffic, other: false };
  return isNoTraffic(rest) ? traffic : rest;
}

/** Why there is no suggestion, or not every one. */
export function suggestionNoteText(note: SuggestionNote): string {
  switch (note.code) {
    case "verdict-unknown":
      return "no suggestions: the verdict depends on missing information";
    case "no-edit-decides":
      return "no suggestions: the spec leaves this case open";
    case "mixed-verdicts":
      return "no suggestions: some of this is allowed and some is not; ask about one part with --port";
    case "not-subject":
      return "no suggestions: this traffic is not subject to policy";
    case "no-edit-found":
      return "no suggestions: no edit that was tried changes the verdict";
    case "standard-input":
      return "no suggestions for standard input; name its file with --stdin-filename";
    case "rendered":
      return `no suggestions for rendered templates; edit ${conjunction(note.templates.map(encode))}`;
    case "not-editable":
      return `no suggestions for ${conjunction(note.files.map(encode))}: part of it could not be read, or its name can't be written in a patch`;
    case "not-all-tried":
      return "not every possible edit was tried";
    case "declared-ports":
      return `without --port, suggestions cover the ports the destination declares: ${trafficText(note.ports)}`;
    case "declared-allowed":
      return "no suggestions: the ports the destination declares are allowed; use --port for another one";
  }
}
