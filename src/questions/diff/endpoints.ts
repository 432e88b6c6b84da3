import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { isPairOfClasses } from "../../semantics/reach/connections.js";
import { mayBePod } from "../../semantics/match/party.js";
import { podRow, rowsOfOthers, type Row } from "../../semantics/reach/rows.js";
import { PROTOCOLS } from "../../base/net/traffic.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Reach } from "../../semantics/reach/reach.js";
import type { SingleEnd } from "./joint-ends.js";

/** A workload or node that only one of two clusters has, with what it reaches and who reaches it there. */
export interface SingleEndpoint {
  readonly row: Row;
  readonly reaches: ReachedEnds;
  readonly reachedBy: ReachedEnds;
}

/** The other ends with which some traffic over TCP, UDP or SCTP is allowed. */
export interface ReachedEnds {
  /** How many workloads. */
  readonly workloads: number;
  /** True where addresses or names outside of the cluster are among them. */
  readonly outside: boolean;
}

/** What the ends that one of two clusters has alone can reach, by name. */
export function singleEndpointsOf(reach: Reach, ends: readonly SingleEnd[]): SingleEndpoint[] {
  const counter = new ReachCounter(reach);
  return ends
    .map((each) => {
      const row = rowOf(each);
      const classes = [...new Set(each.ends.map(({ of }) => of))];
      return {
        row,
        reaches: counter.count(classes, each.workload?.id, (own, other) => [own, other]),
        reachedBy: counter.count(classes, each.workload?.id, (own, other) => [other, own]),
      };
    })
    .toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1));
}

function rowOf({ workload, ends }: SingleEnd): Row {
  const [first] = ends;
  if (first === undefined) throw new Error("invariant: an endpoint has an end");
  const pods = ends.map(({ end }) => end.endpoint as PodEndpoint);
  if (workload !== undefined) return podRow(first.of, pods, { workload, part: undefined });
  const [row] = rowsOfOthers(
    first.of,
    ends.map(({ end }) => end),
  );
  if (row === undefined) throw new Error("invariant: what is no pod is a row");
  return row;
}

/** Counts the workloads that can be reached, or that reach. */
class ReachCounter {
  readonly #reach: Reach;
  readonly #others: readonly EndClass[];
  readonly #workloadsOf: ReadonlyMap<EndClass, ReadonlySet<string>>;

  constructor(reach: Reach) {
    this.#reach = reach;
    this.#others = reach.classes.filter(({ isOwnNode }) => !isOwnNode);
    const workloadOf = new Map(
      reach.cluster.workloads.flatMap(({ id, members }) => members.map((pod) => [pod.id, id] as const)),
    );
    this.#workloadsOf = new Map(
      this.#others.map((of) => [
        of,
        new Set(
          of.members.flatMap(({ endpoint, toName }) =>
            toName === undefined ? (workloadOf.get(endpoint.id) ?? []) : [],
          ),
        ),
      ]),
    );
  }

  count(
    classes: readonly EndClass[],
    itself: string | undefined,
    pairOf: (own: EndClass, other: EndClass) => readonly [from: EndClass, to: EndClass],
  ): ReachedEnds {
    const workloads = new Set<string>();
    let outside = false;
    for (const other of this.#others) {
      const isOutside = isOutsideOf(other);
      const own = this.#workloadsOf.get(other) ?? new Set();
      if (isOutside ? outside : own.size === 0) continue;
      if (!classes.some((each) => this.#isAllowed(...pairOf(each, other)))) continue;
      if (isOutside) outside = true;
      for (const id of own) workloads.add(id);
    }
    if (itself !== undefined) workloads.delete(itself);
    return { workloads: workloads.size, outside };
  }

  #isAllowed(from: EndClass, to: EndClass): boolean {
    if (!isPairOfClasses(from, to)) return false;
    // Behind a limit, what was counted until then stands; the work of the cluster tells.
    return orAtLimit(
      () => this.#isAllowedOver(from, to),
      () => false,
    );
  }

  #isAllowedOver(from: EndClass, to: EndClass): boolean {
    return from.families.some(
      (family) =>
        to.families.includes(family) &&
        this.#reach
          .flow(from.index, to.index, family)
          .parts.some(
            ({ verdict, traffic }) =>
              verdict === "allowed" && PROTOCOLS.some((protocol) => traffic[protocol].length > 0),
          ),
    );
  }
}

function isOutsideOf({ representative }: EndClass): boolean {
  const { type } = representative;
  return (type === "addresses" || type === "domain") && !mayBePod(representative);
}
