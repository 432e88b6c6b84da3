import { areSeveral, rowsOf, type Row } from "../../semantics/reach/rows.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { hypotheticalPod, type PodEndpoint } from "../../cluster/model/endpoint.js";
import { labelsOf, NAMESPACE_NAME_LABEL, NO_LABELS, type Labels } from "../../cluster/model/labels.js";
import { selectorsOf } from "../../cluster/model/policy-parts.js";
import type { Requirement } from "../../cluster/model/selector.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { End, EndClass } from "../../semantics/reach/classes.js";
import type { Resolved } from "../query/resolution.js";

/** Pods that do not exist yet, with any labels, in a namespace that exists, or in any that does not. */
export interface NewPods {
  readonly id: string;
  readonly pod: PodEndpoint;
  readonly namespace: string;
  /** True where the input has no such namespace: whoever makes it chooses its labels. */
  readonly isNewNamespace: boolean;
  /** Labels with which such a pod is excepted. */
  readonly excepted: readonly Labels[];
}

/** Such pods as an audit asks what they send. */
export interface SendingPods extends NewPods {
  /** One of them, with labels that few policies ask for: where it is open, so are they, and what it sends is told at once. */
  readonly bare: PodEndpoint;
}

/** Some pods of which one answer is asked for. */
export type AuditSource =
  | {
      readonly type: "row";
      readonly id: string;
      readonly row: Row;
      readonly endClass: EndClass;
      /** Those of which it has addresses today: whatever these are, it is asked about over both. */
      readonly families: readonly Family[];
    }
  | {
      readonly type: "new";
      readonly id: string;
      readonly pods: NewPods;
      readonly endClass: EndClass;
      /** The class of the bare one of them. */
      readonly bareClass: EndClass;
    };

/** How new pods are called: `new/shop`, and `new/*` for namespaces that do not exist yet. */
export const NEW = "new/";

/** The namespace that stands for any that does not exist; no namespace can be called so. */
const NEW_NAMESPACE = "*";

/** The id of pods in namespaces that nothing names. */
export const ANY_NAMESPACE = `${NEW}${NEW_NAMESPACE}`;

/** The cluster with both families everywhere: what has no address of one today may get one. */
export function auditedCluster(cluster: Cluster): Cluster {
  return { ...cluster, facts: { ...cluster.facts, families: FAMILIES } };
}

/** What is left out of an audit: pods that were named, and those that do not exist yet and are like them. */
export class Exceptions {
  readonly #endpoints = new Set<string>();
  readonly #namespaces = new Set<string>();
  readonly #labels = new Map<string, Labels[]>();
  /** How many workloads and pods were named. */
  readonly count: number;

  /** @param namespaces those of which every pod is excepted */
  constructor(ends: readonly Resolved[], namespaces: readonly string[]) {
    for (const each of namespaces) this.#namespaces.add(each);
    for (const { endpoints } of ends) {
      for (const endpoint of endpoints) {
        this.#endpoints.add(endpoint.id);
        if (endpoint.type !== "pod") continue;
        const known = this.#labels.get(endpoint.namespace) ?? [];
        this.#labels.set(endpoint.namespace, [...known, endpoint.labels]);
      }
    }
    this.count = ends.length;
  }

  has(endpoint: PodEndpoint): boolean {
    return this.#namespaces.has(endpoint.namespace) || this.#endpoints.has(endpoint.id);
  }

  hasNamespace(name: string): boolean {
    return this.#namespaces.has(name);
  }

  labelsIn(namespace: string): readonly Labels[] {
    return this.#labels.get(namespace) ?? [];
  }
}

/**
 * Pods that do not exist yet: one for each namespace, one for each that policies name and that is not there, and one for all
 * others that do not exist.
 */
export function newPods(cluster: Cluster, exceptions: Exceptions): NewPods[] {
  const keys = labelKeys(cluster);
  const untoldLabels = keys.map((key) => ({ key, always: false }));
  return [...new Set([...cluster.namespaces.keys(), ...namedNamespaces(cluster), NEW_NAMESPACE])]
    .filter((name) => !exceptions.hasNamespace(name))
    .map((name): NewPods => ({
      id: `${NEW}${name}`,
      pod: { ...hypotheticalPod(name, NO_LABELS), id: `${NEW}${name}`, untoldLabels },
      namespace: name,
      isNewNamespace: !cluster.namespaces.has(name),
      excepted: exceptions.labelsIn(name),
    }));
}

