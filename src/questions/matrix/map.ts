import { askedName, rowsOfName, RowTable, withMembers } from "./asked-ends.js";
import { Distinctions } from "../../semantics/reach/distinctions.js";
import { rowsOf, type Row } from "../../semantics/reach/rows.js";
import { endsOf } from "../../semantics/reach/ends.js";
import { exposedPods, mattering } from "./exposure.js";
import { Matrix } from "./matrix.js";
import { Reach } from "../../semantics/reach/reach.js";
import { profileOfCluster } from "../../semantics/plugins/profile-of.js";
import type { AskedLabels } from "../query/group.js";
import type { AskedName } from "./asked-ends.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { classesOf, type End, type EndClass } from "../../semantics/reach/classes.js";
import type { Resolved } from "../query/resolution.js";
import type { Traffic } from "../../base/net/traffic.js";
import type { TrafficQuestion } from "../query/traffic.js";

/** What is asked about a cluster's flows. */
export interface MatrixQuestion {
  /** The sources; none for all that the cluster has. */
  readonly from: readonly Resolved[];
  readonly to: readonly Resolved[];
  /** Labels by which some of them were asked for. */
  readonly labels?: readonly AskedLabels[];
  /** Undefined asks about all traffic. */
  readonly traffic: TrafficQuestion | undefined;
  /** What the pods behind the Services among the destinations are sent, by their ids. */
  readonly sent: ReadonlyMap<string, Traffic>;
  /** Adds pods and namespaces that do not exist yet. */
  readonly isExposed: boolean;
}

/** A map with how many pods that do not exist yet were left out, for they reach no more than one without labels. */
export interface ExposedMatrix {
  readonly matrix: Matrix;
  readonly leftOut: number;
}

/** Makes the map of a cluster, or the part of it that names ask for: only their walks are made. */
export function matrixOf(cluster: Cluster, question: MatrixQuestion): ExposedMatrix {
  const distinctions = new Distinctions(cluster);
  const name = (each: Resolved): AskedName => askedName(cluster, each, distinctions);
  const [from, to] = [question.from.map(name), question.to.map(name)];
  const isWhole = from.length === 0 || to.length === 0;
  const map = isWhole ? endsOf(cluster, distinctions) : [];
  const exposed = question.isExposed && isWhole ? exposedPods(cluster) : undefined;
  const asked = [...from, ...to].flatMap(({ ends }) => ends);
  const ends = new Set<End>([...map, ...asked, ...(exposed?.ends ?? [])]);
  const scope = {
    ...(from.length === 0 ? {} : { isSource: isAmong(from) }),
    ...(to.length === 0 ? {} : { isDestination: isAmong(to) }),
  };
  const whole = exposed?.cluster ?? cluster;
  const reach = new Reach(whole, profileOfCluster(cluster), classesOf(whole, ends, distinctions), {
    scope,
    atLimit: "unknown",
  });

  const made = new Set(exposed?.ends);
  const added = new Set([...asked, ...made]);
  const isOfMap = (end: End): boolean => !added.has(end);
  const all = isWhole ? rowsOf(cluster, withMembers(reach.classes, isOfMap)) : [];
  const pods = rowsOf(
    { workloads: [] },
    withMembers(reach.classes, (end) => made.has(end)),
  );
  const table = new RowTable([...all, ...pods]);
  const sideOf = (names: readonly AskedName[]): readonly Row[] =>
    names.length === 0
      ? [...all, ...pods]
      : [
          ...new Set(
            names.flatMap((each) => rowsOfName(each, cluster, reach.classes).map((row) => table.add(row))),
          ),
        ];
  const [sources, destinations] = [sideOf(from), sideOf(to)];
  const sides = { sources, destinations, exposed: new Set(pods) };
  const { traffic, sent } = question;
  const matrix = new Matrix(reach, sides, exposed?.namespaces ?? new Map(), traffic, sent);
  return exposed === undefined ? { matrix, leftOut: 0 } : mattering(matrix, exposed.plain);
}

/** Tells which classes some names ask for: a walk has to tell apart no others. */
function isAmong(names: readonly AskedName[]): (each: EndClass) => boolean {
  const asked = new Set(names.flatMap(({ ends }) => ends));
  return ({ members }) => members.some((end) => asked.has(end));
}
