import { askedName, rowsOfName, type AskedName, withMembers } from "../matrix/asked-ends.js";
import { classesOf, type End, type EndClass } from "../../semantics/reach/classes.js";
import { Distinctions } from "../../semantics/reach/distinctions.js";
import { endsOf } from "../../semantics/reach/ends.js";
import { futurePods, type FuturePods } from "./future-pods.js";
import { groupBy } from "../../base/collections/group-by.js";
import { NO_TRAFFIC, type Traffic } from "../../base/net/traffic.js";
import { oncePer } from "../../base/collections/once-per.js";
import { Reach, type IsTouched } from "../../semantics/reach/reach.js";
import { rowsOf, type Row } from "../../semantics/reach/rows.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Excepted } from "./excepted.js";
import type { Expectation } from "./test-file.js";
import type { NamedEnd } from "./ends.js";
import type { Profile } from "../../semantics/match/profile.js";

/** An expectation of which one side is everything: all pods, those to come, nodes, addresses and names. */
export interface OpenQuestion {
  /** The side that is everything. */
  readonly open: "from" | "to";
  /** The ends of the other side. */
  readonly ends: readonly NamedEnd[];
  /** Ends of the open side of which nothing is expected. */
  readonly except: readonly NamedEnd[];
  readonly expectation: Expectation;
}

/** A row of the open side. */
export interface OtherRow {
  readonly row: Row;
  /** Set for pods that do not exist yet. */
  readonly future: FuturePods | undefined;
  /** Traffic of which nothing is expected. */
  readonly leftOut: Traffic;
}

/** The ends of a cluster beside those that a question names, in rows. */
export class OpenSide {
  readonly reach: Reach;
  readonly rows: readonly OtherRow[];
  readonly #cluster: Cluster;
  readonly #named: ReadonlyMap<NamedEnd, AskedName>;

  constructor({ reach, rows, cluster, named }: SideParts) {
    this.reach = reach;
    this.rows = rows;
    this.#cluster = cluster;
    this.#named = named;
  }

  /** The same rows with some other policies, that tell apart and name no more. */
  revised(cluster: Cluster, isTouched: IsTouched): OpenSide {
    const reach = this.reach.revised(cluster, isTouched);
    return new OpenSide({ reach, rows: this.rows, cluster, named: this.#named });
  }

  rowsOf(named: NamedEnd): Row[] {
    const asked = this.#named.get(named);
    return asked === undefined ? [] : rowsOfName(asked, this.#cluster, this.reach.classes);
  }
}

interface SideParts {
  readonly reach: Reach;
  readonly rows: readonly OtherRow[];
  readonly cluster: Cluster;
  readonly named: ReadonlyMap<NamedEnd, AskedName>;
}

/** The open side of a question. @param onlyToCome true for pods that do not exist yet alone */
export function openSideOf(
  cluster: Cluster,
  profile: Profile,
  { open, ends }: OpenQuestion,
  excepted: Excepted,
  onlyToCome: boolean,
): OpenSide {
  const distinctions = distinctionsOf(cluster);
  const named = new Map(ends.map((each) => [each, askedName(cluster, each.resolved, distinctions)]));
  const map = onlyToCome ? [] : mapOf(cluster).flatMap((end) => excepted.rest(end));
  const toBe =
    excepted.ends.length === 0 ? ANY_FUTURE[open](cluster) : futurePods(cluster, excepted.ends, open);
  const future = new Map(toBe.map((each): [End, FuturePods] => [{ endpoint: each.pod }, each]));
  const asked = new Set([...named.values()].flatMap((each) => each.ends));
  const isNamed = (each: EndClass): boolean => each.members.some((end) => asked.has(end));
  const scope = open === "from" ? { isDestination: isNamed } : { isSource: isNamed };
  const told = new Set<End>([...map, ...future.keys(), ...asked]);
  const reach = new Reach(cluster, profile, classesOf(cluster, told, distinctions), {
    scope,
    atLimit: "unknown",
  });
  // What is excepted in part is a row of its own.
  const parts = groupBy(map, (end) => excepted.trafficOf(end));
  const listed = [...parts].flatMap(([leftOut, some]) =>
    rowsAmong(reach, new Set(some), cluster.workloads)
      .filter(({ kind }) => open === "to" || kind !== "domain")
      .map((row): OtherRow => ({ row, future: undefined, leftOut })),
  );
  const toCome = [...future].flatMap(([end, pods]) =>
    rowsAmong(reach, new Set([end]), []).map((row): OtherRow => ({
      row,
      future: pods,
      leftOut: NO_TRAFFIC,
    })),
  );
  return new OpenSide({ reach, rows: [...listed, ...toCome], cluster, named });
}

function rowsAmong({ classes }: Reach, some: ReadonlySet<End>, workloads: Cluster["workloads"]): Row[] {
  return rowsOf(
    { workloads },
    withMembers(classes, (end) => some.has(end)),
  );
}

/** What all expectations about one state of the policies share. */
const distinctionsOf = oncePer((cluster: Cluster) => new Distinctions(cluster));
const mapOf = oncePer((cluster: Cluster) => endsOf(cluster, distinctionsOf(cluster)));

/** Pods that do not exist yet, where none is excepted. */
const ANY_FUTURE = {
  from: oncePer((cluster: Cluster) => futurePods(cluster, [], "from")),
  to: oncePer((cluster: Cluster) => futurePods(cluster, [], "to")),
};
