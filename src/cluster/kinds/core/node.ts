import { field, fieldAt, items, textOf } from "../../../source/manifest/node.js";
import { labelsIn } from "../workload/pod-spec.js";
import { untoldLabelsOf } from "../untold-labels.js";
import { parseAddress, parseBlock } from "../../../base/net/address.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";

/** Host names and DNS names are listed among the addresses too: only IPs count (S-NODE-1). */
const ADDRESS_TYPES: ReadonlySet<string> = new Set(["InternalIP", "ExternalIP"]);

/** v1 Node. */
export const NODE: KindReader = {
  isNamespaced: false,
  labelled: [["metadata"]],
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true, labels: true },
    spec: { podCIDR: true, podCIDRs: true },
    status: { addresses: { type: true, address: true } },
  },
  read({ ref, node }: ApiObject): ObjectReading {
    const spec = field(node, "spec");
    const blocks = new Set([textOf(field(spec, "podCIDR")), ...items(field(spec, "podCIDRs")).map(textOf)]);
    const addresses = items(fieldAt(node, "status", "addresses")).flatMap((each) => {
      const isAddress = ADDRESS_TYPES.has(textOf(field(each, "type")) ?? "");
      return isAddress ? (parseAddress(textOf(field(each, "address")) ?? "") ?? []) : [];
    });
    const podBlocks = [...blocks].flatMap((text) => (text === undefined ? [] : (parseBlock(text) ?? [])));
    const labels = labelsIn(field(node, "metadata"));
    const result = {
      name: ref.name,
      labels,
      untoldLabels: untoldLabelsOf(labels),
      addresses,
      podBlocks,
      origin: node.origin,
    };
    return { objects: [{ type: "node", node: result }], problems: [] };
  },
};
