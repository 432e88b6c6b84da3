import { blockedOf } from "./blocked.js";
import { kindAndName, type ObjectRef } from "../../../cluster/model/object-ref.js";
import { podSources, type ConnectionSources } from "./connecting.js";
import { annotationScrapers, prometheusPods } from "../../../cluster/model/prometheus.js";
import { selects } from "../../../semantics/match/selector.js";
import { targetsBehind, connectionTargets, type ConnectionTarget } from "./targets.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import { podsBehind, type Listening } from "../../../cluster/model/services.js";
import type { ServicePod } from "../../../cluster/model/labelled-pods.js";
import type { MonitoredPort, MonitorObject } from "../../../cluster/model/fronts.js";
import type { ScrapedPort } from "../../../cluster/model/configured.js";
import type { PodEndpoint } from "../../../cluster/model/endpoint.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Ports of monitors, and of the annotations of pods and Services, that no Prometheus of the input can scrape. */
export function* blockedScrapes(cluster: Cluster): Generator<Problem> {
  yield* blockedOfAll(cluster, podSources(prometheusPods(cluster)), monitored(cluster));
  yield* blockedOfAll(cluster, podSources(annotationScrapers(cluster)), annotated(cluster));
}

/** True where something asks to be scraped. */
export function isScraped({ fronts, services, workloads }: Cluster): boolean {
  if (fronts.monitors.length > 0 || services.some(({ scraped }) => scraped !== undefined)) return true;
  return workloads.some(({ settings }) => settings.some(({ scraped }) => scraped !== undefined));
}

/** Who asks to be scraped, by an object that is for that or by an annotation, where, and what it leads to. */
interface Scraped {
  readonly by: Omit<ObjectRef, "apiVersion">;
  readonly object?: ObjectRef;
  readonly isAnnotated: boolean;
  readonly at: Origin;
  readonly target: ConnectionTarget;
}

function* blockedOfAll(
  cluster: Cluster,
  sources: ConnectionSources | undefined,
  all: Iterable<Scraped>,
): Generator<Problem> {
  if (sources === undefined) return;
  for (const { by, object, isAnnotated, at, target } of all) {
    const blocked = blockedOf(cluster, sources.endpoints, target);
    if (blocked === undefined) continue;
    const { side, denier, witness } = blocked.connection;
    yield {
      code: "metrics-scrape-blocked",
      facts: {
        monitor: kindAndName(by),
        ...(isAnnotated ? { isAnnotated } : {}),
        connecting: sources.connecting,
        ...target.listening,
        concerned: blocked.concerned,
        side,
      },
      at,
      ...(object === undefined ? {} : { object }),
      ...(denier === undefined ? {} : { related: [{ at: denier.at, role: "denies" }] }),
      witness,
    };
  }
}

function monitored(cluster: Cluster): Scraped[] {
  return cluster.fronts.monitors.flatMap((monitor) =>
    monitor.ports.flatMap((port) =>
      scraped(cluster, monitor, port).map((target) => ({
        by: monitor.ref,
        object: monitor.ref,
        isAnnotated: false,
        at: port.origin,
        target,
      })),
    ),
  );
}

/** Pods that are annotated themselves, and those behind Services that are; a port of a workload that a monitor has is that one's. */
function* annotated(cluster: Cluster): Generator<Scraped> {
  const told = new Set(
    monitored(cluster).flatMap(({ target }) => target.pods.map((pod) => keyOf(pod, target.listening))),
  );
  for (const { port, pods, origin, ...by } of annotations(cluster)) {
    const listening: Listening = { protocol: "TCP", port };
    const others = pods.filter((each) => !told.has(keyOf(each, listening)));
    for (const each of others) told.add(keyOf(each, listening));
    const target = { listening, pods: others };
    if (others.length > 0) yield { ...by, isAnnotated: true, at: origin, target };
  }
}

function keyOf({ workload }: ServicePod, { protocol, port }: Listening): string {
  return `${workload.id} ${protocol} ${port}`;
}

interface AskingPods extends ScrapedPort, Pick<Scraped, "by" | "object"> {
  readonly pods: readonly ServicePod[];
}

function annotations(cluster: Cluster): AskingPods[] {
  const ofPods = cluster.workloads.flatMap((workload): AskingPods[] => {
    const { kind, namespace, name, members, settings } = workload;
    const [asked] = settings.flatMap(({ scraped: each }) => each ?? []);
    const pods = members.map((pod) => ({ workload, pod }));
    return asked === undefined ? [] : [{ ...asked, by: { kind, namespace, name }, pods }];
  });
  const ofServices = cluster.services.flatMap((service): AskingPods[] => {
    const { ref, scraped: asked } = service;
    return asked === undefined
      ? []
      : [{ ...asked, by: ref, object: ref, pods: podsBehind(cluster, service) }];
  });
  return [...ofPods, ...ofServices];
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
