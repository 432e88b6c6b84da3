import { AddressSet } from "../../../base/net/address-set.js";
import { AddressLookup } from "../../../base/net/address-lookup.js";
import { BitSet } from "../../../base/collections/bit-set.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { meetsAny } from "../../../semantics/reach/coverage.js";
import { matchesEverything, nameOf, naming, policiesInTiers, scopeOf, soundRulesOf } from "./rules.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { sharedRegions, type Region } from "../../../semantics/match/region.js";
import { Takers, type Taker } from "./decided.js";
import type { AddressRange, DirectedRule } from "../../../cluster/model/policy.js";
import type { Leaf, RuleEntry } from "../../../semantics/evaluate/entry.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";

/** Exceptions of CIDRs that rules allow as a whole, on the ports of the rule that excepts them. */
export function* reopenedExceptions(proofs: Proofs): Generator<Problem> {
  const { cluster, witnesses } = proofs;
  for (const directed of policiesInTiers(cluster, "NetworkPolicy").flatMap(soundRulesOf)) {
    const toAnywhere = withoutPeers(directed);
    for (const { range, except } of exceptionsOf(directed)) {
      const addresses = AddressSet.of([except.block]);
      const takers = takersOf(proofs, toAnywhere, outsideEnds(proofs, addresses));
      const [first] = takers;
      // Of a rule without any condition it is said that the others have no effect beside it.
      if (first === undefined || takers.some((taker) => matchesEverything(taker.directed.rule))) continue;
      const { by, related } = naming(takers.map((taker) => taker.directed));
      const { subject, regions } = first;
      const witness = witnesses.find(directed.direction, subject, regions, { verdict: "allowed", addresses });
      // An example of which something else is not settled shows nothing; by one it would even be the reverse.
      if (witness === undefined || witness.verdict === "denied" || witness.verdict === "undefined") continue;
      yield {
        code: "except-reopened",
        facts: {
          rule: nameOf(directed),
          except: except.text,
          cidr: range.text,
          by,
          scope: scopeOf(cluster),
        },
        at: except.origin,
        object: directed.policy.ref,
        related,
        ...(witness.verdict === "allowed" ? { witness } : {}),
      };
    }
  }
}

interface Exception {
  readonly range: AddressRange;
  readonly except: AddressRange["except"][number];
}

function exceptionsOf({ rule }: DirectedRule): Exception[] {
  return peersOf(rule).flatMap((peer) =>
    peer.type === "addresses" ? peer.block.except.map((except) => ({ range: peer.block, except })) : [],
  );
}

/** The ports of a rule, whatever its peers. */
function withoutPeers(directed: DirectedRule): DirectedRule {
  return { ...directed, rule: { ...directed.rule, peers: { all: true } } };
}

/** The ends outside of the cluster that have some of the addresses: a pod may well be allowed by its labels. */
function outsideEnds(proofs: Proofs, addresses: AddressSet): BitSet {
  const { classes } = proofs.coverage.reach;
  const { byAddress, byName } = outsideOf(proofs);
  const named = byName.filter(([, own]) => own.meets(addresses)).map(([index]) => index);
  return BitSet.of(classes.length, [...byAddress.meeting(addresses), ...named]);
}

/** The ends outside of the cluster: an address that is known by a name as well is an end of its own. */
const outsideOf = oncePer(({ coverage }: Proofs) => {
  const ends = (isNamed: boolean): (readonly [number, AddressSet])[] =>
    coverage.reach.classes.flatMap(({ index, representative, toName }) =>
      representative.type === "addresses" && (toName !== undefined) === isNamed
        ? [[index, representative.addresses] as const]
        : [],
    );
  return { byAddress: new AddressLookup(ends(false)), byName: ends(true) };
});

/** The rules that allow excepted traffic, where rules allow all of it to every pod of the policy; else none. */
function takersOf({ coverage }: Proofs, toAnywhere: DirectedRule, outside: BitSet): readonly Taker[] {
  const takers = new Takers();
  for (const subject of coverage.subjectsOf(toAnywhere)) {
    const regions = coverage.aloneOf(toAnywhere, subject).flatMap((each) => within(each, outside));
    if (regions.length === 0) continue;
    const { leaves } = coverage.walk(toAnywhere.direction, subject);
    // What is denied stands last: most often it is met at once.
    if (leaves.findLast((leaf) => ruleBehind(leaf) === undefined && meetsAny(leaf.region, regions)))
      return [];
    for (const leaf of leaves) {
      const { region } = leaf;
      const by = ruleBehind(leaf);
      if (by === undefined || takers.has(by) || !meetsAny(region, regions)) continue;
      const { policy, rule } = by;
      const directed = { policy, direction: toAnywhere.direction, rule };
      takers.add({ directed, subject, regions: sharedRegions([region], regions) });
    }
  }
  return takers.all;
}

/** The rule of a NetworkPolicy that allows what is in a leaf. */
function ruleBehind({ outcome, by }: Leaf): RuleEntry | undefined {
  return outcome === "allowed" && by.type === "rule" && by.tier === "NetworkPolicy" ? by : undefined;
}

function within(region: Region, outside: BitSet): Region[] {
  const others = region.others?.intersect(outside);
  return others === undefined || others.isEmpty ? [] : [{ ...region, others }];
}
