import { compareTexts } from "../../base/collections/compare-texts.js";
import { countedMap, type ShareCounts } from "./pair-counts.js";
import { matrixOf } from "../matrix/map.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Matrix } from "../matrix/matrix.js";
import type { Row } from "../../semantics/reach/rows.js";

/** A cluster as a whole: who reaches whom, in an order in which it can be looked at. */
export interface Survey {
  /** The map of all flows: both sides are all rows, in the order below. */
  readonly matrix: Matrix;
  /** The pairs of shapes that the map has, by their numbers, with what they come to. */
  readonly metShapes: ReturnType<Matrix["metShapes"]>;
  /** Places of the map: each namespace, then nodes, addresses and names, and pods that do not exist yet. */
  readonly places: readonly RowBlock[];
  /** By the place of the source, then that of the destination. */
  readonly counts: readonly (readonly ShareCounts[])[];
  /** Pods that do not exist yet and reach no more than one without labels. */
  readonly leftOut: number;
  /** False where there are too many workloads to ask what pods that do not exist yet would reach. */
  readonly hasFuturePods: boolean;
}

/** Rows that are shown together. */
export interface RowBlock {
  readonly kind: "namespace" | "nodes" | "addresses" | "names" | "future";
  /** Of a namespace; the others are called what they are. */
  readonly name: string;
  /** The number of its first row, and how many it has. */
  readonly first: number;
  readonly count: number;
}

/** Where workloads times policies are more than these, what pods that do not exist would reach is a question of its own. */
const MOST_WITH_FUTURE_PODS = 30_000;

/**
 * Works out the whole map of a cluster: rows by namespace, those next to each other that are alike, and in the order of
 * their names otherwise.
 * @param onRow told of how many rows, of how many, are done
 */
export function surveyOf(
  cluster: Cluster,
  onRow: (done: number, all: number) => void = () => undefined,
): Survey {
  const hasFuturePods = cluster.workloads.length * cluster.policies.length <= MOST_WITH_FUTURE_PODS;
  const question = { from: [], to: [], traffic: undefined, sent: new Map<never, never>() };
  const { matrix: made, leftOut } = matrixOf(cluster, { ...question, isExposed: hasFuturePods });
  const byName = made.rows.toSorted(
    (a, b) => compareTexts(placeKey(a, made), placeKey(b, made)) || compareTexts(a.id, b.id),
  );
  const named = made.with({ sources: byName, destinations: byName, exposed: made.exposed });
  const keys = byName.map((row) => placeKey(row, made));
  const order = [...new Set(keys)];
  const placeOf = keys.map((key) => order.indexOf(key));
  const { counts, likeness } = countedMap(named, order.length, placeOf, (row) =>
    onRow(row + 1, byName.length),
  );
  const rows = alikeTogether(byName, placeOf, likeness);
  const places = order.map((_key, i): RowBlock => {
    const first = placeOf.indexOf(i);
    const row = byName[first] as Row;
    const kind = kindOf(row, made);
    return {
      kind,
      name: kind === "namespace" ? (row.namespace ?? "") : "",
      first,
      count: placeOf.lastIndexOf(i) - first + 1,
    };
  });
  const matrix = made.with({ sources: rows, destinations: rows, exposed: made.exposed });
  return { matrix, metShapes: named.metShapes(), places, counts, leftOut, hasFuturePods };
}

/** In each place, those that are alike stand where the first of them does. */
function alikeTogether(
  rows: readonly Row[],
  placeOf: readonly number[],
  likeness: readonly string[],
): readonly Row[] {
  const firstOf = new Map<string, number>();
  const keys = rows.map((_, i) => `${placeOf[i]} ${likeness[i]}`);
  for (const [i, key] of keys.entries()) if (!firstOf.has(key)) firstOf.set(key, i);
  const order = rows.map((_, i) => i);
  order.sort(
    (a, b) =>
      (placeOf[a] as number) - (placeOf[b] as number) ||
      (firstOf.get(keys[a] as string) as number) - (firstOf.get(keys[b] as string) as number) ||
      a - b,
  );
  return order.map((i) => rows[i] as Row);
}

/** Namespaces by their names, then what has none. */
function placeKey(row: Row, matrix: Matrix): string {
  const kind = kindOf(row, matrix);
  return kind === "namespace" ? `0 ${row.namespace}` : `${ORDER.indexOf(kind)}`;
}

const ORDER: readonly RowBlock["kind"][] = ["namespace", "future", "nodes", "addresses", "names"];

function kindOf(row: Row, { exposed }: Matrix): RowBlock["kind"] {
  if (exposed.has(row)) return "future";
  if (row.namespace !== undefined) return "namespace";
  if (row.kind === "Node") return "nodes";
  return row.kind === "domain" ? "names" : "addresses";
}
