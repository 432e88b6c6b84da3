import { field, items, numberOf, textOf, type Node } from "./node.js";
import { pathOf } from "../manifest/origin.js";
import type { ApiObject } from "./kind.js";
import type { ClusterObject } from "../model/objects.js";
import type { Direction, PodSelection, Policy, Tier } from "../model/policy.js";
import type { Problem } from "../diagnostics/problem.js";

/**
 * What is left of a policy that the server refuses: what can be told of it without doubt narrows where it may have
 * decided. The rest is in doubt, for the author may mend it in any way.
 *
 * @param decode decodes the object as if it had been accepted
 * @param problems why it is refused; undefined where nothing of it can be trusted
 */
export function refusedPolicy(
  object: ApiObject,
  decode: (object: ApiObject) => Policy,
  problems: readonly Problem[] | undefined,
): ClusterObject {
  const spec = field(object.node, "spec");
  const isWhole = problems !== undefined && !problems.some(isAboutSpecItself);
  const subject = isWhole ? trustedSubject(object, decode, problems) : undefined;
  return {
    type: "refused-policy",
    refused: {
      ref: object.ref,
      origin: object.node.origin,
      tiers: tiersOf(object, spec),
      priority: priorityOf(spec),
      subject,
      directions: isWhole ? directionsOf(object, spec) : ["egress", "ingress"],
    },
  };
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

function tiersOf({ ref }: ApiObject, spec: Node | undefined): readonly Tier[] {
  switch (ref.kind) {
    case "NetworkPolicy":
      return ["NetworkPolicy"];
    case "AdminNetworkPolicy":
      return ["Admin"];
    case "BaselineAdminNetworkPolicy":
      return ["Baseline"];
    default: {
      const tier = textOf(field(spec, "tier"));
      return tier === "Admin" || tier === "Baseline" ? [tier] : ["Admin", "Baseline"];
    }
  }
}

function priorityOf(spec: Node | undefined): number | undefined {
  const priority = numberOf(field(spec, "priority"));
  return priority !== undefined && Number.isInteger(priority) && priority >= 0 && priority <= 1000
    ? priority
    : undefined;
}

function directionsOf({ ref }: ApiObject, spec: Node | undefined): readonly Direction[] {
  const written = items(field(spec, "policyTypes")).map((item) => textOf(item) ?? "");
  if (ref.kind === "NetworkPolicy") {
    if (written.length === 0)
      return field(spec, "egress") === undefined ? ["ingress"] : ["egress", "ingress"];
    const isClear = written.every((type) => TYPES.has(type));
    return isClear ? written.flatMap((type) => TYPES.get(type) ?? []).toSorted() : ["egress", "ingress"];
  }
  return (["egress", "ingress"] as const).filter((direction) => field(spec, direction) !== undefined);
}

const TYPES: ReadonlyMap<string, Direction> = new Map([
  ["Egress", "egress"],
  ["Ingress", "ingress"],
]);
