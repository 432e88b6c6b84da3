import type { DropCause, FlowRecord, RecordedRule } from "./record.js";

/** What one event of a flow says that policies made of it. */
export type EventFate = Pick<FlowRecord, "seen" | "cause" | "point" | "deciders">;

const TIERS: ReadonlyMap<string, Pick<RecordedRule, "kind" | "tier">> = new Map([
  ["NetworkPolicy", { kind: "NetworkPolicy", tier: "NetworkPolicy" as const }],
  ["NetpolNamespace", { kind: "NetworkPolicy", tier: "NetworkPolicy" as const }],
  ["AdminNetworkPolicy", { kind: "AdminNetworkPolicy", tier: "Admin" as const }],
  ["BaselineAdminNetworkPolicy", { kind: "BaselineAdminNetworkPolicy", tier: "Baseline" as const }],
]);

/** Reads one event of OVN's access lists; undefined for anything else, and for a step on the way (`pass`). */
export function eventFate(event: unknown): EventFate | undefined {
  if (typeof event !== "object" || event === null) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...event };
  const { Feature: feature, Type: type, Action: action, Direction: way } = fields;
  if (feature !== "acl" || typeof type !== "string" || typeof action !== "string") return undefined;
  const isAllowed = action.startsWith("allow");
  if (!isAllowed && action !== "drop" && action !== "reject") return undefined;
  const direction = way === "Egress" ? "egress" : way === "Ingress" ? "ingress" : undefined;
  const tier = TIERS.get(type);
  return {
    seen: isAllowed ? "allowed" : "dropped",
    cause: isAllowed ? undefined : causeOf(type, tier),
    point: direction ?? "unknown",
    deciders:
      tier === undefined
        ? []
        : [
            {
              ...tier,
              namespace: textOf(fields["Namespace"]),
              // The isolation of a namespace's pods has the namespace's name.
              name: type === "NetpolNamespace" ? undefined : textOf(fields["Name"]),
              rule: undefined,
              direction,
              action: isAllowed ? "allow" : "deny",
            },
          ],
  };
}

/** Rules of a NetworkPolicy only allow: what drops is the isolation. */
function causeOf(type: string, tier: Pick<RecordedRule, "tier"> | undefined): DropCause {
  if (tier === undefined) return { code: "other", reason: type };
  return { code: tier.tier === "NetworkPolicy" ? "policy-default" : "policy" };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
