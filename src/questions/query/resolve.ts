import { formatAddress, parseAddress, type Address } from "../../base/net/address.js";
import { failed, succeeded } from "../../base/attempt/attempt.js";
import { endpointOfAddress, endpointsOfAddresses } from "./addresses.js";
import {
  namesBehind,
  serviceAddressesIn,
  serviceByName,
  serviceName,
  servicesAt,
  servicesNamed,
  servicesOfBalancer,
} from "./service.js";
import { nodeEndpoint } from "../../cluster/model/address-owners.js";
import { inNamespaceCalledSo, routeAsEnd } from "./route.js";
import { isRouteKind } from "./kind-names.js";
import { INTERNET } from "../../base/net/special-ranges.js";
import { AddressSet } from "../../base/net/address-set.js";
import { missingNamespace } from "./namespaces.js";
import { nearestNames } from "./suggest.js";
import { notFound, podNotFound, serviceNotFound, type SoughtName } from "./not-found.js";
import {
  isInClusterName,
  lookUpName,
  normaliseDomain,
  type ClusterName,
  type NameLookup,
} from "../../cluster/model/cluster-names.js";
import { found, podFound, resolvedWorkload, type Resolution, type ResolutionNote } from "./resolution.js";
import { parseEndpointName, type EndpointName } from "./name.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import { hypotheticalPod, type Endpoint } from "../../cluster/model/endpoint.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { targetOn } from "../../cluster/model/services.js";
import type { AskedService } from "./service.js";
import type { ServiceObject } from "../../cluster/model/objects.js";

/** Looks up where traffic comes from: anything but a Service. */
export function resolveSource(cluster: Cluster, text: string, namespace: string | undefined): Resolution {
  const resolution = resolve(cluster, text, namespace);
  if (!resolution.ok) return resolution;
  const [service] = resolution.value.services ?? [];
  const { endpoints, shownAs } = resolution.value;
  if (endpoints.some(({ type }) => type === "domain"))
    return failed({ code: "domain-as-source", name: shownAs });
  if (service === undefined) return withoutServiceNotes(resolution);
  const name = qualifiedName(service.service.ref);
  return failed({ code: "service-as-source", name, behind: namesBehind(service, cluster) });
}

/** A Service is nothing that could have been meant as a source. */
function withoutServiceNotes(resolution: Extract<Resolution, { readonly ok: true }>): Resolution {
  const notes = resolution.value.notes.filter(({ code }) => code !== "service-of-same-name");
  return succeeded({ ...resolution.value, notes });
}

/** Looks up what a person typed. @param namespace the namespace of names given without one (`-n`), if it was given */
export function resolve(cluster: Cluster, text: string, namespace: string | undefined): Resolution {
  const kinds = new Set(cluster.workloads.map(({ kind }) => kind));
  const name = parseEndpointName(text, kinds);
  return name === undefined ? failed({ code: "not-a-name", text }) : lookUp(cluster, name, namespace);
}

function lookUp(cluster: Cluster, name: EndpointName, namespace: string | undefined): Resolution {
  switch (name.type) {
    case "address": {
      const endpoint = endpointOfAddress(cluster, name.address, name.text);
      return endpoint === "service"
        ? throughServices(name.text, servicesAt(cluster, name.address))
        : found(shown(endpoint, name.text), [endpoint]);
    }
    case "block":
      return blockResolution(cluster, AddressSet.of([name.block]), name.text);
    case "invalid-address":
      return failed({ code: "invalid-address", text: name.text });
    case "internet":
      return blockResolution(cluster, INTERNET.IPv4.union(INTERNET.IPv6), "internet", true);
    case "labels":
      return hypothetical(cluster, name, namespace);
    case "object": {
      const namespaced = inNamespaceCalledSo(cluster, name);
      return namespaced === undefined
        ? objectResolution(cluster, name, namespace)
        : nameResolution(cluster, namespaced, namespace);
    }
    case "name":
      return nameResolution(cluster, name, namespace);
  }
}

function shown(endpoint: Endpoint, text: string): { shownAs: string; kind: string } {
  switch (endpoint.type) {
    case "pod":
      return { shownAs: qualifiedName(endpoint), kind: endpoint.kind };
    case "node":
      return { shownAs: endpoint.id, kind: "Node" };
    default:
      return { shownAs: text, kind: "address" };
  }
}

