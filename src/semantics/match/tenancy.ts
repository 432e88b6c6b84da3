import { compareTexts } from "../../base/collections/compare-texts.js";
import {
  DIRECTIONS,
  type ComparedPeer,
  type NamespaceComparison,
  type PodSelection,
  type Policy,
} from "../../cluster/model/policy.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { oncePer } from "../../base/collections/once-per.js";
import { factEndKey, type FactEnd } from "./fact-end.js";
import { possibleNamespaces, splitByPods, type PossibleNamespace } from "./pods.js";
import { EVERYTHING } from "../../cluster/model/selector.js";
import { TextSet } from "./text-set.js";
import { allOf, anyOf, not, settled } from "./split.js";
import { readingOf, unsettledKey, type Fact } from "./unsettled.js";
import type { Split, World } from "./world.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { SeenEnd } from "./party.js";

type WorldQuestion = (world: World) => Split;

/** Asks whether an endpoint is a pod that a comparison of its namespace with the subject's finds (S-TEN-1…3). */
export function splitByComparedPods(
  world: World,
  { comparison, pods, origin }: ComparedPeer,
  seen: SeenEnd,
): Split {
  const { subject, cluster } = seen.context;
  if (subject === undefined)
    throw new Error("invariant: a comparison with the subject's namespace needs one");
  const anywhere = { namespaces: { selector: EVERYTHING }, pods, origin };
  return allOf(world, [
    (each) => splitByPods(each, anywhere, seen),
    (each) =>
      anyOf(
        each,
        possibleNamespaces(subject, cluster).flatMap((own) =>
          possibleNamespaces(seen.party, cluster).map(
            (other): WorldQuestion =>
              (one) =>
                allOf(one, [
                  own.isIn,
                  other.isIn,
                  (here) => splitByComparison(here, comparison, own, other, cluster),
                ]),
          ),
        ),
      ),
  ]);
}

function splitByComparison(
  world: World,
  comparison: NamespaceComparison,
  own: PossibleNamespace,
  other: PossibleNamespace,
  cluster: Cluster,
): Split {
  if (comparison.of === "names") {
    const same = splitByEqual(world, NAMESPACE_NAME_LABEL, nameOf(own), nameOf(other), cluster);
    return comparison.isSame ? same : not(same);
  }
  const { keys } = comparison;
  if (keys.length === 0) return settled(world, false);
  const areEqual: WorldQuestion = (each) =>
    allOf(
      each,
      keys.map(
        (key): WorldQuestion =>
          (one) =>
            splitByEqual(one, key, valueOf(own, key), valueOf(other, key), cluster),
      ),
    );
  if (comparison.of === "same-labels") return areEqual(world);
  const hasEach = (of: PossibleNamespace): WorldQuestion[] =>
    keys.map((key) => (each) => splitByPresence(each, valueOf(of, key)));
  const released: WorldQuestion = (each) =>
    allOf(each, [...hasEach(own), ...hasEach(other), (one) => not(areEqual(one))]);
  if (!comparison.isContested) return released(world);
  const proposed: WorldQuestion = (each) =>
    allOf(each, [
      ...hasEach(own),
      ...hasEach(other).map(
        (has): WorldQuestion =>
          (one) =>
            not(has(one)),
      ),
    ]);
  // No namespace is found by both texts (S-TEN-3).
  const isAsReleased: WorldQuestion = (each) => each.ask(readingOf("not-same-labels"));
  return anyOf(world, [
    (each) => allOf(each, [released, isAsReleased]),
    (each) => allOf(each, [proposed, (one) => not(isAsReleased(one))]),
  ]);
}

/** A label's value, undefined where it is missing; or the fact that would tell it, and of which namespace. */
type LabelValue =
  | { readonly value: string | undefined }
  | { readonly of: string | FactEnd; readonly fact: Fact; readonly domain: TextSet };

type Open = Extract<LabelValue, { readonly fact: Fact }>;

function valueOf({ of, labels }: PossibleNamespace, key: string): LabelValue {
  const open = labels.unsettled?.(key);
  return open === undefined ? { value: labels.labels[key] } : { of, ...open };
}

function nameOf({ namespace, of, owner }: PossibleNamespace): LabelValue {
  if (owner === undefined) return { value: namespace.name };
  return { of, fact: owner, domain: TextSet.PRESENT };
}

function splitByPresence(world: World, value: LabelValue): Split {
  if ("value" in value) return settled(world, value.value !== undefined);
  return world.split(value.fact, value.domain, TextSet.PRESENT);
}

/** Asks whether both namespaces have a label, with the same value. */
function splitByEqual(
  world: World,
  label: string,
  own: LabelValue,
  other: LabelValue,
  cluster: Cluster,
): Split {
  if ("value" in own) {
    const { value } = own;
    if (value === undefined || "value" in other)
      return settled(world, value !== undefined && "value" in other && value === other.value);
    return world.split(other.fact, other.domain, TextSet.of([value]));
  }
  if ("value" in other) return splitByEqual(world, label, other, own, cluster);
  return allOf(world, [
    (each) => splitByPresence(each, own),
    (each) => splitByPresence(each, other),
    (each) =>
      unsettledKey(own.fact) === unsettledKey(other.fact)
        ? settled(each, true)
        : splitByUnknown(each, label, own, other, cluster),
  ]);
}

/** Two values that are both unknown are the same one that selectors name, or the same of all the others. */
function splitByUnknown(world: World, label: string, own: Open, other: Open, cluster: Cluster): Split {
  const named = TextSet.of(namedValues(cluster).get(label) ?? []);
  const isOwn =
    (values: TextSet): WorldQuestion =>
    (each) =>
      each.split(own.fact, own.domain, values);
  const isOther =
    (values: TextSet): WorldQuestion =>
    (each) =>
      each.split(other.fact, other.domain, values);
  const keyOf = (of: string | FactEnd): string => (typeof of === "string" ? of : factEndKey(of));
  const [first, second] =
    compareTexts(keyOf(own.of), keyOf(other.of)) > 0 ? [other.of, own.of] : [own.of, other.of];
  return anyOf(world, [
    ...(named.values ?? []).map((value): WorldQuestion => {
      const only = TextSet.of([value]);
      return (each) => allOf(each, [isOwn(only), isOther(only)]);
    }),
    (each) =>
      allOf(each, [
        isOwn(TextSet.PRESENT.subtract(named)),
        isOther(TextSet.PRESENT.subtract(named)),
        (one) => one.ask({ type: "fact", code: "same-label", label, namespaces: [first, second] }),
      ]),
  ]);
}

/** The values that selectors of namespaces name, by label. */
export const namedValues = oncePer(
  ({ policies }: Pick<Cluster, "policies">): ReadonlyMap<string, Set<string>> => {
    const found = new Map<string, Set<string>>();
    for (const { namespaces } of policies.flatMap(selectionsIn))
      for (const { key, values } of namespaces.own === undefined ? namespaces.selector.requirements : []) {
        const known = found.get(key) ?? new Set();
        found.set(key, known);
        for (const value of values) known.add(value);
      }
    return found;
  },
);

function selectionsIn({ subject, rules }: Policy): PodSelection[] {
  const peers = DIRECTIONS.flatMap((direction) => rules[direction]?.rules ?? []).flatMap((rule) =>
    rule.peers.all ? [] : rule.peers.items.filter((peer) => peer.type === "pods"),
  );
  return [subject, ...peers];
}
