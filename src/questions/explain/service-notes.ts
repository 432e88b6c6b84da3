import { hasPort } from "../../base/net/traffic.js";
import { groupBy } from "../../base/collections/group-by.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Note, Result } from "./result.js";
import type { Resolved } from "../query/resolution.js";
import type { Targets } from "../query/targets.js";

/** What is worth knowing about the Services that a question goes through. */
export function serviceNotes(
  cluster: Cluster,
  to: Resolved,
  { skipped, hostPorts }: Targets,
  results: readonly Result[],
): Note[] {
  return [
    ...backendsWithoutPort(skipped),
    ...backendsOfNodeOnly(results),
    ...waysAroundBalancer(to, results),
    ...nodePorts(cluster, to, results),
    ...hostPorts.map(({ node, of: { pod, protocol, number, port } }): Note => ({
      code: "host-port",
      node: node.name,
      protocol,
      port: number,
      pod: qualifiedName(pod),
      podPort: port,
      isSure: pod.node !== undefined,
    })),
  ];
}

function backendsWithoutPort(skipped: Targets["skipped"]): Note[] {
  const groups = groupBy(skipped, ({ through }) => through);
  return [...groups].map(([{ asked, port, addedBy }, all]) => ({
    code: "backends-without-port",
    service: qualifiedName(asked.service.ref),
    ...(asked.service.selector === undefined || addedBy !== undefined
      ? { port: port?.name ?? "", isListed: true as const }
      : { port: String(port?.target ?? "") }),
    backends: all.map(({ endpoint }) => (endpoint.type === "pod" ? qualifiedName(endpoint) : endpoint.name)),
  }));
}

/** The nodes on which backends are say which of them a client gets, and the input need not tell them. */
function backendsOfNodeOnly(results: readonly Result[]): Note[] {
  return results.flatMap(({ path }): Note[] => {
    if (path === undefined || path.entrance === undefined) return [];
    const { service, entrance } = path;
    const client = entrance.type === "cluster" ? "pod" : "outside";
    const isLocal = client === "pod" ? service.staysOnNode : service.keepsClientAddress;
    return isLocal ? [{ code: "backends-of-node-only", service: qualifiedName(service.ref), client }] : [];
  });
}

/** Who asks by the Service's name may send to its node ports and external addresses too, which its load balancer doesn't filter. */
function waysAroundBalancer({ services = [] }: Resolved, results: readonly Result[]): Note[] {
  return services.flatMap(({ service, entrance }): Note[] => {
    const isFiltered = results.some(({ path, ingress }) =>
      ingress.steps.some(
        (step) => step.type === "service" && step.why === "source-ranges" && path?.service === service,
      ),
    );
    const isByName = entrance === undefined && isFiltered && service.hasWaysPastBalancer;
    const hasAddresses = service.addressesOf.external.length > 0;
    return isByName
      ? [{ code: "ways-around-balancer", service: qualifiedName(service.ref), hasAddresses }]
      : [];
  });
}

function nodePorts({ services }: Cluster, to: Resolved, results: readonly Result[]): Note[] {
  if (to.services !== undefined || !to.endpoints.every(({ type }) => type === "node")) return [];
  const asked = results.filter(({ path }) => path === undefined);
  const ports = services.flatMap((service) =>
    service.ports.flatMap(({ protocol, nodePort }) => {
      const isAsked =
        nodePort !== undefined && asked.some(({ traffic }) => hasPort(traffic, { protocol, port: nodePort }));
      return isAsked ? [nodePort] : [];
    }),
  );
  return ports.length === 0 ? [] : [{ code: "node-ports-not-followed", ports }];
}
