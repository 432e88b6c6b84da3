import { DIRECTIONS, RuleList, type Direction, type Policy, type Rule } from "../../cluster/model/policy.js";
import { isUnbuildable } from "../../semantics/match/effect.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Decider } from "../../semantics/evaluate/decider.js";
import type { Origin } from "../../source/manifest/origin.js";

/** The smallest thing of a policy that can decide: one peer of a rule on one of its ports, or that it isolates. */
export interface RuleCell {
  /** As it is written. */
  readonly policy: Policy;
  readonly direction: Direction;
  readonly type: "rule" | "isolation";
  /** The peer that it is about, or where all are, the rule; of an isolation what isolates. */
  readonly at: Origin;
  /** The port that it is about; undefined where all are. */
  readonly portAt: Origin | undefined;
}

/** A rule of more peers times ports than these stands for itself as a whole. */
const MOST_CELLS = 1000;

/** A cluster whose rules are cut into cells: its verdicts are the same, and what decides them is a cell. */
export class CutRules {
  readonly cluster: Cluster;
  readonly cells: readonly RuleCell[];
  readonly #byRule = new Map<Rule, RuleCell>();
  readonly #byPolicy = new Map<Policy, ReadonlyMap<Direction, RuleCell>>();
  readonly #alone = new Map<RuleCell, Policy>();

  constructor(cluster: Cluster) {
    const cells: RuleCell[] = [];
    const policies = cluster.policies.map((policy) => this.#cut(policy, cells, cluster));
    // What several rules allow, each of them decides: otherwise their names would say which of them a test is about.
    this.cluster = { ...cluster, policies, named: "all" };
    this.cells = cells;
  }

  /** The cells that a decider of the cut cluster stands for. */
  cellsOf(decider: Decider, direction: Direction): readonly RuleCell[] {
    if (decider.type === "rule") return [this.#byRule.get(decider.rule)].flatMap((each) => each ?? []);
    if (decider.type !== "isolation") return [];
    return decider.policies.flatMap((policy) => this.#byPolicy.get(policy)?.get(direction) ?? []);
  }

  /** The cluster with one cell as its only policy. */
  alone(cell: RuleCell): Cluster {
    const policy = this.#alone.get(cell);
    return { ...this.cluster, policies: policy === undefined ? [] : [policy] };
  }

  #cut(policy: Policy, cells: RuleCell[], { work }: Cluster): Policy {
    const isolations = new Map<Direction, RuleCell>();
    const lists = { egress: policy.rules.egress, ingress: policy.rules.ingress };
    const own: RuleCell[] = [];
    for (const direction of DIRECTIONS) {
      const list = policy.rules[direction];
      if (list === undefined) continue;
      if (policy.isolates) {
        const cell: RuleCell = { policy, direction, type: "isolation", at: list.origin, portAt: undefined };
        isolations.set(direction, cell);
        own.push(cell);
        this.#alone.set(cell, withRules(policy, direction, new RuleList(list.origin, () => [])));
      }
      const rules: Rule[] = [];
      for (const rule of list.rules) {
        for (const part of partsOf(rule)) {
          work?.take(1);
          const cut = { ...part, index: rules.length };
          const [peer] = part.peers.all ? [] : part.peers.items;
          const [port] = part.ports.all ? [] : part.ports.items;
          const isPart = part !== rule;
          const at = isPart && peer !== undefined ? peer.origin : rule.origin;
          const portAt = isPart ? port?.origin : undefined;
          const cell: RuleCell = { policy, direction, type: "rule", at, portAt };
          rules.push(cut);
          own.push(cell);
          this.#byRule.set(cut, cell);
          this.#alone.set(cell, withRules(policy, direction, new RuleList(list.origin, () => [cut])));
        }
      }
      lists[direction] = new RuleList(list.origin, () => rules);
    }
    cells.push(...own);
    const result: Policy = { ...policy, rules: lists };
    this.#byPolicy.set(result, isolations);
    for (const alone of own.flatMap((cell) => this.#alone.get(cell) ?? []))
      this.#byPolicy.set(alone, isolations);
    return result;
  }
}

function withRules(policy: Policy, direction: Direction, list: RuleList): Policy {
  const none = { egress: undefined, ingress: undefined };
  return { ...policy, rules: { ...none, [direction]: list } };
}

/** A rule once for each of its peers on each of its ports; as it is where it has one of each. */
function partsOf(rule: Rule): readonly Rule[] {
  const peers = rule.peers.all ? [] : rule.peers.items;
  const ports = rule.ports.all ? [] : rule.ports.items;
  const count = Math.max(peers.length, 1) * Math.max(ports.length, 1);
  // A selector that cannot be built makes the whole rule fail (U-20).
  if (count > MOST_CELLS || peers.some(isUnbuildable)) return [rule];
  const byPeer =
    peers.length === 0
      ? [rule]
      : peers.map((each) => ({ ...rule, peers: { ...rule.peers, items: [each] } as Rule["peers"] }));
  if (ports.length === 0) return byPeer;
  return byPeer.flatMap((each) =>
    ports.map((port) => ({ ...each, ports: { ...rule.ports, items: [port] } as Rule["ports"] })),
  );
}
