import type { DropCause, RecordedRule } from "./record.js";

/** What the name of an access list says. */
export interface OvnAcl {
  /** Why it drops; left out where it allows. */
  readonly cause: DropCause | undefined;
  readonly direction: "egress" | "ingress" | undefined;
  /** The policy that the list is made of; undefined for a name that says none. */
  readonly rule: RecordedRule | undefined;
}

/** Names end here, in the middle of a word: what is as long may be cut. */
const LONGEST_NAME = 63;

const TIERS = {
  ANP: { kind: "AdminNetworkPolicy", tier: "Admin" },
  BANP: { kind: "BaselineAdminNetworkPolicy", tier: "Baseline" },
} as const;

/**
 * Reads the names that OVN-Kubernetes gives: `NP:NAMESPACE:POLICY:Ingress:INDEX`, `NP:NAMESPACE:Ingress` for the isolation of a
 * namespace's pods, `ANP:NAME:Egress:INDEX`, `BANP:…`, `EF:NAMESPACE:INDEX` for the egress firewall. A name that is cut says what
 * stands before its last part.
 */
export function ovnAcl(name: string, fate: "allowed" | "dropped"): OvnAcl {
  const parts = name.split(":");
  const whole = name.length >= LONGEST_NAME ? parts.slice(0, -1) : parts;
  const [type, ...rest] = whole;
  if (type === "NP") return networkPolicy(rest, fate, whole.length < parts.length);
  if (type === "ANP" || type === "BANP") {
    const [policy, way, index] = rest;
    const direction = directionOf(way);
    const rule = {
      ...TIERS[type],
      namespace: undefined,
      name: policy,
      rule: indexOf(index),
      direction,
      action: fate === "allowed" ? ("allow" as const) : ("deny" as const),
    };
    return { cause: fate === "dropped" ? { code: "policy" } : undefined, direction, rule };
  }
  if (fate === "allowed") return { cause: undefined, direction: undefined, rule: undefined };
  if (type === "EF")
    return { cause: { code: "other", reason: "egress firewall" }, direction: "egress", rule: undefined };
  // Older releases: `NAMESPACE_ingressDefaultDeny`.
  const older = /_(in|e)gressDefaultDeny/i.exec(name);
  if (older === null) return { cause: { code: "unknown" }, direction: undefined, rule: undefined };
  const direction = older[1]?.toLowerCase() === "in" ? "ingress" : "egress";
  return {
    cause: { code: "policy-default" },
    direction,
    rule: isolation(name.slice(0, older.index), direction),
  };
}

/** Rules of a NetworkPolicy only allow: what drops is the isolation. */
function networkPolicy(parts: readonly string[], fate: "allowed" | "dropped", isCut: boolean): OvnAcl {
  const [namespace] = parts;
  const cause: DropCause | undefined = fate === "dropped" ? { code: "policy-default" } : undefined;
  const last = parts.findIndex((part, i) => i > 0 && directionOf(part) !== undefined);
  if (last === -1) {
    const [, name] = isCut ? parts : [];
    const rule =
      namespace === undefined || fate === "dropped"
        ? undefined
        : { ...isolation(namespace, undefined), name, action: "allow" as const };
    return { cause, direction: undefined, rule };
  }
  const direction = directionOf(parts[last]);
  if (namespace === undefined || direction === undefined) return { cause, direction, rule: undefined };
  if (fate === "dropped") return { cause, direction, rule: isolation(namespace, direction) };
  const name = last > 1 ? parts.slice(1, last).join(":") : undefined;
  return {
    cause,
    direction,
    rule: { ...isolation(namespace, direction), name, rule: indexOf(parts[last + 1]), action: "allow" },
  };
}

function isolation(namespace: string, direction: RecordedRule["direction"]): RecordedRule {
  return {
    kind: "NetworkPolicy",
    namespace,
    name: undefined,
    tier: "NetworkPolicy",
    rule: undefined,
    direction,
    action: "deny",
  };
}

function directionOf(text: string | undefined): "egress" | "ingress" | undefined {
  return text === "Egress" ? "egress" : text === "Ingress" ? "ingress" : undefined;
}

function indexOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