function blockResolution(
  cluster: Cluster,
  addresses: AddressSet,
  text: string,
  isOutsideOnly = false,
): Resolution {
  const { endpoints, services } = endpointsOfAddresses(cluster, addresses, text, isOutsideOnly);
  if (endpoints.length === 0) {
    // What only Services have is they themselves, as for one address.
    const asked = isOutsideOnly ? [] : serviceAddressesIn(cluster, addresses);
    return asked.length === 0
      ? failed({ code: "nothing-in-block", text })
      : throughServices(
          text,
          asked.flatMap((each) => servicesAt(cluster, each)),
        );
  }
  const notes: ResolutionNote[] =
    services > 0 && !isOutsideOnly ? [{ code: "service-addresses-left-out", count: services }] : [];
  return found({ shownAs: text, kind: text === "internet" ? "internet" : "addresses" }, endpoints, notes);
}

/** A pod that does not exist yet: its namespace does, or is said to be new. */
function hypothetical(
  cluster: Cluster,
  name: Extract<EndpointName, { type: "labels" }>,
  given: string | undefined,
): Resolution {
  const namespace = name.namespace ?? given;
  const endpoint = hypotheticalPod(namespace ?? "default", name.labels);
  const suggestions = namespace === undefined ? undefined : missingNamespace(cluster, namespace);
  if (namespace !== undefined && suggestions !== undefined)
    return failed({ code: "new-namespace", namespace, suggestions });
  return found({ shownAs: qualifiedName(endpoint), kind: endpoint.kind }, [endpoint]);
}

function objectResolution(
  cluster: Cluster,
  name: Extract<EndpointName, { type: "object" }>,
  given: string | undefined,
): Resolution {
  if (name.kind === "Node") return nodeResolution(cluster, name.name);
  const namespace = name.namespace ?? given;
  if (name.kind === "Service") return serviceResolution(cluster, { ...name, namespace });
  if (isRouteKind(name.kind)) return failed(routeAsEnd(cluster, { ...name, namespace }));
  if (name.kind === "Pod") return podResolution(cluster, name.name, namespace);
  const candidates = cluster.workloads.filter(
    (workload) =>
      workload.kind === name.kind &&
      workload.name === name.name &&
      (namespace === undefined || workload.namespace === namespace),
  );
  return oneOf(cluster, candidates, { ...name, namespace });
}

function nodeResolution(cluster: Cluster, name: string): Resolution {
  const node = cluster.nodes.get(name);
  if (node === undefined) {
    const names = [...cluster.nodes.keys()].map((each) => `node/${each}`);
    return failed({
      code: "not-found",
      kind: "Node",
      namespace: undefined,
      name,
      suggestions: nearestNames(`node/${name}`, names),
      others: names,
    });
  }
  const each = node.addresses.map((address) => nodeEndpoint(name, [address], node));
  const endpoints = each.length > 0 ? each : [nodeEndpoint(name, [], node)];
  return found({ shownAs: `node/${name}`, kind: "Node" }, endpoints);
}

/** `pod/` always names the pod, never its workload. */
function podResolution(cluster: Cluster, name: string, namespace: string | undefined): Resolution {
  const pods = cluster.workloads
    .filter((workload) => namespace === undefined || workload.namespace === namespace)
    .filter((workload) => workload.podNames.includes(name))
    .flatMap((workload) => workload.members.filter((member) => member.pods.includes(name)));
  const [pod, ...others] = pods;
  if (pod !== undefined && others.length === 0) return podFound(pod, qualifiedName(pod));
  if (pod !== undefined)
    return failed({
      code: "ambiguous",
      name,
      candidates: pods.map((each) => `${each.namespace}/pod/${name}`),
    });
  return notFound(cluster, { kind: "Pod", name, namespace });
}

