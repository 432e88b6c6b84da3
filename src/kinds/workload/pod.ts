import { controllerOf, podAddresses, podShape, POD_KEEP } from "./pod-spec.js";
import { field, textOf, type Node } from "../node.js";
import { TOPOLOGY_LABELS } from "./added-labels.js";
import type { ApiObject, KindReader, ObjectReading } from "../kind.js";

/** v1 Pod (S-SEL-7, S-WL-*). */
export const POD: KindReader = {
  isNamespaced: true,
  keep: POD_KEEP,
  read({ ref, node }: ApiObject): ObjectReading {
    const metadata = field(node, "metadata");
    const status = field(node, "status");
    const phase = textOf(field(status, "phase"));
    const addresses = podAddresses(node);
    const isManifest = isEmptyStatus(status);
    const pod = {
      ...podShape(metadata, field(node, "spec")),
      ref,
      owner: controllerOf(metadata),
      addresses: addresses.length === 0 ? undefined : addresses,
      // Admission adds the zone and region when the pod is bound to its node: a dump shows them, a manifest cannot.
      addedLabels: isManifest ? TOPOLOGY_LABELS : [],
      hasEnded: phase === "Succeeded" || phase === "Failed",
      noAddressYet: !isManifest && addresses.length === 0,
      origin: node.origin,
    };
    return { objects: [{ type: "pod", pod }], problems: [] };
  },
};

function isEmptyStatus(status: Node | undefined): boolean {
  return status === undefined || Object.keys(status.value as object).length === 0;
}
