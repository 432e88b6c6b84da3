import { groupBy } from "../../base/collections/group-by.js";
import { areIsolated } from "./isolation.js";
import { mayBePod } from "../../semantics/match/party.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { openLabel } from "../../cluster/model/untold-label.js";
import { subjectOf, type Legs } from "./scene.js";
import type { Amendment } from "./amendment.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Label, NewPeer } from "../../cluster/model/new-parts.js";
import type { Scope } from "../../semantics/reach/reach.js";

/** Pods by their namespace and some of their labels. */
interface NamedPods {
  readonly namespace: string;
  readonly labels: readonly Label[];
}

/**
 * The flows that edits may change, as scopes that together hold all of them; everything, where that cannot be told. A rule
 * that is added for some pods changes the flows of these pods alone, whatever its policy selects.
 */
export function scopesOf(amendments: readonly Amendment[], legs: Legs): readonly Scope[] {
  const changes = amendments.map((amendment) => changeOf(amendment, legs));
  if (!changes.every((change) => change !== undefined)) return [{}];
  const byDirection = groupBy(changes, ({ direction }) => direction);
  const isTo = isAnyOf(byDirection.get("egress"));
  const isFrom = isAnyOf(byDirection.get("ingress"));
  if (isTo === undefined || isFrom === undefined)
    return [
      isTo === undefined ? {} : { isDestination: isTo },
      isFrom === undefined ? {} : { isSource: isFrom },
    ].filter((scope) => Object.keys(scope).length > 0);
  return [{ isDestination: isTo }, { isSource: isFrom, isDestination: (each) => !isTo(each) }];
}

interface AffectedFlows {
  readonly direction: Direction;
  /** The other ends of the flows. */
  readonly others: readonly NamedPods[];
}

function isAnyOf(changes: readonly AffectedFlows[] | undefined): ((each: EndClass) => boolean) | undefined {
  if (changes === undefined) return undefined;
  const pods = changes.flatMap(({ others }) => others);
  const known = new WeakMap<EndClass, boolean>();
  return (of) => {
    const isOne =
      known.get(of) ?? of.members.some(({ endpoint }) => pods.some((each) => mayBeNamed(endpoint, each)));
    known.set(of, isOne);
    return isOne;
  };
}

function changeOf(amendment: Amendment, legs: Legs): AffectedFlows | undefined {
  switch (amendment.kind) {
    case "add-rule":
    case "add-peer":
      return changeBy(amendment.direction, amendment.peers);
    case "add-policy": {
      const { direction, peers } = amendment;
      return peers !== undefined && isIsolated(amendment, legs) ? changeBy(direction, peers) : undefined;
    }
    default:
      return undefined;
  }
}

function changeBy(direction: Direction, peers: readonly NewPeer[]): AffectedFlows | undefined {
  const others = peers.flatMap((peer): NamedPods[] => {
    if (peer.type !== "pods") return [];
    const [only, ...more] = peer.namespaceLabels;
    return only?.[0] === NAMESPACE_NAME_LABEL && more.length === 0 ? [peer] : [];
  });
  return others.length === peers.length ? { direction, others } : undefined;
}

/** True where a new policy isolates nothing that was not isolated. */
function isIsolated(
  { of, subject, direction }: Extract<Amendment, { kind: "add-policy" }>,
  legs: Legs,
): boolean {
  const { connection, name = connection } = legs;
  const named = { namespace: of.namespace ?? "", labels: subject };
  const leg = [connection, name].find((each) =>
    subjectOf(each, direction).endpoints.every((endpoint) => mayBeNamed(endpoint, named)),
  );
  if (leg === undefined) return false;
  const asked = new Set(subjectOf(leg, direction).endpoints.map(({ id }) => id));
  const others = leg.cluster.workloads
    .filter(({ namespace }) => namespace === named.namespace)
    .flatMap(({ members }) => members)
    .filter(({ id }) => !asked.has(id));
  if (others.some((pod) => mayBeNamed(pod, named))) return false;
  return areIsolated(leg.cluster, subjectOf(leg, direction).endpoints, direction);
}

/** True for pods that labels select, or may. */
function mayBeNamed(endpoint: Endpoint, { namespace, labels }: NamedPods): boolean {
  if (mayBePod(endpoint)) return true;
  if (endpoint.type !== "pod" || endpoint.namespace !== namespace) return false;
  return labels.every(
    ([key, value]) => endpoint.labels[key] === value || openLabel(key, endpoint) !== undefined,
  );
}
