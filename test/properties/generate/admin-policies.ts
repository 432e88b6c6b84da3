import * as fc from "fast-check";
import {
  DOMAIN_PATTERNS,
  maybe,
  NAMESPACE_LABELS,
  network,
  pick,
  portName,
  portNumber,
  portRange,
  protocolName,
  written,
} from "./universe.js";
import { namespaceSelector, nodeSelector, podSelector, unbuildable } from "./selectors.js";
import type {
  AdminPeer,
  AdminPort,
  AdminRule,
  ClusterProtocol,
  DestinationPort,
  KubernetesObject,
  NamespacedPod,
  OlderNamespaces,
  OlderPeer,
} from "../../reference/kubernetes.js";

/** Who has checked the objects: the newest server, or some server that has stored them. */
export type Origin = "manifests" | "stored";

type Dialect = "AdminNetworkPolicy" | "BaselineAdminNetworkPolicy" | "ClusterNetworkPolicy";

/** A release whose peers compare namespaces with the subject's; undefined for the newest. */
export type OlderBundle = "v0.1.1" | "kep";

interface Context {
  readonly dialect: Dialect;
  readonly origin: Origin;
  readonly bundle?: OlderBundle | undefined;
}

const isIpPeer = (peer: AdminPeer): boolean => Boolean(peer.networks ?? peer.nodes ?? peer.domainNames);

function pods({ dialect }: Context): fc.Arbitrary<NamespacedPod> {
  const isOptional = dialect === "ClusterNetworkPolicy";
  return fc
    .record({ namespaceSelector: isOptional ? maybe(namespaceSelector, 3) : namespaceSelector, podSelector })
    .map(written);
}

function podPeer(context: Context): fc.Arbitrary<AdminPeer> {
  return pick<AdminPeer>(
    [3, fc.record({ namespaces: namespaceSelector })],
    [2, fc.record({ pods: pods(context) })],
  );
}

const comparedKeys = fc.uniqueArray(fc.constantFrom(...NAMESPACE_LABELS), { maxLength: 2 });

function olderNamespaces({ bundle }: Context): fc.Arbitrary<OlderNamespaces> {
  return pick<OlderNamespaces>(
    [3, fc.record({ namespaceSelector })],
    [4, fc.record({ sameLabels: comparedKeys })],
    [4, fc.record({ notSameLabels: comparedKeys })],
    ...(bundle === "kep"
      ? ([[3, fc.record({ related: fc.constantFrom("Self", "NotSelf") })]] satisfies [
          number,
          fc.Arbitrary<OlderNamespaces>,
        ][])
      : []),
  );
}

/** A peer whose namespaces are selected, or compared with the subject's (S-TEN-1…3). */
function olderPeer(context: Context): fc.Arbitrary<AdminPeer> {
  const namespaces = olderNamespaces(context);
  return pick<OlderPeer>(
    [2, fc.record({ namespaces })],
    [1, fc.record({ pods: fc.record({ namespaces, podSelector }) })],
  ) as fc.Arbitrary<AdminPeer>;
}

const brokenOlderPeer = fc.record({
  pods: fc.record({ namespaces: fc.constant({ sameLabels: ["team"] }), podSelector: unbuildable }),
}) as fc.Arbitrary<AdminPeer>;

/** A peer or subject of which some selector cannot be built. */
const brokenPodPeer: fc.Arbitrary<AdminPeer> = pick<AdminPeer>(
  [1, fc.record({ namespaces: unbuildable })],
  [2, fc.record({ pods: fc.record({ namespaceSelector, podSelector: unbuildable }) })],
  [1, fc.record({ pods: fc.record({ namespaceSelector: unbuildable, podSelector }) })],
);

function subject(context: Context): fc.Arbitrary<AdminPeer> {
  return pick([40, podPeer(context)], [1, brokenPodPeer]);
}

/** A peer of which nothing is known, or not all: a newer CRD has taken it (S-FC-1, S-FC-5). */
const unrecognised = fc.constantFrom(
  { serviceAccounts: {} },
  {},
  { namespaces: { matchLabels: {}, matchNames: ["shop"] } },
) as fc.Arbitrary<AdminPeer>;

function ingressPeer(context: Context): fc.Arbitrary<AdminPeer> {
  if (context.bundle !== undefined) return olderPeer(context);
  return context.origin === "stored" ? pick([14, podPeer(context)], [1, unrecognised]) : podPeer(context);
}

const domainNames = fc.uniqueArray(fc.constantFrom(...DOMAIN_PATTERNS), { minLength: 1, maxLength: 2 });

