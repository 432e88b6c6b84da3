import type { DropCause, RecordedPoint, RecordedRule } from "./record.js";

/** What one policy made of a flow, as Calico counts it: a rule, or the end of a tier whose policies selected it. */
export interface CalicoHit {
  readonly index: number;
  /** `knp`, `kcnp`, `np` …; undefined for one that isn't known. */
  readonly kind: string | undefined;
  readonly tier: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly action: "allow" | "deny" | "pass" | undefined;
  /** -1 for the end of a tier. */
  readonly rule: number | undefined;
}

/** A kind as strings write it, by its name and by its number in the API. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CalicoNetworkPolicy: "np",
    GlobalNetworkPolicy: "gnp",
    StagedNetworkPolicy: "snp",
    StagedGlobalNetworkPolicy: "sgnp",
    StagedKubernetesNetworkPolicy: "sknp",
    NetworkPolicy: "knp",
    AdminNetworkPolicy: "kanp",
    ClusterNetworkPolicyAdminTier: "kcnp",
    BaselineAdminNetworkPolicy: "kbanp",
    ClusterNetworkPolicyBaselineTier: "kcnp",
    Profile: "pro",
    EndOfTier: "end",
    ClusterNetworkPolicy: "kcnp",
    1: "np",
    2: "gnp",
    3: "snp",
    4: "sgnp",
    5: "sknp",
    6: "knp",
    // Its kind differs between releases, its tier doesn't.
    7: "admin",
    8: "baseline",
    9: "pro",
    10: "end",
    11: "kcnp",
  }),
);

/** The kind that a name or number of the API means. */
export function calicoKind(word: string): string | undefined {
  return KINDS.get(word);
}

const ACTIONS: ReadonlyMap<string, CalicoHit["action"]> = new Map([
  ["allow", "allow"],
  ["1", "allow"],
  ["deny", "deny"],
  ["2", "deny"],
  ["pass", "pass"],
  ["3", "pass"],
]);

/** The action that a word in any case or a number of the API means. */
export function calicoAction(word: string): CalicoHit["action"] {
  return ACTIONS.get(word.toLowerCase());
}

/**
 * Reads `INDEX|TIER|KIND:[NAMESPACE/]NAME|ACTION|RULE`, and the older form without a kind, whose names begin with the tier:
 * `NAMESPACE/TIER.NAME`. Undefined for anything else.
 */
export function calicoHit(text: string): CalicoHit | undefined {
  const [index = "", tier = "", policy = "", word = "", rule = ""] = text.split("|");
  const action = calicoAction(word);
  if (!/^\d{1,4}$/.test(index) || action === undefined) return undefined;
  const [, prefix, full = ""] = /^(?:(?!staged:)([a-z]+):)?(.*)$/.exec(policy) ?? [];
  const slash = full.indexOf("/");
  const name = full.slice(slash + 1);
  const isStaged = name.startsWith("staged:") || (prefix?.startsWith("s") ?? false);
  const plain = name.replace(/^staged:/, "");
  const own = prefix ?? (tier === "__PROFILE__" ? "pro" : kindByName(withoutTier(plain, tier)));
  const whose = isStaged && !own.startsWith("s") ? `s${own}` : own;
  return {
    index: Number(index),
    kind: whose,
    tier,
    namespace: slash === -1 ? undefined : full.slice(0, slash),
    name: withoutTier(plain, tier).replace(/^(?:knp\.default|kcnp|kanp|kbanp)\./, ""),
    action,
    rule: /^-?\d{1,6}$/.test(rule) ? Number(rule) : undefined,
  };
}

function withoutTier(name: string, tier: string): string {
  return name.startsWith(`${tier}.`) ? name.slice(tier.length + 1) : name;
}

/** Names that Calico gives to what it makes of Kubernetes' own policies. */
function kindByName(name: string): string {
  if (name.startsWith("knp.default.")) return "knp";
  const [, own] = /^(kcnp|kanp|kbanp)\./.exec(name) ?? [];
  return own ?? "np";
}

/** True for a policy that is only tried out. */
export function isStagedHit({ kind }: CalicoHit): boolean {
  return kind === "snp" || kind === "sgnp" || kind === "sknp";
}

const OWN_KINDS: ReadonlyMap<string, string> = new Map([
  ["knp", "NetworkPolicy"],
  ["sknp", "NetworkPolicy"],
  ["kcnp", "ClusterNetworkPolicy"],
  ["kanp", "AdminNetworkPolicy"],
  ["kbanp", "BaselineAdminNetworkPolicy"],
]);

/** A hit as every format says it. */
export function hitRule(hit: CalicoHit, point: RecordedPoint): RecordedRule {
  const isEnd = hit.rule === -1 || hit.kind === "end";
  return {
    kind: OWN_KINDS.get(hit.kind ?? ""),
    namespace: hit.namespace === "" ? undefined : hit.namespace,
    name: isEnd || hit.name === "" ? undefined : hit.name,
    tier: tierOf(hit),
    rule: isEnd ? undefined : hit.rule,
    direction: point === "egress" || point === "ingress" ? point : undefined,
    action: hit.action,
  };
}

function tierOf({ kind, tier }: CalicoHit): RecordedRule["tier"] {
  if (kind === "knp" || kind === "sknp") return "NetworkPolicy";
  if (kind === "kanp" || kind === "admin") return "Admin";
  if (kind === "kbanp" || kind === "baseline") return "Baseline";
  if (kind !== "kcnp") return undefined;
  return tier === "kube-admin" ? "Admin" : tier === "kube-baseline" ? "Baseline" : undefined;
}

/** Why a flow was denied: the last hit decided it, by a rule or as the end of its tier. */
export function hitCause(hits: readonly CalicoHit[]): DropCause {
  const last = hits.filter(({ action }) => action === "deny").toSorted((a, b) => b.index - a.index)[0];
  if (last === undefined) return { code: "policy" };
  return { code: last.rule === -1 || last.kind === "end" ? "policy-default" : "policy" };
}
