import { compareTexts } from "../../base/collections/compare-texts.js";
import { AddressSet } from "../../base/net/address-set.js";
import { groupBy } from "../../base/collections/group-by.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { End, EndClass } from "./classes.js";
import type { Labels } from "../../cluster/model/labels.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";

/** A row of the map: a workload or part of one, nodes, an address block or a name. */
export interface Row {
  /** `ns/kind/name`, `ns/kind/name#2` for the second part of a workload, `node/name`, `ip/…`, `domain/…`. */
  readonly id: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** `shop/web`, `node/a`, `10.0.0.0/8`. */
  readonly shownAs: string;
  /** Labels that all of its members have. */
  readonly labels: Labels | undefined;
  readonly addresses: AddressSet;
  /** The pods, or the nodes, that it stands for; none for a template, addresses and names. */
  readonly names: readonly string[];
  /** Its class. */
  readonly endClass: EndClass;
  /** False for a part of a workload, which others are beside. */
  readonly isWhole: boolean;
  /** True where it stands for two pods or more, which can talk to each other. */
  readonly isSeveral: boolean;
  /** The nodes that its members are, or are on; "unknown" where the input does not tell. */
  readonly nodes: ReadonlySet<string> | "unknown";
}

/** The rows of some classes: what a policy does not tell apart stands together, and the parts of a workload next to each other. */
export function rowsOf({ workloads }: Pick<Cluster, "workloads">, classes: readonly EndClass[]): Row[] {
  const classOf = new Map<string, { readonly of: EndClass; readonly end: End }[]>();
  const rest: Row[] = [];
  for (const of of classes) {
    if (of.isOwnNode) continue;
    const others: End[] = [];
    for (const end of of.members) {
      const { endpoint, toName } = end;
      if (endpoint.type !== "pod" || toName !== undefined) others.push(end);
      else addTo(classOf, endpoint.id, { of, end });
    }
    rest.push(...rowsOfOthers(of, others));
  }
  const rows = workloads.flatMap((workload) => rowsOfWorkload(workload, classOf));
  const hypothetical = [...classOf.values()]
    .flat()
    .map(({ of, end }) => podRow(of, [end.endpoint as PodEndpoint], undefined));
  return distinctRows([...rows, ...hypothetical, ...rest.toSorted((a, b) => compareTexts(a.id, b.id))]);
}

/** Of rows of one name, such as the addresses of one node, those behind the first get a number. */
function distinctRows(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const count = (counts.get(row.id) ?? 0) + 1;
    counts.set(row.id, count);
    if (count === 1) return row;
    return { ...row, id: `${row.id}#${count}`, shownAs: `${row.shownAs}#${count}` };
  });
}

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** Takes the members of a workload out of the map of pods. */
function rowsOfWorkload(
  workload: Workload,
  classOf: Map<string, { readonly of: EndClass; readonly end: End }[]>,
): Row[] {
  const members = workload.members.flatMap(({ id }) => {
    const found = classOf.get(id) ?? [];
    classOf.delete(id);
    return found;
  });
  const parts = [...groupBy(members, ({ of }) => of).entries()];
  return parts.map(([of, each], i) =>
    podRow(
      of,
      each.map(({ end }) => end.endpoint as PodEndpoint),
      { workload, part: parts.length === 1 ? undefined : i + 1 },
    ),
  );
}

/** The row of some pods of one class. @param as the workload that they belong to, with their number where it has parts */
export function podRow(
  of: EndClass,
  pods: readonly PodEndpoint[],
  as: { readonly workload: Workload; readonly part: number | undefined } | undefined,
): Row {
  const [first] = pods as [PodEndpoint];
  const { id, kind, namespace, name } = as?.workload ?? first;
  const suffix = as?.part === undefined ? "" : `#${as.part}`;
  const nodes = pods.flatMap(({ node }) => (node === undefined ? [] : [node]));
  return {
    id: `${id}${suffix}`,
    kind,
    namespace,
    name,
    shownAs: `${namespace}/${name}${suffix}`,
    labels: first.labels,
    addresses: AddressSet.ofEach(pods.flatMap(({ addresses }) => addresses ?? [])),
    names: pods.flatMap((each) => each.pods),
    endClass: of,
    isWhole: suffix === "",
    isSeveral: areSeveral(pods),
    nodes: nodes.length < pods.length ? "unknown" : new Set(nodes),
  };
}

/** True for two pods or more, and for a template that may make them. */
export function areSeveral(pods: readonly PodEndpoint[]): boolean {
  const [first] = pods;
  return pods.length > 1 || (first?.pods.length === 0 && first.replicas !== 1);
}

/** Nodes of one class are one row; so are the pieces of addresses, and each name is one. */
export function rowsOfOthers(of: EndClass, ends: readonly End[]): Row[] {
  const nodes = ends.flatMap(({ endpoint, toName }) =>
    endpoint.type === "node" && toName === undefined ? [endpoint] : [],
  );
  const [node] = nodes;
  const rows: Row[] = [];
  if (node !== undefined) {
    const names = [...new Set(nodes.map(({ name }) => name))].toSorted();
    rows.push({
      id: node.id,
      kind: "Node",
      namespace: undefined,
      name: node.name,
      shownAs: names.length === 1 ? node.id : `${node.id} and ${names.length - 1} more`,
      labels: names.length === 1 ? node.labels : undefined,
      addresses: AddressSet.ofEach(nodes.flatMap(({ addresses }) => addresses)),
      names,
      endClass: of,
      isWhole: true,
      isSeveral: names.length > 1,
      nodes: new Set(names),
    });
  }
  for (const { endpoint, toName } of ends) {
    if (endpoint.type === "node" && toName === undefined) continue;
    const name = endpoint.type === "domain" ? endpoint.name : (toName ?? endpoint.name);
    rows.push({
      id: toName === undefined ? endpoint.id : `domain/${toName}`,
      kind: toName === undefined ? "addresses" : "domain",
      namespace: undefined,
      name,
      shownAs: name,
      labels: undefined,
      addresses: endpoint.type === "addresses" ? endpoint.addresses : AddressSet.EMPTY,
      names: [],
      endClass: of,
      isWhole: true,
      isSeveral: true,
      nodes: new Set(),
    });
  }
  return rows;
}