/** New pods, each with a bare one. */
export function withBare(cluster: Cluster, all: readonly NewPods[]): SendingPods[] {
  const labels = fewSelectedLabels(cluster);
  return all.map((pods) => {
    // Without any address it is alike to no pod of the input.
    const bare = { ...hypotheticalPod(pods.namespace, labels), id: `${pods.id} bare`, addresses: [] };
    return { ...pods, bare };
  });
}

/** The same text for policies with which the same pods are told apart that do not exist yet. */
export function newPodsKey(cluster: Cluster): string {
  return JSON.stringify([labelKeys(cluster).toSorted(), [...new Set(namedNamespaces(cluster))].toSorted()]);
}

/** The namespaces that selectors give by name. */
function namedNamespaces({ policies, refused }: Cluster): string[] {
  const selectors = [
    ...policies.flatMap(selectorsOf).flatMap(({ selector, of }) => (of === "namespaces" ? [selector] : [])),
    ...refused.flatMap(({ subject }) =>
      subject === undefined || subject.namespaces.own !== undefined ? [] : [subject.namespaces.selector],
    ),
  ];
  return selectors.flatMap(({ requirements }) =>
    requirements.flatMap(({ key, values }) => (key === NAMESPACE_NAME_LABEL ? values : [])),
  );
}

/** Every label of pods that some selector asks for. */
function labelKeys(cluster: Cluster): string[] {
  return [...new Set(podRequirements(cluster).map(({ key }) => key))];
}

/** What selectors ask of pods. */
function podRequirements({ policies, refused }: Cluster): Requirement[] {
  const selectors = [
    ...policies.flatMap(selectorsOf).flatMap(({ selector, of }) => (of === "pods" ? [selector] : [])),
    ...refused.flatMap(({ subject }) => subject?.pods ?? []),
  ];
  return selectors.flatMap(({ requirements }) => requirements);
}

/** Labels of a pod that few selectors select: a label is there only where some ask for its absence, with a value that none names. */
function fewSelectedLabels(cluster: Cluster): Labels {
  const requirements = podRequirements(cluster);
  const named = new Set(requirements.flatMap(({ values }) => values));
  let value = "unnamed";
  while (named.has(value)) value += "-too";
  const keysOf = (operator: Requirement["operator"]): Set<string> =>
    new Set(requirements.flatMap((each) => (each.operator === operator ? [each.key] : [])));
  const present = keysOf("Exists");
  return labelsOf([...keysOf("DoesNotExist")].filter((key) => !present.has(key)).map((key) => [key, value]));
}

/** The pods of the input that policies concern, as ends. */
export function podEnds({ workloads }: Cluster): End[] {
  return workloads.flatMap(({ members }) =>
    members.filter(({ hostNetwork }) => !hostNetwork).map((endpoint) => ({ endpoint })),
  );
}

/** The pods that are asked about, in rows: pods of a workload that nothing tells apart together. */
export function rowsAmong(
  cluster: Cluster,
  classes: readonly EndClass[],
  isAsked: (pod: PodEndpoint) => boolean,
): Row[] {
  const own = classes.flatMap((each): EndClass[] => {
    const members = each.members.filter(
      ({ endpoint, toName }) =>
        endpoint.type === "pod" && toName === undefined && !endpoint.hostNetwork && isAsked(endpoint),
    );
    return members.length === 0 ? [] : [{ ...each, members }];
  });
  return rowsOf(cluster, own).map((row) => ({ ...row, isSeveral: severalOf(row) }));
}

function severalOf({ endClass, names }: Row): boolean {
  if (names.length > 0) return names.length > 1;
  return areSeveral(endClass.members.flatMap(({ endpoint }) => (endpoint.type === "pod" ? [endpoint] : [])));
}
