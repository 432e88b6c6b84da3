import { repeatedNotes, type RepeatedNote } from "../../cluster/model/repeated-note.js";
import { isAboutEveryPort } from "../query/service-ports.js";
import { nodePortsOf } from "../../cluster/model/services.js";
import { intersectTraffic, portNumbers } from "../../base/net/traffic.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { PRIVATE } from "../../base/net/special-ranges.js";
import { DIRECTIONS, type Policy } from "../../cluster/model/policy.js";
import { hasWrittenLabel } from "../../semantics/match/unsettled.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { ExposedMatrix, MatrixQuestion } from "./map.js";
import type { Matrix } from "./matrix.js";
import type { ResolutionNote } from "../query/resolution.js";
import type { Row } from "../../semantics/reach/rows.js";

/** Something to know beside the map; facts, the report makes the sentences. */
export type MatrixNote =
  | ResolutionNote
  /** What is sent to a Service is shown as what the pods behind it are sent. */
  | { readonly code: "pods-behind-service"; readonly service: string }
  /** Labels that so many workloads or pods of the input have, all of which are meant. */
  | { readonly code: "loaded-pods-with-labels"; readonly labels: string; readonly count: number }
  /** Policies tell the pods of these workloads apart: each part is a row. */
  | { readonly code: "told-apart"; readonly workloads: readonly string[] }
  /** A port is asked for by its name, and these declare none that is called so: nothing is asked about them by that name. */
  | { readonly code: "port-not-declared"; readonly port: string; readonly workloads: readonly string[] }
  /** Ports of nodes that lead to pods: the map shows what the nodes themselves get. */
  | { readonly code: "node-ports-not-followed"; readonly ports: readonly number[] }
  /** Private addresses that no object of the input has are taken to be outside of the cluster. */
  | { readonly code: "private-addresses" }
  /** No address is in the input: IPv4 is taken. */
  | { readonly code: "family-assumed" }
  /** A name that was asked for and has no address family in common with the other side. */
  | { readonly code: "no-common-family"; readonly name: string }
  | { readonly code: "namespace-not-in-input"; readonly namespace: string }
  /** Pods that do not exist yet and reach no more than one without labels. */
  | { readonly code: "exposure-left-out"; readonly count: number }
  /** Objects other than policies that the input has several times and differently: the first counts (S-IN-9). */
  | RepeatedNote
  | { readonly code: "foreign-policies"; readonly kinds: readonly string[] };

/** What is worth knowing beside a map, once all of it has been worked out. */
export function matrixNotes(
  cluster: Cluster,
  { from, to, labels = [], traffic }: MatrixQuestion,
  { matrix, leftOut }: ExposedMatrix,
): MatrixNote[] {
  const { rows } = matrix;
  const { families, foreignPolicies } = cluster.facts;
  const notes: MatrixNote[] = [
    // Every pod of a map is a row of its own: that a Service is called alike says nothing there.
    ...[...from, ...to].flatMap((each) => each.notes.filter(({ code }) => code !== "service-of-same-name")),
    ...labels.map(({ text, count }): MatrixNote => ({
      code: "loaded-pods-with-labels",
      labels: text,
      count,
    })),
    ...toldApart(rows),
  ];
  for (const { services = [] } of to)
    for (const { service } of services)
      notes.push({ code: "pods-behind-service", service: qualifiedName(service.ref) });
  notes.push(...matrix.withoutPort.map((each): MatrixNote => ({ code: "port-not-declared", ...each })));
  notes.push(...nodePorts(cluster, matrix, traffic));
  if (leftOut > 0) notes.push({ code: "exposure-left-out", count: leftOut });
  notes.push(...withoutPartner(matrix), ...unknownNamespaces(cluster, matrix));
  if (!cluster.facts.knowsEveryPod && rows.some(isTakenForOutside)) notes.push({ code: "private-addresses" });
  if (families.length === 0 && cluster.policies.some(namesAddresses)) notes.push({ code: "family-assumed" });
  notes.push(...repeatedNotes(cluster));
  if (foreignPolicies.length > 0)
    notes.push({
      code: "foreign-policies",
      kinds: foreignPolicies.map(({ apiVersion, kind }) => `${kind} (${apiVersion})`),
    });
  return notes;
}

function nodePorts(
  cluster: Cluster,
  { destinations }: Matrix,
  traffic: MatrixQuestion["traffic"],
): MatrixNote[] {
  const areNodes = destinations.some(({ endClass }) => endClass.representative.type === "node");
  if (traffic === undefined || isAboutEveryPort(traffic) || !areNodes) return [];
  const ports = portNumbers(intersectTraffic(nodePortsOf(cluster), traffic.ranges));
  return ports.length === 0 ? [] : [{ code: "node-ports-not-followed", ports }];
}

function toldApart(rows: readonly Row[]): MatrixNote[] {
  const parts = rows.filter(({ isWhole }) => !isWhole);
  const workloads = [...new Set(parts.map(({ namespace, name }) => `${namespace}/${name}`))];
  return workloads.length === 0 ? [] : [{ code: "told-apart", workloads }];
}

/** True for a block of private addresses, some of which a pod may have that the input does not hold. */
function isTakenForOutside({ kind, addresses, endClass }: Row): boolean {
  const { representative } = endClass;
  const isOutside = representative.type === "addresses" && !representative.mayBePod;
  return kind === "addresses" && isOutside && !addresses.intersect(PRIVATE).isEmpty;
}

/** Rows that were asked for and can talk to nothing of the other side, for want of a common family. */
function withoutPartner({ sources, destinations }: Matrix): MatrixNote[] {
  const lonely = (some: readonly Row[], others: readonly Row[]): readonly Row[] => {
    const families = new Set(others.flatMap(({ endClass }) => endClass.families));
    return some.filter(({ endClass }) => !endClass.families.some((family) => families.has(family)));
  };
  const rows = new Set([...lonely(sources, destinations), ...lonely(destinations, sources)]);
  return [...rows].map(({ shownAs }) => ({ code: "no-common-family", name: shownAs }));
}

/** Namespaces of which only the name is known, where a verdict hangs on another label. */
function unknownNamespaces({ namespaces }: Cluster, { reasons }: Matrix): MatrixNote[] {
  const names = [...reasons].flatMap((reason) =>
    reason.code === "namespace-labels" &&
    !hasWrittenLabel(reason) &&
    typeof reason.namespace === "string" &&
    namespaces.has(reason.namespace)
      ? [reason.namespace]
      : [],
  );
  return [...new Set(names)].toSorted().map((namespace) => ({ code: "namespace-not-in-input", namespace }));
}

/** True for a policy with a CIDR: only there the family matters. */
function namesAddresses({ rules }: Policy): boolean {
  return DIRECTIONS.some((direction) =>
    (rules[direction]?.rules ?? []).some(
      ({ peers }) => !peers.all && peers.items.some(({ type }) => type === "addresses"),
    ),
  );
}
