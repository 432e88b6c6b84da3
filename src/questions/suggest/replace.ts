import { deadValuesOf, type DeadValue } from "../mistakes/dead-values.js";
import { writerOf } from "../../cluster/kinds/policy-apis.js";
import { isInList } from "../../cluster/kinds/writing/places.js";
import { rulesOf } from "../../cluster/model/policy-parts.js";
import { peerListAt, portListAt } from "../../cluster/kinds/writing/places.js";
import type { Amendment, RuleFacts } from "./amendment.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Policy } from "../../cluster/model/policy.js";

/** What of a rule can match nothing, as it was loaded: what stands there by an edit is no mistake. */
export interface Dead {
  readonly ports: readonly DeadValue[];
  readonly peers: readonly DeadValue[];
}

/** The dead values of a rule. @param cluster as it was loaded */
export function deadIn({ policy, direction, rule }: RuleFacts, cluster: Cluster): Dead {
  const values = deadValuesIn(policy, cluster);
  const [ports, peers] = [portListAt(rule, writerOf(policy.ref)), peerListAt(rule, direction)];
  return {
    ports: values.filter(({ at }) => isInList(ports, at)),
    peers: values.filter(({ at }) => isInList(peers, at)),
  };
}

/** The ways to put what was meant in the place of what a rule has: each by itself, then all of it. */
export function replaceInRule(facts: RuleFacts, { ports, peers }: Dead): Amendment[][] {
  const all = [...ports, ...peers].map((each) => replacement(each, facts));
  return all.length > 1 ? [...all.map((each) => [each]), all] : all.map((each) => [each]);
}

/** What a policy selects by mistake, in the place of which its own pods were meant. */
export function replaceInSubject(policy: Policy, cluster: Cluster): Amendment[] {
  const rules = rulesOf(policy).map(({ rule }) => rule.origin);
  return deadValuesIn(policy, cluster)
    .filter(({ at }) => !rules.some((rule) => isInList(rule, at)))
    .map((each) => replacement(each, undefined));
}

function deadValuesIn(policy: Policy, cluster: Cluster): readonly DeadValue[] {
  return cluster.policies.includes(policy) ? deadValuesOf(cluster).of(policy) : [];
}

function replacement({ policy, at, change, edits }: DeadValue, facts: RuleFacts | undefined): Amendment {
  return { kind: "replace-value", policy, rule: facts?.rule, change, document: at.document, edits };
}