function nameResolution(
  cluster: Cluster,
  name: Extract<EndpointName, { type: "name" }>,
  given: string | undefined,
): Resolution {
  const namespace = name.namespace ?? given;
  const inScope = cluster.workloads.filter(
    (workload) => namespace === undefined || workload.namespace === namespace,
  );
  const named = inScope.filter((workload) => workload.name === name.name);
  if (named.length > 0)
    return withSameNamed(
      cluster,
      name.name,
      oneOf(cluster, named, { kind: undefined, name: name.name, namespace: name.namespace ?? given }),
    );
  // A pod and the workload that owns it are the workload.
  const owners = inScope.filter((workload) => workload.podNames.includes(name.name));
  const [owner] = owners;
  if (owner !== undefined && owners.length === 1) {
    const note = { code: "shown-as-owner", pod: name.name, owner: qualifiedName(owner) } as const;
    return succeeded(resolvedWorkload(owner, [note]));
  }
  if (name.namespace === undefined && name.name.includes("."))
    return dottedResolution(cluster, name.name, given);
  if (name.namespace === undefined && cluster.nodes.has(name.name)) return nodeResolution(cluster, name.name);
  if (servicesNamed(cluster, name.name, namespace).length > 0) {
    const wanted = { kind: "Service", name: name.name, namespace };
    return serviceResolution(cluster, wanted, [{ code: "is-a-service", name: name.name }]);
  }
  return notFound(cluster, { kind: undefined, name: name.name, namespace });
}

/** A name with dots: what a pod would find below its search path comes before the world outside. */
function dottedResolution(cluster: Cluster, text: string, given: string | undefined): Resolution {
  const name = normaliseDomain(text);
  if (cluster.facts.dns?.has(name) === true) return domainResolution(cluster, text);
  const lookup = lookUpName(cluster, text, given);
  switch (lookup.type) {
    case "found":
      return named(clusterNameResolution(cluster, lookup.name, name), name);
    case "several":
      return failed({ code: "ambiguous", name: text, candidates: lookup.names.map(({ fqdn }) => fqdn) });
    case "missing":
      return missingName(cluster, lookup, text);
    case "outside":
      return domainResolution(cluster, text);
  }
}

function clusterNameResolution(cluster: Cluster, name: ClusterName, text: string): Resolution {
  switch (name.type) {
    case "service": {
      const service = qualifiedName(name.service.ref);
      return ofService(cluster, name.service, [{ code: "name-of-service", name: text, service }]);
    }
    case "pod": {
      const shownAs = `${name.pod.namespace}/${name.name}`;
      return podFound(name.pod, shownAs, [{ code: "name-of-pod", name: text, pod: shownAs }]);
    }
    case "address": {
      const endpoint = endpointOfAddress(cluster, name.address, text);
      return endpoint === "service"
        ? failed({ code: "not-a-name", text })
        : found(shown(endpoint, text), [endpoint]);
    }
  }
}

/** A name that only the cluster's DNS can have, and that leads nowhere there, is never one of the world outside. */
function missingName(
  cluster: Cluster,
  { reading }: Extract<NameLookup, { type: "missing" }>,
  text: string,
): Resolution {
  if (reading?.namespace === undefined)
    return failed({ code: "not-a-cluster-name", name: text, clusterDomain: cluster.facts.clusterDomain });
  const { service, namespace, pod } = reading;
  const [known] = servicesNamed(cluster, service, namespace);
  if (pod === undefined || known === undefined)
    return serviceNotFound(cluster, { kind: "Service", name: service, namespace });
  return podNotFound(cluster, known, pod);
}

/** Says of a workload that has a Service of its name, which leads to other ports: who asks for the one may mean the other. */
function withSameNamed(cluster: Cluster, name: string, resolution: Resolution): Resolution {
  if (!resolution.ok) return resolution;
  const { value } = resolution;
  const [pod] = value.workload?.members ?? [];
  const notes = servicesNamed(cluster, name, pod?.namespace).flatMap((service): ResolutionNote[] => {
    const ports = service.ports.flatMap((each) => {
      const target = pod === undefined ? undefined : targetOn(pod, service, each)?.port;
      return target === undefined || target === each.port ? [] : [`${each.port} → ${target}`];
    });
    return ports.length === 0
      ? []
      : [{ code: "service-of-same-name", name, service: serviceName(service.ref), ports }];
  });
  return succeeded({ ...value, notes: [...value.notes, ...notes] });
}

