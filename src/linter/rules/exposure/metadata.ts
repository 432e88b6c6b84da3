import { Share } from "../../../base/limits/share.js";
import { DIRECT } from "../../../semantics/evaluate/flow.js";
import { evaluate } from "../../../semantics/evaluate/evaluate.js";
import { profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import { endpointOfAddress } from "../../../questions/query/addresses.js";
import { mayBePod } from "../../../semantics/match/party.js";
import { addressesOf } from "../../../semantics/match/peer.js";
import { AddressSet } from "../../../base/net/address-set.js";
import { definiteOutcome, isByRule, leavesOn } from "../flows/leaves.js";
import { flowsOf, type SubjectRows } from "../flows/subjects.js";
import { parseAddress, parseBlock, type Address } from "../../../base/net/address.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { trafficOf } from "../../../base/net/traffic.js";
import type { Row } from "../../../semantics/reach/rows.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Peer, Policy, Rule } from "../../../cluster/model/policy.js";
import type { RuleEntry } from "../../../semantics/evaluate/entry.js";

/** The address of a cloud's metadata service, which hands out the node's credentials, with the range that it is picked from. */
interface MetadataAddress {
  readonly text: string;
  readonly address: Address;
  /** Whoever names a CIDR inside of it means the metadata service. */
  readonly meant: AddressSet;
}

const METADATA: readonly MetadataAddress[] = [
  metadata("169.254.169.254", "169.254.0.0/16"),
  metadata("fd00:ec2::254", "fd00:ec2::/32"),
];

/** The port of the service, at every provider that has one. */
export const METADATA_PORT = 80;

const HTTP = trafficOf("TCP", [[METADATA_PORT, METADATA_PORT]]);

function metadata(text: string, range: string): MetadataAddress {
  const address = parseAddress(text);
  const block = parseBlock(range);
  if (address === undefined || block === undefined) throw new Error(`invariant: ${text} in ${range}`);
  return { text, address, meant: AddressSet.of([block]) };
}

/** A rule that lets pods reach the metadata service, by one of its addresses. */
export interface MetadataOpening {
  readonly policy: Policy;
  readonly rule: Rule;
  readonly address: string;
  /** The peer that holds the address; undefined for a rule without peers. */
  readonly peer: AddressPeer | undefined;
  readonly subjects: readonly SubjectRows[];
}

type AddressPeer = Extract<Peer, { type: "addresses" }>;

/** Every rule that lets pods reach the metadata service without naming it. */
export function metadataOpenings(cluster: Cluster): MetadataOpening[] {
  const { reach, subjects } = flowsOf(cluster);
  return METADATA.flatMap(({ text, address, meant }) => {
    const { family } = address;
    const service = reach.classes.find(
      ({ representative, toName }) =>
        toName === undefined && representative.type === "addresses" && representative.addresses.has(address),
    );
    if (service === undefined) return [];
    const found = new Map<Rule, { by: RuleEntry; subjects: SubjectRows[] }>();
    for (const subject of subjects) {
      if (!subject.of.families.includes(family)) continue;
      const { leaves } = reach.walk("egress", subject.of.index, family).cellOf(service.index);
      if (definiteOutcome(leaves, HTTP) !== "allowed") continue;
      const by = leavesOn(leaves, HTTP)
        .filter(isByRule)
        .find((leaf) => mayHold(leaf.by.rule))?.by;
      if (by === undefined) continue;
      const known = found.get(by.rule);
      if (known === undefined) found.set(by.rule, { by, subjects: [subject] });
      else known.subjects.push(subject);
    }
    return [...found.values()].flatMap(({ by: { policy, rule }, subjects: reached }): MetadataOpening[] => {
      const peer = addressPeers(rule).find(({ block }) => addressesOf(block).has(address));
      const isMeant = peer !== undefined && addressesOf(peer.block).subtract(meant).isEmpty;
      if (isMeant || (peer === undefined && !rule.peers.all)) return [];
      return [{ policy, rule, address: text, peer, subjects: reached }];
    });
  });
}

/** So many steps are taken for an address that may be a pod's: the walk asks all policies about one another. */
const MOST_FOR_OPEN = 10_000_000;

/**
 * True where explaining shows that a pod reaches an address of the service. The map takes it to be outside; it may be the
 * address of a pod that the input does not hold, of which other policies may say something else.
 */
export function isShownAllowed(cluster: Cluster, { endClass }: Row, text: string): boolean {
  const address = parseAddress(text);
  const to = address === undefined ? "service" : endpointOfAddress(cluster, address, text);
  if (address === undefined || to === "service") return false;
  if (!mayBePod(to)) return true;
  const flow = { from: endClass.representative, to, family: address.family, traffic: HTTP, way: DIRECT };
  const isAllowed = (): boolean =>
    evaluate(cluster, flow, profileOfCluster(cluster)).parts.every(({ verdict }) => verdict === "allowed");
  return new Share(cluster.work, MOST_FOR_OPEN).orElse(isAllowed, () => false);
}

/** Names may resolve to any address: what a rule says of them is no opening by itself. */
function mayHold(rule: Rule): boolean {
  return rule.peers.all || addressPeers(rule).length > 0;
}

function addressPeers(rule: Rule): AddressPeer[] {
  return peersOf(rule).filter((each) => each.type === "addresses");
}
