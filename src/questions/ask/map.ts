import { explained, type Asked } from "./problem.js";
import { failed, succeeded } from "../../base/attempt/attempt.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { readEnds } from "../query/pasted.js";
import { readTraffic, type TrafficQuestion } from "../query/traffic.js";
import { resolve, resolveSource } from "../query/resolve.js";
import type { Resolution, Resolved } from "../query/resolution.js";
import { resolveGroup, type AskedLabels, type Group } from "../query/group.js";
import { sentBehindServices } from "../matrix/behind-services.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { MatrixQuestion } from "../matrix/map.js";

/** A question about the flows between some ends as a person types it; no names stand for all that the cluster has. */
export interface MapWords {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly port: string | undefined;
  readonly protocol: string | undefined;
}

/** The same, read: what can be looked up in a cluster. */
export interface ReadMap {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Undefined asks about all traffic, protocols without ports included. */
  readonly traffic: TrafficQuestion | undefined;
}

/** Reads the words of a question; nothing is looked up yet. */
export function readMap({ from, to, port, protocol }: MapWords): Asked<ReadMap> {
  const read = readEnds({ from, to }, port, protocol);
  if (!read.ok) return read;
  const { value: ends } = read;
  if (ends.port === undefined && protocol === undefined)
    return succeeded({ from: ends.from, to: ends.to, traffic: undefined });
  const traffic = readTraffic(ends.port, protocol);
  return traffic.ok ? succeeded({ from: ends.from, to: ends.to, traffic: traffic.value }) : traffic;
}

/**
 * Looks up what a question names, and what is sent behind the Services among it.
 * @param asked.namespace the namespace of names given without one, if it was given
 */
export function lookUpMap(
  cluster: Cluster,
  asked: ReadMap & { readonly namespace: string | undefined; readonly isExposed: boolean },
): Asked<MatrixQuestion> {
  const { namespace, traffic, isExposed } = asked;
  const inGroups = (names: readonly string[], one: (name: string) => Resolution): Asked<AskedSide> =>
    allOf(names, (name) => resolveGroup(cluster, name, namespace) ?? asGroup(one(name)));
  const from = inGroups(asked.from, (name) => resolveSource(cluster, name, namespace));
  if (!from.ok) return from;
  const to = inGroups(asked.to, (name) => resolve(cluster, name, namespace));
  if (!to.ok) return to;
  const behind = sentBehindServices(cluster, to.value.ends, traffic);
  if (!behind.ok) {
    const { problem } = behind;
    return problem.code === "missing-port"
      ? explained(failed(problem), qualifiedName(problem.of.service.ref))
      : failed(problem);
  }
  const labels = [...from.value.labels, ...to.value.labels];
  const sides = { from: from.value.ends, to: to.value.ends, labels };
  return succeeded({ ...sides, traffic, isExposed, sent: behind.value });
}

function asGroup(resolution: Resolution): Group {
  return resolution.ok ? succeeded({ ends: [resolution.value] }) : resolution;
}

/** The ends of one side, with the labels that some of them were asked for by. */
interface AskedSide {
  readonly ends: readonly Resolved[];
  readonly labels: readonly AskedLabels[];
}

function allOf(names: readonly string[], groupOf: (name: string) => Group): Asked<AskedSide> {
  const ends: Resolved[] = [];
  const labels: AskedLabels[] = [];
  for (const name of names) {
    const group = groupOf(name);
    if (!group.ok) return failed({ ...group.problem, asked: name });
    ends.push(...group.value.ends);
    if (group.value.labels !== undefined) labels.push(group.value.labels);
  }
  return succeeded({ ends, labels });
}
