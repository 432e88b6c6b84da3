import { AddressSet } from "../../net/address-set.js";
import { BitSet } from "../../collections/bit-set.js";
import { meetsAny } from "../../reach/coverage.js";
import { nameOf, naming, policiesOf, scopeOf, soundRulesOf } from "./rules.js";
import { peersOf } from "../parts.js";
import { sharedRegions, type Region } from "../../match/region.js";
import { Takers, type Taker } from "./decided.js";
import type { AddressRange, DirectedRule } from "../../model/policy.js";
import type { Problem } from "../../diagnostics/problem.js";
import type { Proofs } from "./proofs.js";

/** Exceptions of CIDRs that rules allow as a whole, on the ports of the rule that excepts them. */
export function* reopenedExceptions(proofs: Proofs): Generator<Problem> {
  const { cluster, witnesses } = proofs;
  for (const directed of policiesOf(cluster, "NetworkPolicy").flatMap(soundRulesOf)) {
    const toAnywhere = withoutPeers(directed);
    for (const { range, except } of exceptionsOf(directed)) {
      const addresses = AddressSet.of([except.block]);
      const takers = takersOf(proofs, toAnywhere, outsideEnds(proofs, addresses));
      const [first] = takers;
      if (first === undefined) continue;
      const { by, related } = naming(takers.map((taker) => taker.directed));
      const { subject, regions } = first;
      const witness = witnesses.find(directed.direction, subject, regions, { verdict: "allowed", addresses });
      if (witness === undefined) continue;
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
        witness,
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
function outsideEnds({ coverage }: Proofs, addresses: AddressSet): BitSet {
  const { classes } = coverage.reach;
  coverage.reach.spend(classes.length >>> 3);
  const outside = classes.filter(
    ({ representative }) =>
      representative.type === "addresses" && !representative.addresses.intersect(addresses).isEmpty,
  );
  return BitSet.of(
    classes.length,
    outside.map(({ index }) => index),
  );
}

/** The rules that allow excepted traffic, where rules allow all of it to every pod of the policy; else none. */
function takersOf({ coverage }: Proofs, toAnywhere: DirectedRule, outside: BitSet): readonly Taker[] {
  const takers = new Takers();
  for (const subject of coverage.subjectsOf(toAnywhere.policy)) {
    const regions = coverage.aloneOf(toAnywhere, subject).flatMap((each) => within(each, outside));
    if (regions.length === 0) continue;
    const { leaves } = coverage.walk(toAnywhere.direction, subject);
    for (const { region, outcome, by } of leaves) {
      if (!meetsAny(region, regions)) continue;
      if (outcome !== "allowed" || by.type !== "rule" || by.tier !== "NetworkPolicy") return [];
      const { policy, rule } = by;
      const directed = { policy, direction: toAnywhere.direction, rule };
      takers.add({ directed, subject, regions: sharedRegions([region], regions) });
    }
  }
  return takers.all;
}

function within(region: Region, outside: BitSet): Region[] {
  const others = region.others?.intersect(outside);
  return others === undefined || others.isEmpty ? [] : [{ ...region, others }];
}
