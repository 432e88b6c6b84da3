import { oncePer } from "../../base/collections/once-per.js";
import { DIRECTIONS, RuleList, type Direction, type Policy, type Rule } from "../../cluster/model/policy.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { PortMatch } from "../../cluster/model/policy.js";
import type { Profile } from "./profile.js";

/** What an implementation makes of policies, each worked out once. */
const KNOWN = new WeakMap<Profile, WeakMap<Cluster, Map<Policy, Policy | undefined>>>();

/**
 * A policy as an implementation enforces it: itself where that does what the texts say, with other rules where it reads some
 * of their fields otherwise; undefined for one that has no effect. What it makes of one that it has made is the same.
 */
export function enforcedPolicy(policy: Policy, cluster: Cluster, profile: Profile): Policy | undefined {
  const ofProfile = KNOWN.get(profile) ?? new WeakMap<Cluster, Map<Policy, Policy | undefined>>();
  KNOWN.set(profile, ofProfile);
  const known = ofProfile.get(cluster) ?? new Map<Policy, Policy | undefined>();
  ofProfile.set(cluster, known);
  if (known.has(policy)) return known.get(policy);
  const made = enforce(policy, cluster, profile);
  known.set(policy, made);
  return made;
}

/** Policies that an implementation does not enforce. */
export interface Unenforced {
  /** The implementation, as its profile is called. */
  readonly by: string;
  readonly policies: readonly Policy[];
}

/** What an implementation leaves out of some policies; undefined where it enforces all of them. */
export function unenforcedAmong(
  all: Iterable<Policy>,
  cluster: Cluster,
  profile: Profile,
): Unenforced | undefined {
  const policies = [...new Set(all)].filter((each) => enforcedPolicy(each, cluster, profile) === undefined);
  return policies.length === 0 ? undefined : { by: profile.name, policies };
}

/** True for a kind of policy that an implementation enforces. */
export function isEnforced(kind: string, { readings }: Profile): boolean {
  return !readings["unenforced-kinds"].includes(kind);
}

function enforce(policy: Policy, cluster: Cluster, profile: Profile): Policy | undefined {
  const { readings } = profile;
  if (!isEnforced(policy.ref.kind, profile)) return undefined;
  const isOrdered = policy.tier !== "NetworkPolicy";
  const rules = rulesOf(policy);
  if (isOrdered) {
    if ((policy.priority ?? 0) > readings["last-priority"]) return undefined;
    if (rules.some((rule) => unenforcedBy(rule, profile))) return undefined;
  } else if (!readings["port-name"] && [...rules, ...(policy.idle?.rules ?? [])].some(hasPortName))
    return undefined;
  const read = (direction: Direction): RuleList | undefined => {
    const list = policy.rules[direction];
    if (list === undefined) return undefined;
    const made = list.rules.map((rule) => enforcedRule(rule, direction, isOrdered, cluster, profile));
    const isSame = made.every((rule, at) => rule === list.rules[at]);
    return isSame ? list : new RuleList(list.origin, () => made);
  };
  const [egress, ingress] = [read("egress"), read("ingress")];
  if (egress === policy.rules.egress && ingress === policy.rules.ingress) return policy;
  return { ...policy, rules: { egress, ingress } };
}

function rulesOf({ rules }: Policy): readonly Rule[] {
  return DIRECTIONS.flatMap((direction) => rules[direction]?.rules ?? []);
}

function hasPortName({ ports }: Rule): boolean {
  return !ports.all && ports.items.some(({ type }) => type === "name");
}

/** True for a rule for which an implementation leaves out the whole policy. */
function unenforcedBy(rule: Rule, profile: Profile): boolean {
  return peerPractices(rule, profile).includes("unenforced");
}

function peerPractices({ action, peers }: Rule, { readings }: Profile): readonly string[] {
  if (peers.all) return [];
  const named = readings["domain-peer"];
  const ofNames = named !== "accept-only" ? named : action === "Accept" ? "matched" : "unenforced";
  return peers.items.flatMap(({ type }) =>
    type === "nodes" ? readings["node-peer"] : type === "domains" ? ofNames : [],
  );
}

/** A rule as it is enforced. */
function enforcedRule(
  rule: Rule,
  direction: Direction,
  isOrdered: boolean,
  cluster: Cluster,
  profile: Profile,
): Rule {
  const { readings } = profile;
  const closed = isOrdered && rule.failsClosed === undefined && failsClosed(rule, profile);
  const known: Rule = closed ? { ...rule, failsClosed: rule.origin } : rule;
  const { ports } = known;
  if (known.failsClosed !== undefined || ports.all) return known;
  if (isOrdered && hasPortName(known) && readings["admin-port-name"] === "every-port")
    return { ...known, ports: { all: true } };
  const items = ports.items.map((item) => enforcedPort(item, direction, isOrdered, cluster, profile));
  return items.every((item, at) => item === ports.items[at])
    ? known
    : { ...known, ports: { ...ports, items } };
}

function failsClosed(rule: Rule, profile: Profile): boolean {
  return peerPractices(rule, profile).includes("fails-closed");
}

function enforcedPort(
  item: PortMatch,
  direction: Direction,
  isOrdered: boolean,
  cluster: Cluster,
  { readings }: Profile,
): PortMatch {
  const isCut = item.type === "range" && item.endPort !== undefined && item.last !== item.first;
  if (isCut && !isOrdered && !readings["end-port"]) return { ...item, last: item.first };
  const isRepeated = item.type === "name" && direction === "egress" && repeatedNames(cluster).has(item.name);
  return isRepeated && !readings["repeated-port-name"] ? { type: "nothing", origin: item.origin } : item;
}

/** The port names that pods of a cluster declare with more than one number. */
export const repeatedNames = oncePer(({ workloads }: Cluster): ReadonlySet<string> => {
  const numbers = new Map<string, number>();
  const repeated = new Set<string>();
  for (const { members } of workloads)
    for (const { ports } of members)
      for (const { name, port } of ports ?? []) {
        if (name === undefined) continue;
        if ((numbers.get(name) ?? port) !== port) repeated.add(name);
        numbers.set(name, port);
      }
  return repeated;
});
