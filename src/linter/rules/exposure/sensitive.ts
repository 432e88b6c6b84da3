import { meets } from "../flows/leaves.js";
import { flowsOf, workloadId } from "../flows/subjects.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { isClosedToSomePods, openingsOf, type Exposed, type Opening } from "./openings.js";
import { SENSITIVE_SERVICES, type SensitiveService } from "./sensitive-ports.js";
import { sourceReaching } from "./sources.js";
import { publishedPorts } from "./published.js";
import { NO_TRAFFIC, trafficOf } from "../../../base/net/traffic.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Row } from "../../../semantics/reach/rows.js";

/** A rule that opens ports to many which few should reach. */
export interface SensitiveOpening {
  readonly opening: Opening;
  /** Each port that is open, for each workload that has it. */
  readonly open: readonly OpenPort[];
}

/** A port of a workload that serves what few should reach, and that a rule opens. */
export interface OpenPort {
  readonly service: SensitiveService;
  /** The usual port, or the one that the workload gives that name. */
  readonly port: number;
  readonly row: Row;
  /** True where a Service publishes it: then everybody outside of the cluster has a way to it. */
  readonly isPublished: boolean;
  /** True where some pods are kept out. */
  readonly isClosedToSomePods: boolean;
  readonly witness: FlowWitness;
}

/** Every rule that opens such ports, with what it opens. */
export const sensitiveOpenings = oncePer((cluster: Cluster): readonly SensitiveOpening[] => {
  return openingsOf(cluster).flatMap((opening): SensitiveOpening[] => {
    const open = opening.exposed.flatMap((exposed) => openPorts(cluster, opening, exposed));
    const distinct = new Map(open.map((each) => [`${each.row.id} ${each.service.service}`, each]));
    return distinct.size === 0 ? [] : [{ opening, open: [...distinct.values()] }];
  });
});

function openPorts(cluster: Cluster, { breadth }: Opening, exposed: Exposed): OpenPort[] {
  const { workloads } = flowsOf(cluster);
  return exposed.subject.rows.flatMap((row) => {
    const workload = workloads.get(workloadId(row));
    if (workload === undefined) return [];
    return listeningOn(workload).flatMap(({ service, port }): OpenPort[] => {
      const { protocol } = service;
      const traffic = trafficOf(protocol, [[port, port]]);
      if (!meets(exposed.traffic, traffic)) return [];
      const isClosed = isClosedToSomePods(cluster, exposed, traffic);
      // The cluster is not let in where another tier keeps some of it out before.
      if (breadth === "cluster" && isClosed) return [];
      const ends = sourceReaching(cluster, exposed, row, traffic, breadth);
      if (ends === undefined) return [];
      const isPublished = meets(publishedPorts(cluster).get(workload.id) ?? NO_TRAFFIC, traffic);
      const witness: FlowWitness = { ...ends, protocol, port, verdict: "allowed" };
      return [{ service, port, row, isPublished, isClosedToSomePods: isClosed, witness }];
    });
  });
}

/** Names of ports that say that something else listens there. */
const PLAIN: ReadonlySet<string> = new Set([
  "grpc",
  "health",
  "healthz",
  "http",
  "http-metrics",
  "https",
  "https-metrics",
  "metrics",
  "probes",
  "prometheus",
  "web",
  "webhook",
]);

/** What a workload is known to listen for: by a port that it declares, by the name of one, or by its own name. */
function listeningOn({ name, members }: Workload): { service: SensitiveService; port: number }[] {
  const declared = members[0]?.ports ?? [];
  const words = new Set(name.split(/[-.]/));
  return SENSITIVE_SERVICES.flatMap((service) => {
    const { protocol, port, names } = service;
    const named = declared.find(
      (each) =>
        each.protocol === protocol &&
        ((each.port === port && !PLAIN.has(each.name ?? "")) || names.includes(each.name ?? "")),
    );
    if (named !== undefined) return [{ service, port: named.port }];
    return declared.length === 0 && names.some((each) => words.has(each)) ? [{ service, port }] : [];
  });
}
