import { fieldAt, textOf, field, type Node } from "../../../source/manifest/node.js";
import { keyOf } from "../../../source/manifest/origin.js";
import { labelsIn } from "../workload/pod-spec.js";
import { untoldLabelsOf } from "../untold-labels.js";
import { parseIsolation } from "./isolation-annotation.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading, ReadOptions } from "../kind.js";
import type { NamespaceObject } from "../../model/objects.js";
import type { ObjectRef } from "../../model/object-ref.js";
import type { Problem } from "../../problems/problem.js";

/** By it a Namespace isolates its pods in the design of 2016. */
export const ISOLATION_ANNOTATION = "net.beta.kubernetes.io/network-policy";

/** v1 Namespace, with the isolation annotation of the 2016 design (S-NSANN-1). */
export const NAMESPACE: KindReader = {
  isNamespaced: false,
  labelled: [["metadata"]],
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true, labels: true, annotations: { [ISOLATION_ANNOTATION]: true } },
  },
  read({ ref, node }: ApiObject, { purpose, isLegacy }: ReadOptions): ObjectReading {
    const metadata = field(node, "metadata");
    const annotation = fieldAt(metadata, "annotations", ISOLATION_ANNOTATION);
    const labels = labelsIn(metadata);
    const namespace = {
      name: ref.name,
      labels,
      untoldLabels: untoldLabelsOf(labels),
      isolation2016: parseIsolation(textOf(annotation)),
      origin: node.origin,
    };
    const problems =
      purpose === "lint" && !isLegacy && annotation !== undefined
        ? [annotationProblem(ref, annotation, namespace.isolation2016)]
        : [];
    return { objects: [{ type: "namespace", namespace }], problems };
  },
};

/** The annotation isolates nothing where policies are not read as the design of 2016 meant them (S-NSANN-2). */
function annotationProblem(
  ref: ObjectRef,
  annotation: Node,
  isolation: NamespaceObject["isolation2016"],
): Problem {
  return {
    code: "legacy-isolation-annotation",
    facts: { annotation: ISOLATION_ANNOTATION, namespace: ref.name, isolates: isolation === "DefaultDeny" },
    at: keyOf(annotation.origin),
    object: ref,
  };
}
