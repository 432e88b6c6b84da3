import { field } from "../../../source/manifest/node.js";
import { madePodsOf } from "../operators/made-pods.js";
import { PASSING_LABELS } from "./passing-labels.js";
import { WORKLOAD } from "./workload.js";
import { WORKLOAD_KEEP, WORKLOAD_KEEP_TO_LINT } from "./pod-spec.js";
import type { ApiObject } from "../../admission/request.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { KindReader, ObjectReading, ReadOptions } from "../kind.js";

const withStrategy = ({ spec, ...keep }: Keep): Keep => ({
  ...keep,
  spec: { ...(spec === true ? {} : spec), strategy: PASSING_LABELS },
});

/**
 * Rollout of Argo Rollouts: a workload by its template. One with a `workloadRef` runs the template of a Deployment, which is a workload
 * itself; where the input has none such, nothing more is known than that there will be pods.
 */
export const ROLLOUT: KindReader = {
  ...WORKLOAD,
  keep: withStrategy(WORKLOAD_KEEP),
  keepToLint: withStrategy(WORKLOAD_KEEP_TO_LINT),
  read(object: ApiObject, options: ReadOptions): ObjectReading {
    const made = options.purpose === "lint" ? madePodsOf(object) : [];
    if (field(field(object.node, "spec"), "template") === undefined) return { objects: made, problems: [] };
    const { objects, problems } = WORKLOAD.read(object, options);
    return { objects: [...objects, ...made], problems };
  },
};
