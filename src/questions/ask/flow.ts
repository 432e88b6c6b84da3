import { explained, resolved, type Asked } from "./problem.js";
import { failed, succeeded } from "../../base/attempt/attempt.js";
import { explain, type Question } from "../explain/explain.js";
import { explainRoute } from "../explain/route.js";
import { readEnds } from "../query/pasted.js";
import { readTraffic, type TrafficQuestion } from "../query/traffic.js";
import { resolve, resolveSource } from "../query/resolve.js";
import type { Resolved } from "../query/resolution.js";
import { resolveRoute, type AskedRoute } from "../query/route.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Explanation } from "../explain/result.js";
import type { Profile } from "../../semantics/match/profile.js";

/** A question about traffic as a person types it; `port` and `protocol` as `--port` and `--protocol` take them. */
export interface FlowWords {
  readonly from: string;
  readonly to: string | undefined;
  readonly port: string | undefined;
  readonly protocol: string | undefined;
}

/** The same, read: what can be looked up in a cluster, as often as there is another one. */
export interface ReadFlow {
  readonly from: string;
  readonly to: string | undefined;
  readonly traffic: TrafficQuestion;
}

/** The namespace of names given without one, if it was given. */
interface InNamespace {
  readonly namespace: string | undefined;
}

/** A question about two ends by name. */
export interface EndsQuestion extends ReadFlow, InNamespace {
  readonly to: string;
  readonly profile: Profile;
}

/** What the names of a question stand for. */
export type FlowEnds =
  | ({ readonly type: "ends" } & TwoEnds)
  /** A route stands for its controller; without a destination, for all of its backends. */
  | { readonly type: "route"; readonly from: AskedRoute; readonly to: Resolved | undefined }
  /** Nothing is sent anywhere: only one end is named. */
  | { readonly type: "end"; readonly end: Resolved };

/** What two names stand for: where traffic comes from, and where it goes. */
export interface TwoEnds {
  readonly from: Resolved;
  readonly to: Resolved;
}

/** Reads the words of a question; nothing is looked up yet. */
export function readFlow({ from, to, port, protocol }: FlowWords): Asked<ReadFlow> {
  const read = readEnds({ from: [from], to: to === undefined ? [] : [to] }, port, protocol);
  if (!read.ok) return read;
  const { value: ends } = read;
  const traffic = readTraffic(ends.port, protocol);
  if (!traffic.ok) return traffic;
  return succeeded({ from: ends.from[0] ?? from, to: ends.to[0], traffic: traffic.value });
}

/** Looks up what a question names. */
export function lookUpFlow(
  cluster: Cluster,
  { from, to, namespace }: Pick<ReadFlow, "from" | "to"> & InNamespace,
): Asked<FlowEnds> {
  const route = resolveRoute(cluster, from, namespace);
  if (route !== undefined && !route.ok) return failed({ ...route.problem, asked: from });
  if (route !== undefined) {
    if (to === undefined) return succeeded({ type: "route", from: route.value, to });
    const end = resolved(to, resolve(cluster, to, namespace));
    return end.ok ? succeeded({ type: "route", from: route.value, to: end.value }) : end;
  }
  if (to === undefined) {
    const end = resolved(from, resolve(cluster, from, namespace));
    return end.ok ? succeeded({ type: "end", end: end.value }) : end;
  }
  const ends = lookUpEnds(cluster, { from, to, namespace });
  return ends.ok ? succeeded({ type: "ends", ...ends.value }) : ends;
}

/** Looks up two ends between which traffic is sent. */
export function lookUpEnds(
  cluster: Cluster,
  { from, to, namespace }: Pick<EndsQuestion, "from" | "to" | "namespace">,
): Asked<TwoEnds> {
  const destination = resolved(to, resolve(cluster, to, namespace));
  if (!destination.ok) return destination;
  const source = resolved(from, resolveSource(cluster, from, namespace));
  return source.ok ? succeeded({ from: source.value, to: destination.value }) : source;
}

/** Explains the traffic between two ends, or what the controller of a route connects to. */
export function explainEnds(
  cluster: Cluster,
  ends: Exclude<FlowEnds, { type: "end" }>,
  how: Pick<Question, "traffic" | "profile">,
): Asked<Explanation> {
  const attempt =
    ends.type === "route"
      ? explainRoute(cluster, { from: ends.from, to: ends.to, ...how })
      : explain(cluster, { from: ends.from, to: ends.to, ...how });
  return explained(attempt, ends.to?.shownAs);
}
