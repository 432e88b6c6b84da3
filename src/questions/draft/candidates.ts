import { EVERY_PORT } from "../query/traffic.js";
import { groupBy } from "../../base/collections/group-by.js";
import { namesOfRows, typedPorts } from "./names.js";
import {
  isNoTraffic,
  NO_TRAFFIC,
  PROTOCOLS,
  subtractTraffic,
  trafficOf,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { isEveryPort, portSet } from "../../base/net/port-set.js";
import { relevantPolicies } from "../../semantics/evaluate/candidates.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { DraftTest } from "./tests.js";
import type { ReachedEnd, DraftMap } from "./reached.js";
import type { Row } from "../../semantics/reach/rows.js";

/** One thing to test, in words that may hold: the first of them that does is taken. */
export type Candidates = readonly DraftTest[];

/** Of a list of what is denied, how many are named. */
const MOST_DENIED = 5;

/** What today's map says of each workload that policies are about. */
export function* candidatesIn(cluster: Cluster, reached: DraftMap): Generator<Candidates> {
  for (const workload of cluster.workloads) {
    const rows = reached.rows.filter(({ id }) => id === workload.id || id.startsWith(`${workload.id}#`));
    for (const row of rows) {
      if (isSubject(cluster, workload, "ingress"))
        yield* ofIngress(row, workload, reached.ends(row, "from"), cluster);
      if (isSubject(cluster, workload, "egress")) yield* ofEgress(row, reached.ends(row, "to"), cluster);
    }
  }
}

function isSubject(cluster: Cluster, { members }: Workload, direction: Direction): boolean {
  return [...relevantPolicies(cluster, members)].some(({ rules }) => rules[direction] !== undefined);
}

/** Who reaches a workload: on its declared ports, those with the same sources together, and on all others. */
function* ofIngress(
  row: Row,
  { members }: Workload,
  sources: readonly ReachedEnd[],
  cluster: Cluster,
): Generator<Candidates> {
  const [to] = namesOfRows([row], cluster)?.[0] ?? [];
  if (to === undefined) return;
  const declared = (members[0]?.ports ?? []).map(({ protocol, port }) =>
    trafficOf(protocol, portSet([[port, port]])),
  );
  const groups = groupBy(declared, (port) =>
    sourcesOn(sources, port)
      .map(({ row: each }) => each.id)
      .join(" "),
  );
  for (const ports of groups.values()) {
    const traffic = ports.reduce(unionTraffic, NO_TRAFFIC);
    yield fromSources(to, traffic, sources, cluster);
  }
  const all = declared.reduce(unionTraffic, NO_TRAFFIC);
  if (sources.every(({ allowed }) => isNoTraffic(subtractTraffic(allowed, all))))
    yield [
      {
        name: `no ${declared.length === 0 ? "" : "other "}port of ${to} is open`,
        from: "*",
        to,
        port: typedPorts(subtractTraffic(EVERY_PORT, all)),
        expect: "denied",
      },
    ];
  else if (declared.length === 0) yield fromSources(to, EVERY_PORT, sources, cluster);
}

function sourcesOn(sources: readonly ReachedEnd[], traffic: Traffic): readonly ReachedEnd[] {
  return sources.filter(({ allowed }) => isNoTraffic(subtractTraffic(traffic, allowed)));
}

function fromSources(
  to: string,
  traffic: Traffic,
  sources: readonly ReachedEnd[],
  cluster: Cluster,
): Candidates {
  const some = sourcesOn(sources, traffic).map(({ row }) => row);
  if (some.length === sources.length) return [];
  const port = typedPorts(traffic);
  const on = PROTOCOLS.every((each) => isEveryPort(traffic[each])) ? {} : { port };
  const where = "port" in on ? ` on ${port}` : "";
  if (some.length === 0)
    return [{ name: `nobody reaches ${to}${where}`, from: "*", to, ...on, expect: "denied" }];
  const lists = namesOfRows(some, cluster) ?? [];
  const name = `who reaches ${to}${where}`;
  // Whether an address is kept out hangs on whose it is.
  const isPod = ({ row }: ReachedEnd): boolean => row.endClass.representative.type === "pod";
  const others = sources.filter((each) => isPod(each) && !some.includes(each.row)).map(({ row }) => row);
  const denied = others.flatMap((each) => namesOfRows([each], cluster)?.[0] ?? []).slice(0, MOST_DENIED);
  return [
    ...lists.map((only): DraftTest => ({ name, to, ...on, only })),
    ...lists
      .slice(0, 1)
      .flatMap((allowed): DraftTest[] => [
        ...(denied.length > 0 ? [{ name, to, ...on, allowed, denied }] : []),
        { name, to, ...on, allowed },
      ]),
    ...(denied.length > 0 ? [{ name, to, ...on, denied }] : []),
  ];
}

/** Where a workload goes. */
function* ofEgress(row: Row, destinations: readonly ReachedEnd[], cluster: Cluster): Generator<Candidates> {
  const [from] = namesOfRows([row], cluster)?.[0] ?? [];
  if (from === undefined) return;
  const reachable = destinations.filter(({ allowed }) => !isNoTraffic(allowed));
  const isOpen = ({ allowed }: ReachedEnd): boolean => isNoTraffic(subtractTraffic(EVERY_PORT, allowed));
  if (destinations.every(isOpen)) return;
  if (reachable.length === 0) {
    yield [{ name: `${from} goes nowhere`, from, to: "*", expect: "denied" }];
    return;
  }
  const name = `where ${from} goes`;
  const byTraffic = groupBy(reachable, ({ allowed }) => typedPorts(allowed));
  const lists = [0, 1].map((shape) =>
    [...byTraffic].flatMap(([text, some]) => {
      const names = namesOfRows(
        some.map((each) => each.row),
        cluster,
      );
      const suffix = some.every(isOpen) ? "" : `:${text}`;
      return (names?.[shape] ?? names?.at(-1) ?? []).map((each) => withPort(each, suffix));
    }),
  );
  const [short = [], single = []] = lists;
  yield [
    { name, from, only: short },
    { name, from, only: single },
    { name, from, allowed: single },
  ];
}

/** An IPv6 address has colons of its own. */
function withPort(name: string, suffix: string): string {
  return suffix !== "" && name.includes(":") ? `[${name}]${suffix}` : `${name}${suffix}`;
}
