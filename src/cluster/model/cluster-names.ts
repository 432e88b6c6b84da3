import { formatAddress, parseAddress, type Address } from "../../base/net/address.js";
import { oncePer, oncePerAsked } from "../../base/collections/once-per.js";
import { podsBehind } from "./services.js";
import type { Cluster, Workload } from "./cluster.js";
import type { PodEndpoint } from "./endpoint.js";
import type { ServiceObject } from "./objects.js";

/** The domain below which a cluster's DNS has its names, where nobody says otherwise. */
export const CLUSTER_DOMAIN = "cluster.local";

/** Lower case, without a trailing dot. */
export function normaliseDomain(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith(".") ? lower.slice(0, -1) : lower;
}

/** True for a normalised name that a cluster's DNS can have its names below. */
export function isDomain(name: string): boolean {
  return /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name);
}

/** What a name of the cluster's DNS may say: names of objects, not yet looked up. */
export interface NameReading {
  readonly service: string;
  /** Undefined in `db-0.db`, which only pods of one namespace can resolve. */
  readonly namespace: string | undefined;
  /** The pod of a headless Service, or its address with dashes. */
  readonly pod: string | undefined;
}

/** Something that a name of the cluster's DNS stands for, with the whole name. */
export type ClusterName = { readonly fqdn: string } & (
  | { readonly type: "service"; readonly service: ServiceObject }
  | {
      readonly type: "pod";
      readonly service: ServiceObject;
      readonly workload: Workload;
      readonly pod: PodEndpoint;
      readonly name: string;
    }
  /** The record that every pod has: `10-0-0-7.shop.pod`. */
  | { readonly type: "address"; readonly address: Address }
);

/** What a name comes to that the cluster's DNS would be asked for. */
export type NameLookup =
  | { readonly type: "found"; readonly name: ClusterName }
  /** Several namespaces have such a pod. */
  | { readonly type: "several"; readonly names: readonly ClusterName[] }
  /** Below the cluster's domain, or in a namespace of the input, and nothing is called so. */
  | { readonly type: "missing"; readonly reading: NameReading | undefined }
  /** Not a name of the cluster. */
  | { readonly type: "outside" };

const OUTSIDE: NameLookup = { type: "outside" };

/** True for a name that only the cluster's own DNS has: of Services and of pods (S-FQ-5). */
export function isInClusterName(
  name: string,
  { clusterDomain }: Pick<Cluster["facts"], "clusterDomain">,
): boolean {
  const normal = normaliseDomain(name);
  return normal.endsWith(`.${clusterDomain}`) || normal.endsWith(".svc");
}

/**
 * Looks up a name as a pod would resolve it: `api.payments`, `api.payments.svc`, the whole name, and the same for pods of headless
 * Services. A pod tries its search path before it takes a name as one of the world outside.
 * @param namespace where a name without one is looked up; everywhere where it is not given
 */
export const lookUpName: (cluster: Cluster, text: string, namespace?: string) => NameLookup = oncePerAsked(
  (text: string, namespace?: string) => `${namespace ?? ""} ${text}`,
  lookUpNameIn,
);

function lookUpNameIn(cluster: Cluster, text: string, namespace?: string): NameLookup {
  const name = normaliseDomain(text);
  const { clusterDomain } = cluster.facts;
  const isWhole = name.endsWith(`.${clusterDomain}`);
  const labels = (isWhole ? name.slice(0, -clusterDomain.length - 1) : name).split(".");
  const kind = labels.at(-1);
  if (kind === "pod" && labels.length === 3) return lookUpAddress(labels, clusterDomain, isWhole);
  const isCertain = isWhole || kind === "svc";
  if (isCertain && kind !== "svc") return { type: "missing", reading: undefined };
  const readings = isCertain ? readWhole(labels.slice(0, -1)) : readShort(labels);
  const found = readings.flatMap((each) => namesOf(cluster, each, namespace));
  const [first, ...others] = found;
  if (first !== undefined)
    return others.length === 0 ? { type: "found", name: first } : { type: "several", names: found };
  const missing = readings.find((each) => isCertain || isOfCluster(cluster, each, text));
  return missing !== undefined || isCertain ? { type: "missing", reading: missing } : OUTSIDE;
}

