import { NO_TRAFFIC, trafficOf, unionTraffic, type Traffic } from "../../../base/net/traffic.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { servicePort } from "../connections/targets.js";
import { podsBehind, targetOn, type Listening } from "../../../cluster/model/services.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";

/**
 * The ports of workloads, by their ids, that a Service publishes: by node ports, a load balancer or external addresses.
 * Who publishes a port means it to be reached from outside.
 */
export const publishedPorts = oncePer((cluster: Cluster): ReadonlyMap<string, Traffic> => {
  const published = new Map<string, Traffic>();
  for (const service of cluster.services) {
    if (!service.isPublished) continue;
    for (const { workload, pod } of podsBehind(cluster, service)) {
      for (const each of service.ports) {
        add(published, workload, targetOn(pod, service, each));
      }
    }
  }
  return published;
});

/**
 * The ports of workloads, by their ids, that the API server calls: behind admission webhooks, or called so. It has no labels
 * by which a policy could let it in.
 */
export const webhookPorts = oncePer((cluster: Cluster): ReadonlyMap<string, Traffic> => {
  const called = new Map<string, Traffic>();
  for (const { service: ref } of cluster.fronts.webhooks) {
    const found = servicePort(cluster, ref, "TCP");
    if (found === undefined) continue;
    for (const { workload, pod } of podsBehind(cluster, found.service))
      add(called, workload, targetOn(pod, found.service, found.port));
  }
  for (const workload of cluster.workloads)
    for (const port of workload.members[0]?.ports ?? [])
      if (port.name?.includes("webhook") === true) add(called, workload, port);
  return called;
});

function add(ports: Map<string, Traffic>, { id }: Workload, listening: Listening | undefined): void {
  if (listening === undefined) return;
  const { protocol, port } = listening;
  ports.set(id, unionTraffic(ports.get(id) ?? NO_TRAFFIC, trafficOf(protocol, [[port, port]])));
}
