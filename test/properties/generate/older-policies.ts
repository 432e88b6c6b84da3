import * as fc from "fast-check";
import {
  DOMAIN_PATTERNS,
  maybe,
  network,
  pick,
  portName,
  portNumber,
  portRange,
  protocolName,
  written,
} from "./universe.js";
import { namespaceSelector, nodeSelector, podSelector, unbuildable } from "./selectors.js";
import type { KubernetesObject } from "../../reference/kubernetes.js";

/** A release of AdminNetworkPolicy and BaselineAdminNetworkPolicy with a shape of its own. */
export const OLDER_RELEASES = [
  "kep",
  "v0.1.1",
  "v0.1.2/standard",
  "v0.1.5/experimental",
  "v0.1.8/experimental",
  "v0.1.8/standard",
] as const;

export type OlderRelease = (typeof OLDER_RELEASES)[number];

interface Peer {
  readonly namespaces?: object;
  readonly pods?: object;
  readonly networks?: readonly string[];
  readonly nodes?: object;
  readonly domainNames?: readonly string[];
}

interface Rule {
  readonly name?: string;
  readonly action: string;
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly object[];
}

interface Context {
  readonly release: OlderRelease;
  readonly kind: "AdminNetworkPolicy" | "BaselineAdminNetworkPolicy";
  readonly direction: "ingress" | "egress";
}

/** True for releases whose peers say by one of some members which namespaces they mean. */
function hasMembers(release: OlderRelease): boolean {
  return release === "kep" || release.startsWith("v0.1.1") || release.startsWith("v0.1.2");
}

const COMPARED = ["team", "env"] as const;
const comparedKeys = fc.uniqueArray(fc.constantFrom(...COMPARED), { maxLength: 2 });

function namespaces({ release }: Context): fc.Arbitrary<object> {
  if (!hasMembers(release)) return namespaceSelector;
  const compared: (readonly [number, fc.Arbitrary<object>])[] =
    release === "v0.1.2/standard"
      ? []
      : [
          [2, fc.record({ sameLabels: comparedKeys })],
          [1, fc.record({ notSameLabels: comparedKeys })],
        ];
  const related: (readonly [number, fc.Arbitrary<object>])[] =
    release === "kep" ? [[2, fc.record({ related: fc.constantFrom("Self", "NotSelf") })]] : [];
  return pick<object>([8, fc.record({ namespaceSelector })], ...compared, ...related);
}

function podPeer(context: Context): fc.Arbitrary<Peer> {
  const key = hasMembers(context.release) ? "namespaces" : "namespaceSelector";
  const pods = fc.record({
    [key]: namespaces(context),
    podSelector: pick([20, podSelector], [1, unbuildable]),
  });
  return pick<Peer>([3, fc.record({ namespaces: namespaces(context) })], [2, fc.record({ pods })]);
}

/** What the CRD of v0.1.5 takes for a CIDR is anything with either colons or dots. */
const looseNetwork = fc.constantFrom("10.0.0.0/33", "10.1/16", "no.network", "010.0.0.0/8", "fd00::1/64");

function otherPeers({ release, kind, direction }: Context): (readonly [number, fc.Arbitrary<Peer>])[] {
  if (direction === "ingress" || hasMembers(release)) return [];
  const text = release.startsWith("v0.1.5") ? pick([3, network], [1, looseNetwork]) : network;
  const networks = fc.record({ networks: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }) });
  if (release === "v0.1.8/standard") return [[3, networks]];
  const hasNames = release === "v0.1.8/experimental" && kind === "AdminNetworkPolicy";
  const domainNames = fc.uniqueArray(fc.constantFrom(...DOMAIN_PATTERNS), { minLength: 1, maxLength: 2 });
  return [
    [3, networks],
    [2, fc.record({ nodes: nodeSelector })],
    ...(hasNames ? ([[2, fc.record({ domainNames })]] as const) : []),
  ];
}

const protocol = pick<string | undefined>(
  [2, fc.constant(undefined)],
  [4, protocolName],
  [1, fc.constant("")],
  [1, fc.constantFrom("tcp", "ICMP")],
);

