import { areNamed, newPorts, notNamed } from "./ports.js";
import { child, type Origin } from "../../source/manifest/origin.js";
import {
  entryCount,
  entryIndex,
  peerListAt,
  portListAt,
  ruleListAt,
} from "../../cluster/kinds/writing/places.js";
import { LONGEST_LABEL, policyNames } from "../../cluster/model/free-names.js";
import { nameOfDenial, nameOfRule } from "./names.js";
import { otherOf, subjectOf, type Scene } from "./scene.js";
import { peersFor, selectionOf } from "./ends.js";
import { writerOf } from "../../cluster/kinds/policy-apis.js";
import {
  writtenNetworkPolicy,
  writtenPeers,
  writtenRule,
  type NewRule,
} from "../../cluster/kinds/writing/rules.js";
import type { Action, Direction, Policy, PortMatch, Rule } from "../../cluster/model/policy.js";
import type { Amendment, RuleFacts } from "./amendment.js";
import { emptyDocument, type Document } from "../../source/manifest/document.js";
import type { Edit } from "../../source/edit/edit.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { NewPort } from "../../cluster/model/new-parts.js";

/** The destination in whose names ports are given. */
export function portBearers({ to }: Scene): readonly Endpoint[] {
  return to.endpoints;
}

/** Peers for the other end in a rule that names all of the traffic already. */
export function addPeers(scene: Scene, facts: RuleFacts): Amendment[] {
  const { policy, direction, rule } = facts;
  const { peers, ports } = rule;
  if (peers.all || !areNamed(ports, scene.traffic, portBearers(scene))) return [];
  const list = peerListAt(rule, direction);
  const index = entryCount(list, peers.items);
  return peersFor(otherOf(scene, direction), scene.cluster).flatMap((added): Amendment[] => {
    const values = writtenPeers(added, writerOf(policy.ref), direction, policy.ref.namespace);
    if (values === undefined) return [];
    const edits = values.map((value, i): Edit => ({
      type: "insert-item",
      at: list,
      index: index + i,
      value,
    }));
    return [{ ...facts, kind: "add-peer", peers: added, document: list.document, edits }];
  });
}

/** Ports in a rule that misses by them alone. */
export function addPorts(scene: Scene, facts: RuleFacts): Amendment[] {
  const { policy, rule } = facts;
  const { ports } = rule;
  if (ports.all) return [];
  const added = newPorts(notNamed(ports, scene.traffic, portBearers(scene)));
  if (added === undefined || added === "all") return [];
  const writer = writerOf(policy.ref);
  const list = portListAt(rule, writer);
  const index = entryCount(list, ports.items);
  const edits = added.map((port, i): Edit => {
    const value = writer.port(port);
    return { type: "insert-item", at: list, index: index + i, value };
  });
  const [only, ...more] = added;
  const widened = only === undefined || more.length > 0 ? [] : widenedPorts(facts, list, ports.items, only);
  return [{ ...facts, kind: "add-port", ports: added, document: list.document, edits }, ...widened];
}

/** A range that begins or ends right beside the ports that are missing. */
function widenedPorts(
  facts: RuleFacts,
  list: Origin,
  items: readonly PortMatch[],
  missing: NewPort,
): Amendment[] {
  return items.flatMap((item): Amendment[] => {
    if (item.type !== "range" || item.protocol !== missing.protocol) return [];
    if (item.first === item.last) return [];
    const from = { protocol: item.protocol, first: item.first, last: item.last };
    const to =
      missing.first === item.last + 1
        ? { ...from, last: missing.last }
        : missing.last === item.first - 1
          ? { ...from, first: missing.first }
          : undefined;
    if (to === undefined) return [];
    const at = child(list, entryIndex(list, item.origin));
    const value = writerOf(facts.policy.ref).port(to);
    return [
      { ...facts, kind: "widen-port", from, to, document: at.document, edits: [{ type: "set", at, value }] },
    ];
  });
}

const VERBS = { Accept: "allow", Pass: "pass", Deny: "deny" } as const;

/** A rule for the other end and the traffic. @param before the rule in front of which it stands; the last place without */
export function addRules(
  scene: Scene,
  policy: Policy,
  direction: Direction,
  action: Action,
  before?: Rule,
): Amendment[] {
  const list = ruleListAt(policy, direction);
  const index = before?.index ?? policy.rules[direction]?.rules.length ?? 0;
  return newRules(scene, direction, action).flatMap((rule): Amendment[] => {
    const value = writtenRule(rule, writerOf(policy.ref), policy.ref.namespace);
    if (value === undefined) return [];
    const { peers, ports } = rule;
    const edits: Edit[] = [{ type: "insert-item", at: list, index, value }];
    return [
      {
        kind: "add-rule",
        policy,
        direction,
        action,
        before: before?.index,
        peers,
        ports,
        document: list.document,
        edits,
      },
    ];
  });
}

function newRules(scene: Scene, direction: Direction, action: Action): NewRule[] {
  const ports = newPorts(scene.traffic);
  if (ports === undefined) return [];
  const [subject, other] = [subjectOf(scene, direction), otherOf(scene, direction)];
  const name = nameOfRule(VERBS[action], direction, subject, other);
  return peersFor(other, scene.cluster).map((peers) => ({
    name,
    action,
    direction,
    peers,
    ports: ports === "all" ? undefined : ports,
  }));
}

/** A NetworkPolicy of its own that isolates the subject and lets nothing but this through. */
export function addAllowingPolicies(
  scene: Scene,
  direction: Direction,
  home: Origin | undefined,
): Amendment[] {
  return newRules(scene, direction, "Accept").flatMap((rule) => addPolicy(scene, direction, rule, home));
}

/** A NetworkPolicy that isolates the subject and lets nothing through. */
export function addDenyingPolicy(scene: Scene, direction: Direction, home: Origin | undefined): Amendment[] {
  return addPolicy(scene, direction, undefined, home);
}

/** Beside an object of a cluster there is no file: a new one takes what is added. */
function newDocument(name: string): Document {
  return emptyDocument({ name, text: "" });
}

function addPolicy(
  scene: Scene,
  direction: Direction,
  rule: NewRule | undefined,
  home: Origin | undefined,
): Amendment[] {
  const subject = subjectOf(scene, direction);
  const selected = selectionOf(subject, scene.cluster);
  if (selected === undefined || home === undefined) return [];
  const { namespace, labels } = selected;
  const name = policyNames(
    scene.cluster,
    LONGEST_LABEL,
  )(namespace).take(rule?.name ?? nameOfDenial(direction, subject));
  const value = writtenNetworkPolicy({ name, namespace, labels, direction, rule });
  if (value === undefined) return [];
  const document = home.document.file.isStored === true ? newDocument(`${name}.yaml`) : home.document;
  return [
    {
      kind: "add-policy",
      of: { kind: "NetworkPolicy", namespace, name },
      direction,
      subject: labels,
      peers: rule?.peers,
      ports: rule?.ports,
      document,
      edits: [{ type: "add-document", file: document.file, value }],
    },
  ];
}
