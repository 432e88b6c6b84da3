import { lookUpEnds, type EndsQuestion, type TwoEnds } from "../ask/flow.js";
import { editedValue } from "../../source/edit/splice/value.js";
import { emptyDocument } from "../../source/manifest/document.js";
import { explainConnection, explainName } from "../explain/explain.js";
import { NO_TRAFFIC, unionTraffic } from "../../base/net/traffic.js";
import { trafficTargets } from "../query/targets.js";
import type { Amendment } from "./amendment.js";
import type { CandidateEdits } from "./candidates.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Explanation } from "../explain/result.js";
import type { Leg, Legs } from "./scene.js";
import type { ReadObject } from "../../cluster/load/duplicates.js";
import type { Resolved } from "../query/resolution.js";
import type { Reviser, Revision } from "../../cluster/load/revise.js";
import type { Value } from "../../source/manifest/value.js";

/** The input with some edits, and the answers that it gives. */
export interface Trial {
  readonly cluster: Cluster;
  readonly legs: Legs;
  readonly amendments: readonly Amendment[];
  readonly revision: Revision;
}

/** Asks for the flow as it is. @returns undefined where an end is not there, or has no such port */
export function trialOf(cluster: Cluster, question: EndsQuestion): Trial | undefined {
  const legs = legsOf(cluster, question);
  return legs && { cluster, legs, amendments: [], revision: { replaced: new Map(), added: [] } };
}

/**
 * Makes edits on top of others and asks again: of the objects alone, without their files.
 * @returns undefined where there is nothing to edit, what it says then is refused, or the flow is no question any more
 */
export async function tried(
  before: Trial,
  candidate: CandidateEdits,
  question: EndsQuestion,
  reviser: Reviser,
): Promise<Trial | undefined> {
  const revision = revisionWith(before.revision, candidate, reviser);
  if (revision === undefined) return undefined;
  const cluster = await reviser.revised(revision);
  if (cluster === undefined) return undefined;
  const legs = legsOf(cluster, question, before);
  return legs && { cluster, legs, amendments: [...before.amendments, ...candidate], revision };
}

function revisionWith(before: Revision, candidate: CandidateEdits, reviser: Reviser): Revision | undefined {
  const replaced = new Map<ReadObject, Value>(before.replaced);
  const added = [...before.added];
  for (const edit of candidate.flatMap(({ edits }) => edits)) {
    if (edit.type === "add-document") {
      added.push({ document: emptyDocument(edit.file), value: edit.value });
      continue;
    }
    const object = reviser.objectAt(edit.at);
    if (object === undefined) return undefined;
    const { node } = object.object;
    const value = editedValue(replaced.get(object) ?? node.value, node.origin, edit);
    if (value === undefined) return undefined;
    replaced.set(object, value);
  }
  return { replaced, added };
}

/** @param before where the same ends may have been looked up */
export function legsOf(cluster: Cluster, question: EndsQuestion, before?: Trial): Legs | undefined {
  const ends = endsOf(cluster, question, before);
  if (ends === undefined) return undefined;
  const { traffic, profile } = question;
  const connection = explainConnection(cluster, { ...ends, traffic, profile });
  if (!connection.ok) return undefined;
  const reached = { from: ends.from, to: reachedBy(cluster, ends.to, question, connection.value) };
  return new LegsOf(ends, legOf(cluster, reached, connection.value), () => {
    const name = explainName(cluster, { ...ends, traffic, profile });
    return name && legOf(cluster, { from: ends.from, to: name.to }, name.explanation);
  });
}

/** The name is asked about where the connection is as it should be. */
class LegsOf implements Legs {
  readonly ends: TwoEnds;
  readonly connection: Leg;
  readonly #ask: () => Leg | undefined;
  #name: { readonly leg: Leg | undefined } | undefined;

  constructor(ends: TwoEnds, connection: Leg, ask: () => Leg | undefined) {
    this.ends = ends;
    this.connection = connection;
    this.#ask = ask;
  }

  get name(): Leg | undefined {
    this.#name ??= { leg: this.#ask() };
    return this.#name.leg;
  }
}

/** What is called by the names; edits of policies alone leave that as it was. */
function endsOf(cluster: Cluster, question: EndsQuestion, before: Trial | undefined): TwoEnds | undefined {
  if (before?.cluster.workloads === cluster.workloads) return before.legs.ends;
  const ends = lookUpEnds(cluster, question);
  return ends.ok ? ends.value : undefined;
}

/**
 * The end whose policies count: behind the port of a node that a Service has opened, the pods that it leads to. Of a Service that
 * is asked about, they are its endpoints already.
 */
function reachedBy(
  cluster: Cluster,
  to: Resolved,
  { traffic }: EndsQuestion,
  { results }: Explanation,
): Resolved {
  if (to.services !== undefined || !to.endpoints.every(({ type }) => type === "node")) return to;
  const found = trafficTargets(cluster, to, traffic);
  if (!found.ok || !found.value.targets.some(({ through }) => through !== undefined)) return to;
  const behind = found.value.targets.flatMap(({ endpoints }) => endpoints);
  const endpoints = [...new Map(behind.map((each) => [each.id, each])).values()];
  const [only, ...others] = new Set(results.map((result) => result.to.shownAs));
  const shownAs = only !== undefined && others.length === 0 ? only : to.shownAs;
  const ids = new Set(endpoints.map(({ id }) => id));
  const workload = cluster.workloads.find(
    ({ members }) => members.every(({ id }) => ids.has(id)) && members.length === ids.size,
  );
  return { ...to, shownAs, endpoints, workload };
}

function legOf(cluster: Cluster, { from, to }: TwoEnds, explanation: Explanation): Leg {
  const traffic = explanation.results.map((result) => result.traffic).reduce(unionTraffic, NO_TRAFFIC);
  return { cluster, from, to, explanation, traffic };
}
