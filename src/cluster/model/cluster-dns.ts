import { oncePer } from "../../base/collections/once-per.js";
import { podsBehind, targetOn, type Listening } from "./services.js";
import { qualifiedName } from "./object-ref.js";
import type { Cluster, Workload } from "./cluster.js";
import type { PodEndpoint } from "./endpoint.js";
import type { ServiceObject } from "./objects.js";

/** What answers the names that pods ask for. */
export interface ClusterDns {
  /** The Service, or without one in the input the workload: `kube-system/kube-dns`. */
  readonly name: string;
  readonly service: ServiceObject | undefined;
  readonly resolvers: readonly Resolver[];
}

/** A pod of the cluster's DNS, with the ports on which it is asked: what policy sees of a question. */
export interface Resolver {
  readonly workload: Workload;
  readonly pod: PodEndpoint;
  readonly ports: readonly Listening[];
}

/** The port on which every resolver is asked; a Service may lead it to another one. */
export const DNS_PORT = 53;

const NAMESPACE = "kube-system";
const SERVICES: readonly string[] = ["kube-dns", "coredns"];

/** The label that nearly every installation gives its DNS pods, CoreDNS included. */
const LABEL = "k8s-app";
const VALUE = "kube-dns";

/** Without a Service, pods are asked on this port itself. */
const UNMAPPED: readonly Listening[] = [
  { protocol: "UDP", port: DNS_PORT },
  { protocol: "TCP", port: DNS_PORT },
];

/**
 * The DNS of a cluster: the Service that a user names, else Service `kube-dns` or `coredns` of `kube-system`, else the
 * pods there with their usual label. Undefined where the input shows none.
 */
export function clusterDns(cluster: Cluster): ClusterDns | undefined {
  return lookUp(cluster).dns;
}

const lookUp = oncePer((cluster: Cluster): { readonly dns: ClusterDns | undefined } => {
  const { dnsService } = cluster.facts;
  if (dnsService !== undefined) {
    const found = dnsBehind(cluster, dnsService);
    return { dns: typeof found === "string" ? undefined : found };
  }
  for (const name of SERVICES) {
    const found = dnsBehind(cluster, { namespace: NAMESPACE, name });
    if (typeof found !== "string") return { dns: found };
  }
  return { dns: dnsByLabel(cluster) };
});

/** Why a Service cannot be what pods ask: it is not there, it has no port 53, or none of the input's pods is behind it. */
export type DnsServiceFault = "missing" | "no-dns-port" | "no-pods";

/** What is wrong with the Service that a user names as the cluster's DNS; undefined where nothing is, or none is named. */
export function dnsServiceFault(cluster: Cluster): DnsServiceFault | undefined {
  const { dnsService } = cluster.facts;
  if (dnsService === undefined) return undefined;
  const found = dnsBehind(cluster, dnsService);
  return typeof found === "string" ? found : undefined;
}

function dnsBehind(
  cluster: Cluster,
  named: { readonly namespace: string; readonly name: string },
): ClusterDns | DnsServiceFault {
  const service = cluster.services.find(
    ({ ref }) => ref.namespace === named.namespace && ref.name === named.name,
  );
  if (service === undefined) return "missing";
  const ports = service.ports.filter(({ port, protocol }) => port === DNS_PORT && protocol !== "SCTP");
  if (ports.length === 0) return "no-dns-port";
  const resolvers = podsBehind(cluster, service).map(({ workload, pod }): Resolver => ({
    workload,
    pod,
    ports: ports.flatMap((port) => targetOn(pod, service, port) ?? []),
  }));
  const asked = resolvers.filter((each) => each.ports.length > 0);
  return asked.length === 0 ? "no-pods" : { name: qualifiedName(service.ref), service, resolvers: asked };
}

function dnsByLabel({ workloads }: Cluster): ClusterDns | undefined {
  const resolvers = workloads
    .filter(({ namespace }) => namespace === NAMESPACE)
    .flatMap((workload) =>
      workload.members
        .filter(({ labels }) => labels[LABEL] === VALUE)
        .map((pod): Resolver => ({ workload, pod, ports: UNMAPPED })),
    );
  const [first] = resolvers;
  return first === undefined
    ? undefined
    : { name: qualifiedName(first.workload), service: undefined, resolvers };
}
