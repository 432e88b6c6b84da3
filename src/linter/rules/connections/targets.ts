import { BY_ENDPOINTS, podsBehind, targetOn, type Listening } from "../../../cluster/model/services.js";
import type { ServicePod } from "../../../cluster/model/labelled-pods.js";
import { serviceNamed, servicePortNamed } from "../../../cluster/model/route-backends.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { PodEndpoint } from "../../../cluster/model/endpoint.js";
import type { Protocol } from "../../../base/net/traffic.js";
import type { ServiceObject, ServicePort } from "../../../cluster/model/objects.js";
import type { ServiceRef } from "../../../cluster/model/fronts.js";

/** Pods that are to be reached on one port. */
export interface ConnectionTarget {
  readonly listening: Listening;
  readonly pods: readonly ServicePod[];
}

/** The Service that something names, with the port that it means; undefined where the input has none such. */
export function servicePort(
  cluster: Pick<Cluster, "services">,
  ref: ServiceRef,
  protocol: Protocol,
): { readonly service: ServiceObject; readonly port: ServicePort } | undefined {
  const service = serviceNamed(cluster, ref);
  const port = service && servicePortNamed(service, ref.port, protocol);
  return service === undefined || port === undefined ? undefined : { service, port };
}

/** The pods behind a port of a Service by the port on which they listen. */
export function targetsBehind(
  cluster: Cluster,
  service: ServiceObject,
  port: ServicePort,
): ConnectionTarget[] {
  return connectionTargets(podsBehind(cluster, service), (pod) => targetOn(pod, BY_ENDPOINTS, port));
}

/** Pods by the port of each that is meant; those that have none are left out. */
export function connectionTargets(
  pods: readonly ServicePod[],
  portOf: (pod: PodEndpoint) => Listening | undefined,
): ConnectionTarget[] {
  const targets = new Map<string, { listening: Listening; pods: ServicePod[] }>();
  for (const each of pods) {
    const listening = portOf(each.pod);
    if (listening === undefined) continue;
    const key = `${listening.protocol} ${listening.port}`;
    const known = targets.get(key);
    if (known === undefined) targets.set(key, { listening, pods: [each] });
    else known.pods.push(each);
  }
  return [...targets.values()];
}
