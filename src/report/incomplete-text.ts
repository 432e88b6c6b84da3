import { count } from "../base/text/count.js";
import { compareTexts } from "../base/collections/compare-texts.js";
import { conditionsText, unreviewedText } from "./conditions.js";
import { conjunction, policiesText } from "./describe.js";
import { groupBy } from "../base/collections/group-by.js";
import { placeText } from "./place.js";
import { defuse, encode } from "./encode.js";
import { wrapped } from "./columns.js";
import { ANY_KIND, type ForbiddenKind } from "../cluster/model/cluster.js";
import {
  isComplete,
  isPlaceless,
  type Incompleteness,
  type MissingPolicy,
} from "../cluster/load/incomplete.js";
import type { Limit } from "../base/limits/work.js";
import type { Problem } from "../cluster/problems/problem.js";
import type { View } from "./view.js";

/** How many places are named. */
const SHOWN = 4;

/** The first line of an answer that is not whole: what was refused or not read, and where. */
export function incompleteLine(incompleteness: Incompleteness, view: View): string {
  const { refused, refusedObjects, undecided, repeated, unread, unserved } = incompleteness;

  const of = (missing: readonly Pick<MissingPolicy, "problem">[]): readonly Problem[] =>
    missing.flatMap(({ problem }) => problem ?? []);
  const all = [
    ...[...of(refused), ...of(refusedObjects), ...of(undecided)].map(placeOf),
    ...of(repeated).flatMap(copyPlaces),
    ...[...unread, ...unserved].map(placeOf),
  ];
  const places = all.slice(0, SHOWN);
  const more = all.length > SHOWN ? `, and ${all.length - SHOWN} more` : "";
  return `${view.paint.verdict("incomplete", "INCOMPLETE")}  ${incompleteText(incompleteness)}${places.length > 0 ? `: ${places.join(", ")}` : ""}${more}`;
}

/** What is to be known before an answer: that it is not whole, and what it rests on; a line each. */
export function statusLines(incompleteness: Incompleteness, view: View): readonly string[] {
  const conditions = conditionsText(incompleteness.conditions);
  return [
    ...(isComplete(incompleteness) ? [] : [incompleteLine(incompleteness, view)]),
    ...(conditions === undefined
      ? []
      : [`${view.paint.verdict("incomplete", "ON CONDITION")}  ${conditions}`]),
  ];
}

/**
 * The same in as many lines as the width asks for.
 * @param side which of several inputs it is about
 */
export function* incompleteLines(
  incompleteness: Incompleteness,
  view: View,
  side?: string,
): Generator<string> {
  const about = side === undefined ? "" : ` (${side})`;
  for (const line of statusLines(incompleteness, view))
    for (const each of wrapped(line + about, view.width, 2)) yield defuse(each);
}

/** What of an input was refused or not read: `1 policy is refused by the API server and 2 documents could not be read`. */
export function incompleteText({
  refused,
  refusedObjects,
  undecided,
  repeated,
  unread,
  unserved,
  forbidden,
  uncompared,
  unreviewed,
  limit,
}: Incompleteness): string {
  return conjunction([
    ...(refused.length > 0
      ? [`${count(refused.length, "policy is", "policies are")} refused by the API server`]
      : []),
    ...leftOutText(refusedObjects),
    ...(undecided.length > 0
      ? [`unknown what ${count(undecided.length, "policy does", "policies do")}`]
      : []),
    ...(repeated.length > 0
      ? [`${count(repeated.length, "policy has", "policies have")} several different copies in the input`]
      : []),
    ...(unread.length > 0 ? [`${count(unread.length, "document", "documents")} could not be read`] : []),
    ...(unserved.length > 0
      ? [`${count(unserved.length, "document has", "documents have")} a kind that no API server knows`]
      : []),
    ...(forbidden.length > 0 ? [forbiddenText(forbidden)] : []),
    ...(uncompared.length > 0
      ? [`there are no pods or workloads to compare, and ${policiesText(uncompared)} changed`]
      : []),
    ...(unreviewed.length > 0 ? [unreviewedText(unreviewed)] : []),
    ...(limit === undefined ? [] : [limitText(limit)]),
  ]);
}

/** Objects that are no policies: those that a server refuses, and those of which a dump doesn't tell where they are. */
function leftOutText(objects: Incompleteness["refusedObjects"]): string[] {
  const placeless = objects.filter(isPlaceless).length;
  const refused = objects.length - placeless;
  return [
    ...(refused > 0
      ? [`${count(refused, "object is", "objects are")} refused by the API server and left out`]
      : []),
    ...(placeless > 0
      ? [`${count(placeless, "object without a namespace is", "objects without a namespace are")} left out`]
      : []),
  ];
}

/** `the limit of work was reached: what was not decided until then is unknown (--max-work raises it)`. */
export function limitText(limit: Limit): string {
  const option = limit === "work" ? "--max-work" : "--timeout";
  return `${limit} limit reached: anything undecided by then is unknown (${option} raises it)`;
}

/**
 * `the cluster does not let you list Node, nor NetworkPolicy and Pod outside namespace shop`, and what it answered
 * instead where it was something else.
 */
export function forbiddenText(forbidden: readonly ForbiddenKind[]): string {
  const denied = forbidden.filter(({ why }) => why === undefined);
  const broken = forbidden.filter(({ why }) => why !== undefined);
  const groups = groupBy(denied, ({ readIn }) => conjunction(readIn.map(encode)));
  const texts = [...groups]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([within, kinds]) => {
      const names = conjunction(kinds.map(unseenText));
      return within === "" ? names : `${names} outside namespace ${within}`;
    });
  return [
    ...(texts.length === 0 ? [] : [`you may not list ${texts.join(", nor ")}`]),
    ...broken.map((each) => `${unseenText(each)} could not be listed: ${encode(each.why ?? "")}`),
  ].join("; ");
}

/** `NetworkPolicy`, `any kind of projectcalico.org/v3`. */
function unseenText({ kind, apiVersion }: ForbiddenKind): string {
  return kind === ANY_KIND ? `any kind of ${encode(apiVersion)}` : encode(kind);
}

function placeOf({ at, code }: Problem): string {
  return `${placeText(at)} (${code})`;
}

/** Every copy of an object, in the order in which they were read: none of them counts. */
function copyPlaces({ at, code, related = [] }: Problem): readonly string[] {
  const [first, ...more] = related;
  const places = [...(first === undefined ? [] : [first.at]), at, ...more.map((each) => each.at)];
  return places.map((place) => `${placeText(place)} (${code})`);
}
