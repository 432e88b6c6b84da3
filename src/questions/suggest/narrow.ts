import { AddressSet } from "../../base/net/address-set.js";
import { endAddresses, podsOf } from "./ends.js";
import { child, type Origin } from "../../source/manifest/origin.js";
import {
  entryIndex,
  exceptionsAt,
  isInList,
  peerListAt,
  podExpressionsAt,
  portListAt,
} from "../../cluster/kinds/writing/places.js";
import { addressesOf as addressesOfRange } from "../../semantics/match/peer.js";
import { ALL_TRAFFIC, subtractTraffic, trafficOf } from "../../base/net/traffic.js";
import { formatBlock } from "../../base/net/address.js";
import { labelsOfPods } from "./labels.js";
import { newPorts } from "./ports.js";
import { otherOf, type Scene } from "./scene.js";
import { portSet } from "../../base/net/port-set.js";
import { writerOf } from "../../cluster/kinds/policy-apis.js";
import type { Amendment, RuleFacts } from "./amendment.js";
import type { Edit } from "../../source/edit/edit.js";
import type { Match } from "../../semantics/match/why.js";
import type { NewPeer } from "../../cluster/model/new-parts.js";
import type { Peer, PortMatch } from "../../cluster/model/policy.js";

/** The ways to take a flow out of what a rule matches, or the whole rule. @param because what of the rule matches it */
export function takeOut(scene: Scene, facts: RuleFacts, because: Match): Amendment[] {
  const { rule } = facts;
  return [
    ...(because.port === undefined ? closePorts(scene, facts) : narrowPort(scene, facts, because.port)),
    ...(because.peer === undefined ? [] : narrowPeer(scene, facts, because.peer)),
    {
      ...facts,
      kind: "remove-rule",
      document: rule.origin.document,
      edits: [{ type: "remove", at: rule.origin }],
    },
  ];
}

/** Lists all other ports in a rule for all of them; where protocols without ports hang on the rule, they would go too. */
function closePorts(scene: Scene, facts: RuleFacts): Amendment[] {
  const { policy, rule } = facts;
  const rest = newPorts({ ...subtractTraffic(ALL_TRAFFIC, scene.traffic), other: false });
  if (policy.tier !== "NetworkPolicy" || scene.traffic.other) return [];
  if (rest === undefined || rest === "all") return [];
  const writer = writerOf(policy.ref);
  const at = portListAt(rule, writer);
  const value = rest.map((port) => writer.port(port));
  return [
    {
      ...facts,
      kind: "narrow-ports",
      ports: rest,
      document: at.document,
      edits: [{ type: "set", at, value }],
    },
  ];
}

/** Leaves ports out of an entry; one that has no others goes, unless it is the last: then every port would match. */
function narrowPort(scene: Scene, facts: RuleFacts, port: PortMatch): Amendment[] {
  const { policy, rule } = facts;
  const writer = writerOf(policy.ref);
  const list = portListAt(rule, writer);
  const at = child(list, entryIndex(list, port.origin));
  const isOnly = !rule.ports.all && rule.ports.items.length === 1;
  const removed: Amendment = {
    ...facts,
    kind: "remove-port",
    port,
    document: at.document,
    edits: [{ type: "remove", at }],
  };
  if (port.type !== "range") return isOnly ? [] : [removed];
  const whole = trafficOf(port.protocol, portSet([[port.first, port.last]]));
  const rest = newPorts(subtractTraffic(whole, scene.traffic));
  if (rest === undefined || rest === "all") return isOnly ? [] : [removed];
  const values = rest.map((each) => writer.port(each));
  const edits = values.map((value, i): Edit => {
    const index = entryIndex(list, port.origin) + i;
    return i === 0 ? { type: "set", at, value } : { type: "insert-item", at: list, index, value };
  });
  return [{ ...facts, kind: "narrow-ports", ports: rest, document: at.document, edits }];
}

function narrowPeer(scene: Scene, facts: RuleFacts, peer: Peer): Amendment[] {
  return [...leaveOut(scene, facts, peer), ...removePeer(facts, peer)];
}

/** Takes an entry out of the list of peers, or one network of several in an entry. The last one is all of the rule. */
function removePeer(facts: RuleFacts, peer: Peer): Amendment[] {
  const { rule, direction } = facts;
  if (rule.peers.all || rule.peers.items.length < 2) return [];
  const list = peerListAt(rule, direction);
  const index = entryIndex(list, peer.origin);
  const hasSiblings = rule.peers.items.some(
    (each) => each !== peer && entryIndex(list, each.origin) === index,
  );
  const at = hasSiblings ? peer.origin : child(list, index);
  return [{ ...facts, kind: "remove-peer", peer, document: at.document, edits: [{ type: "remove", at }] }];
}

/** Leaves the other end out of what a peer stands for. */
function leaveOut(scene: Scene, facts: RuleFacts, peer: Peer): Amendment[] {
  const other = otherOf(scene, facts.direction);
  switch (peer.type) {
    case "pods": {
      const at = podExpressionsAt(peer);
      const labels = labelsOfPods(podsOf(other), scene.cluster);
      const [label, ...more] = labels;
      const wanted = peer.pods?.requirements ?? [];
      // Where a peer asks for the same label, it would select nothing any more.
      const isAsked = wanted.some(({ key, operator }) => key === label?.[0] && operator === "In");
      if (at === undefined || label === undefined || more.length > 0 || isAsked) return [];
      const [key, value] = label;
      const expression = { key, operator: "NotIn", values: [value] };
      const index = countOfExpressions(at, peer);
      const edits: Edit[] = [{ type: "insert-item", at, index, value: expression }];
      return [{ ...facts, kind: "leave-out-label", peer, label, document: at.document, edits }];
    }
    case "addresses": {
      const at = exceptionsAt(peer);
      const addresses = endAddresses(other);
      if (at === undefined || addresses === undefined) return [];
      const own = addresses.intersect(addressesOfRange(peer.block));
      const isAll = AddressSet.of([peer.block.block]).equals(own);
      const blocks = isAll ? [] : own.blocks();
      const edits = blocks.map((block, i): Edit => ({
        type: "insert-item",
        at,
        index: peer.block.except.length + i,
        value: formatBlock(block),
      }));
      const except = blocks.map((block): NewPeer => ({ type: "addresses", block, except: [] }));
      return edits.length === 0
        ? []
        : [{ ...facts, kind: "add-exception", peer, except, document: at.document, edits }];
    }
    default:
      return [];
  }
}

/** How many expressions a list has already: requirements that stand in it. */
function countOfExpressions(list: Origin, { pods }: Extract<Peer, { type: "pods" }>): number {
  const written = (pods?.requirements ?? []).flatMap(({ origin }) =>
    origin !== undefined && isInList(list, origin) ? [entryIndex(list, origin) + 1] : [],
  );
  return Math.max(0, ...written);
}
