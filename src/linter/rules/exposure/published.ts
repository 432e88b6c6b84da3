import { NO_TRAFFIC, trafficOf, unionTraffic, type Traffic } from "../../../base/net/traffic.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { podsBehind, targetOn } from "../../../cluster/model/services.js";
import type { Cluster } from "../../../cluster/model/cluster.js";

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
        const target = targetOn(pod, service, each);
        if (target === undefined) continue;
        const port = trafficOf(target.protocol, [[target.port, target.port]]);
        published.set(workload.id, unionTraffic(published.get(workload.id) ?? NO_TRAFFIC, port));
      }
    }
  }
  return published;
});
