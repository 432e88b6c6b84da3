import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { concernedBy, flowsOf, rowOf, type Flows, type SubjectRows } from "../flows/subjects.js";
import { concernedText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import { isByRule, leavesOn } from "../flows/leaves.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { isAboutNames, namedRulesOf, type NamedRule } from "../dns/named-rules.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { sampleTraffic, typedName } from "../../../semantics/reach/witness.js";
import { trafficOfPort } from "../../../semantics/match/ports.js";
import { ALL_TRAFFIC, NO_TRAFFIC, unionTraffic, type Traffic } from "../../../base/net/traffic.js";
import type { Leaf, RuleEntry } from "../../../semantics/evaluate/entry.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Rule } from "../../../cluster/model/policy.js";

/**
 * Follows the walk of each class that a rule with names is for, and asks whether denies of all addresses came first
 * (S-EV-11).
 */
export const domainNamesShadowedByNetworks = defineRule({
  id: "domain-names-shadowed-by-networks",
  level: "warning",
  category: "never-works",
  summary: "accepted names after a rule that denies every address",
  rationale:
    "Names are matched by their addresses. If a Deny of `0.0.0.0/0` and `::/0` comes first, in this policy or in one with higher precedence, the names are never reached.",
  reference: "S-EV-11",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  *check(cluster): Generator<Problem> {
    const flows = flowsOf(cluster);
    for (const named of namedRulesOf(cluster)) {
      const problem = isAboutNames(named.rule, cluster) ? problemOf(flows, named) : undefined;
      if (problem !== undefined) yield problem;
    }
  },
  word({ name, by, isSamePolicy, concerned }) {
    const deny = isSamePolicy ? "an earlier rule of this policy" : code(by);
    return {
      message: `accepting ${code(name)} has no effect: ${deny} denies every address first`,
      label: "never reached",
      related: ["denies every address"],
      notes: [`affects ${concernedText(concerned)}`],
      help: isSamePolicy
        ? "move this rule before the one that denies"
        : "give this policy a lower priority number than the one that denies",
    };
  },
});

/** Pods and an end that stands for a name, over one family, with what denies it. */
interface Shadow {
  readonly by: RuleEntry;
  readonly from: string;
  readonly to: string;
}

function problemOf(flows: Flows, named: NamedRule): Problem | undefined {
  const { policy, rule, name, subjects } = named;
  const traffic = trafficOfRule(rule);
  let shadow: Shadow | undefined;
  for (const subject of subjects) {
    const found = shadowOf(flows, named, subject, traffic);
    if (found === undefined) return undefined;
    shadow ??= found;
  }
  const [end] = named.names;
  if (shadow === undefined || end === undefined) return undefined;
  const { by, from, to } = shadow;
  const denies = peersOf(by.rule).find((peer) => peer.type === "addresses");
  const facts = {
    name: name.pattern,
    by: kindAndName(by.policy.ref),
    isSamePolicy: by.policy === policy,
    concerned: concernedBy(subjects.flatMap(({ rows }) => rows)),
  };
  return {
    code: "domain-names-shadowed-by-networks",
    facts,
    at: name.origin,
    object: policy.ref,
    related: [{ at: denies?.origin ?? by.rule.origin, role: "denies every address" }],
    witness: { from, to, ...sampleTraffic(traffic, end), verdict: "denied" },
  };
}

/** What denies all traffic of a rule to every one of its names, whatever their addresses are; undefined where nothing does. */
function shadowOf(
  flows: Flows,
  { names }: NamedRule,
  { of, rows: sources }: SubjectRows,
  traffic: Traffic,
): Shadow | undefined {
  let shadow: Shadow | undefined;
  for (const family of of.families) {
    const walk = flows.reach.walk("egress", of.index, family);
    for (const end of names) {
      if (!end.families.includes(family)) continue;
      const leaves = leavesOn(walk.cellOf(end.index).leaves, traffic);
      const [first] = leaves;
      const isDenied = leaves.every((leaf) => leaf.outcome === "denied" && isByNetworks(leaf));
      const row = rowOf(flows, end);
      if (first === undefined || !isDenied || !isByNetworks(first) || row === undefined) return undefined;
      shadow ??= { by: first.by, from: typedName(sources[0], family), to: typedName(row) };
    }
  }
  return shadow;
}

function isByNetworks(leaf: Leaf): leaf is Leaf & { readonly by: RuleEntry } {
  return isByRule(leaf) && peersOf(leaf.by.rule).some(({ type }) => type === "addresses");
}

/** The traffic that a rule about names can match: port names match none (S-PORT-9). */
function trafficOfRule({ ports }: Rule): Traffic {
  if (ports.all) return ALL_TRAFFIC;
  return ports.items.map((item) => trafficOfPort(item, "none").sure).reduce(unionTraffic, NO_TRAFFIC);
}
