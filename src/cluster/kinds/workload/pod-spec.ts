import { parseAddress, type Address } from "../../../base/net/address.js";
import { field, isTrue, listIn, textValueIn, valueIn, type Node } from "../../../source/manifest/node.js";
import { isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import { containerPorts } from "./container-ports.js";
import { CONTAINER_TRAITS, NETWORKS_ANNOTATION, POD_TRAITS, podTraits } from "./pod-traits.js";
import { CONTAINER_SETTINGS, POD_SETTINGS, podSettings } from "./pod-settings.js";
import { SCRAPE_ANNOTATIONS } from "../core/scraped.js";
import { SETTINGS_OF_CONTAINERS } from "../plugins/settings-kinds.js";
import { labelsOf, NO_LABELS, type Labels } from "../../model/labels.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { OwnerRef, PodShape } from "../../model/objects.js";

const PORTS: Keep = { name: true, containerPort: true, protocol: true, hostPort: true, hostIP: true };
const metadataKeep = (annotations: Keep = {}): Keep => ({
  name: true,
  namespace: true,
  labels: true,
  annotations: { [NETWORKS_ANNOTATION]: true, ...annotations },
  ownerReferences: { kind: true, name: true, controller: true },
  deletionTimestamp: true,
});
const METADATA = metadataKeep();

/** The same of manifests alone. */
const METADATA_TO_LINT = metadataKeep(SCRAPE_ANNOTATIONS);

const podSpecKeep = (container: Keep, spec: Keep = {}): Keep => ({
  hostNetwork: true,
  nodeName: true,
  containers: { ports: PORTS, ...CONTAINER_TRAITS, ...container },
  initContainers: { ports: PORTS, restartPolicy: true, ...CONTAINER_TRAITS, ...container },
  ...POD_TRAITS,
  ...spec,
});

const podKeep = (spec: Keep, metadata: Keep): Keep => ({
  apiVersion: true,
  kind: true,
  metadata,
  spec,
  status: { phase: true, podIP: true, podIPs: { ip: true }, hostIP: true, hostIPs: { ip: true } },
});

/** A CronJob has its template one level deeper. */
const workloadKeep = (spec: Keep, metadata: Keep = METADATA): Keep => {
  const template: Keep = { metadata, spec };
  return {
    apiVersion: true,
    kind: true,
    metadata: METADATA,
    spec: {
      replicas: true,
      completionMode: true,
      // That there is one, whatever it says: patches have none.
      selector: {},
      template,
      jobTemplate: { spec: { completionMode: true, template } },
    },
  };
};

/** The parts of a Pod that decide flows, or show a way that no policy of pods concerns. */
export const POD_KEEP: Keep = podKeep(podSpecKeep({}), METADATA);

/** The same with what containers are configured with: of manifests alone. */
export const POD_KEEP_TO_LINT: Keep = podKeep(
  podSpecKeep(CONTAINER_SETTINGS, POD_SETTINGS),
  METADATA_TO_LINT,
);

/** The parts of a workload that decide flows. */
export const WORKLOAD_KEEP: Keep = workloadKeep(podSpecKeep({}));

/** The same with what a network plugin's own containers are set up by. */
export const DAEMON_SET_KEEP: Keep = workloadKeep(podSpecKeep(SETTINGS_OF_CONTAINERS));

/** The same with what containers are configured with. */
export const WORKLOAD_KEEP_TO_LINT: Keep = workloadKeep(
  podSpecKeep(CONTAINER_SETTINGS, POD_SETTINGS),
  METADATA_TO_LINT,
);

/** Labels below `metadata`. */
export function labelsIn(metadata: Node | undefined): Labels {
  return labelsOfMetadata(metadata?.value);
}

/** The same of a value, which is taken as it is where all of its labels are texts. */
export function labelsOfMetadata(metadata: Value | undefined): Labels {
  const labels = valueIn(metadata, "labels");
  if (!isMapping(labels)) return NO_LABELS;
  return areTexts(labels)
    ? labels
    : labelsOf(Object.keys(labels).map((key) => [key, textValueIn(labels, key) ?? ""]));
}

function areTexts(labels: Mapping): labels is Mapping & Labels {
  for (const key in labels) if (typeof labels[key] !== "string") return false;
  return true;
}

/** What a pod's or template's metadata and spec tell. */
export function podShape(metadata: Node | undefined, spec: Node | undefined): PodShape {
  return {
    labels: labelsIn(metadata),
    hostNetwork: isTrue(field(spec, "hostNetwork")),
    node: nodeNameIn(spec?.value),
    ports: containerPorts(spec?.value),
    get traits() {
      return podTraits(metadata, spec);
    },
    get settings() {
      return podSettings(metadata, spec);
    },
  };
}

/** The node that a pod is to run on; undefined where nothing names it, or something that no node is called: `${NODE}`. */
export function nodeNameIn(spec: Value | undefined): string | undefined {
  const name = textValueIn(spec, "nodeName");
  return name !== undefined && NODE_NAME.test(name) ? name : undefined;
}

const NODE_NAME = /^[-a-z0-9.]+$/;

/** The owner that controls an object. */
export function controllerOf(metadata: Value | undefined): OwnerRef | undefined {
  const owners = listIn(metadata, "ownerReferences");
  const controller =
    owners.find((owner) => valueIn(owner, "controller") === true) ??
    (owners.length === 1 ? owners[0] : undefined);
  const kind = textValueIn(controller, "kind");
  const name = textValueIn(controller, "name");
  return kind === undefined || name === undefined ? undefined : { kind, name };
}

/** The texts of `podIPs` and `podIP`, each once. */
export function podAddressTexts(pod: Value): string[] {
  const status = valueIn(pod, "status");
  return textsOnce(textValueIn(status, "podIP"), listIn(status, "podIPs"));
}

/** A pod's addresses; text that is no address is left out. */
export function podAddresses(pod: Value): Address[] {
  return addressesIn(podAddressTexts(pod));
}

/** The addresses of a pod's node that its status tells. */
export function hostAddresses(pod: Value): Address[] {
  const status = valueIn(pod, "status");
  return addressesIn(textsOnce(textValueIn(status, "hostIP"), listIn(status, "hostIPs")));
}

function textsOnce(first: string | undefined, listed: readonly Value[]): string[] {
  if (listed.length === 0) return first === undefined ? [] : [first];
  const texts = new Set([first, ...listed.map((item) => textValueIn(item, "ip"))]);
  return [...texts].filter((text) => text !== undefined);
}

function addressesIn(texts: readonly string[]): Address[] {
  return texts.flatMap((text) => parseAddress(text) ?? []);
}