function port({ release }: Context): fc.Arbitrary<object> {
  const range = pick<readonly [number, number]>(
    [4, portRange],
    [1, fc.constant([81, 80] as const)],
    [1, fc.constant([80, 80] as const)],
  );
  const hasNames = !release.endsWith("/standard");
  return pick<object>(
    [3, fc.record({ protocol, port: portNumber }).map((value) => ({ portNumber: written(value) }))],
    [
      2,
      fc.record({ protocol, range }).map(({ protocol: of, range: [start, end] }) => ({
        portRange: written({ protocol: of, start, end }),
      })),
    ],
    ...(hasNames
      ? ([[2, fc.record({ namedPort: pick([12, portName], [1, fc.constant("")]) })]] as const)
      : []),
  );
}

/** `ports: []` is taken before v0.1.7 (U-31). */
function ports(context: Context): fc.Arbitrary<object[] | undefined> {
  const takesNone = !context.release.startsWith("v0.1.8");
  return pick<object[] | undefined>(
    [4, fc.constant(undefined)],
    [6, fc.array(port(context), { minLength: 1, maxLength: 2 })],
    [takesNone ? 1 : 0, fc.constant([])],
  );
}

/** The oldest CRDs take any action. */
function action({ release, kind }: Context): fc.Arbitrary<string> {
  const known = fc.constantFrom("Allow", "Deny", ...(kind === "AdminNetworkPolicy" ? ["Pass"] : []));
  return hasMembers(release) && release !== "kep" ? pick([40, known], [1, fc.constant("allow")]) : known;
}

/** How many things of a kind there are: some, or more than a ClusterNetworkPolicy takes. */
const many = (weight: number): fc.Arbitrary<number> =>
  pick([40, fc.constant(0)], [weight, fc.constantFrom(24, 25, 26, 60)]);

function rule(context: Context): fc.Arbitrary<Rule> {
  const list = context.direction === "ingress" ? "from" : "to";
  return fc
    .record({
      name: maybe(fc.constant("rule"), 6),
      action: action(context),
      peers: fc.array(pick<Peer>([6, podPeer(context)], ...otherPeers(context)), {
        minLength: 1,
        maxLength: 2,
      }),
      ports: ports(context),
      morePeers: many(1),
      morePorts: many(1),
    })
    .map(({ name, action: does, peers, ports: written_, morePeers, morePorts }): Rule => {
      const padded = [...paddingPeers(morePeers, context), ...peers];
      const listed =
        written_ === undefined || written_.length === 0
          ? written_
          : [...paddingPorts(morePorts), ...written_];
      const isNamed = (each: object): boolean => "namedPort" in each;
      // The server refuses port names beside peers that have none (V-CR-14).
      const hasAddresses = peers.some((each) => each.networks ?? each.nodes ?? each.domainNames);
      const kept = hasAddresses ? listed?.filter((each) => !isNamed(each)) : listed;
      const isEmptied = kept?.length === 0 && listed?.length !== 0;
      return written({ name, action: does, [list]: padded, ports: isEmptied ? undefined : kept }) as Rule;
    });
}

/** Peers that select nobody, in front of those that do. */
function paddingPeers(count: number, { release }: Context): Peer[] {
  return Array.from({ length: count }, (_, i) => {
    const selector = { matchLabels: { team: `none-${i}` } };
    return { namespaces: hasMembers(release) ? { namespaceSelector: selector } : selector };
  });
}

function paddingPorts(count: number): object[] {
  return Array.from({ length: count }, (_, i) => ({ portNumber: { protocol: "UDP", port: 2000 + i } }));
}

/** Rules that match nothing that there is, in front of those that do: of another action each, so that none can be joined. */
function paddingRules(count: number, context: Context): Rule[] {
  const list = context.direction === "ingress" ? "from" : "to";
  return Array.from({ length: count }, (_, i) => ({
    action: i % 2 === 0 ? "Deny" : "Allow",
    [list]: paddingPeers(1, context),
    ports: [{ portNumber: { protocol: "TCP", port: 3000 + i } }],
  }));
}