function egressPeer(context: Context): fc.Arbitrary<AdminPeer> {
  if (context.bundle !== undefined) return olderPeer(context);
  return pick<AdminPeer>(
    [8, ingressPeer(context)],
    [4, fc.record({ networks: fc.uniqueArray(network, { minLength: 1, maxLength: 2 }) })],
    [3, fc.record({ nodes: nodeSelector })],
    ...(context.dialect === "BaselineAdminNetworkPolicy"
      ? []
      : ([[3, fc.record({ domainNames })]] satisfies [number, fc.Arbitrary<AdminPeer>][])),
  );
}

/** `protocol` of v1alpha1: any text is stored; the empty one is open (U-32). */
const unlistedProtocol = pick<string | undefined>(
  [2, fc.constant(undefined)],
  [3, protocolName],
  [2, fc.constant("")],
  [1, fc.constantFrom("tcp", "ICMP")],
);

function ports({ origin }: Context): fc.Arbitrary<AdminPort[]> {
  const item = pick<AdminPort>(
    [
      3,
      fc
        .record({ protocol: unlistedProtocol, port: portNumber })
        .map((portNumbers) => ({ portNumber: written(portNumbers) })),
    ],
    [
      2,
      fc
        .record({
          protocol: unlistedProtocol,
          range: pick([5, portRange], [1, fc.constant([81, 80] as const)]),
        })
        .map(({ protocol, range: [start, end] }) => ({ portRange: written({ protocol, start, end }) })),
    ],
    [3, fc.record({ namedPort: portName })],
  );
  // An empty list is one that servers up to v0.1.5 have taken (U-31).
  const some = fc.array(item, { minLength: 1, maxLength: 2 });
  return origin === "stored" ? pick([1, some], [1, fc.constant([])]) : some;
}

const destinationPort: fc.Arbitrary<DestinationPort> = pick<DestinationPort>(
  [3, fc.record({ number: portNumber })],
  [2, portRange.map(([start, end]) => ({ range: { start, end } }))],
);

/** Protocols that a newer CRD has taken (S-FC-3, S-FC-5). */
const unrecognisedProtocol = fc.constantFrom(
  { icmp: {} },
  { tcp: { destinationPort: { number: 80 }, flags: ["SYN"] } },
) as fc.Arbitrary<ClusterProtocol>;

function protocols({ origin }: Context): fc.Arbitrary<ClusterProtocol[]> {
  const known = pick<ClusterProtocol>(
    [
      5,
      fc
        .tuple(fc.constantFrom("tcp", "tcp", "udp", "sctp"), destinationPort)
        .map(([protocol, port]) => ({ [protocol]: { destinationPort: port } })),
    ],
    [2, fc.record({ destinationNamedPort: pick([8, portName], [1, fc.constant("")]) })],
  );
  const item = origin === "stored" ? pick([12, known], [1, unrecognisedProtocol]) : known;
  return fc.array(item, { minLength: 1, maxLength: 2 });
}

function actions({ dialect, origin }: Context): fc.Arbitrary<string> {
  const allow = dialect === "ClusterNetworkPolicy" ? "Accept" : "Allow";
  const pass = dialect === "BaselineAdminNetworkPolicy" ? [] : ["Pass"];
  const known = fc.constantFrom(allow, "Deny", ...pass);
  return origin === "stored" ? pick([20, known], [1, fc.constant("allow")]) : known;
}

function rule(context: Context, side: "from" | "to"): fc.Arbitrary<AdminRule> {
  const peer = side === "from" ? ingressPeer(context) : egressPeer(context);
  const newer: fc.Arbitrary<AdminPeer> =
    side === "from" ? brokenPodPeer : pick([3, brokenPodPeer], [1, fc.record({ nodes: unbuildable })]);
  const broken = context.bundle === undefined ? newer : brokenOlderPeer;
  const peers = pick<AdminPeer[]>(
    [30, fc.array(peer, { minLength: 1, maxLength: 2 })],
    [1, fc.tuple(broken)],
    [1, fc.tuple(peer, broken)],
  );
  const list = context.dialect === "ClusterNetworkPolicy" ? "protocols" : "ports";
  const items: fc.Arbitrary<readonly (AdminPort | ClusterProtocol)[]> =
    list === "protocols" ? protocols(context) : ports(context);
  return fc
    .record({ name: maybe(fc.constant("rule"), 6), action: actions(context), peers, items: maybe(items) })
    .map(({ name, action, peers: given, items: some }) => {
      const names = isCheckedForNames(given, context) ? some?.filter((item) => !isNamed(item)) : some;
      const kept = names?.length === 0 && some?.length !== 0 ? undefined : names;
      return written({ name, action, [side]: given, [list]: kept }) as AdminRule;
    });
}

