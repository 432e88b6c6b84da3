import { clusterDns } from "../model/cluster-dns.js";
import { kindAndName } from "../model/object-ref.js";
import { NO_TRAFFIC, trafficOf, unionTraffic } from "../net/traffic.js";
import { policiesOf } from "../evaluate/step.js";
import { portSet } from "../net/port-set.js";
import type { Cluster } from "../model/cluster.js";
import type { Note, Result } from "./result.js";
import type { Resolved } from "../query/resolve.js";
import type { TrafficQuestion } from "../query/traffic.js";

/** What resolving a name takes: the pods that are asked, and the traffic as policy sees it there. */
export interface NameQuestion {
  readonly to: Resolved;
  readonly traffic: TrafficQuestion;
}

/** A question to the cluster's DNS, where the input has its pods. */
export function nameQuestion(cluster: Cluster): NameQuestion | undefined {
  const dns = clusterDns(cluster);
  const [first] = dns?.resolvers ?? [];
  if (dns === undefined || first === undefined) return undefined;
  const { workload } = first;
  const isOne = dns.resolvers.every((each) => each.workload === workload);
  const ranges = dns.resolvers
    .flatMap(({ ports }) => ports)
    .map(({ protocol, port }) => trafficOf(protocol, portSet([[port, port]])))
    .reduce(unionTraffic, NO_TRAFFIC);
  return {
    to: {
      shownAs: dns.name,
      kind: dns.service?.ref.kind ?? workload.kind,
      endpoints: dns.resolvers.map(({ pod }) => pod),
      workload: isOne ? workload : undefined,
      notes: [],
    },
    traffic: { ranges, names: [] },
  };
}

/** True where a destination was asked for by a name, which has to be resolved before anything is sent. */
export function isAskedByName({ domain, endpoints }: Resolved): boolean {
  return domain !== undefined || endpoints.some(({ type }) => type === "domain");
}

/**
 * Accepting a name does not allow the DNS that it needs (S-FQ-4): says what comes of that.
 * @param results the answers to DNS traffic from the same end, undefined where the input has no DNS pods
 */
export function dnsNote(dns: Resolved | undefined, results: readonly Result[] | undefined): Note {
  if (dns === undefined || results === undefined) return { code: "name-must-resolve" };
  const steps = results.flatMap(({ egress, ingress }) => [...egress.steps, ...ingress.steps]);
  const policies = steps.filter(({ decides }) => decides).flatMap(policiesOf);
  return {
    code: "dns-first",
    to: dns.shownAs,
    verdicts: [...new Set(results.map(({ verdict }) => verdict))].toSorted(),
    policies: [...new Set(policies)].map(({ ref }) => kindAndName(ref)),
  };
}