function rules(context: Context): fc.Arbitrary<Rule[] | undefined> {
  return pick<Rule[] | undefined>(
    [1, fc.constant(undefined)],
    [1, fc.constant([])],
    [
      7,
      fc
        .record({ some: fc.array(rule(context), { minLength: 1, maxLength: 3 }), more: many(6) })
        .map(({ some, more }) => [...paddingRules(more, context), ...some]),
    ],
  );
}

function subject(): fc.Arbitrary<object> {
  const pods = fc.record({ namespaceSelector, podSelector: pick([20, podSelector], [1, unbuildable]) });
  return pick<object>([3, fc.record({ namespaces: namespaceSelector })], [2, fc.record({ pods })]);
}

const name = pick(
  [5, fc.constantFrom("web", "tenants", "guard")],
  [1, fc.constant("default")],
  [1, fc.constant("web-2")],
  [1, fc.constant(`${"long.".repeat(50)}web`)],
);

const priority = fc.constantFrom(2, 3, 4, 5, 5, 1000);

function specOf(release: OlderRelease, kind: Context["kind"]) {
  return {
    subject: subject(),
    ingress: rules({ release, kind, direction: "ingress" }),
    egress: rules({ release, kind, direction: "egress" }),
  };
}

function v1alpha1(kind: string, called: string, spec: object): KubernetesObject {
  return {
    apiVersion: "policy.networking.k8s.io/v1alpha1",
    kind,
    metadata: { name: called },
    spec: written(spec),
  };
}

/** AdminNetworkPolicies and perhaps the BaselineAdminNetworkPolicy, as a server with the CRDs of a release has taken them. */
export function olderPolicies(release: OlderRelease): fc.Arbitrary<KubernetesObject[]> {
  const admin = fc
    .record({ name, priority, ...specOf(release, "AdminNetworkPolicy") })
    .map(({ name: called, ...spec }) => v1alpha1("AdminNetworkPolicy", called, spec));
  const baseline = fc
    .record(specOf(release, "BaselineAdminNetworkPolicy"))
    .map((spec) => v1alpha1("BaselineAdminNetworkPolicy", "default", spec));
  return fc
    .record({
      admin: fc.uniqueArray(admin, { maxLength: 3, selector: ({ metadata }) => metadata?.name }),
      baseline: maybe(baseline, 2),
    })
    .map(({ admin: all, baseline: one }) => [...all, ...(one === undefined ? [] : [one])]);
}

/** An AdminNetworkPolicy that does little but compare namespaces, by one label or two (S-TEN-1…3). */
export function comparingPolicy(release: "kep" | "v0.1.1"): fc.Arbitrary<KubernetesObject> {
  const keys = fc.uniqueArray(fc.constantFrom(...COMPARED), { minLength: 1, maxLength: 2 });
  const compared = pick<object>(
    [3, fc.record({ sameLabels: keys })],
    ...(release === "kep"
      ? ([[3, fc.record({ related: fc.constantFrom("Self", "NotSelf") })]] as const)
      : ([[3, fc.record({ notSameLabels: keys })]] as const)),
  );
  const everybody = { namespaces: { namespaceSelector: {} } };
  const peer = pick<object>(
    [4, fc.record({ namespaces: compared })],
    [2, fc.record({ pods: fc.record({ namespaces: compared, podSelector }) })],
    [1, fc.constant(everybody)],
  );
  const rulesTo = (list: "from" | "to") =>
    fc.array(
      fc
        .record({
          does: fc.constantFrom("Allow", "Deny", "Deny", "Pass"),
          peers: fc.array(peer, { minLength: 1, maxLength: 2 }),
        })
        .map(({ does, peers }) => ({ action: does, [list]: peers })),
      { maxLength: 2 },
    );
  return fc
    .record({
      subject: pick<object>([3, fc.constant({ namespaces: {} })], [1, subject()]),
      ingress: rulesTo("from"),
      egress: rulesTo("to"),
    })
    .map((spec) => v1alpha1("AdminNetworkPolicy", "tenants", { priority: 5, ...spec }));
}
