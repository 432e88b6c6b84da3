import { code } from "./code.js";
import { helpWithReleases } from "./releases.js";
import { helpForShape } from "./shapes.js";
import { STALE_STATUS } from "./stale-status.js";
import type { DropEffect } from "../../../cluster/problems/violation.js";
import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";
import type { Wording } from "../../../cluster/problems/diagnostic.js";

/** What an unknown field is, what it should be, and what the object does without it. */
export function unknownFieldWording(
  facts: ProblemOf<"unknown-field">["facts"],
  { object }: Problem,
): Wording {
  const { name, parent, meant, belongsUnder, isEntry, ofShape, effect } = facts;
  const rule = ruleFieldOf(facts);
  const note = rule === undefined ? effectNote(effect, object?.namespace) : peerNote(effect, name);
  const ofSpec = specFieldOf(facts);
  const under =
    belongsUnder === undefined
      ? undefined
      : isEntry === true
        ? `indent it below ${code(belongsUnder)}, as an entry of the list: ${code(`- ${name}:`)}`
        : `indent it below ${code(belongsUnder)}`;
  const sibling = siblingOf(facts);
  const beside =
    sibling === undefined ? undefined : `indent it as far as ${code(sibling)}: both are of one peer`;
  const peers = peersFieldOf(facts);
  const ofPeer =
    peers === undefined
      ? undefined
      : `write it below ${code(`${peers}:`)}, as an entry of the list: ${code(`- ${name}:`)}`;
  const ofRule = rule === undefined ? undefined : `indent it as far as ${code(rule)}: it is of the rule`;
  const besideSubject =
    ofSpec === undefined ? undefined : `indent it as far as ${code(ofSpec)}: it is of the policy`;
  const shaped = ofShape === undefined ? undefined : helpForShape(ofShape, parent);
  const isStatus = object?.kind === "NetworkPolicy" && parent === "" && name === "status";
  const stale = isStatus ? `remove it: ${STALE_STATUS}` : undefined;
  const written = meant === undefined ? undefined : `write ${code(meant)}`;
  return {
    message: `unknown field ${code(name)}${parent === "" ? "" : ` in ${code(parent)}`}`,
    label:
      peers !== undefined && under === undefined
        ? `does it belong below ${code(peers)}?`
        : (sibling ?? rule ?? ofSpec) === undefined
          ? labelOf(nameOfMeant(facts), belongsUnder)
          : `does it belong beside ${code(sibling ?? rule ?? ofSpec ?? "")}?`,
    ...(note === undefined ? {} : { notes: [note] }),
    ...helpWithReleases(
      facts,
      under ?? beside ?? ofPeer ?? ofRule ?? besideSubject ?? shaped ?? stale ?? written,
    ),
  };
}

/** One of the two selectors of a peer, or of the pods of a rule. */
const OF_PEER = /(?:\.(?:from|to)\[\d+\]|\.pods)\.(namespaceSelector|podSelector)$/;

/** The selector beside which another one belongs that is written inside of it: both are fields of a peer. */
function siblingOf({ name, parent }: ProblemOf<"unknown-field">["facts"]): string | undefined {
  const [, outer] = OF_PEER.exec(parent) ?? [];
  return outer !== name && (name === "podSelector" || name === "namespaceSelector") ? outer : undefined;
}

/** What a policy is for, and fields of a policy that stand beside it. */
const SUBJECT = /^spec\.(podSelector|subject)$/;
const BESIDE_SUBJECT: ReadonlySet<string> = new Set(["ingress", "egress", "policyTypes"]);

/** The field of a policy beside which others belong that are written inside of it: one level too far to the right. */
function specFieldOf({ name, parent }: ProblemOf<"unknown-field">["facts"]): string | undefined {
  return BESIDE_SUBJECT.has(name) ? SUBJECT.exec(parent)?.[1] : undefined;
}

/** A rule of a NetworkPolicy, and the fields of its peers. */
const RULE = /^spec\.(ingress|egress)\[\d+\]$/;
const OF_PEERS: ReadonlySet<string> = new Set(["podSelector", "namespaceSelector", "ipBlock"]);

/** The field of a rule that lists its peers, where one of them is written into the rule itself. */
function peersFieldOf({ name, parent }: ProblemOf<"unknown-field">["facts"]): "from" | "to" | undefined {
  const [, direction] = RULE.exec(parent) ?? [];
  if (direction === undefined || !OF_PEERS.has(name)) return undefined;
  return direction === "ingress" ? "from" : "to";
}

/** A peer of a rule, by the field that lists it. */
const PEER = /\.(from|to)\[\d+\]$/;

/** The field beside which ports belong that are written inside of a peer: both are fields of a rule. */
function ruleFieldOf({ name, parent }: ProblemOf<"unknown-field">["facts"]): string | undefined {
  return name === "ports" ? PEER.exec(parent)?.[1] : undefined;
}

/** The field that was meant: one of another shape where it is nearly that, else one of this. */
function nameOfMeant({ name, meant, ofShape }: ProblemOf<"unknown-field">["facts"]): string | undefined {
  if (ofShape === undefined) return meant;
  return ofShape.field === name ? undefined : ofShape.field;
}

function labelOf(meant: string | undefined, belongsUnder: string | undefined): string {
  if (belongsUnder !== undefined) return `does it belong below ${code(belongsUnder)}?`;
  return meant === undefined ? "no such field here" : `did you mean ${code(meant)}?`;
}

/** What a peer is without the ports that were written into it. */
function peerNote(effect: DropEffect, name: string): string | undefined {
  return effect === "is-refused"
    ? undefined
    : `without strict checking the field is dropped, and no port limits this peer unless the rule has ${code(name)} too`;
}

function effectNote(effect: DropEffect, namespace: string | undefined): string | undefined {
  const without = "without strict checking the field is dropped,";
  switch (effect) {
    case "selects-every-pod-of-namespace":
      return `${without} and this policy selects every pod of namespace ${code(namespace ?? "default")}`;
    case "selector-selects-everything":
      return `${without} and the selector that is left selects everything`;
    case "matches-every-peer":
      return `${without} and the rule matches every peer`;
    case "matches-everything":
      return `${without} and the rule that is left allows everything`;
    case "matches-every-port":
      return `${without} and the rule matches every port`;
    case "selects-only-own-namespace":
      return `${without} and the peer selects pods of the policy's own namespace only`;
    case "no-rules":
      return `${without} and its rules are gone`;
    case "is-ignored":
      return "without strict checking the field is silently dropped";
    case "is-refused":
      return undefined;
  }
}