function lookUpAddress(labels: readonly string[], clusterDomain: string, isWhole: boolean): NameLookup {
  const address = addressIn(labels[0] ?? "");
  if (address !== undefined)
    return {
      type: "found",
      name: { type: "address", address, fqdn: `${labels.join(".")}.${clusterDomain}` },
    };
  return isWhole ? { type: "missing", reading: undefined } : OUTSIDE;
}

/** `10-0-0-7`, `2001-db8--1`: an address as DNS writes it. */
function addressIn(label: string): Address | undefined {
  return parseAddress(label.replaceAll("-", ".")) ?? parseAddress(label.replaceAll("-", ":"));
}

function readWhole(labels: readonly string[]): NameReading[] {
  const [a = "", b = "", c = ""] = labels;
  if (labels.length === 2) return [{ service: a, namespace: b, pod: undefined }];
  return labels.length === 3 ? [{ pod: a, service: b, namespace: c }] : [];
}

function readShort(labels: readonly string[]): NameReading[] {
  const [a = "", b = ""] = labels;
  if (labels.length !== 2) return readWhole(labels);
  return [...readWhole(labels), { pod: a, service: b, namespace: undefined }];
}

/** True where a short name can be nothing else: its namespace is in the input. A dot at the end leaves the search path out. */
function isOfCluster(cluster: Cluster, { namespace, service, pod }: NameReading, text: string): boolean {
  if (namespace === undefined || text.endsWith(".")) return false;
  if (pod !== undefined) return servicesByName(cluster).get(`${namespace}/${service}`) !== undefined;
  return cluster.namespaces.has(namespace);
}

function namesOf(cluster: Cluster, reading: NameReading, given: string | undefined): ClusterName[] {
  const namespace = reading.namespace ?? given;
  const services =
    namespace === undefined
      ? cluster.services.filter(({ ref }) => ref.name === reading.service)
      : (servicesByName(cluster).get(`${namespace}/${reading.service}`) ?? []);
  return services.flatMap((service): ClusterName[] => {
    const fqdn = nameOfService(cluster, service);
    const { pod: label } = reading;
    if (label === undefined) return [{ type: "service", service, fqdn }];
    const pod = podCalled(cluster, service, label);
    return pod === undefined ? [] : [{ type: "pod", service, ...pod, fqdn: `${label}.${fqdn}` }];
  });
}

/** The whole name of a Service in the cluster's DNS. */
export function nameOfService({ facts }: Cluster, { ref }: ServiceObject): string {
  return `${ref.name}.${ref.namespace ?? "default"}.svc.${facts.clusterDomain}`;
}

/** The pod of a headless Service that has such a record: of a StatefulSet by its name, of any by its address. */
function podCalled(
  cluster: Cluster,
  service: ServiceObject,
  label: string,
): { readonly workload: Workload; readonly pod: PodEndpoint; readonly name: string } | undefined {
  if (!service.isHeadless) return undefined;
  const behind = podsBehind(cluster, service);
  const address = addressIn(label);
  const byAddress = behind.find(({ pod }) =>
    pod.addresses?.some((each) => address !== undefined && formatAddress(each) === formatAddress(address)),
  );
  if (byAddress !== undefined) return { ...byAddress, name: byAddress.pod.pods[0] ?? byAddress.pod.name };
  const found = behind.find(({ workload, pod }) => {
    if (workload.kind !== "StatefulSet" && workload.kind !== "Pod") return false;
    return pod.pods.includes(label) || (pod.pods.length === 0 && isReplica(workload, pod, label));
  });
  return found === undefined ? undefined : { ...found, name: label };
}

/** True for `db-2` where a StatefulSet `db` is written with three replicas, or does not say how many. */
function isReplica({ kind, name }: Workload, { replicas }: PodEndpoint, label: string): boolean {
  if (kind !== "StatefulSet" || !label.startsWith(`${name}-`)) return false;
  const ordinal = label.slice(name.length + 1);
  return /^(0|[1-9]\d{0,8})$/.test(ordinal) && (replicas === undefined || Number(ordinal) < replicas);
}

const servicesByName = oncePer(({ services }: Cluster): ReadonlyMap<string, readonly ServiceObject[]> => {
  const found = new Map<string, ServiceObject[]>();
  for (const service of services) {
    const key = `${service.ref.namespace ?? "default"}/${service.ref.name}`;
    found.set(key, [...(found.get(key) ?? []), service]);
  }
  return found;
});
