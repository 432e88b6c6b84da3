import { policyApiOf } from "./policy-apis.js";
import { field, numberOf, textOf, type Node } from "../../source/manifest/node.js";
import { pathOf } from "../../source/manifest/origin.js";
import type { ApiObject } from "../admission/request.js";
import type { ClusterObject, ShapeMixUp } from "../model/objects.js";
import {
  DIRECTIONS,
  TIERS,
  type Direction,
  type Generation,
  type PodSelection,
  type Policy,
  type Tier,
} from "../model/policy.js";
import type { Problem } from "../problems/problem.js";

/** What is known of a policy beside that it is refused; what it says to an older release, and to a server that checks less. */
interface RefusedFacts {
  readonly cause?: "refused" | "undecided";
  readonly mixedUp?: ShapeMixUp | undefined;
  readonly storedUnchecked?: Policy | undefined;
}

/**
 * What is left of a policy that the server refuses, or of which nobody knows whether it does: what can be told of it
 * without doubt narrows where it may have decided. The rest is in doubt, for the author may fix it in any way.
 *
 * @param decode decodes the object as if it had been accepted
 * @param problems why it is refused; undefined where nothing of it can be trusted
 * @param known the cause, where it is not that the server refuses it, and what else is known
 */
export function refusedPolicy(
  object: ApiObject,
  decode: (object: ApiObject) => Policy,
  problems: readonly Problem[] | undefined,
  known: RefusedFacts = {},
): ClusterObject {
  const { cause = "refused", mixedUp, storedUnchecked = mixedUp?.asStored } = known;
  const spec = field(object.node, "spec");
  const isWhole = problems !== undefined && !problems.some(isAboutSpecItself);
  const subject = isWhole ? trustedSubject(object, decode, problems) : undefined;
  return {
    type: "refused-policy",
    refused: {
      cause,
      ref: object.ref,
      origin: object.node.origin,
      generation: generationOfKind(object.ref.kind),
      tiers: tiersOf(object, spec),
      priority: priorityOf(object, spec),
      subject,
      directions: isWhole ? directionsOf(object, spec) : ["egress", "ingress"],
      ...(mixedUp === undefined ? {} : { mixedUp }),
      ...(storedUnchecked === undefined ? {} : { storedUnchecked }),
    },
  };
}

/** What is left of a policy whose kind and version are not known together: nobody can tell what it would do. */
export function unservedPolicy({ ref, node }: ApiObject, cause: "refused" | "undecided"): ClusterObject {
  const tiers = tiersOf({ ref, node }, field(node, "spec"));
  return {
    type: "refused-policy",
    refused: {
      cause,
      ref,
      origin: node.origin,
      generation: generationOfKind(ref.kind),
      tiers,
      priority: undefined,
      subject: undefined,
      directions: ["egress", "ingress"],
    },
  };
}

/**
 * What is left of a policy that the input has several times, not all alike.
 * @param copies what each of them adds to the cluster
 * @returns undefined for what is no policy
 */
export function repeatedPolicy(copies: readonly ClusterObject[]): ClusterObject | undefined {
  const refused = copies.flatMap((copy) => (copy.type === "refused-policy" ? [copy.refused] : []));
  const policies = copies.flatMap((copy) => (copy.type === "policy" ? [copy.policy] : []));
  const [first, ...others] = [...refused, ...policies];
  if (first === undefined) return undefined;
  const subjects = new Set([...refused, ...policies].map(({ subject }) => subjectKey(subject)));
  const isClear = refused.length === 0 && subjects.size === 1;
  return {
    type: "refused-policy",
    refused: {
      cause: "repeated",
      ref: first.ref,
      origin: first.origin,
      generation: first.generation,
      tiers: TIERS.filter(
        (tier) =>
          refused.some(({ tiers }) => tiers.includes(tier)) || policies.some((each) => each.tier === tier),
      ),
      priority: others.every(({ priority }) => priority === first.priority) ? first.priority : undefined,
      subject: isClear ? first.subject : undefined,
      directions: DIRECTIONS,
    },
  };
}

function subjectKey(subject: PodSelection | undefined): string {
  if (subject === undefined) return "";
  const { namespaces, pods } = subject;
  const inNamespaces = namespaces.own === undefined ? { selector: namespaces.selector.key } : namespaces;
  return JSON.stringify([inNamespaces, pods?.key]);
}

/** A problem at the spec or one of its own fields may hide a subject, a direction or a tier. */
function isAboutSpecItself({ at, code }: Problem): boolean {
  if ("span" in at) return true;
  const path = pathOf(at).filter((step) => step !== "items" && typeof step !== "number");
  const isField = code === "unknown-field" || code === "wrong-case-field";
  return path.length <= 1 || (isField && path.length === 2 && path[0] === "spec");
}

function trustedSubject(
  object: ApiObject,
  decode: (object: ApiObject) => Policy,
  problems: readonly Problem[],
): PodSelection | undefined {
  const inSubject = problems.some(
    ({ at }) => !("span" in at) && pathOf(at).some((step) => SUBJECTS.has(step)),
  );
  return inSubject ? undefined : decode(object).subject;
}

const SUBJECTS: ReadonlySet<string | number> = new Set(["subject", "podSelector"]);

/** The tiers in which policies of a kind may act; those of a kind that is not known, in any that is ordered. */
function tiersOfKind(kind: string): readonly Tier[] {
  return policyApiOf(kind)?.tiers ?? ["Admin", "Baseline"];
}

/** What a policy of a kind counts as among others; one of a kind that is not known, as the oldest of an ordered tier. */
function generationOfKind(kind: string): Generation {
  return policyApiOf(kind)?.generations[0] ?? "AdminNetworkPolicy";
}

function tiersOf({ ref }: ApiObject, spec: Node | undefined): readonly Tier[] {
  const tiers = tiersOfKind(ref.kind);
  const written = tiers.find((tier) => tier === textOf(field(spec, "tier")));
  return tiers.length > 1 && written !== undefined ? [written] : tiers;
}

function priorityOf({ ref }: ApiObject, spec: Node | undefined): number | undefined {
  const priority = numberOf(field(spec, "priority"));
  const isOne = priority !== undefined && Number.isInteger(priority) && priority >= 0 && priority <= 1000;
  return isOne && policyApiOf(ref.kind)?.hasPriority === true ? priority : undefined;
}

function directionsOf({ ref }: ApiObject, spec: Node | undefined): readonly Direction[] {
  return policyApiOf(ref.kind)?.directionsOf(spec) ?? DIRECTIONS;
}
