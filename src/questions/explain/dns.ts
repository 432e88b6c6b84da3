import { clusterDns, DNS_PORT } from "../../cluster/model/cluster-dns.js";
import { kindAndName } from "../../cluster/model/object-ref.js";
import { NO_TRAFFIC, trafficOf, unionTraffic } from "../../base/net/traffic.js";
import { policiesOfStep } from "../../semantics/evaluate/step.js";
import { portSet } from "../../base/net/port-set.js";
import { serviceByName } from "../query/service.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Note, Result } from "./result.js";
import type { Resolved } from "../query/resolution.js";
import type { TrafficQuestion } from "../query/traffic.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** What resolving a name takes: what is asked, and the traffic as the client sends it. */
export interface NameQuestion {
  readonly to: Resolved;
  readonly traffic: TrafficQuestion;
}

/** A question to the cluster's DNS, where the input has its pods: through the Service that pods ask, or to the pods. */
export function nameQuestion(cluster: Cluster): NameQuestion | undefined {
  const dns = clusterDns(cluster);
  const [first] = dns?.resolvers ?? [];
  if (dns === undefined || first === undefined) return undefined;
  const { workload } = first;
  const { service, name, resolvers } = dns;
  const endpoints = resolvers.map(({ pod }) => pod);
  const protocols = new Set(resolvers.flatMap(({ ports }) => ports.map(({ protocol }) => protocol)));
  const ranges = [...protocols]
    .map((protocol) => trafficOf(protocol, portSet([[DNS_PORT, DNS_PORT]])))
    .reduce(unionTraffic, NO_TRAFFIC);
  const traffic = { ranges, names: [] };
  if (service !== undefined) {
    const services = [serviceByName(cluster, service)];
    const to = { shownAs: name, kind: service.ref.kind, endpoints, workload: undefined, services, notes: [] };
    return { to, traffic };
  }
  const isOne = resolvers.every((each) => each.workload === workload);
  const to = {
    shownAs: name,
    kind: workload.kind,
    endpoints,
    workload: isOne ? workload : undefined,
    notes: [],
  };
  return { to, traffic };
}

/** True where a destination was asked for by a name, which has to be resolved before anything is sent. */
export function isAskedByName({ domain, endpoints, services = [] }: Resolved): boolean {
  return (
    domain !== undefined ||
    endpoints.some(({ type }) => type === "domain") ||
    // Controllers know where the backends of a route are.
    services.some(({ entrance, routed }) => entrance === undefined && routed === undefined)
  );
}

/**
 * Whoever may not ask the cluster's DNS cannot reach anything by its name, whatever policies say of the rest (S-FQ-4): says
 * what comes of that question.
 * @param results the answers to what was asked
 * @param answers the answers to DNS traffic from the same end, undefined where the input has no DNS pods
 */
export function dnsNotes(
  { from, to }: { readonly from: Resolved; readonly to: Resolved },
  results: readonly Result[],
  dns: Resolved | undefined,
  answers: readonly Result[] | undefined,
): Note[] {
  const isAllowed = results.some(({ verdict }) => verdict === "allowed");
  // That a Service is called by its name goes without saying.
  if (dns === undefined || answers === undefined)
    return to.services === undefined && isAllowed ? [{ code: "name-must-resolve" }] : [];
  if (!isAllowed && answers.every(({ verdict }) => verdict === "allowed")) return [];
  const steps = answers.flatMap(({ egress, ingress }) => [...egress.steps, ...ingress.steps]);
  const policies = steps.filter(({ decides }) => decides).flatMap(policiesOfStep);
  return [
    {
      code: "dns-first",
      from: from.shownAs,
      to: dns.shownAs,
      verdicts: verdictsOf(answers),
      protocols: ASKED_BY.flatMap((protocol) => {
        const own = answers.filter(({ traffic }) => traffic[protocol].length > 0);
        return own.length === 0 ? [] : [{ protocol, verdicts: verdictsOf(own) }];
      }),
      policies: [...new Set(policies)].map(({ ref }) => kindAndName(ref)),
    },
  ];
}

/** The protocols of DNS, the usual one first. */
const ASKED_BY = ["UDP", "TCP"] as const;

function verdictsOf(answers: readonly Result[]): Verdict[] {
  return [...new Set(answers.map(({ verdict }) => verdict))].toSorted();
}
