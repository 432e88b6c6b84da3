import bad from "./bad.yaml";
import good from "./good.yaml";
import { breadthOf } from "../exposure/breadth.js";
import { code } from "../words/code.js";
import { concernedBy, workloadId } from "../flows/subjects.js";
import { concernedText, openPortsText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import {
  isNoTraffic,
  NO_TRAFFIC,
  subtractTraffic,
  trafficOf,
  unionTraffic,
  type Traffic,
} from "../../../base/net/traffic.js";
import { isClosedToSomePods, openingsOf, type Exposed, type Opening } from "../exposure/openings.js";
import { publishedPorts, webhookPorts } from "../exposure/published.js";
import { sampleTraffic } from "../../../semantics/reach/witness.js";
import { sensitiveOpenings } from "../exposure/sensitive.js";
import { sourceReaching } from "../exposure/sources.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Row } from "../../../semantics/reach/rows.js";

/**
 * Judges rules that let in every address by what they open, without the ports that a Service of the input publishes
 * (S-IP-1).
 */
export const openToWorld = defineRule({
  id: "open-to-world",
  level: "info",
  category: "risky",
  summary: "a rule that allows ingress from every source",
  rationale:
    "`0.0.0.0/0`, `::/0` and a rule without `from` allow every source: all pods of the cluster, its nodes, and whatever else can route to pod addresses. From the internet there is no way to a pod without a Service that publishes its port, so this is a note. anp doesn't report ports that a Service publishes (LoadBalancer, NodePort, external addresses) or that the API server calls (webhooks), or pods that no policy isolates. A rule without `from` says plainly that everybody is meant, while a CIDR for every address is mostly meant for those outside: rules without `from` are reported with a level of your own (`--rule open-to-world=info`).",
  reference: "S-IP-1",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  *check(cluster, raised): Generator<Problem> {
    const toldBy = new Map(sensitiveOpenings(cluster).map(({ opening, open }) => [opening, open]));
    for (const opening of openingsOf(cluster)) {
      if (raised.isOpenAsWritten(opening.rule)) continue;
      const told = new Set(toldBy.get(opening)?.map(({ row }) => row));
      const problem = problemOf(cluster, opening, told);
      if (problem !== undefined) yield problem;
    }
  },
  levelOf: ({ cidr }) => (cidr === undefined ? "off" : "info"),
  word({ cidr, traffic, isClosedToSomePods: isClosed, concerned }) {
    return {
      message: `${cidr === undefined ? "a rule without `from`" : code(cidr)} lets every source${isClosed ? " but some pods" : ""} reach ${concernedText(concerned)} on ${openPortsText(traffic)}`,
      label: cidr === undefined ? "from anywhere" : "every address",
      notes: [
        isClosed
          ? "other pods of the cluster, its nodes, and whatever else can route to pod addresses"
          : "every pod of the cluster, its nodes, and whatever else can route to pod addresses",
      ],
      help: "list who needs it: pods by label, or the CIDRs of load balancers and offices",
    };
  },
});

/** What is wrong with a rule, apart from what is told of its sensitive ports. */
function problemOf(cluster: Cluster, opening: Opening, told: ReadonlySet<Row>): Problem | undefined {
  const { world } = breadthOf(opening.rule);
  if (world === undefined) return undefined;
  const open = opening.exposed
    .filter(({ walk }) => world.families.includes(walk.family))
    .flatMap((exposed) => openRows(cluster, exposed, told, opening.rule.ports.all));
  const [first] = open;
  if (first === undefined) return undefined;
  const concerned = concernedBy(open.map(({ row }) => row));
  const traffic = open.map((each) => each.traffic).reduce(unionTraffic, NO_TRAFFIC);
  const { policy } = opening;
  const facts = {
    cidr: world.cidr,
    traffic,
    isClosedToSomePods: open.some((each) => each.isClosed),
    concerned,
  };
  return { code: "open-to-world", facts, at: world.at, object: policy.ref, witness: first.witness };
}

interface OpenRow {
  readonly row: Row;
  readonly traffic: Traffic;
  /** True where some pods are kept out of it. */
  readonly isClosed: boolean;
  readonly witness: FlowWitness;
}

/** The workloads of some pods that are open beyond what is published of them. */
function openRows(
  cluster: Cluster,
  exposed: Exposed,
  told: ReadonlySet<Row>,
  isEveryPort: boolean,
): OpenRow[] {
  const { subject } = exposed;
  return subject.rows.flatMap((row): OpenRow[] => {
    if (told.has(row)) return [];
    const published = publishedPorts(cluster).get(workloadId(row)) ?? NO_TRAFFIC;
    const called = webhookPorts(cluster).get(workloadId(row)) ?? NO_TRAFFIC;
    // Who opens every port of pods that are published means them to be reached.
    if (isEveryPort && !isNoTraffic(published)) return [];
    const meant = unionTraffic(published, called);
    const traffic = { ...subtractTraffic(exposed.traffic, meant), other: false };
    if (isNoTraffic(traffic)) return [];
    const { protocol, port } = sampleTraffic(traffic, subject.of);
    if (protocol === "other" || port === undefined) return [];
    const ends = sourceReaching(cluster, exposed, row, trafficOf(protocol, [[port, port]]), "world");
    const isClosed = isClosedToSomePods(cluster, exposed, traffic);
    return ends === undefined
      ? []
      : [{ row, traffic, isClosed, witness: { ...ends, protocol, port, verdict: "allowed" } }];
  });
}
