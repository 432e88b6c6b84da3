import { addedLabelsOf, jobNameLabels } from "./added-labels.js";
import { controllerOf, DAEMON_SET_KEEP, podShape, WORKLOAD_KEEP, WORKLOAD_KEEP_TO_LINT } from "./pod-spec.js";
import { untoldLabelsOf } from "../untold-labels.js";
import { passingLabels } from "./passing-labels.js";
import { pluginSettings } from "../plugins/settings-kinds.js";
import { field, fieldAt, numberOf, textOf, valueIn } from "../../../source/manifest/node.js";
import { labelsOf } from "../../model/labels.js";
import type { ApiObject } from "../../admission/request.js";
import type { PodSettings } from "../../model/configured.js";
import type { KindReader, ObjectReading, ReadOptions } from "../kind.js";

const NO_SETTINGS: PodSettings = {
  own: [],
  from: [],
  probes: [],
  scraped: undefined,
  account: { name: undefined, isMounted: undefined },
};

/** Kinds with a pod template: Deployment, StatefulSet, DaemonSet, ReplicaSet, ReplicationController, Job, CronJob, Rollout. */
export const WORKLOAD: KindReader = {
  isNamespaced: true,
  labelled: [
    ["metadata"],
    ["spec", "template", "metadata"],
    ["spec", "jobTemplate", "spec", "template", "metadata"],
  ],
  podSpecs: [
    ["spec", "template", "spec"],
    ["spec", "jobTemplate", "spec", "template", "spec"],
  ],
  keep: WORKLOAD_KEEP,
  keepToLint: WORKLOAD_KEEP_TO_LINT,
  read({ ref, node }: ApiObject, { isStored }: ReadOptions): ObjectReading {
    const spec = field(node, "spec");
    const jobSpec = ref.kind === "CronJob" ? fieldAt(spec, "jobTemplate", "spec") : spec;
    const template = field(jobSpec, "template");
    // Labels of the workload itself are never those of its pods.
    const shape = podShape(field(template, "metadata"), field(template, "spec"));
    const named = ref.kind === "Job" ? jobNameLabels(ref.name) : [];
    const isIndexed = textOf(field(jobSpec, "completionMode")) === "Indexed";
    const workload = {
      ...shape,
      get traits() {
        return shape.traits;
      },
      get settings() {
        // Of what a server has stored, nothing that pods are configured with is read.
        return isStored ? NO_SETTINGS : shape.settings;
      },
      labels: labelsOf([...Object.entries(shape.labels), ...named]),
      ref,
      owner: controllerOf(valueIn(node.value, "metadata")),
      untoldLabels: [
        ...untoldLabelsOf(shape.labels),
        ...addedLabelsOf(ref.kind, isIndexed),
        ...(ref.kind === "Rollout" ? passingLabels(spec) : []),
      ],
      replicas: numberOf(field(spec, "replicas")),
      origin: node.origin,
    };
    return { objects: [{ type: "workload", workload }], problems: [] };
  },
};

/** DaemonSet: also how a network plugin is set up, if it is one's agent. What leaves a cluster is that alone. */
export const DAEMON_SET: KindReader = {
  ...WORKLOAD,
  keep: DAEMON_SET_KEEP,
  keepOutside: WORKLOAD_KEEP,
  read(object: ApiObject, options: ReadOptions): ObjectReading {
    const { objects, problems } = WORKLOAD.read(object, options);
    return { objects: [...objects, ...pluginSettings(object)], problems };
  },
};