function serviceResolution(
  cluster: Cluster,
  wanted: SoughtName,
  notes: readonly ResolutionNote[] = [],
): Resolution {
  const { name, namespace } = wanted;
  const [service, ...others] = servicesNamed(cluster, name, namespace);
  if (service === undefined) return serviceNotFound(cluster, wanted);
  if (others.length > 0) {
    const candidates = [service, ...others].map(({ ref }) => serviceName(ref));
    return failed({ code: "ambiguous", name, candidates });
  }
  const all: ResolutionNote[] =
    namespace === undefined
      ? [...notes, { code: "only-in-namespace", name, namespace: service.ref.namespace ?? "default" }]
      : [...notes];
  return ofService(cluster, service, all);
}

function ofService(cluster: Cluster, service: ServiceObject, notes: readonly ResolutionNote[]): Resolution {
  if (service.externalName !== undefined)
    return aliasResolution(cluster, service, service.externalName, notes);
  return throughServices(qualifiedName(service.ref), [serviceByName(cluster, service)], notes);
}

/** An ExternalName is another name for what it names (S-VIP-2). */
function aliasResolution(
  cluster: Cluster,
  { ref }: ServiceObject,
  target: string,
  notes: readonly ResolutionNote[],
): Resolution {
  if (parseAddress(target.replace(/\.$/, "")) !== undefined)
    return failed({ code: "alias-of-address", service: qualifiedName(ref), address: target });
  const resolution = domainResolution(cluster, target);
  if (!resolution.ok) return resolution;
  const { value } = resolution;
  const alias: ResolutionNote = { code: "external-name", service: qualifiedName(ref), name: target };
  return succeeded({ ...value, notes: [...notes, alias, ...value.notes] });
}

function throughServices(
  shownAs: string,
  services: readonly AskedService[],
  notes: readonly ResolutionNote[] = [],
): Resolution {
  const endpoints = services.flatMap(({ backends }) => backends.map(({ endpoint }) => endpoint));
  return succeeded({ shownAs, kind: "Service", workload: undefined, endpoints, services, notes });
}

function dnsNotes({ facts }: Cluster, name: string, addresses: readonly Address[]): ResolutionNote[] {
  const answer = facts.dnsAnswers.get(name);
  if (answer === undefined) return [];
  const { chain, ttl = null } = answer;
  return [{ code: "dns-answer", name, chain, addresses: addresses.map(formatAddress), ttl }];
}

function domainResolution(cluster: Cluster, text: string): Resolution {
  const name = normaliseDomain(text);
  const balanced = servicesOfBalancer(cluster, name);
  const addresses = cluster.facts.dns?.get(name);
  if (balanced.length > 0 && addresses === undefined) return named(throughServices(text, balanced), name);
  if (addresses === undefined) {
    return found({ shownAs: text, kind: "domain" }, [
      { type: "domain", id: `domain/${name}`, name, mayBePod: isInClusterName(name, cluster.facts) },
    ]);
  }
  const services = addresses.flatMap((address) => servicesAt(cluster, address));
  const endpoints = addresses.flatMap((address) => {
    const endpoint = endpointOfAddress(cluster, address, text);
    return endpoint === "service" ? [] : [endpoint];
  });
  const [service] = services;
  const notes = dnsNotes(cluster, name, addresses);
  if (service === undefined) return named(found({ shownAs: text, kind: "domain" }, endpoints, notes), name);
  return endpoints.length === 0
    ? named(throughServices(text, services, notes), name)
    : failed({ code: "several-destinations", name: text, service: qualifiedName(service.service.ref) });
}

function named(resolution: Resolution, domain: string): Resolution {
  return resolution.ok ? succeeded({ ...resolution.value, domain }) : resolution;
}

/** The one workload among the candidates; several that only their namespace or kind tells apart are ambiguous. */
function oneOf(cluster: Cluster, candidates: readonly Workload[], wanted: SoughtName): Resolution {
  const [only, ...others] = candidates;
  if (only === undefined) return notFound(cluster, wanted);
  if (others.length > 0) {
    return failed({ code: "ambiguous", name: wanted.name, candidates: candidates.map(({ id }) => id) });
  }
  const notes: ResolutionNote[] =
    wanted.namespace === undefined
      ? [{ code: "only-in-namespace", name: wanted.name, namespace: only.namespace }]
      : [];
  return succeeded(resolvedWorkload(only, notes));
}
