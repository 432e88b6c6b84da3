import { AddressSet } from "../../base/net/address-set.js";
import { auditedCluster } from "../audit/sources.js";
import { auditEgress, classesAsked, type AuditQuestion } from "../audit/audit.js";
import { closedSubjects, type NoOwnLabel } from "./subjects.js";
import { closingPolicies, winningPriorities, type ClosingKind } from "./policies.js";
import { diff } from "../diff/diff.js";
import { Distinctions } from "../../semantics/reach/distinctions.js";
import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { LOOPBACK, peersOfClass, type ClassPeers, type NetworkForm } from "./peers.js";
import { profileOfCluster } from "../../semantics/plugins/profile-of.js";
import type { Audit } from "../audit/result.js";
import type { Change } from "../diff/group.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Json } from "../../source/edit/edit.js";
import type { Policy } from "../../cluster/model/policy.js";

/** Policies that close some classes, with what they come to. */
export interface Closing {
  readonly manifests: readonly Json[];
  /** The audit with them. */
  readonly audit: Audit;
  /** Flows to other ends that are no more what they were: closed too, unknown or undefined. */
  readonly others: readonly Change[];
  readonly classes: readonly ClassPeers[];
}

/** Why nothing can be written. */
export type ClosingProblem =
  | NoOwnLabel
  /** Something has the first priority already. */
  | { readonly code: "no-priority"; readonly policy: Policy }
  /** More rules than a policy can have. */
  | { readonly code: "too-many-rules"; readonly kind: ClosingKind }
  /** Nothing of the classes can be named in a policy. */
  | { readonly code: "nothing-to-name"; readonly names: readonly string[] };

/** Reads manifests as a cluster's policies. */
export type DecodePolicies = (manifests: readonly Json[]) => Promise<readonly Policy[]>;

/**
 * Writes the smallest policies of the Admin tier that close the classes of a question for all pods but the excepted ones, and
 * proves it by auditing again. What pods send each other is left to other policies where that would be closed too.
 */
export async function closeClasses(
  cluster: Cluster,
  question: AuditQuestion,
  kind: ClosingKind,
  decode: DecodePolicies,
): Promise<Attempt<Closing, ClosingProblem>> {
  const audited = auditedCluster(cluster);
  const asked = classesAsked(audited, new Distinctions(audited), question);
  const exact = asked.map((each) => peersOfClass(each));
  if (exact.every(({ rules }) => rules.length === 0))
    return failed({ code: "nothing-to-name", names: exact.flatMap(({ names }) => names) });
  const subjects = closedSubjects(cluster, question.except, question.exceptNamespaces);
  if (!subjects.ok) return subjects;
  const priorities = winningPriorities(cluster, subjects.value.length);
  if (priorities === undefined) {
    const policy = cluster.policies.find(({ tier, priority }) => tier === "Admin" && priority === 0);
    if (policy !== undefined) return failed({ code: "no-priority", policy });
  }
  const closing = async (form: NetworkForm, keepsPods: boolean): Promise<Closing | undefined> => {
    const classes = asked.map((each) => peersOfClass(each, form));
    const manifests = closingPolicies(kind, classes, subjects.value, priorities ?? [], keepsPods);
    if (manifests === undefined) return undefined;
    const policies = await decode(manifests);
    const after: Cluster = { ...cluster, policies: [...cluster.policies, ...policies] };
    const { changes } = diff(cluster, after, profileOfCluster(cluster));
    const own = AddressSet.unionOf([...classes.map(({ addresses }) => addresses), LOOPBACK]);
    const others = changes.filter(
      (change) => change.change !== "opened" && !isOfClasses(change, classes, own),
    );
    return { manifests, audit: auditEgress(after, question), others, classes };
  };
  let best: Closing | undefined;
  for (const [form, keepsPods] of FORMS) {
    const found = await closing(form, keepsPods);
    if (found === undefined) continue;
    if (best === undefined || isBetter(found, best)) best = found;
    if (openGroups(best) + best.others.length === 0) break;
  }
  return best === undefined ? failed({ code: "too-many-rules", kind }) : succeeded(best);
}

/** The ways to write it, the shortest first. */
const FORMS: readonly (readonly [form: NetworkForm, keepsPods: boolean])[] = [
  ["whole", false],
  ["whole", true],
  ["exact", false],
  ["exact", true],
];

/** Less is closed of what is not to be, or more of what is. */
function isBetter(a: Closing, b: Closing): boolean {
  const [ofA, ofB] = [pairsClosed(a), pairsClosed(b)];
  if (ofA !== ofB) return ofA < ofB;
  return openGroups(a) < openGroups(b);
}

/** Flows to other ends, one by one: a few changes may be about many. */
function pairsClosed({ others }: Closing): number {
  return others.reduce((sum, { from, to }) => sum + from.length * to.length, 0);
}

function openGroups({ audit: { classes } }: Closing): number {
  const groups = classes.flatMap((each) => each.groups);
  return groups.filter(({ status }) => status !== "blocked").flatMap(({ endpoints }) => endpoints).length;
}

/**
 * True where every destination of a change is of the classes: that is what they are closed for.
 * @param own the addresses of all of them, and those that nothing is sent to
 */
function isOfClasses({ to }: Change, classes: readonly ClassPeers[], own: AddressSet): boolean {
  return to.every(({ row, addresses }) => {
    if (row.endClass.members.every(({ endpoint }) => classes.some(({ ids }) => ids.has(endpoint.id))))
      return true;
    // Pods and nodes that a class leaves out may have addresses that are in it.
    if (row.endClass.representative.type !== "addresses") return false;
    return !addresses.isEmpty && addresses.subtract(own).isEmpty;
  });
}
