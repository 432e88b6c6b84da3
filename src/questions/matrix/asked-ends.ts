import { familiesOfCluster } from "../../cluster/model/endpoint.js";
import type { Family } from "../../base/net/address.js";
import { nameOfPiece } from "../../semantics/reach/address-name.js";
import { rowsOf, type Row } from "../../semantics/reach/rows.js";
import type { AddressEndpoint } from "../../cluster/model/endpoint.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { Distinctions } from "../../semantics/reach/distinctions.js";
import type { End, EndClass } from "../../semantics/reach/classes.js";
import type { Resolved } from "../query/resolution.js";

/** A name that was given for one side of the map, with its ends. */
export interface AskedName {
  readonly resolved: Resolved;
  readonly ends: readonly End[];
}

/** The ends that a name stands for; addresses in pieces that no rule tells apart. */
export function askedName(cluster: Cluster, resolved: Resolved, distinctions: Distinctions): AskedName {
  const { endpoints, domain, services } = resolved;
  const ends = endpoints.flatMap((endpoint): End[] => {
    // A row of pods behind a Service is those pods, by whatever name it was asked for.
    const asked = services === undefined ? domain : undefined;
    const toName = asked ?? (endpoint.type === "domain" ? endpoint.name : undefined);
    if (toName !== undefined) return [{ endpoint, toName }];
    if (endpoint.type !== "addresses") return [{ endpoint }];
    return piecesOf(endpoint, resolved, distinctions).map((piece) => ({ endpoint: piece }));
  });
  const shown = familiesOfCluster(cluster);
  const reachable = ends.filter(
    ({ endpoint }) =>
      endpoint.type !== "addresses" || endpoint.addresses.families.every((each) => shown.includes(each)),
  );
  return { resolved, ends: reachable.length > 0 ? reachable : ends };
}

function piecesOf(
  whole: AddressEndpoint,
  { shownAs }: Resolved,
  distinctions: Distinctions,
): AddressEndpoint[] {
  return distinctions.addresses.cut(whole.addresses).map((addresses) => {
    const [family] = addresses.families as [Family];
    const name = nameOfPiece(addresses, whole.addresses.only(family), shownAs);
    return { ...whole, id: `ip/${name}`, name, addresses };
  });
}

/** The rows of a name: pods of a workload together where it is meant as a whole, else each end by itself. */
export function rowsOfName(
  { resolved, ends }: AskedName,
  cluster: Cluster,
  classes: readonly EndClass[],
): Row[] {
  const { workload } = resolved;
  const workloads = workload === undefined ? wholeWorkloads(ends, cluster) : [workload];
  const own = new Set(ends);
  return rowsOf(
    { workloads },
    withMembers(classes, (end) => own.has(end)),
  );
}

/** Of a block of addresses, the workloads of which it holds every pod; a pod that was named is meant alone. */
function wholeWorkloads(ends: readonly End[], { workloads }: Cluster): readonly Workload[] {
  const pods = new Set(ends.flatMap(({ endpoint }) => (endpoint.type === "pod" ? [endpoint.id] : [])));
  if (pods.size < 2) return [];
  return workloads.filter(({ members }) => members.every(({ id }) => pods.has(id)));
}

/** Classes with those of their members that are wanted. */
export function withMembers(classes: readonly EndClass[], isWanted: (end: End) => boolean): EndClass[] {
  return classes.flatMap((each): EndClass[] => {
    const members = each.members.filter(isWanted);
    return members.length === 0 ? [] : [{ ...each, members }];
  });
}

/** Rows by their ids: what is asked for and stands in the map too is one row. */
export class RowTable {
  readonly #byId = new Map<string, Row>();

  constructor(rows: Iterable<Row>) {
    for (const row of rows) this.#byId.set(row.id, row);
  }

  /** The row of the table that stands for the same, or this one, with a number where its name is taken. */
  add(row: Row): Row {
    for (let id = row.id, i = 2; ; id = `${row.id}#${i++}`) {
      const known = this.#byId.get(id);
      if (known !== undefined && standForTheSame(known, row)) return known;
      if (known !== undefined) continue;
      const named = id === row.id ? row : { ...row, id };
      this.#byId.set(id, named);
      return named;
    }
  }
}

function standForTheSame(a: Row, b: Row): boolean {
  return a.endClass.index === b.endClass.index && a.names.join() === b.names.join();
}
