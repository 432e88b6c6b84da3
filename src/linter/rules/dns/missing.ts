import { AddressSet } from "../../../base/net/address-set.js";
import { addressesOf } from "../../../semantics/match/peer.js";
import { DNS_PORT } from "../../../cluster/model/cluster-dns.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isByRule, leavesOn } from "../flows/leaves.js";
import { peersOf, portItem } from "../../../cluster/model/policy-parts.js";
import { PROTOCOLS, trafficOf, type Protocol } from "../../../base/net/traffic.js";
import type { Outcomes } from "../../../semantics/reach/cells.js";
import type { DeniedQuestion, DeniedQuestions, DnsFlows } from "./access.js";
import type { DnsEgressMissing } from "../../../cluster/problems/exposure.js";
import type { Flows, SubjectRows } from "../flows/subjects.js";
import type { ObjectRef } from "../../../cluster/model/object-ref.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { Policy } from "../../../cluster/model/policy.js";

/** A cause for which some pods cannot ask the cluster's DNS, with the place to fix. */
export interface MissingDns {
  readonly cause: DnsEgressMissing["cause"];
  readonly at: Origin;
  readonly object: ObjectRef;
  readonly denied: readonly [DeniedQuestions, ...DeniedQuestions[]];
}

/** Groups pods that cannot ask the cluster's DNS by what has to be changed: one cause is one finding. */
export function missingDns(
  flows: Flows,
  { dns }: DnsFlows,
  denied: readonly DeniedQuestions[],
): MissingDns[] {
  const addresses = AddressSet.ofEach(dns.service?.addresses ?? []);
  const atRule: (Omit<MissingDns, "denied"> & { readonly each: DeniedQuestions })[] = [];
  const withoutRule: DeniedQuestions[] = [];
  for (const each of denied) {
    const [first] = each.missing;
    if (first.by.type === "rule") {
      const { policy, rule } = first.by;
      const at = rule.actionOrigin ?? rule.origin;
      atRule.push({ cause: "denied", at, object: policy.ref, each });
    } else if (first.by.type === "isolation") {
      const near = nearMiss(first, first.by.policies, addresses);
      if (near !== undefined) atRule.push({ ...near, each });
      else if (sendsSomething(flows, each.subject)) withoutRule.push(each);
    }
  }
  const byPlace = [...groupBy(atRule, ({ at }) => at).values()].map(([first, ...others]): MissingDns => {
    const { cause, at, object } = first;
    return { cause, at, object, denied: [first.each, ...others.map(({ each }) => each)] };
  });
  return [...byPlace, ...byPolicy(withoutRule)];
}

/** A pod that may send nothing to anybody needs no names. */
function sendsSomething({ reach }: Flows, { of }: SubjectRows): boolean {
  return of.families.some((family) =>
    reach
      .walk("egress", of.index, family)
      .leaves.some(
        (leaf) =>
          leaf.outcome === "allowed" &&
          isByRule(leaf) &&
          PROTOCOLS.some((protocol) => leaf.region.traffic[protocol].length > 0),
      ),
  );
}

/** The rule that was meant to allow the question, and why it does not. */
function nearMiss(
  { cell, protocol, port }: DeniedQuestion,
  policies: readonly Policy[],
  addresses: AddressSet,
): Omit<MissingDns, "denied"> | undefined {
  const atService = allowing(cell, protocol, DNS_PORT);
  if (atService !== undefined) return { cause: "service-port", ...atService };
  const other = protocol === "UDP" ? "TCP" : "UDP";
  const overOther = allowing(cell, other, port);
  if (overOther !== undefined) return { cause: "other-protocol", ...overOther };
  return byServiceAddress(policies, addresses);
}

/** The port of a rule that allows some port over a protocol, whatever is unsettled. */
function allowing(
  { leaves }: Outcomes,
  protocol: Protocol,
  port: number,
): Pick<MissingDns, "at" | "object"> | undefined {
  const [leaf, ...others] = leavesOn(leaves, trafficOf(protocol, [[port, port]]));
  if (leaf?.outcome !== "allowed" || !isByRule(leaf) || others.length > 0) return undefined;
  const { policy, rule } = leaf.by;
  return { at: portItem(rule, protocol, port)?.origin ?? rule.origin, object: policy.ref };
}

/** A rule that allows the address of the Service itself. */
function byServiceAddress(
  policies: readonly Policy[],
  addresses: AddressSet,
): Omit<MissingDns, "denied"> | undefined {
  for (const policy of policies) {
    for (const rule of policy.rules.egress?.rules ?? []) {
      const isAboutDns = ["UDP" as const, "TCP" as const].some((each) => portItem(rule, each, DNS_PORT));
      if (!rule.ports.all && !isAboutDns) continue;
      const peer = peersOf(rule).find(
        (each) => each.type === "addresses" && !addressesOf(each.block).intersect(addresses).isEmpty,
      );
      if (peer !== undefined) return { cause: "service-address", at: peer.origin, object: policy.ref };
    }
  }
  return undefined;
}

/** Pods for which no rule is about DNS, by policies that isolate them: as few policies as say it for all of them. */
function byPolicy(denied: readonly DeniedQuestions[]): MissingDns[] {
  const found: MissingDns[] = [];
  for (const alike of groupBy(denied, protocolsOf).values()) {
    const left = new Set(alike);
    while (left.size > 0) {
      const isolated = groupByPolicy(left);
      const best = [...isolated].reduce<Isolated | undefined>(
        (a, b) => (a === undefined || isBetter(b, a) ? b : a),
        undefined,
      );
      if (best === undefined) break;
      const [policy, most] = best;
      const at = policy.rules.egress?.origin ?? policy.origin;
      found.push({ cause: "no-rule", at, object: policy.ref, denied: most });
      for (const each of most) left.delete(each);
    }
  }
  return found;
}

function protocolsOf({ missing }: DeniedQuestions): string {
  return missing.map(({ protocol }) => protocol).join();
}

type Alike = [DeniedQuestions, ...DeniedQuestions[]];

/** The pods that each policy isolates. */
function groupByPolicy(denied: Iterable<DeniedQuestions>): Map<Policy, Alike> {
  const groups = new Map<Policy, Alike>();
  for (const each of denied) {
    const [{ by }] = each.missing;
    for (const policy of by.type === "isolation" ? by.policies : []) {
      const group = groups.get(policy);
      if (group === undefined) groups.set(policy, [each]);
      else group.push(each);
    }
  }
  return groups;
}

type Isolated = readonly [Policy, Alike];

/** More pods are better; of as many, a policy that has rules, for DNS is missing among those. */
function isBetter([policy, a]: Isolated, [other, b]: Isolated): boolean {
  if (a.length !== b.length) return a.length > b.length;
  return hasRules(policy) && !hasRules(other);
}

function hasRules({ rules }: Policy): boolean {
  return (rules.egress?.rules.length ?? 0) > 0;
}
