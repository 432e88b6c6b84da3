import { addressesOf } from "./peer.js";
import { effectiveAction, isUnbuildable } from "./effect.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { TextSet } from "./text-set.js";
import { valuesOf } from "./selector.js";
import { EVERYTHING, type Requirement, type Selector } from "../../cluster/model/selector.js";
import type {
  ComparedPeer,
  NamespaceComparison,
  NamespaceSelection,
  Peer,
  PodSelection,
  PortMatch,
  Rule,
} from "../../cluster/model/policy.js";

/** True where a rule matches everything that another one matches, in any cluster: told by what both say alone. */
export function includesRule(wide: Rule, narrow: Rule): boolean {
  if (wide.failsClosed !== undefined || narrow.failsClosed !== undefined) return false;
  return includesPeers(wide, narrow) && includesPorts(wide, narrow);
}

function includesPeers(wide: Rule, narrow: Rule): boolean {
  if (wide.peers.all) return true;
  if (narrow.peers.all) return false;
  const { items } = wide.peers;
  // A name that is not accepted cannot be enforced completely (U-22).
  const isSure = (peer: Peer): boolean =>
    !isUnbuildable(peer) && (peer.type !== "domains" || effectiveAction(wide) === "Accept");
  return narrow.peers.items.every((peer) => items.some((each) => isSure(each) && includesPeer(each, peer)));
}

function includesPeer(wide: Peer, narrow: Peer): boolean {
  if (narrow.type === "nothing") return true;
  switch (wide.type) {
    case "pods":
      return (
        (narrow.type === "pods" && includesPods(wide, narrow)) ||
        (narrow.type === "compared" && includesPods(wide, inEveryNamespace(narrow)))
      );
    case "compared":
      return (
        narrow.type === "compared" &&
        includesComparison(wide.comparison, narrow.comparison) &&
        (wide.pods === undefined || includesSelector(wide.pods, narrow.pods))
      );
    case "addresses":
      return (
        narrow.type === "addresses" && addressesOf(narrow.block).subtract(addressesOf(wide.block)).isEmpty
      );
    case "nodes":
      return narrow.type === "nodes" && includesSelector(wide.selector, narrow.selector);
    case "domains":
      return narrow.type === "domains" && narrow.pattern === wide.pattern;
    case "nothing":
      return false;
  }
}

/** Everything that a comparison may find. */
function inEveryNamespace({ pods, origin }: ComparedPeer): PodSelection {
  return { namespaces: { selector: EVERYTHING }, pods, origin };
}

/** True where one comparison finds every namespace that another one finds, whatever the subject's is. */
function includesComparison(wide: NamespaceComparison, narrow: NamespaceComparison): boolean {
  if (wide.of === "names") return narrow.of === "names" && wide.isSame === narrow.isSame;
  if (narrow.of !== wide.of) return false;
  if (
    wide.of === "other-labels" &&
    (wide.isContested || (narrow.of === "other-labels" && narrow.isContested))
  )
    return false;
  const [all, some] = wide.of === "same-labels" ? [narrow.keys, wide.keys] : [wide.keys, narrow.keys];
  if (wide.of === "other-labels") return all.length === some.length && all.every((key) => some.includes(key));
  return some.every((key) => all.includes(key));
}

/** True where a selection selects every pod that another one selects, in any cluster. */
export function includesPods(wide: PodSelection, narrow: PodSelection): boolean {
  if (!includesNamespaces(wide.namespaces, narrow.namespaces)) return false;
  return wide.pods === undefined || includesSelector(wide.pods, narrow.pods);
}

function includesNamespaces(wide: NamespaceSelection, narrow: NamespaceSelection): boolean {
  if (wide.own !== undefined) return wide.own === narrow.own;
  if (narrow.own === undefined) return includesSelector(wide.selector, narrow.selector);
  const { own } = narrow;
  if (wide.selector.unbuildable === true) return false;
  return wide.selector.requirements.every(
    (requirement) => requirement.key === NAMESPACE_NAME_LABEL && valuesOf(requirement).has(own),
  );
}

/** True where whatever fulfils one selector fulfils the other one too. */
export function includesSelector(wide: Selector, narrow: Selector | undefined): boolean {
  if (wide.unbuildable === true || narrow?.unbuildable === true) return false;
  return wide.requirements.every((requirement) =>
    valuesFor(requirement.key, narrow?.requirements ?? []).isWithin(valuesOf(requirement)),
  );
}

/** The values that a label may have where some requirements hold. */
function valuesFor(key: string, requirements: readonly Requirement[]): TextSet {
  let all: TextSet | undefined;
  for (const requirement of requirements) {
    if (requirement.key !== key) continue;
    const values = valuesOf(requirement);
    all = all === undefined ? values : all.intersect(values);
  }
  return all ?? TextSet.ANY;
}

/** True where no pod is in both selections, in any cluster. */
export function excludesPods(one: PodSelection, other: PodSelection): boolean {
  const [first, second] = [one.namespaces, other.namespaces];
  if (first.own !== undefined && second.own !== undefined && first.own !== second.own) return true;
  if (first.own === undefined && second.own === undefined && excludesLabels(first.selector, second.selector))
    return true;
  return one.pods !== undefined && other.pods !== undefined && excludesLabels(one.pods, other.pods);
}

/** True where nothing fulfils both selectors: one that cannot be built may select everything (U-20). */
function excludesLabels(one: Selector, other: Selector): boolean {
  if (one.unbuildable === true || other.unbuildable === true) return false;
  const both = [...one.requirements, ...other.requirements];
  return both.some(({ key }) => valuesFor(key, both).isEmpty);
}

function includesPorts({ ports: wide }: Rule, { ports: narrow }: Rule): boolean {
  if (wide.all) return wide.emptyList === undefined;
  if (narrow.all) return false;
  return narrow.items.every((item) => wide.items.some((each) => includesPort(each, item)));
}

/** True where a port entry names all traffic that another one names, whatever the destination. */
export function includesPort(wide: PortMatch, narrow: PortMatch): boolean {
  if (narrow.type === "nothing") return true;
  if (wide.type === "range" && narrow.type === "range")
    return (
      wide.emptyProtocol === undefined &&
      wide.protocol === narrow.protocol &&
      wide.first <= narrow.first &&
      narrow.last <= wide.last
    );
  if (wide.type !== "name" || narrow.type !== "name" || wide.name !== narrow.name) return false;
  return wide.protocol === undefined || wide.protocol === narrow.protocol;
}
