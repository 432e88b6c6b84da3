import { code } from "./code.js";
import { portText } from "../../../base/text/ports.js";
import { conjunction } from "../../../base/text/list.js";
import { labelText } from "./selection.js";
import type { Labels } from "../../../cluster/model/labels.js";
import type { Witness, WitnessEnd, WitnessTraffic } from "../../../cluster/problems/priority.js";

/** `shop/web → db/pg on TCP 5432`. */
export function witnessFlowText({ from, to, traffic }: Witness): string {
  const ends = `${endText(from)} → ${endText(to)}`;
  return traffic === undefined ? ends : `${ends} ${trafficText(traffic)}`;
}

function endText(end: WitnessEnd): string {
  if (end.type === "existing") return code(end.name);
  const labels = labelsText(end.labels);
  const pod = labels === "" ? "a pod" : `a pod with ${labels}`;
  if (end.namespace !== undefined) return `${pod} in ${code(end.namespace)}`;
  const ofNamespace = labelsText(end.namespaceLabels);
  return ofNamespace === "" ? pod : `${pod} in a namespace with ${ofNamespace}`;
}

function labelsText(labels: Labels): string {
  return conjunction(Object.entries(labels).map(([key, value]) => labelText(key, value)));
}

function trafficText(traffic: WitnessTraffic): string {
  if (traffic.protocol === "other") return "with protocols other than TCP, UDP and SCTP";
  return traffic.port === undefined
    ? `over ${traffic.protocol}`
    : `on ${portText(traffic.protocol, [traffic.port, traffic.port])}`;
}