/** The server refuses port names beside peers that have none (V-CR-14); what is stored may come from another channel. */
function isCheckedForNames(peers: readonly AdminPeer[], { origin }: Context): boolean {
  return origin === "manifests" && peers.some(isIpPeer);
}

function isNamed(item: AdminPort | ClusterProtocol): boolean {
  return "namedPort" in item || "destinationNamedPort" in item;
}

/** Rules of both directions: missing, empty, or a few. */
function rules(context: Context): fc.Arbitrary<{ ingress?: AdminRule[]; egress?: AdminRule[] }> {
  const list = (side: "from" | "to") =>
    pick<AdminRule[] | undefined>(
      [1, fc.constant(undefined)],
      [1, fc.constant([])],
      [5, fc.array(rule(context, side), { minLength: 1, maxLength: 3 })],
    );
  return fc.record({ ingress: list("from"), egress: list("to") }).map((both) => written(both) as object);
}

/** NPEP-133's rules: names only to accept, and never in the Baseline tier (S-CNP-2). */
function keepsToProposals(
  tier: string,
  egress: readonly AdminRule[],
  { origin, dialect }: Context,
): AdminRule[] {
  if (origin === "stored" || dialect !== "ClusterNetworkPolicy") return [...egress];
  return egress.flatMap((each) => {
    if (tier === "Admin" && each.action === "Accept") return [each];
    const to = each.to?.filter((peer) => !peer.domainNames) ?? [];
    return to.length === 0 ? [] : [{ ...each, to }];
  });
}

const priority = fc.constantFrom(2, 2, 2, 1, 1000);

export function adminNetworkPolicy(origin: Origin, bundle?: OlderBundle): fc.Arbitrary<KubernetesObject> {
  const context: Context = { dialect: "AdminNetworkPolicy", origin, bundle };
  return fc
    .record({ priority, subject: subject(context), rules: rules(context) })
    .map(({ rules: both, ...rest }) => v1alpha1(context.dialect, { ...rest, ...both }));
}

export function baselineAdminNetworkPolicy(
  origin: Origin,
  bundle?: OlderBundle,
): fc.Arbitrary<KubernetesObject> {
  const context: Context = { dialect: "BaselineAdminNetworkPolicy", origin, bundle };
  return fc
    .record({ subject: subject(context), rules: rules(context) })
    .map(({ rules: both, ...rest }) => v1alpha1(context.dialect, { ...rest, ...both }));
}

function v1alpha1(kind: Dialect, spec: object): KubernetesObject {
  return { apiVersion: "policy.networking.k8s.io/v1alpha1", kind, metadata: { name: "default" }, spec };
}

export function clusterNetworkPolicy(origin: Origin): fc.Arbitrary<KubernetesObject> {
  const context: Context = { dialect: "ClusterNetworkPolicy", origin };
  return fc
    .record({
      tier: pick([3, fc.constant("Admin")], [2, fc.constant("Baseline")]),
      priority,
      subject: subject(context),
      rules: rules(context),
    })
    .map(({ rules: both, ...rest }) => {
      const egress = both.egress && keepsToProposals(rest.tier, both.egress, context);
      return {
        apiVersion: "policy.networking.k8s.io/v1alpha2",
        kind: context.dialect,
        metadata: {},
        spec: written({ ...rest, ...both, egress }),
      };
    });
}

/** A policy of the Admin tier, of either API, that comes before all that are generated and does nothing but deny. */
export const highestDeny: fc.Arbitrary<KubernetesObject> = pick(
  [1, adminNetworkPolicy("manifests")],
  [2, clusterNetworkPolicy("manifests")],
).map(({ spec, ...rest }) => {
  const { ingress, egress, ...others } = spec as {
    readonly ingress?: AdminRule[];
    readonly egress?: AdminRule[];
  };
  const tier = rest.kind === "ClusterNetworkPolicy" ? { tier: "Admin" } : {};
  const denials = { ingress: ingress?.map(denial), egress: egress?.filter(isNoDomain).map(denial) };
  return {
    ...rest,
    metadata: { name: "highest" },
    spec: { ...others, ...tier, priority: 0, ...written(denials) },
  };
});

function denial(rule: AdminRule): AdminRule {
  return { ...rule, action: "Deny" };
}

/** Names can only be accepted (S-CNP-2). */
function isNoDomain({ to }: AdminRule): boolean {
  return !to?.some((peer) => peer.domainNames);
}
