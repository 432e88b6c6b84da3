import { TextSet } from "./text-set.js";
import {
  mayBePod,
  namespaceLabels,
  ownerFact,
  partyOf,
  podLabels,
  splitByHostReading,
  unknownLabels,
  type MatchContext,
  type Party,
  type SeenEnd,
} from "./party.js";
import { labelsOf, NAMESPACE_NAME_LABEL, NO_LABELS } from "../../cluster/model/labels.js";
import type { FactEnd } from "./fact-end.js";
import { selects, splitBySelector, type LabelView } from "./selector.js";
import { allOf, andThen, anyOf, settled } from "./split.js";
import { readingOf, type Fact } from "./unsettled.js";
import type { Split, World } from "./world.js";
import { oncePer } from "../../base/collections/once-per.js";
import { isOnHostNetwork, type PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Cluster, Namespace } from "../../cluster/model/cluster.js";
import type { NamespaceSelection, PodSelection } from "../../cluster/model/policy.js";
import type { Selector } from "../../cluster/model/selector.js";

/**
 * Asks whether a subject or peer selects an endpoint: a pod by its namespace and labels (S-SEL-4…6). A host pod is
 * selected by none, but where NetworkPolicy is read otherwise (S-HOST-1); an address that may be a pod's, by what that
 * pod would be.
 */
export function splitByPods(world: World, selection: PodSelection, seen: SeenEnd): Split {
  const { party, tier, context } = seen;
  const { endpoint } = party;
  if (mayBePod(endpoint)) return splitUnknownPod(world, selection, seen);
  if (endpoint.type !== "pod") return settled(world, false);
  if (endpoint.hostNetwork && tier !== "NetworkPolicy") return settled(world, false);
  return andThen(splitByHostReading(world, party, context), (each) =>
    splitKnownPod(each, selection, endpoint, seen),
  );
}

/** True where an implementation compares a node or host pod with a peer's podSelector, by the address that they share (U-3). */
export function isSelectedAsHost({ pods }: PodSelection, { party, tier, context }: SeenEnd): boolean {
  return (
    tier === "NetworkPolicy" &&
    pods !== undefined &&
    isOnHostNetwork(party.endpoint) &&
    context.profile.readings["host-peer"] === "with-pod-selector"
  );
}

/**
 * Asks whether a peer's podSelector selects a host pod, where that counts: then its node's address matches, with every other
 * process there. Of a node, or another host pod, that is open wherever some host pod is selected.
 */
export function splitByHostPods(world: World, selection: PodSelection, seen: SeenEnd): Split {
  const { party, context } = seen;
  const { endpoint } = party;
  return anyOf(world, [
    (each) =>
      endpoint.type === "pod" ? splitKnownPod(each, selection, endpoint, seen) : settled(each, false),
    (each) =>
      andThen(
        anyOf(
          each,
          hostPods(context.cluster)
            .filter((pod) => pod.id !== endpoint.id)
            .map(
              (pod) =>
                (one: World): Split =>
                  splitKnownPod(one, selection, pod, { ...seen, party: partyOf(pod) }),
            ),
        ),
        (one) => one.ask(readingOf("host-network")),
      ),
  ]);
}

const hostPods = oncePer(({ workloads }: Cluster) =>
  workloads.flatMap(({ members }) => members.filter((each) => each.hostNetwork)),
);

function splitKnownPod(
  world: World,
  selection: PodSelection,
  pod: PodEndpoint,
  { party, context }: SeenEnd,
): Split {
  const { namespaces, pods } = selection;
  const inNamespace = splitByNamespace(world, namespaces, pod.namespace, context);
  if (pods === undefined) return inNamespace;
  return andThen(inNamespace, (each) => splitBySelector(each, pods, podLabels(pod, party.end)));
}

/** Asks whether a selection takes in a namespace. */
export function splitByNamespace(
  world: World,
  selection: NamespaceSelection,
  name: string,
  context: MatchContext,
): Split {
  if (selection.own !== undefined) return settled(world, selection.own === name);
  return splitBySelector(world, selection.selector, namespaceLabels(namespaceOf(name, context.cluster)));
}

/** The namespace of a hypothetical pod may be one that nothing else refers to. */
export function namespaceOf(name: string, { namespaces, facts }: Cluster): Namespace {
  const known = namespaces.get(name);
  if (known !== undefined) return known;
  const labels = facts.labelsNamespaces ? labelsOf([[NAMESPACE_NAME_LABEL, name]]) : NO_LABELS;
  return { name, labels, untoldLabels: [], isKnown: false, isolation2016: undefined, origin: undefined };
}

/** A namespace that something may be in, and the question whether it is. */
export interface PossibleNamespace {
  readonly namespace: Namespace;
  readonly labels: LabelView;
  /** What facts about it are about: its name, or the end that may be a pod in it, where nothing names it. */
  readonly of: string | FactEnd;
  /** Of one that the input does not name: the fact that would tell its name. */
  readonly owner?: Fact;
  readonly isIn: (world: World) => Split;
}

