import type { PathStep } from "../manifest/origin.js";

/** How two lists are merged: item by item by what their keys hold, as sets of plain values, or the patch's in the other's place. */
export type ListMerge = { readonly keys: readonly string[] } | "values" | "replace";

/** Kinds whose lists kustomize's own schema knows, with where their pods are described. */
const POD_SPECS: ReadonlyMap<string, string> = new Map([
  ["v1 Pod", "spec"],
  ["v1 PodTemplate", "template/spec"],
  ["v1 ReplicationController", "spec/template/spec"],
  ["apps/v1 Deployment", "spec/template/spec"],
  ["apps/v1 ReplicaSet", "spec/template/spec"],
  ["apps/v1 DaemonSet", "spec/template/spec"],
  ["apps/v1 StatefulSet", "spec/template/spec"],
  ["batch/v1 Job", "spec/template/spec"],
  ["batch/v1 CronJob", "spec/jobTemplate/spec/template/spec"],
  ["batch/v1beta1 CronJob", "spec/jobTemplate/spec/template/spec"],
]);

/** Lists below a pod's spec, by the steps that lead there; lists on the way are `*`. */
const POD_LISTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    volumes: ["name"],
    imagePullSecrets: ["name"],
    hostAliases: ["ip"],
    topologySpreadConstraints: ["topologyKey", "whenUnsatisfiable"],
    ...Object.fromEntries(
      ["containers", "initContainers", "ephemeralContainers"].flatMap((each): [string, string[]][] => [
        [each, ["name"]],
        [`${each}/*/env`, ["name"]],
        [`${each}/*/ports`, ["containerPort", "protocol"]],
        [`${each}/*/volumeMounts`, ["mountPath"]],
        [`${each}/*/volumeDevices`, ["devicePath"]],
      ]),
    ),
  }),
);

/** Kinds that kustomize's schema knows, of which no list but those of metadata is merged. */
const KNOWN: ReadonlySet<string> = new Set([
  "v1 Namespace",
  "v1 Node",
  "v1 Endpoints",
  "v1 ConfigMap",
  "v1 Secret",
  "networking.k8s.io/v1 NetworkPolicy",
  "networking.k8s.io/v1 Ingress",
  "discovery.k8s.io/v1 EndpointSlice",
]);

/** True for kinds with lists that are merged item by item, beside those of metadata. */
export function mergesLists(apiVersion: string, kind: string): boolean {
  const type = `${apiVersion} ${kind}`;
  return type === SERVICE || POD_SPECS.has(type);
}

const SERVICE = "v1 Service";

/** How a list of a kind is merged; lists of kinds that kustomize's schema does not know are replaced. */
export function listMergeAt(apiVersion: string, kind: string, path: readonly PathStep[]): ListMerge {
  const type = `${apiVersion} ${kind}`;
  const steps = path.map((step) => (typeof step === "number" ? "*" : step)).join("/");
  const podSpec = POD_SPECS.get(type);
  const isService = type === SERVICE;
  if (podSpec === undefined && !isService && !KNOWN.has(type)) return "replace";
  if (steps === "metadata/ownerReferences") return { keys: ["uid"] };
  if (steps === "metadata/finalizers") return "values";
  if (isService && steps === "spec/ports") return { keys: ["port", "protocol"] };
  if (podSpec === undefined || !steps.startsWith(`${podSpec}/`)) return "replace";
  const keys = POD_LISTS.get(steps.slice(podSpec.length + 1));
  return keys === undefined ? "replace" : { keys };
}
