import { endpointOfAddress, endpointsOfAddresses } from "./addresses.js";
import { nodeEndpoint } from "../model/address-owners.js";
import { NOT_INTERNET } from "../net/special-ranges.js";
import { AddressSet } from "../net/address-set.js";
import { nearestNames } from "./suggest.js";
import { isInClusterName, normaliseDomain } from "../match/domain.js";
import { parseEndpointName, type EndpointName } from "./name.js";
import type { Cluster, Workload } from "../model/cluster.js";
import { hypotheticalPod, type Endpoint } from "../model/endpoint.js";

/** What a name stands for: the endpoints behind it, which policies may tell apart. */
export interface Resolved {
  /** How the endpoint is shown: `shop/web`, `10.0.0.0/8`, `internet`. */
  readonly shownAs: string;
  /** Its kind for people: Deployment, Node … */
  readonly kind: string;
  readonly endpoints: readonly Endpoint[];
  /** The workload, where it is one: its own replicas are told apart from it. */
  readonly workload: Workload | undefined;
  /** Set where the destination was asked for by name and found by its address. */
  readonly domain?: string;
  readonly notes: readonly ResolutionNote[];
}

export type ResolutionNote =
  /** A bare name that only one namespace has. */
  | { readonly code: "only-in-namespace"; readonly name: string; readonly namespace: string }
  /** A pod that is shown as the workload that owns it. */
  | { readonly code: "shown-as-owner"; readonly pod: string; readonly owner: string }
  /** Addresses of Services inside of a block are left out. */
  | { readonly code: "service-addresses-left-out"; readonly count: number };

/** Why a name stands for nothing; facts for the message. */
export type Unresolved =
  | { readonly code: "not-a-name"; readonly text: string }
  | {
      readonly code: "not-found";
      readonly kind: string | undefined;
      readonly namespace: string | undefined;
      readonly name: string;
      readonly suggestions: readonly string[];
      readonly others: readonly string[];
    }
  | { readonly code: "no-namespace"; readonly namespace: string; readonly suggestions: readonly string[] }
  | { readonly code: "ambiguous"; readonly name: string; readonly candidates: readonly string[] }
  | { readonly code: "service"; readonly name: string }
  | { readonly code: "nothing-in-block"; readonly text: string };

export type Resolution =
  | { readonly ok: true; readonly resolved: Resolved }
  | { readonly ok: false; readonly problem: Unresolved };

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
        ? failed({ code: "service", name: name.text })
        : found(shown(endpoint, name.text), [endpoint]);
    }
    case "block":
      return blockResolution(cluster, AddressSet.of([name.block]), name.text);
    case "internet": {
      const all = AddressSet.all("IPv4").union(AddressSet.all("IPv6"));
      return blockResolution(cluster, all.subtract(NOT_INTERNET), "internet", true);
    }
    case "labels":
      return hypothetical(name, namespace);
    case "object":
      return objectResolution(cluster, name, namespace);
    case "name":
      return nameResolution(cluster, name, namespace);
  }
}

function failed(problem: Unresolved): Resolution {
  return { ok: false, problem };
}

function found(
  as: { shownAs: string; kind: string; workload?: Workload },
  endpoints: readonly Endpoint[],
  notes: readonly ResolutionNote[] = [],
): Resolution {
  return {
    ok: true,
    resolved: { shownAs: as.shownAs, kind: as.kind, workload: as.workload, endpoints, notes },
  };
}

