import { Coverage, meetsAny } from "../../semantics/reach/coverage.js";
import { isSubject } from "../../semantics/reach/walk-subject.js";
import { deciderKey, type Decider } from "../../semantics/evaluate/decider.js";
import {
  DIRECTIONS,
  type Direction,
  type DirectedRule,
  type Policy,
  type Rule,
} from "../../cluster/model/policy.js";
import { nodeRelations } from "../../semantics/reach/node-relations.js";
import { orAtLimit } from "../../base/limits/or-at-limit.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { Leaf } from "../../semantics/evaluate/entry.js";
import type { Matrix } from "../matrix/matrix.js";
import type { Reach } from "../../semantics/reach/reach.js";
import type { Row } from "../../semantics/reach/rows.js";

/** What a rule does to the flows of a cluster. */
export type RuleEffect =
  /** It decides some traffic of so many pairs of rows. */
  | { readonly code: "decides"; readonly pairs: number }
  /** What it matches is decided before it is asked, by others. */
  | { readonly code: "shadowed"; readonly by: readonly Decider[] }
  /** It passes what it matches on to the next tier. */
  | { readonly code: "passes" }
  /** It matches, and what it matches is decided all the same. */
  | { readonly code: "matches" }
  /** Nothing in the cluster matches it. */
  | { readonly code: "no-match" }
  /** Its policy selects no pod. */
  | { readonly code: "no-subject" }
  /** There was no work left to find out. */
  | { readonly code: "undecided" };

/** How many rules that decide nothing are looked at closely. */
const MOST_CLOSE = 400;

/** Tells what each rule of a cluster decides. */
export class RuleEffects {
  readonly #reach: Reach;
  readonly #coverage: Coverage;
  readonly #pairs = new Map<string, number>();
  readonly #isolated = new Map<Policy, number>();
  readonly #numbers = new Map<object, number>();
  /** False where there was not work enough to look at all walks. */
  readonly #isCounted: boolean;
  #close = 0;

