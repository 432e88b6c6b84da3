import { classesOf } from "../../semantics/reach/classes.js";
import {
  connectionsBetween,
  decidersOf,
  isPair,
  type Connection,
} from "../../semantics/reach/connections.js";
import { DIRECTIONS, type Policy } from "../../cluster/model/policy.js";
import { Distinctions } from "../../semantics/reach/distinctions.js";
import { endsOf } from "../../semantics/reach/ends.js";
import { intersectTraffic, NO_TRAFFIC, unionTraffic, type Traffic } from "../../base/net/traffic.js";
import { EVERY_PORT } from "../query/traffic.js";
import { policiesOfStep } from "../../semantics/evaluate/step.js";
import { Reach } from "../../semantics/reach/reach.js";
import { rowsOf, type Row } from "../../semantics/reach/rows.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Profile } from "../../semantics/match/profile.js";

/** The other end of a row, with what may pass between them: of TCP, UDP and SCTP, in every family and on every node. */
export interface ReachedEnd {
  readonly row: Row;
  readonly allowed: Traffic;
}

/** Traffic between two rows that some policy decides. */
export interface DecidedFlow {
  readonly from: Row;
  readonly to: Row;
  readonly traffic: Traffic;
  readonly verdict: "allowed" | "denied";
}

/** Who reaches whom, for drafts: rows, and what is allowed between two of them. */
export class DraftMap {
  readonly rows: readonly Row[];
  readonly #reach: Reach;

  constructor(cluster: Cluster, profile: Profile) {
    const distinctions = new Distinctions(cluster);
    const classes = classesOf(cluster, endsOf(cluster, distinctions), distinctions);
    this.#reach = new Reach(cluster, profile, classes);
    this.rows = rowsOf(cluster, classes);
  }

  /** The other ends of a row on one side but its own node, each with what may pass. */
  ends(of: Row, side: "from" | "to"): readonly ReachedEnd[] {
    return this.rows.flatMap((row) => {
      const [from, to] = side === "from" ? [row, of] : [of, row];
      if (row === of || (side === "from" && row.kind === "domain") || !isPair(from, to)) return [];
      const all = connectionsBetween(this.#reach, from, to);
      const asked = all.filter(({ isOwnNode }) => !isOwnNode);
      return asked.length === 0 && all.length > 0 ? [] : [{ row, allowed: allowedIn(asked) }];
    });
  }

  /** Flows that a policy decides, with a verdict that is definite. */
  *decidedBy({ ref }: Policy): Generator<DecidedFlow> {
    // A policy decides egress of what it selects, and ingress there.
    const selected = this.rows.filter(({ endClass }) =>
      [...this.#reach.selections.of(endClass).policies].some((each) => each.ref === ref),
    );
    const isSelected = new Set(selected);
    for (const from of this.rows) {
      for (const to of isSelected.has(from) ? this.rows : selected) {
        if (from.kind === "domain" || !isPair(from, to) || from === to) continue;
        this.#reach.spend(1);
        for (const { flow, isOwnNode } of connectionsBetween(this.#reach, from, to)) {
          if (isOwnNode) continue;
          for (const part of flow.parts) {
            const { verdict } = part;
            if (verdict !== "allowed" && verdict !== "denied") continue;
            const deciders = DIRECTIONS.flatMap((each) => decidersOf(flow, part)[each]);
            const isIts = deciders.some((each) => policiesOfStep(each).some((one) => one.ref === ref));
            if (isIts) yield { from, to, traffic: part.traffic, verdict };
          }
        }
      }
    }
  }
}

/** What all of some connections let pass. */
function allowedIn(connections: readonly Connection[]): Traffic {
  const each = connections.map(({ flow }) =>
    flow.parts
      .filter(({ verdict }) => verdict === "allowed")
      .map(({ traffic }) => traffic)
      .reduce(unionTraffic, NO_TRAFFIC),
  );
  return each.length === 0 ? NO_TRAFFIC : each.reduce(intersectTraffic, EVERY_PORT);
}