/** The namespaces that an endpoint may be in: a pod's own, or any of an address that may be a pod's; none of all else. */
export function possibleNamespaces({ endpoint, end }: Party, cluster: Cluster): PossibleNamespace[] {
  if (endpoint.type === "pod") {
    const namespace = namespaceOf(endpoint.namespace, cluster);
    const labels = namespaceLabels(namespace);
    return [{ namespace, labels, of: namespace.name, isIn: (world) => settled(world, true) }];
  }
  if (!mayBePod(endpoint)) return [];
  const owner = ownerFact(end);
  const possible = (namespace: Namespace, names: TextSet): PossibleNamespace => ({
    namespace,
    labels: namespaceLabels(namespace),
    of: namespace.name,
    isIn: (world) => world.split(owner, TextSet.ANY, names),
  });
  const namespaces = [...cluster.namespaces.values()];
  const unlisted: Namespace = {
    name: "",
    labels: NO_LABELS,
    untoldLabels: [],
    isKnown: false,
    isolation2016: undefined,
    origin: undefined,
  };
  return [
    ...namespaces.map((each) => possible(each, TextSet.of([each.name]))),
    {
      ...possible(unlisted, TextSet.PRESENT.subtract(TextSet.of(namespaces.map(({ name }) => name)))),
      labels: labelsOfOwner(end, cluster),
      of: end,
      owner,
    },
  ];
}

/** A pod that the input does not hold may be in any namespace, known or not, with any labels. */
function splitUnknownPod(world: World, selection: PodSelection, { party: { end }, context }: SeenEnd): Split {
  return allOf(world, [
    (each) => splitByUnknownNamespace(each, selection.namespaces, end, context),
    (each) =>
      selection.pods === undefined
        ? settled(each, true)
        : splitBySelector(
            each,
            selection.pods,
            unknownLabels((label) => ({ type: "fact", code: "pod-labels", pod: end, label })),
          ),
  ]);
}

function splitByUnknownNamespace(
  world: World,
  selection: NamespaceSelection,
  end: FactEnd,
  { cluster }: MatchContext,
): Split {
  const owner = ownerFact(end);
  if (selection.own !== undefined) return world.split(owner, TextSet.ANY, TextSet.of([selection.own]));
  const { selector } = selection;
  const { unlabelled, others } = namespaceNames(cluster);
  const isIn =
    (names: TextSet) =>
    (each: World): Split =>
      each.split(owner, TextSet.ANY, names);
  const isSelected =
    (labels: LabelView) =>
    (each: World): Split =>
      splitBySelector(each, selector, labels);
  return anyOf(world, [
    isIn(selectedNames(cluster, selector)),
    ...unlabelled.map((namespace) => (each: World): Split => {
      const names = TextSet.of([namespace.name]);
      return allOf(each, [isIn(names), isSelected(namespaceLabels(namespace))]);
    }),
    (each) => allOf(each, [isIn(others), isSelected(labelsOfOwner(end, cluster))]),
  ]);
}

/** Names of namespaces for questions about pods that the input does not hold: each is asked by many policies. */
interface NamespaceNames {
  /** Those of which the input does not tell every label. */
  readonly unlabelled: readonly Namespace[];
  /** Every name that none of the input's has. */
  readonly others: TextSet;
  /** By the key of a selector, the names of those that it selects. */
  readonly selected: Map<string, TextSet>;
}

const namespaceNames = oncePer(({ namespaces }: Cluster): NamespaceNames => ({
  unlabelled: [...namespaces.values()].filter((each) => !isLabelled(each)),
  others: TextSet.PRESENT.subtract(TextSet.of(namespaces.keys())),
  selected: new Map(),
}));

function isLabelled({ isKnown, untoldLabels }: Namespace): boolean {
  return isKnown && untoldLabels.length === 0;
}

/** The names of the namespaces of the input that a selector selects, of those whose labels are all told. */
function selectedNames(cluster: Cluster, selector: Selector): TextSet {
  const { selected } = namespaceNames(cluster);
  const known = selected.get(selector.key);
  if (known !== undefined) return known;
  const namespaces = [...cluster.namespaces.values()];
  const those = namespaces.filter((each) => isLabelled(each) && selects(selector, each.labels));
  const names = TextSet.of(those.map(({ name }) => name));
  selected.set(selector.key, names);
  return names;
}

/** The labels of the namespace of an unlisted pod: its name is one of them, if servers label namespaces (S-NS-1). */
function labelsOfOwner(end: FactEnd, { facts }: Cluster): LabelView {
  const unknown = unknownLabels((label) => ({
    type: "fact",
    code: "namespace-labels",
    namespace: end,
    label,
  }));
  if (!facts.labelsNamespaces) return unknown;
  return {
    ...unknown,
    unsettled: (key) =>
      key === NAMESPACE_NAME_LABEL
        ? { fact: ownerFact(end), domain: TextSet.PRESENT }
        : unknown.unsettled(key),
  };
}
