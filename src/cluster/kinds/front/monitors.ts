import { decodeSelector } from "../label-selector.js";
import { EVERYTHING } from "../../model/selector.js";
import { field, isTrue, items, textOf, type Node } from "../../../source/manifest/node.js";
import { portReference } from "./service-ref.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";
import type { MonitoredPort, MonitorObject } from "../../model/fronts.js";

/** ServiceMonitor of the Prometheus operator: the Services whose pods are scraped. */
export const SERVICE_MONITOR: KindReader = monitorReader("services", "endpoints");

/** PodMonitor of the Prometheus operator: the pods that are scraped. */
export const POD_MONITOR: KindReader = monitorReader("pods", "podMetricsEndpoints");

function monitorReader(of: MonitorObject["of"], list: string): KindReader {
  return {
    isNamespaced: true,
    keep: {
      apiVersion: true,
      kind: true,
      metadata: { name: true, namespace: true },
      spec: {
        selector: true,
        namespaceSelector: true,
        [list]: { port: true, portNumber: true, targetPort: true },
      },
    },
    read({ ref, node }: ApiObject): ObjectReading {
      const spec = field(node, "spec");
      const selector = field(spec, "selector");
      const monitor: MonitorObject = {
        ref,
        of,
        namespaces: namespacesIn(field(spec, "namespaceSelector"), ref.namespace ?? "default"),
        selector: selector === undefined ? EVERYTHING : decodeSelector(selector),
        ports: items(field(spec, list)).flatMap((each) => portIn(each, of)),
      };
      return { objects: [{ type: "front", front: { type: "monitor", monitor } }], problems: [] };
    },
  };
}

/** Every namespace, those that are named, or else the monitor's own. */
function namespacesIn(selector: Node | undefined, own: string): readonly string[] | undefined {
  if (isTrue(field(selector, "any"))) return undefined;
  const names = items(field(selector, "matchNames")).flatMap((each) => textOf(each) ?? []);
  return names.length === 0 ? [own] : names;
}

/** `port` is the Service's port by name, or the pod's for a PodMonitor; it takes precedence over the pods' own port. */
function portIn(endpoint: Node, of: MonitorObject["of"]): MonitoredPort[] {
  const named = field(endpoint, "port");
  const own = field(endpoint, "portNumber") ?? field(endpoint, "targetPort");
  const written = textOf(named) === undefined ? own : named;
  const port = portReference(written);
  if (written === undefined || port === undefined) return [];
  const by = written === named && of === "services" ? "service-port" : "pod-port";
  return [{ by, port, origin: written.origin }];
}
