import { blockedOf } from "./blocked.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { podSources } from "./connecting.js";
import { prometheusPods } from "../../../cluster/model/prometheus.js";
import { selects } from "../../../semantics/match/selector.js";
import { targetsBehind, connectionTargets, type ConnectionTarget } from "./targets.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import { podsBehind, type Listening } from "../../../cluster/model/services.js";
import type { ServicePod } from "../../../cluster/model/labelled-pods.js";
import type { MonitoredPort, MonitorObject } from "../../../cluster/model/fronts.js";
import type { PodEndpoint } from "../../../cluster/model/endpoint.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Ports of monitors that no Prometheus of the input can scrape. */
export function* blockedScrapes(cluster: Cluster): Generator<Problem> {
  const sources = podSources(prometheusPods(cluster));
  if (sources === undefined) return;
  for (const monitor of cluster.fronts.monitors) {
    for (const port of monitor.ports) {
      for (const target of scraped(cluster, monitor, port)) {
        const blocked = blockedOf(cluster, sources.endpoints, target);
        if (blocked === undefined) continue;
        const { side, denier, witness } = blocked.connection;
        yield {
          code: "metrics-scrape-blocked",
          facts: {
            monitor: kindAndName(monitor.ref),
            connecting: sources.connecting,
            ...target.listening,
            concerned: blocked.concerned,
            side,
          },
          at: port.origin,
          object: monitor.ref,
          ...(denier === undefined ? {} : { related: [{ at: denier.at, role: "denies" }] }),
          witness,
        };
      }
    }
  }
}

/** What a port of a monitor leads to. */
function scraped(cluster: Cluster, monitor: MonitorObject, { by, port }: MonitoredPort): ConnectionTarget[] {
  if (monitor.of === "pods")
    return connectionTargets(monitoredPods(cluster, monitor), (pod) => ownPort(pod, port));
  const services = cluster.services.filter(
    ({ ref, labels }) => isLookedIn(monitor, ref.namespace) && selects(monitor.selector, labels),
  );
  if (by === "service-port")
    return services.flatMap((service) =>
      service.ports
        .filter(({ name, protocol }) => name === port && protocol === "TCP")
        .flatMap((each) => targetsBehind(cluster, service, each)),
    );
  return services.flatMap((service) =>
    connectionTargets(podsBehind(cluster, service), (pod) => ownPort(pod, port)),
  );
}

function monitoredPods({ workloads }: Cluster, monitor: MonitorObject): ServicePod[] {
  return workloads
    .filter(({ namespace }) => isLookedIn(monitor, namespace))
    .flatMap((workload) =>
      workload.members
        .filter(({ labels }) => selects(monitor.selector, labels))
        .map((pod) => ({ workload, pod })),
    );
}

function isLookedIn({ namespaces }: MonitorObject, namespace: string | undefined): boolean {
  return namespaces === undefined || (namespace !== undefined && namespaces.includes(namespace));
}

/** A port of a pod, by its number or by the name that a container gives it. */
function ownPort({ ports = [] }: PodEndpoint, port: number | string): Listening | undefined {
  if (typeof port === "number") return { protocol: "TCP", port };
  const declared = ports.find(({ name, protocol }) => name === port && protocol === "TCP");
  return declared === undefined ? undefined : { protocol: "TCP", port: declared.port };
}