function shown(endpoint: Endpoint, text: string): { shownAs: string; kind: string } {
  switch (endpoint.type) {
    case "pod":
      return { shownAs: `${endpoint.namespace}/${endpoint.name}`, kind: endpoint.kind };
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
  if (endpoints.length === 0) return failed({ code: "nothing-in-block", text });
  const notes: ResolutionNote[] =
    services > 0 && !isOutsideOnly ? [{ code: "service-addresses-left-out", count: services }] : [];
  return found({ shownAs: text, kind: text === "internet" ? "internet" : "addresses" }, endpoints, notes);
}

function hypothetical(
  name: Extract<EndpointName, { type: "labels" }>,
  namespace: string | undefined,
): Resolution {
  const inNamespace = name.namespace ?? namespace ?? "default";
  const endpoint = hypotheticalPod(inNamespace, name.labels);
  return found({ shownAs: `${inNamespace}/${endpoint.name}`, kind: endpoint.kind }, [endpoint]);
}

function objectResolution(
  cluster: Cluster,
  name: Extract<EndpointName, { type: "object" }>,
  given: string | undefined,
): Resolution {
  if (name.kind === "Service") return failed({ code: "service", name: name.name });
  if (name.kind === "Node") return nodeResolution(cluster, name.name);
  const namespace = name.namespace ?? given;
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
  if (pod !== undefined && others.length === 0) return found(shown(pod, name), [{ ...pod, replicas: 1 }]);
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
    return oneOf(cluster, named, { kind: undefined, name: name.name, namespace: name.namespace ?? given });
  // A pod and the workload that owns it are the workload.
  const owners = inScope.filter((workload) => workload.podNames.includes(name.name));
  const [owner] = owners;
  if (owner !== undefined && owners.length === 1) {
    const shownAs = `${owner.namespace}/${owner.name}`;
    return found({ shownAs, kind: owner.kind, workload: owner }, owner.members, [
      { code: "shown-as-owner", pod: name.name, owner: shownAs },
    ]);
  }
  if (name.namespace === undefined && name.name.includes(".")) return domainResolution(cluster, name.name);
  if (name.namespace === undefined && cluster.nodes.has(name.name)) return nodeResolution(cluster, name.name);
  if (isService(cluster, name.name, namespace)) return failed({ code: "service", name: name.name });
  return notFound(cluster, { kind: undefined, name: name.name, namespace });
}

function isService(cluster: Cluster, name: string, namespace: string | undefined): boolean {
  return cluster.services.some(
    ({ ref }) => ref.name === name && (namespace === undefined || ref.namespace === namespace),
  );
}

function domainResolution(cluster: Cluster, text: string): Resolution {
  const name = normaliseDomain(text);
  const addresses = cluster.facts.dns?.get(name);
  if (addresses === undefined) {
    return found({ shownAs: text, kind: "domain" }, [
      { type: "domain", id: `domain/${name}`, name, mayBePod: isInClusterName(name) },
    ]);
  }
  const endpoints = addresses.map((address) => endpointOfAddress(cluster, address, text));
  const known = endpoints.filter((endpoint): endpoint is Endpoint => endpoint !== "service");
  if (known.length < endpoints.length) return failed({ code: "service", name: text });
  return {
    ok: true,
    resolved: {
      shownAs: text,
      kind: "domain",
      endpoints: known,
      workload: undefined,
      domain: name,
      notes: [],
    },
  };
}

interface Wanted {
  readonly kind: string | undefined;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** The one workload among the candidates; several that only their namespace or kind tells apart are ambiguous. */
function oneOf(cluster: Cluster, candidates: readonly Workload[], wanted: Wanted): Resolution {
  const [only, ...others] = candidates;
  if (only === undefined) return notFound(cluster, wanted);
  if (others.length > 0) {
    return failed({ code: "ambiguous", name: wanted.name, candidates: candidates.map(({ id }) => id) });
  }
  const notes: ResolutionNote[] =
    wanted.namespace === undefined
      ? [{ code: "only-in-namespace", name: wanted.name, namespace: only.namespace }]
      : [];
  return found(
    { shownAs: `${only.namespace}/${only.name}`, kind: only.kind, workload: only },
    only.members,
    notes,
  );
}

function notFound(cluster: Cluster, { kind, name, namespace }: Wanted): Resolution {
  if (namespace !== undefined && !cluster.namespaces.has(namespace)) {
    const suggestions = nearestNames(namespace, [...cluster.namespaces.keys()]);
    return failed({ code: "no-namespace", namespace, suggestions });
  }
  const inScope = cluster.workloads.filter(
    (workload) => namespace === undefined || workload.namespace === namespace,
  );
  const suggestions = nearestNames(
    name,
    inScope.map((workload) => workload.name),
  );
  const describe = (each: Workload): string => `${each.namespace}/${each.name} (${each.kind})`;
  return failed({
    code: "not-found",
    kind,
    namespace,
    name,
    suggestions: inScope.filter((workload) => suggestions.includes(workload.name)).map(describe),
    others: inScope
      .filter((workload) => !suggestions.includes(workload.name))
      .map((workload) => `${workload.namespace}/${workload.name}`),
  });
}
