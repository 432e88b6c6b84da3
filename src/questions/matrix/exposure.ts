import { fulfils } from "../../semantics/match/selector.js";
import { hypotheticalPod, type PodEndpoint } from "../../cluster/model/endpoint.js";
import { isNoTraffic, subtractTraffic, unionTraffic, type Traffic } from "../../base/net/traffic.js";
import {
  labelsFulfilling,
  namespacesComparedWith,
  newNamespaceLabels,
} from "../../semantics/reach/hypothetical.js";
import { NAMESPACE_NAME_LABEL, NO_LABELS, type Labels } from "../../cluster/model/labels.js";
import {
  DIRECTIONS,
  type NamespaceSelection,
  type Peer,
  type PodSelection,
  type Policy,
} from "../../cluster/model/policy.js";
import type { Cluster, Namespace } from "../../cluster/model/cluster.js";
import type { End } from "../../semantics/reach/classes.js";
import type { Matrix } from "./matrix.js";
import type { PairAnswer } from "./table.js";
import type { Requirement, Selector } from "../../cluster/model/selector.js";
import type { Row } from "../../semantics/reach/rows.js";
import type { Slices } from "./slices.js";

/** Pods that do not exist yet: one for each selection of pods that some rule's peer makes, and one without labels. */
export interface ExposedPods {
  readonly ends: readonly End[];
  /** The id of the pod without labels, in a namespace without labels. */
  readonly plain: string;
  /** The cluster with the namespaces that do not exist yet: their labels are what the hypothesis says. */
  readonly cluster: Cluster;
  readonly namespaces: ReadonlyMap<string, Namespace>;
}

/** Makes the pods that could reach, or be reached by, more than others because of what rules select. */
export function exposedPods(cluster: Cluster): ExposedPods {
  const namespaces = new NewNamespaces(cluster);
  const plainNamespace = namespaces.fulfilling([]) ?? "default";
  const plain = hypotheticalPod(plainNamespace, NO_LABELS);
  const pods = new Map<string, PodEndpoint>([[plain.id, plain]]);
  for (const selection of podPeersOf(cluster)) {
    const pod = podFulfilling(selection, cluster, namespaces);
    if (pod !== undefined && !pods.has(pod.id)) pods.set(pod.id, pod);
  }
  return {
    ends: [...pods.values()].map((endpoint) => ({ endpoint })),
    plain: plain.id,
    cluster: { ...cluster, namespaces: new Map([...cluster.namespaces, ...namespaces.made]) },
    namespaces: namespaces.made,
  };
}

/** The selections of pods in peers, each once. */
function podPeersOf(cluster: Cluster): Iterable<PodSelection> {
  const found = new Map<string, PodSelection>();
  for (const policy of cluster.policies)
    for (const direction of DIRECTIONS)
      for (const { peers } of policy.rules[direction]?.rules ?? [])
        for (const peer of peers.all ? [] : peers.items)
          for (const selection of selectionsOf(peer, policy, cluster))
            found.set(selectionKey(selection), selection);
  return found.values();
}

/** What a peer selects: whom a comparison finds, for each namespace of the input with subjects of the policy. */
function selectionsOf(peer: Peer, { subject }: Policy, { namespaces }: Cluster): readonly PodSelection[] {
  if (peer.type === "pods") return [peer];
  if (peer.type !== "compared") return [];
  const ofSubjects = [...namespaces.values()].filter(
    (each) => each.isKnown && each.untoldLabels.length === 0 && mayBeIn(subject.namespaces, each),
  );
  const { comparison, pods, origin } = peer;
  return ofSubjects.flatMap((namespace) =>
    namespacesComparedWith(comparison, namespace).map((each) => ({ namespaces: each, pods, origin })),
  );
}

function mayBeIn(selection: NamespaceSelection, { name, labels }: Namespace): boolean {
  if (selection.own !== undefined) return selection.own === name;
  return selection.selector.requirements.every((each) => fulfils(each, labels));
}

function selectionKey({ namespaces, pods }: PodSelection): string {
  const where = namespaces.own === undefined ? namespaces.selector.key : [namespaces.own];
  return JSON.stringify([where, pods?.key ?? null]);
}

/** A pod that a selection selects; in a namespace of the input only where no other one can be. */
function podFulfilling(
  { namespaces, pods }: PodSelection,
  cluster: Cluster,
  made: NewNamespaces,
): PodEndpoint | undefined {
  const labels = pods === undefined ? NO_LABELS : labelsFor(pods);
  const namespace = namespaces.own ?? namespaceFor(namespaces.selector, cluster, made);
  return labels === undefined || namespace === undefined ? undefined : hypotheticalPod(namespace, labels);
}

function labelsFor({ requirements, unbuildable }: Selector): Labels | undefined {
  return unbuildable === true ? undefined : labelsFulfilling(requirements);
}

function namespaceFor(
  { requirements, unbuildable }: Selector,
  cluster: Cluster,
  made: NewNamespaces,
): string | undefined {
  if (unbuildable === true) return undefined;
  return made.fulfilling(requirements) ?? existingNamespace(requirements, cluster);
}

function existingNamespace(
  requirements: readonly Requirement[],
  { namespaces }: Cluster,
): string | undefined {
  const found = [...namespaces.values()].find(({ labels }) =>
    requirements.every((each) => fulfils(each, labels)),
  );
  return found?.name;
}

