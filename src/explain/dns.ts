import { kindAndName } from "../model/object-ref.js";
import { policiesOf } from "../evaluate/step.js";
import { portSet } from "../net/port-set.js";
import { trafficOf, unionTraffic } from "../net/traffic.js";
import type { Cluster } from "../model/cluster.js";
import type { Note, Result } from "./result.js";
import type { Resolved } from "../query/resolve.js";
import type { TrafficQuestion } from "../query/traffic.js";

const PORT = portSet([[53, 53]]);

/** What resolving a name takes. */
export const DNS_TRAFFIC: TrafficQuestion = {
  ranges: unionTraffic(trafficOf("UDP", PORT), trafficOf("TCP", PORT)),
  names: [],
};

/** The label and the namespace that every installation gives the cluster's DNS pods, CoreDNS included. */
const LABEL = "k8s-app";
const VALUE = "kube-dns";
const NAMESPACE = "kube-system";

/** The cluster's DNS, where the input has its pods. */
export function clusterDns({ workloads }: Cluster): Resolved | undefined {
  const workload = workloads.find(
    ({ namespace, members }) =>
      namespace === NAMESPACE && members.some(({ labels }) => labels[LABEL] === VALUE),
  );
  if (workload === undefined) return undefined;
  const { kind, members } = workload;
  return { shownAs: `${NAMESPACE}/${workload.name}`, kind, endpoints: members, workload, notes: [] };
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
