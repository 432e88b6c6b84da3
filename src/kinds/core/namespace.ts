import { fieldAt, textOf, field } from "../node.js";
import { labelTypeProblems } from "../label-types.js";
import { labelsIn } from "../workload/pod-spec.js";
import { parseIsolation } from "./isolation-annotation.js";
import type { ApiObject, KindReader, ObjectReading } from "../kind.js";

const LABELLED = [["metadata"]];

/** v1 Namespace, with the isolation annotation of the 2016 design (S-NSANN-1). */
export const NAMESPACE: KindReader = {
  isNamespaced: false,
  read(object: ApiObject): ObjectReading {
    const { ref, node } = object;
    const refusal = labelTypeProblems(object, LABELLED);
    if (refusal.length > 0) return { objects: [], problems: refusal };
    const metadata = field(node, "metadata");
    const annotation = fieldAt(metadata, "annotations", ISOLATION_ANNOTATION);
    const namespace = {
      name: ref.name,
      labels: labelsIn(metadata),
      isolation2016: parseIsolation(textOf(annotation)),
      origin: node.origin,
    };
    return { objects: [{ type: "namespace", namespace }], problems: [] };
  },
};

const ISOLATION_ANNOTATION = "net.beta.kubernetes.io/network-policy";
