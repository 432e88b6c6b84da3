import { inPieces } from "../../base/collections/in-pieces.js";
import { PROTOCOLS, type Traffic } from "../../base/net/traffic.js";
import type { ClassPeers, ClosedPeers } from "./peers.js";
import type { ClosedSubject } from "./subjects.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Json } from "../../source/edit/edit.js";
import type { PortRange } from "../../base/net/port-set.js";

/** The kinds of policy that can close something for every pod. */
export const CLOSING_KINDS = ["ClusterNetworkPolicy", "AdminNetworkPolicy"] as const;

/** One of {@link CLOSING_KINDS}. */
export type ClosingKind = (typeof CLOSING_KINDS)[number];

/** Where nothing else is of the Admin tier. */
const FIRST_PRIORITY = 100;

/** So many priorities before those that there are, the first of which wins; undefined where something has the first already. */
export function winningPriorities({ policies }: Cluster, count: number): readonly number[] | undefined {
  const taken = policies.flatMap(({ tier, priority }) =>
    tier === "Admin" && priority !== undefined ? [priority] : [],
  );
  const first = taken.reduce((a, b) => Math.min(a, b), FIRST_PRIORITY + count) - count;
  return first < 0 ? undefined : Array.from({ length: count }, (_, i) => first + i);
}

/** How the kinds write the same. */
interface KindShape {
  readonly apiVersion: string;
  readonly head: Json;
  readonly ports: (traffic: Traffic) => readonly Json[];
  readonly portsKey: "ports" | "protocols";
  /** A policy has no more rules. */
  readonly mostRules: number;
}

const SHAPES: Readonly<Record<ClosingKind, KindShape>> = {
  ClusterNetworkPolicy: {
    apiVersion: "policy.networking.k8s.io/v1alpha2",
    head: { tier: "Admin" },
    portsKey: "protocols",
    mostRules: 25,
    ports: (traffic) =>
      runsOf(traffic).map(([protocol, [first, last]]) => ({
        [protocol.toLowerCase()]: {
          destinationPort: first === last ? { number: first } : { range: { start: first, end: last } },
        },
      })),
  },
  AdminNetworkPolicy: {
    apiVersion: "policy.networking.k8s.io/v1alpha1",
    head: {},
    portsKey: "ports",
    mostRules: 100,
    ports: (traffic) =>
      runsOf(traffic).map(([protocol, [first, last]]) =>
        first === last
          ? { portNumber: { protocol, port: first } }
          : { portRange: { protocol, start: first, end: last } },
      ),
  },
};

function runsOf(traffic: Traffic): (readonly [protocol: string, run: PortRange])[] {
  return PROTOCOLS.flatMap((protocol) => traffic[protocol].map((run) => [protocol, run] as const));
}

/** A rule has no more peers, and no more ports: the APIs refuse what has. */
const MOST_ITEMS = 25;

/** Policies that close some classes for some subjects, as manifests; undefined for more rules than one can have. @param keepsPods true to leave what pods send each other to other policies */
export function closingPolicies(
  kind: ClosingKind,
  classes: readonly ClassPeers[],
  subjects: readonly ClosedSubject[],
  priorities: readonly number[],
  keepsPods: boolean,
): readonly Json[] | undefined {
  const { apiVersion, head, mostRules } = SHAPES[kind];
  const base = `close-${classes.map(({ name }) => nameOf(name)).join("-")}`
    .slice(0, LONGEST_BASE)
    .replace(/-+$/, "");
  const pods = { name: "pods", action: "Pass", to: [{ namespaces: {} }] };
  const rulesOf = (isNetworks: boolean): Json[] =>
    classes.flatMap(({ name, rules }) =>
      rules
        .filter((rule) => rule.isNetworks === isNetworks)
        .flatMap((rule) => closingRules(kind, nameOf(name), rule)),
    );
  // Pods that are to be closed come before all pods, and all pods before what their addresses may be among.
  const egress = [...rulesOf(false), ...(keepsPods ? [pods] : []), ...rulesOf(true)];
  if (egress.length > mostRules) return undefined;
  return subjects.map(({ suffix, subject }, i) => ({
    apiVersion,
    kind,
    metadata: { name: `${base}${suffix}` },
    spec: { ...(head as object), priority: priorities[i] ?? 0, subject, egress },
  }));
}

const LONGEST_BASE = 60;

function closingRules(kind: ClosingKind, name: string, { peers, traffic }: ClosedPeers): Json[] {
  const { portsKey, ports } = SHAPES[kind];
  const on =
    traffic === undefined
      ? [{}]
      : inPieces(ports(traffic), MOST_ITEMS).map((some) => ({ [portsKey]: [...some] }));
  return inPieces(peers, MOST_ITEMS).flatMap((to) =>
    on.map((each) => ({ name, action: "Deny", to: [...to], ...each })),
  );
}

/** A name as a policy can have it. */
function nameOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "") || "class"
  );
}
