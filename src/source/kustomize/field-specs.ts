import { child } from "../manifest/origin.js";
import { emptyMapping, isList, isMapping } from "../manifest/value.js";
import { items, type Node } from "../manifest/node.js";
import { listOfParts, withField, writtenField } from "./parts.js";
import { groupVersion } from "./resource.js";

/** A place in objects of some kinds, as kustomize's own configuration writes it. */
export interface FieldSpec {
  /** Steps between slashes; lists on the way are entered without a step. */
  readonly path: string;
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  /** True where what is missing on the way is made. */
  readonly create?: boolean;
}

const POD_TEMPLATES: readonly Omit<FieldSpec, "path">[] = [
  { version: "v1", kind: "ReplicationController" },
  { kind: "Deployment" },
  { kind: "ReplicaSet" },
  { kind: "DaemonSet" },
  { group: "apps", kind: "StatefulSet" },
  { group: "batch", kind: "Job" },
];

/** `metadata/labels`, and where pods are made of templates; `key` is `labels` or `annotations`. */
function metadataSpecs(key: string): readonly FieldSpec[] {
  return [
    { path: `metadata/${key}`, create: true },
    ...POD_TEMPLATES.map((each) => ({ ...each, path: `spec/template/metadata/${key}`, create: true })),
    { path: `spec/jobTemplate/metadata/${key}`, create: true, group: "batch", kind: "CronJob" },
    { path: `spec/jobTemplate/spec/template/metadata/${key}`, create: true, group: "batch", kind: "CronJob" },
  ];
}

/** Of an object itself alone. */
export const OWN_LABELS: readonly FieldSpec[] = [{ path: "metadata/labels", create: true }];

/** Of an object and of the pods that it makes. */
export const TEMPLATE_LABELS: readonly FieldSpec[] = [
  ...metadataSpecs("labels"),
  { path: "spec/volumeClaimTemplates[]/metadata/labels", create: true, group: "apps", kind: "StatefulSet" },
];

const AFFINITIES = ["podAffinity", "podAntiAffinity"].flatMap((each) => [
  `spec/template/spec/affinity/${each}/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels`,
  `spec/template/spec/affinity/${each}/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels`,
]);

const SPREAD = "spec/template/spec/topologySpreadConstraints/labelSelector/matchLabels";

/** Of an object, of the pods that it makes, and of what selects pods. */
export const SELECTED_LABELS: readonly FieldSpec[] = [
  { path: "spec/selector", create: true, version: "v1", kind: "Service" },
  { path: "spec/selector", create: true, version: "v1", kind: "ReplicationController" },
  ...["Deployment", "ReplicaSet", "DaemonSet"].map((kind) => ({
    path: "spec/selector/matchLabels",
    create: true,
    kind,
  })),
  { path: "spec/selector/matchLabels", create: true, group: "apps", kind: "StatefulSet" },
  ...["Deployment", "StatefulSet"].flatMap((kind) =>
    [...AFFINITIES, SPREAD].map((path) => ({ path, group: "apps", kind })),
  ),
  { path: "spec/selector/matchLabels", group: "batch", kind: "Job" },
  { path: "spec/jobTemplate/spec/selector/matchLabels", group: "batch", kind: "CronJob" },
  { path: "spec/selector/matchLabels", group: "policy", kind: "PodDisruptionBudget" },
  ...["spec/podSelector", "spec/ingress/from/podSelector", "spec/egress/to/podSelector"].map((path) => ({
    path: `${path}/matchLabels`,
    group: "networking.k8s.io",
    kind: "NetworkPolicy",
  })),
  ...TEMPLATE_LABELS,
];

/** Annotations of an object and of the pods that it makes. */
export const COMMON_ANNOTATIONS: readonly FieldSpec[] = metadataSpecs("annotations").map((spec) =>
  // Of this list alone, a StatefulSet may be of any group.
  spec.kind === "StatefulSet" ? { path: spec.path, create: true, kind: "StatefulSet" } : spec,
);

/** True where a spec is about objects of an `apiVersion` and `kind`. */
export function isAbout(spec: FieldSpec, apiVersion: string, kind: string): boolean {
  const { group, version } = groupVersion(apiVersion);
  return (
    (spec.kind === undefined || spec.kind === kind) &&
    (spec.group === undefined || spec.group === group) &&
    (spec.version === undefined || spec.version === version)
  );
}

/** What becomes of the value at the end of a path. @throws {Unbuildable} where kustomize would refuse it */
export type SetValue = (node: Node) => Node;

/** Applies a change at a path, in every item of the lists on the way. */
export function changedAt(node: Node, { path, create = false }: FieldSpec, set: SetValue): Node {
  return changed(node, path.split("/"), create, set);
}

function changed(node: Node, steps: readonly string[], create: boolean, set: SetValue): Node {
  const [step, ...rest] = steps;
  if (step === undefined) return set(node);
  if (node.value === null) return node;
  if (isList(node.value)) {
    const before = items(node);
    const after = before.map((item) => changed(item, steps, create, set));
    return after.every((item, i) => item === before[i]) ? node : listOfParts(node.origin, after);
  }
  // What is no mapping has no such place; kustomize refuses such objects, and so does a server.
  if (!isMapping(node.value)) return node;
  const isOfList = step.endsWith("[]");
  const key = isOfList ? step.slice(0, -2) : step;
  const written = writtenField(node, key);
  const makes = create && !isOfList;
  if (written === undefined && !makes) return node;
  const inner =
    written === undefined || (written.value === null && makes)
      ? { value: emptyMapping(), origin: child(node.origin, key) }
      : written;
  const after = changed(inner, rest, create, set);
  return after === written ? node : withField(node, key, after);
}
