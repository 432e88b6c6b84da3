import { byteLength } from "../base/text/byte-length.js";
import { withMore } from "../base/text/list.js";
import { defuse, encode } from "./encode.js";
import { statusLines } from "./incomplete-text.js";
import { placeText } from "./place.js";
import { kindAndName, qualifiedName } from "../cluster/model/object-ref.js";
import { policyText, trafficText } from "./describe.js";
import { serviceText } from "./service-words.js";
import { endText } from "./explain-ends.js";
import type { Origin } from "../source/manifest/origin.js";
import type { Direction } from "../cluster/model/policy.js";
import type { ExplainReport } from "./explain-report.js";
import type { Result } from "../questions/explain/result.js";
import type { Step } from "../semantics/evaluate/step.js";
import type { View } from "./view.js";

/** One line per result, to be searched with grep: verdict, ends, traffic, and who decided on which side. */
export function* explainBrief(
  { explanation: { results }, incompleteness }: Pick<ExplainReport, "explanation" | "incompleteness">,
  view: View,
): Generator<string> {
  for (const line of statusLines(incompleteness, view)) yield defuse(line);
  for (const result of results) {
    const { from, to, family, traffic, verdict, path, route } = result;
    const ends = `${endText(from)} ${view.symbols.arrow} ${endText(to)}`;
    const deciders = (["egress", "ingress"] as const).flatMap((direction) => decidersOf(result, direction));
    const word = view.paint.verdict(verdict, verdict.toUpperCase());
    const by = route === undefined ? "" : `for ${encode(kindAndName(route.ref))}`;
    const through = path === undefined ? "" : `through ${serviceText(path)}`;
    const added =
      path?.addedBy === undefined
        ? ""
        : `added=${encode(qualifiedName(path.addedBy.ref))}${atText(path.addedBy.origin)}`;
    const rest = [trafficText(traffic), by, through, added, family ?? "", ...deciders].filter(
      (part) => part !== "",
    );
    yield defuse([word, ends, ...fitting(rest, MOST_BYTES)].join("  "));
  }
}

/** What a line has at the most beside the verdict and the two ends: it is read in a list, and searched. */
const MOST_BYTES = 180;

const SEPARATOR = 2;

/** Texts that take no more bytes in all: the longest of them are cut, each to the same length. */
function fitting(texts: readonly string[], most: number): readonly string[] {
  const sizes = texts.map((text) => byteLength(text) + SEPARATOR);
  let room = most;
  let left = texts.length;
  let share = most;
  for (const size of sizes.toSorted((a, b) => a - b)) {
    share = Math.floor(room / left);
    if (size > share) break;
    room -= size;
    left--;
    share = most;
  }
  return texts.map((text, at) => ((sizes[at] ?? 0) <= share ? text : cutTo(text, share - SEPARATOR)));
}

/** The beginning of a text with a sign that it was cut, in so many bytes. */
function cutTo(text: string, bytes: number): string {
  const sign = "…";
  let cut = "";
  let size = byteLength(sign);
  for (const character of text) {
    size += byteLength(character);
    if (size > bytes) break;
    cut += character;
  }
  return cut + sign;
}

/** The first of what decided a direction, and how many more there are. */
function decidersOf(result: Result, direction: Direction): string[] {
  const [first, ...others] = result[direction].steps.filter(({ decides }) => decides);
  if (first === undefined) return [];
  return [`${direction}=${withMore([shortDecider(first)], others.length)}`];
}

function atText(at: Origin | undefined): string {
  return at === undefined ? "" : `@${placeText(at)}`;
}

/** What is searched for: `NetworkPolicy shop/web[1]@shop/web.yaml:12:5`. */
function shortDecider(step: Step): string {
  switch (step.type) {
    case "rule":
      return `${policyText(step.policy.ref)}[${step.rule.index + 1}]${atText(step.at)}`;
    case "isolation":
      return `isolated:${step.policies.map(({ ref }) => policyText(ref)).join("+")}${atText(step.at)}`;
    case "namespace-isolation":
      return `isolated:namespace ${encode(step.namespace.name)}`;
    case "refused":
      return step.refused === undefined ? "not-analysed" : `refused:${policyText(step.refused.ref)}`;
    case "service":
      return `not-led:${step.why}`;
    case "exempt":
      return `not-subject:${step.why}`;
    default:
      return step.type;
  }
}
