import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { DIRECT } from "../../../semantics/evaluate/flow.js";
import { evaluate } from "../../../semantics/evaluate/evaluate.js";
import { definiteOutcome } from "../flows/leaves.js";
import { flowsOf, rowOf, type Flows } from "../flows/subjects.js";
import { hypotheticalPod } from "../../../cluster/model/endpoint.js";
import { internetOf } from "../flows/outside.js";
import { labelsOf } from "../../../cluster/model/labels.js";
import { profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import { typedName } from "../../../semantics/reach/witness.js";
import type { Audience } from "../../../cluster/problems/exposure.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Exposed } from "./openings.js";
import type { Row } from "../../../semantics/reach/rows.js";
import type { Traffic } from "../../../base/net/traffic.js";

/** How many pods are asked before one that does not exist is taken. */
const MOST_ASKED = 32;

/** The two ends of a flow, as they are typed. */
export interface TypedEnds {
  readonly from: string;
  readonly to: string;
}

/**
 * Somebody who reaches a workload with some traffic because of a rule that lets in everybody, or every pod: an address of
 * the internet, or a pod of another namespace, which need not exist. Undefined where the traffic is not let through.
 */
export function sourceReaching(
  cluster: Cluster,
  exposed: Exposed,
  row: Row,
  traffic: Traffic,
  breadth: Audience,
): TypedEnds | undefined {
  const flows = flowsOf(cluster);
  const to = typedName(row, exposed.walk.family);
  const from =
    breadth === "world"
      ? addressReaching(flows, exposed, traffic)
      : (podReaching(flows, exposed, traffic) ?? newPodReaching(cluster, exposed, traffic));
  return from === undefined ? undefined : { from, to };
}

function addressReaching(flows: Flows, { walk }: Exposed, traffic: Traffic): string | undefined {
  const { family } = walk;
  const source = internetOf(flows)[family].classes.find(
    ({ index }) => definiteOutcome(walk.cellOf(index).leaves, traffic) === "allowed",
  );
  const row = rowOf(flows, source);
  return row === undefined ? undefined : typedName(row, family);
}

/** A pod of another namespace whose own policies let it. */
function podReaching(
  { reach, subjects }: Flows,
  { walk, subject }: Exposed,
  traffic: Traffic,
): string | undefined {
  const { family } = walk;
  const { namespace } = subject.rows[0];
  const others = subjects.filter(
    ({ of, rows }) => rows[0].namespace !== namespace && of.families.includes(family),
  );
  const source = others.slice(0, MOST_ASKED).find(({ of }) => {
    const { egress, ingress } = reach.flow(of.index, subject.of.index, family);
    return [egress, ingress].every(({ leaves }) => definiteOutcome(leaves, traffic) === "allowed");
  });
  return source === undefined ? undefined : typedName(source.rows[0], family);
}

/** A pod that there may be, in a namespace that the input does not hold. */
function newPodReaching(cluster: Cluster, { walk, subject }: Exposed, traffic: Traffic): string | undefined {
  let namespace = "elsewhere";
  while (cluster.namespaces.has(namespace)) namespace += "-else";
  const from = hypotheticalPod(namespace, labelsOf([["app", "any"]]));
  const { representative } = subject.of;
  const flow = { from, to: representative, family: walk.family, traffic, way: DIRECT };
  const { parts } = evaluate(cluster, flow, profileOfCluster(cluster));
  return parts.every(({ verdict }) => verdict === "allowed") ? qualifiedName(from) : undefined;
}
