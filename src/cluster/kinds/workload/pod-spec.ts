import { parseAddress, type Address } from "../../../base/net/address.js";
import { entries, field, isTrue, items, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import { CONTAINER_TRAITS, NETWORKS_ANNOTATION, POD_TRAITS, podTraits } from "./pod-traits.js";
import { CONTAINER_SETTINGS, podSettings } from "./pod-settings.js";
import { SETTINGS_OF_CONTAINERS } from "../plugins/settings-kinds.js";
import { labelsOf, type Labels } from "../../model/labels.js";
import { PROTOCOLS, type Protocol } from "../../../base/net/traffic.js";
import type { ContainerPort } from "../../model/endpoint.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { OwnerRef, PodShape } from "../../model/objects.js";

const PORTS: Keep = { name: true, containerPort: true, protocol: true };
const METADATA: Keep = {
  name: true,
  namespace: true,
  labels: true,
  annotations: { [NETWORKS_ANNOTATION]: true },
  ownerReferences: { kind: true, name: true, controller: true },
  deletionTimestamp: true,
};
const podSpecKeep = (container: Keep): Keep => ({
  hostNetwork: true,
  nodeName: true,
  containers: { ports: PORTS, ...CONTAINER_TRAITS, ...container },
  initContainers: { ports: PORTS, restartPolicy: true, ...CONTAINER_TRAITS, ...container },
  ...POD_TRAITS,
});

const podKeep = (spec: Keep): Keep => ({
  apiVersion: true,
  kind: true,
  metadata: METADATA,
  spec,
  status: { phase: true, podIP: true, podIPs: { ip: true }, hostIP: true, hostIPs: { ip: true } },
});

/** A CronJob has its template one level deeper. */
const workloadKeep = (spec: Keep): Keep => {
  const template: Keep = { metadata: METADATA, spec };
  return {
    apiVersion: true,
    kind: true,
    metadata: METADATA,
    spec: {
      replicas: true,
      completionMode: true,
      template,
      jobTemplate: { spec: { completionMode: true, template } },
    },
  };
};

/** The parts of a Pod that decide flows, or show a way that no policy of pods concerns. */
export const POD_KEEP: Keep = podKeep(podSpecKeep({}));

/** The same with what containers are configured with: of manifests alone. */
export const POD_KEEP_TO_LINT: Keep = podKeep(podSpecKeep(CONTAINER_SETTINGS));

/** The parts of a workload that decide flows. */
export const WORKLOAD_KEEP: Keep = workloadKeep(podSpecKeep({}));

/** The same with what a network plugin's own containers are set up by. */
export const DAEMON_SET_KEEP: Keep = workloadKeep(podSpecKeep(SETTINGS_OF_CONTAINERS));

/** The same with what containers are configured with. */
export const WORKLOAD_KEEP_TO_LINT: Keep = workloadKeep(podSpecKeep(CONTAINER_SETTINGS));

/** Labels below `metadata`. */
export function labelsIn(metadata: Node | undefined): Labels {
  return labelsOf(entries(field(metadata, "labels")).map(([key, value]) => [key, textOf(value) ?? ""]));
}

/** What a pod's or template's metadata and spec tell. */
export function podShape(metadata: Node | undefined, spec: Node | undefined): PodShape {
  return {
    labels: labelsIn(metadata),
    hostNetwork: isTrue(field(spec, "hostNetwork")),
    node: textOf(field(spec, "nodeName")),
    ports: containerPorts(spec),
    get traits() {
      return podTraits(metadata, spec);
    },
    get settings() {
      return podSettings(spec);
    },
  };
}

/** Ports of containers and of init containers that keep running; names resolve to nothing else (S-WL-4). */
export function containerPorts(spec: Node | undefined): ContainerPort[] {
  const sidecars = items(field(spec, "initContainers")).filter(
    (each) => textOf(field(each, "restartPolicy")) === "Always",
  );
  return [...items(field(spec, "containers")), ...sidecars].flatMap((container) =>
    items(field(container, "ports")).flatMap((port) => {
      const number = numberOf(field(port, "containerPort"));
      const protocol = textOf(field(port, "protocol")) ?? "TCP";
      if (number === undefined || !isProtocol(protocol)) return [];
      return [{ name: textOf(field(port, "name")), protocol, port: number }];
    }),
  );
}

function isProtocol(text: string): text is Protocol {
  return PROTOCOLS.some((protocol) => protocol === text);
}

/** The owner that controls an object. */
export function controllerOf(metadata: Node | undefined): OwnerRef | undefined {
  const owners = items(field(metadata, "ownerReferences"));
  const controller =
    owners.find((owner) => isTrue(field(owner, "controller"))) ??
    (owners.length === 1 ? owners[0] : undefined);
  const kind = textOf(field(controller, "kind"));
  const name = textOf(field(controller, "name"));
  return kind === undefined || name === undefined ? undefined : { kind, name };
}

/** The texts of `podIPs` and `podIP`, each once. */
export function podAddressTexts(node: Node): string[] {
  const status = field(node, "status");
  const listed = items(field(status, "podIPs")).map((item) => textOf(field(item, "ip")));
  return [...new Set([textOf(field(status, "podIP")), ...listed])].filter((text) => text !== undefined);
}

/** A pod's addresses; text that is no address is left out. */
export function podAddresses(node: Node): Address[] {
  return podAddressTexts(node).flatMap((text) => parseAddress(text) ?? []);
}

/** The addresses of a pod's node that its status tells. */
export function hostAddresses(node: Node): Address[] {
  const status = field(node, "status");
  const listed = items(field(status, "hostIPs")).map((item) => textOf(field(item, "ip")));
  const texts = new Set([textOf(field(status, "hostIP")), ...listed]);
  return [...texts].flatMap((text) => (text === undefined ? [] : (parseAddress(text) ?? [])));
}
