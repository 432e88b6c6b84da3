import bad from "./bad.yaml";
import good from "./good.yaml";
import { areApart } from "../isolation/apart.js";
import { byPlace } from "../../../cluster/problems/object-places.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { nameOf } from "../proofs/rules.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { policiesBeside } from "../isolation/beside.js";
import { portText } from "../../../base/text/ports.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Peer, Policy, Ports, Rule } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

const HTTPS = 443;

/** Ports that are mostly those of servers outside of the cluster: inside, pods listen on others behind their Service. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, HTTPS]);

/** How many rules beside the first are shown. */
const SHOWN = 3;

/**
 * One finding for each namespace: rules for HTTPS to every pod of every namespace, of policies for whose pods nothing allows addresses on
 * that port (S-SEL-4). Nothing where pods of another namespace declare the port, or where policies may be missing.
 */
export const allNamespacesNotInternet = defineRule({
  id: "all-namespaces-not-internet",
  level: "warning",
  category: "misleading",
  summary: "an egress rule for HTTPS to the pods of every namespace, where no address outside is allowed",
  rationale:
    "`namespaceSelector: {}` matches the pods of every namespace, and nothing else: neither the internet nor the API server, whose address is a node's. So a rule that is meant to let pods call services outside lets them call pods only, on a port on which hardly any pod listens. anp doesn't report it where another rule that may be for the same pods allows addresses on the port, or where pods of another namespace declare it.",
  reference: "S-SEL-4",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    if (cluster.facts.mayMissPolicies || cluster.facts.isLegacy) return;
    const found = cluster.policies.toSorted(byPlace).flatMap((policy) => pointlessRules(cluster, policy));
    for (const alike of groupBy(found, ({ policy }) => policy.ref.namespace).values()) {
      const [first, ...others] = alike;
      yield {
        code: "all-namespaces-not-internet",
        facts: {
          ports: first.ports,
          rules: alike.map(({ policy, rule }) => nameOf({ policy, direction: "egress", rule })),
        },
        at: first.peer.origin,
        related: others.slice(0, SHOWN).map(({ peer: { origin: at } }) => ({ at, role: "too" })),
        object: first.policy.ref,
      };
    }
  },
  noFix: "Which addresses are meant is not in the manifests.",
  word({ ports, rules }, { related = [] }) {
    const text = conjunction(ports.map((port) => portText("TCP", [port, port])));
    const more = rules.length - 1 - related.length;
    return {
      message: `this allows ${text} to pods of every namespace, and to no address outside the cluster`,
      label: "pods only, not the internet or the API server",
      related: related.map(() => "here too"),
      ...(more > 0
        ? { notes: [`${more} more ${more === 1 ? "rule is" : "rules are"} written like this`] }
        : {}),
      help: "to allow addresses outside, write `ipBlock: {cidr: 0.0.0.0/0}` (and `::/0` for IPv6) with the ranges you don't want in `except`",
    };
  },
});

interface PointlessRule {
  readonly policy: Policy;
  readonly rule: Rule;
  readonly peer: Peer;
  readonly ports: readonly number[];
}

function pointlessRules(cluster: Cluster, policy: Policy): readonly PointlessRule[] {
  if (policy.tier !== "NetworkPolicy") return [];
  const rules = policy.rules.egress?.rules ?? [];
  const found = rules.flatMap((rule) => {
    const ports = webPorts(rule.ports);
    if (rule.peers.all || !ports.includes(HTTPS)) return [];
    const [peer] = rule.peers.items;
    return peer !== undefined && rule.peers.items.every(isEveryPod) ? [{ policy, rule, peer, ports }] : [];
  });
  if (found.length === 0 || isListenedOn(cluster, policy)) return [];
  const isAbout = rules.some(isForSomePods) ? isLikelyAbout(cluster, policy) : isPossiblyAbout(policy);
  return mayLeave(cluster, policy, isAbout) ? [] : found;
}

/**
 * True for a rule that lets pods reach some pods on the port of HTTPS: a rule for those of every namespace beside it would say it again,
 * so that one is meant for something else.
 */
function isForSomePods({ ports, peers }: Rule): boolean {
  if (peers.all || !webPorts(ports).includes(HTTPS)) return false;
  return peers.items.every((peer) => peer.type === "pods" && !isEveryPod(peer));
}

type IsAbout = (other: Policy) => boolean;

function isPossiblyAbout(policy: Policy): IsAbout {
  return (other) => !areApart(policy, other);
}

/** Asks whether another policy is about some of the same pods: pods of the input show it, or a label that both ask for. */
function isLikelyAbout(cluster: Cluster, policy: Policy): IsAbout {
  const index = podIndexOf(cluster);
  const keysOf = ({ subject }: Policy): readonly string[] =>
    (subject.pods?.requirements ?? []).map(({ key }) => key);
  const own = new Set(index.select(policy.subject, policy.tier));
  const keys = new Set(keysOf(policy));
  return (other) => {
    if (areApart(policy, other)) return false;
    const asked = keysOf(other);
    if (other.tier !== "NetworkPolicy" || keys.size === 0 || asked.length === 0) return true;
    return (
      asked.some((key) => keys.has(key)) ||
      index.select(other.subject, other.tier).some((pod) => own.has(pod))
    );
  };
}

/** The TCP ports of the web that a rule lists one by one. */
function webPorts(ports: Ports): readonly number[] {
  if (ports.all) return [];
  const single = ports.items.flatMap((item) =>
    item.type === "range" && item.protocol === "TCP" && item.first === item.last ? [item.first] : [],
  );
  return [...new Set(single.filter((port) => WEB_PORTS.has(port)))].toSorted((a, b) => a - b);
}

function isEveryPod(peer: Peer): boolean {
  if (peer.type !== "pods" || peer.namespaces.own !== undefined) return false;
  const { selector } = peer.namespaces;
  return (
    selector.requirements.length === 0 &&
    selector.unbuildable !== true &&
    (peer.pods === undefined || peer.pods.requirements.length === 0)
  );
}

/** True where pods of another namespace declare the port: those of the own one need no selector of namespaces. */
function isListenedOn(cluster: Cluster, { ref }: Policy): boolean {
  cluster.work?.take(cluster.workloads.length);
  return cluster.workloads.some(
    ({ namespace, members }) =>
      namespace !== ref.namespace &&
      members.some(({ ports }) => ports?.some(({ protocol, port }) => protocol === "TCP" && port === HTTPS)),
  );
}

/** True where some policy that may be about the same pods allows addresses on the port. */
function mayLeave(cluster: Cluster, policy: Policy, isAboutSame: IsAbout): boolean {
  const { namespace = "" } = policy.ref;
  const others = [...cluster.policies, ...policiesBeside(cluster, namespace)];
  cluster.work?.take(others.length);
  return others.some((other) => {
    const isAbout = other.tier !== "NetworkPolicy" || other.ref.namespace === policy.ref.namespace;
    return isAbout && isAboutSame(other) && (other.rules.egress?.rules ?? []).some(allowsAddresses);
  });
}

function allowsAddresses(rule: Rule): boolean {
  if (effectiveAction(rule) === "Deny") return false;
  const isForPort =
    rule.ports.all ||
    rule.ports.items.some((item) => item.type !== "range" || (item.first <= HTTPS && HTTPS <= item.last));
  return isForPort && (rule.peers.all || rule.peers.items.some(({ type }) => type !== "pods"));
}
