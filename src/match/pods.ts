import { TextSet } from "./text-set.js";
import {
  mayBePod,
  namespaceLabels,
  ownerFact,
  podLabels,
  splitByHostReading,
  unknownLabels,
  type MatchContext,
  type Party,
} from "./party.js";
import { selects, splitBySelector } from "./selector.js";
import { allOf, settled, type Split, type World } from "./world.js";
import type { PodEndpoint } from "../model/endpoint.js";
import type { Cluster, Namespace } from "../model/cluster.js";
import type { NamespaceSelection, PodSelection, Tier } from "../model/policy.js";

/**
 * Asks whether a subject or peer selects an endpoint: a pod by its namespace and labels (S-SEL-4…6). A host pod is
 * selected by none, but where NetworkPolicy is read otherwise (S-HOST-1); an address that may be a pod's, by what that
 * pod would be.
 */
export function splitByPods(
  world: World,
  selection: PodSelection,
  party: Party,
  tier: Tier,
  context: MatchContext,
): Split {
  const { endpoint } = party;
  if (mayBePod(endpoint)) return splitUnknownPod(world, selection, party, context);
  if (endpoint.type !== "pod") return settled(world, false);
  if (endpoint.hostNetwork && tier !== "NetworkPolicy") return settled(world, false);
  return allOf(world, [
    (each) => splitByHostReading(each, party, context),
    (each) => splitKnownPod(each, selection, endpoint, party, context),
  ]);
}

function splitKnownPod(
  world: World,
  selection: PodSelection,
  pod: PodEndpoint,
  party: Party,
  context: MatchContext,
): Split {
  return allOf(world, [
    (each) => splitByNamespace(each, selection.namespaces, pod.namespace, context),
    (each) =>
      selection.pods === undefined
        ? settled(each, true)
        : splitBySelector(each, selection.pods, podLabels(pod, party.factKey)),
  ]);
}

function splitByNamespace(
  world: World,
  selection: NamespaceSelection,
  name: string,
  context: MatchContext,
): Split {
  if (selection.own !== undefined) return settled(world, selection.own === name);
  return splitBySelector(world, selection.selector, namespaceLabels(namespaceOf(name, context.cluster)));
}

/** The namespace of a hypothetical pod may be one that nothing else refers to. */
export function namespaceOf(name: string, cluster: Cluster): Namespace {
  const known = cluster.namespaces.get(name);
  if (known !== undefined) return known;
  const labels = Object.assign(Object.create(null) as Record<string, string>, {
    "kubernetes.io/metadata.name": name,
  });
  return { name, labels, isKnown: false, isolation2016: undefined, origin: undefined };
}

/** A pod that the input does not hold may be in any namespace, known or not, with any labels. */
function splitUnknownPod(
  world: World,
  selection: PodSelection,
  { factKey }: Party,
  context: MatchContext,
): Split {
  return allOf(world, [
    (each) => splitByUnknownNamespace(each, selection.namespaces, factKey, context),
    (each) =>
      selection.pods === undefined
        ? settled(each, true)
        : splitBySelector(
            each,
            selection.pods,
            unknownLabels((label) => ({ type: "fact", code: "pod-labels", pod: factKey, label })),
          ),
  ]);
}

function splitByUnknownNamespace(
  world: World,
  selection: NamespaceSelection,
  factKey: string,
  context: MatchContext,
): Split {
  const owner = ownerFact(factKey);
  if (selection.own !== undefined) return world.split(owner, TextSet.ANY, TextSet.of([selection.own]));
  const { selector } = selection;
  const known = [...context.cluster.namespaces.values()].filter((namespace) => namespace.isKnown);
  const selected = known.filter((namespace) => selects(selector, namespace.labels));
  const { yes, no } = world.split(owner, TextSet.ANY, TextSet.of(selected.map(({ name }) => name)));
  const elsewhere = TextSet.of(known.map(({ name }) => name)).complement.intersect(TextSet.PRESENT);
  const answers: { yes: World[]; no: World[] } = { yes: [...yes], no: [] };
  for (const each of no) {
    const outside = each.split(owner, TextSet.ANY, elsewhere);
    answers.no.push(...outside.no);
    for (const unknown of outside.yes) {
      const labels = unknownLabels((label) => ({
        type: "fact",
        code: "namespace-labels",
        namespace: factKey,
        label,
      }));
      const split = splitBySelector(unknown, selector, labels);
      answers.yes.push(...split.yes);
      answers.no.push(...split.no);
    }
  }
  return answers;
}