/** Namespaces that do not exist yet, one for each set of labels. */
class NewNamespaces {
  readonly made = new Map<string, Namespace>();
  readonly #cluster: Cluster;
  readonly #byLabels = new Map<string, string>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** The name of a new namespace with labels that fulfil every requirement; undefined where only others can. */
  fulfilling(requirements: readonly Requirement[]): string | undefined {
    const known = newNamespaceLabels(requirements, this.#cluster.namespaces.keys());
    if (known === undefined) return undefined;
    const key = JSON.stringify(Object.entries(known).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const name = this.#byLabels.get(key);
    if (name !== undefined) return name;
    const taken = [...this.#cluster.namespaces.keys(), ...this.made.keys()];
    const labels = newNamespaceLabels(requirements, taken);
    return labels === undefined ? undefined : this.#make(key, labels);
  }

  #make(key: string, labels: Labels): string | undefined {
    const name = labels[NAMESPACE_NAME_LABEL];
    if (name === undefined) return undefined;
    this.#byLabels.set(key, name);
    this.made.set(name, {
      name,
      labels,
      untoldLabels: [],
      isKnown: true,
      isolation2016: undefined,
      origin: undefined,
    });
    return name;
  }
}

/** The map without those pods that reach no more, and are reached by no more, than the one without labels. */
export function mattering(
  matrix: Matrix,
  plain: string,
): { readonly matrix: Matrix; readonly leftOut: number } {
  const plainRow = [...matrix.exposed].find(({ id }) => id === plain);
  if (plainRow === undefined) return { matrix, leftOut: 0 };
  const more = new PodComparison(matrix, plainRow).more;
  const isKept = (row: Row): boolean => !matrix.exposed.has(row) || row === plainRow || more.has(row);
  const exposed = new Set([...matrix.exposed].filter(isKept));
  const sides = {
    sources: matrix.sources.filter(isKept),
    destinations: matrix.destinations.filter(isKept),
    exposed,
  };
  return { matrix: matrix.with(sides), leftOut: matrix.exposed.size - exposed.size };
}

/** Compares pods that do not exist with the one that no rule's labels select. */
class PodComparison {
  /** Those that reach, or are reached by, more of the map. */
  readonly more = new Set<Row>();
  readonly #matrix: Matrix;
  readonly #known = new Map<string, boolean>();

  constructor(matrix: Matrix, plain: Row) {
    this.#matrix = matrix;
    this.#compareSources(plain);
    this.#compareDestinations(plain);
  }

  #compareSources(plain: Row): void {
    const { sources, exposed } = this.#matrix;
    const ofPlain = this.#answersFrom(plain);
    for (const row of sources) {
      if (!exposed.has(row) || row === plain) continue;
      const answers = this.#answersFrom(row);
      if ([...answers].some(([column, some]) => this.#isMore(some, ofPlain.get(column) ?? [])))
        this.more.add(row);
    }
  }

  #compareDestinations(plain: Row): void {
    const { sources, destinations, exposed } = this.#matrix;
    const plainColumn = destinations.indexOf(plain);
    const isAsked = (row: Row): boolean => exposed.has(row) && !this.more.has(row);
    for (const from of sources) {
      if (exposed.has(from)) continue;
      const answers = this.#answersFrom(from, isAsked);
      const ofPlain = answers.get(plainColumn) ?? [];
      for (const [column, some] of answers)
        if (this.#isMore(some, ofPlain)) this.more.add(destinations[column] as Row);
    }
  }

  /** What a row sends to some others, by their places: pods that do not exist are not compared with each other. */
  #answersFrom(
    from: Row,
    isAsked: (to: Row) => boolean = () => true,
  ): ReadonlyMap<number, readonly PairAnswer[]> {
    const { destinations } = this.#matrix;
    const answers = new Map<number, PairAnswer[]>();
    this.#matrix.slicesFrom(from, (column, slices, family, node) => {
      if (!isAsked(destinations[column] as Row)) return;
      const answer = { slices, family, node };
      const known = answers.get(column);
      if (known === undefined) answers.set(column, [answer]);
      else known.push(answer);
    });
    return answers;
  }

  #isMore(some: readonly PairAnswer[], plain: readonly PairAnswer[]): boolean {
    return some.some((each) => {
      const others = plain.filter((other) => mayBeCompared(each, other));
      return others.length === 0 || others.some(({ slices }) => this.#slicesAreMore(each.slices, slices));
    });
  }

  #slicesAreMore(some: Slices, plain: Slices): boolean {
    if (some === plain || some.isDenied) return false;
    const key = `${some.id} ${plain.id}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const isMore = !isWithin(some.allowed, plain.allowed) || !isWithin(possible(some), possible(plain));
    this.#known.set(key, isMore);
    return isMore;
  }
}

/** True for answers that some traffic of both families and node relations has in common. */
function mayBeCompared(a: PairAnswer, b: PairAnswer): boolean {
  const isOne = <T>(left: T | undefined, right: T | undefined): boolean =>
    left === undefined || right === undefined || left === right;
  return isOne(a.family, b.family) && isOne(a.node, b.node);
}

/** What may be allowed. */
function possible({ allowed, undefined: open, unknown }: Slices): Traffic {
  return unionTraffic(allowed, unionTraffic(open, unknown));
}

function isWithin(some: Traffic, all: Traffic): boolean {
  return isNoTraffic(subtractTraffic(some, all));
}