  /** @param matrix the whole map, of which both sides are the same rows */
  constructor(matrix: Matrix) {
    this.#reach = matrix.reach;
    this.#coverage = new Coverage(matrix.reach);
    this.#isCounted = orAtLimit(
      () => {
        for (const direction of DIRECTIONS) this.#count(matrix, direction);
        return true;
      },
      () => false,
    );
  }

  /** The pairs of rows of which an entry decides some traffic. */
  pairsOf(decider: Decider, direction: Direction): number {
    return this.#pairs.get(deciderKey(decider, direction)) ?? 0;
  }

  /** The pairs of rows that a policy denies something by isolating one end, alone or with others. */
  isolatedBy(policy: Policy): number {
    return this.#isolated.get(policy) ?? 0;
  }

  of(policy: Policy, direction: Direction, rule: Rule): RuleEffect {
    const decider: Decider = {
      type: "rule",
      tier: policy.tier,
      policy,
      rule,
      action: rule.action,
      failsClosed: false,
    };
    const pairs =
      this.pairsOf(decider, direction) + this.pairsOf({ ...decider, failsClosed: true }, direction);
    if (pairs > 0) return { code: "decides", pairs };
    if (!this.#isCounted || this.#close++ > MOST_CLOSE) return { code: "undecided" };
    return orAtLimit(
      () => this.#closely({ policy, direction, rule }),
      () => ({ code: "undecided" }),
    );
  }

  #closely(directed: DirectedRule): RuleEffect {
    const subjects = this.#coverage.distinctFor(directed);
    if (subjects.length === 0) return { code: "no-subject" };
    const by = new Map<string, Decider>();
    let matches = false;
    for (const subject of subjects) {
      const alone = this.#coverage.aloneOf(directed, subject);
      if (alone.length === 0) continue;
      matches = true;
      if (this.#coverage.takesSome(directed, subject))
        return { code: directed.rule.action === "Pass" ? "passes" : "matches" };
      const { leaves } = this.#coverage.walk(directed.direction, subject);
      this.#reach.spend(leaves.length);
      for (const leaf of leaves) {
        if (!meetsAny(leaf.region, alone)) continue;
        by.set(deciderKey(leaf.by, directed.direction), leaf.by);
        if (by.size >= MOST_SHADOWS) return { code: "shadowed", by: [...by.values()] };
      }
    }
    return matches ? { code: "shadowed", by: [...by.values()] } : { code: "no-match" };
  }

  /** Counts, for each entry that decides, the pairs of rows: over both families a pair once. */
  #count({ rows, exposed }: Matrix, direction: Direction): void {
    const others = rows.filter(({ kind }) => direction === "egress" || kind !== "domain");
    const plain = others.filter(({ endClass }) => endClass.asOwnNode === undefined);
    const onNodes = others.filter(({ endClass }) => endClass.asOwnNode !== undefined);
    const size = this.#reach.classes.length;
    const weights = {
      all: weightsOf(plain, size),
      real: weightsOf(
        plain.filter((row) => !exposed.has(row)),
        size,
      ),
    };
    const known = new Map<string, ReadonlyMap<string, Met>>();
    for (const row of rows) {
      const { endClass } = row;
      if (!isSubject(endClass) && !(direction === "ingress" && isNamedPod(endClass))) continue;
      const walks = endClass.families.map((family) => this.#reach.walk(direction, endClass.index, family));
      const seen = exposed.has(row) ? "real" : "all";
      const key = `${seen} ${walks.map((walk) => this.#numberOf(walk)).join()}`;
      let met = known.get(key);
      if (met === undefined) {
        const leaves = walks.flatMap((walk) => walk.leaves);
        known.set(key, (met = this.#metBy(leaves, direction, weights[seen])));
      }
      for (const [decider, { by, weight, ends }] of met) {
        const itself = !row.isSeveral && endClass.toName === undefined && ends.has(endClass.index) ? 1 : 0;
        const pairs = weight - itself + onNodes.filter((other) => isMet(row, other, ends)).length;
        this.#pairs.set(decider, (this.#pairs.get(decider) ?? 0) + pairs);
        for (const each of by.type === "isolation" ? by.policies : [])
          this.#isolated.set(each, (this.#isolated.get(each) ?? 0) + pairs);
      }
    }
  }

  #numberOf(walk: object): number {
    const number = this.#numbers.get(walk) ?? this.#numbers.size;
    this.#numbers.set(walk, number);
    return number;
  }

  #metBy(leaves: readonly Leaf[], direction: Direction, weights: Float64Array): ReadonlyMap<string, Met> {
    const met = new Map<string, Met>();
    for (const { by, region } of leaves) {
      const key = deciderKey(by, direction);
      const known = met.get(key) ?? { by, weight: 0, ends: new Set<number>() };
      met.set(key, known);
      this.#reach.cluster.work?.take(region.others?.size ?? 0);
      region.others?.forEach((other) => void known.ends.add(other));
    }
    for (const each of met.values()) for (const end of each.ends) each.weight += weights[end] as number;
    return met;
  }
}

/** How many of some rows each class has. */
function weightsOf(rows: readonly Row[], size: number): Float64Array {
  const weights = new Float64Array(size);
  for (const { endClass } of rows) weights[endClass.index] = (weights[endClass.index] as number) + 1;
  return weights;
}

/** A pod by a name that the source asked for. */
function isNamedPod({ representative, toName }: EndClass): boolean {
  return representative.type === "pod" && !representative.hostNetwork && toName !== undefined;
}

/** True where a pod can be related to what is on a node in a way that is among some classes. */
function isMet(row: Row, { nodes, endClass }: Row, ends: ReadonlySet<number>): boolean {
  const relations = nodeRelations({ nodes: row.nodes, hasOwn: false }, { nodes, hasOwn: true });
  return relations.some((each) => ends.has(each === "own" ? (endClass.asOwnNode ?? -1) : endClass.index));
}

/** The other ends that an entry decides some traffic with. */
interface Met {
  readonly by: Decider;
  weight: number;
  readonly ends: Set<number>;
}

/** How many of those are named that decide before a rule is asked. */
const MOST_SHADOWS = 4;
