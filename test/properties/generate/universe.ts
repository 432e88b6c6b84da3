import * as fc from "fast-check";

/**
 * The world that clusters are made of: so few names, labels, addresses and ports that rules and endpoints really meet,
 * and every one of them a trap for somebody (a label called like a member of every object, a value that YAML reads as a
 * boolean, a namespace that is the default one).
 */

export const NAMESPACES = ["shop", "default", "ops"] as const;

export const namespaceName: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant("shop") },
  { weight: 2, arbitrary: fc.constant("default") },
  { weight: 2, arbitrary: fc.constant("ops") },
);

export const NAMESPACE_NAME_LABEL = "kubernetes.io/metadata.name";

/** Keys of pods' labels that manifests tell. */
export const POD_LABELS = ["app", "constructor"] as const;

/** Keys of labels that controllers and the server add to the pods of templates (S-WL-1). */
export const ADDED_LABELS = [
  "pod-template-hash",
  "controller-revision-hash",
  "job-name",
  "topology.kubernetes.io/zone",
] as const;

/** Services select pods by it; no policy does. */
export const SERVED: Readonly<Record<string, string>> = { served: "yes" };

export const NAMESPACE_LABELS = ["team"] as const;
export const NODE_LABELS = ["role"] as const;

export const labelValue: fc.Arbitrary<string> = fc.constantFrom("a", "yes", "");

export function labels(keys: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const model = Object.fromEntries(keys.map((key) => [key, labelValue]));
  return fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

const PORTS = [80, 81] as const;
const PORT_NAMES = ["http", "dns"] as const;
export const PROTOCOLS = ["TCP", "UDP", "SCTP"] as const;

export const portNumber = fc.constantFrom(...PORTS);
export const portName = fc.constantFrom(...PORT_NAMES);
export const protocolName = fc.oneof(
  { weight: 3, arbitrary: fc.constant("TCP") },
  { weight: 2, arbitrary: fc.constant("UDP") },
  { weight: 1, arbitrary: fc.constant("SCTP") },
);

/** Ranges of more than one port, first and last. */
export const portRange: fc.Arbitrary<readonly [number, number]> = fc.constantFrom(
  [80, 81],
  [79, 80],
  [1, 65535],
  [81, 65535],
);

/** The addresses of the first pods and nodes; what is not a pod's or node's is asked for as an address. */
export const POD_ADDRESSES = {
  IPv4: ["10.0.0.1", "10.0.0.2", "10.0.1.3", "10.0.0.4"],
  IPv6: ["fd00::1", "fd00::2", "fd00::1:3", "fd00::4"],
} as const;
export const NODE_ADDRESSES = {
  IPv4: ["192.168.0.1", "192.168.0.2"],
  IPv6: ["fd01::1", "fd01::2"],
} as const;
export const EXTERNAL_NODE_ADDRESS = "203.0.113.5";

/** Addresses that no object has: outside of the cluster, or private and perhaps a pod's (S-EV-1a). */
export const OTHER_ADDRESSES = [
  "203.0.113.1",
  "10.0.0.9",
  "203.0.113.200",
  "2001:db8::1",
  "fd00::9",
  "192.168.0.9",
] as const;

/** Addresses that lead to Services: the first one's and the second one's. */
export const SERVICE_ADDRESSES = {
  IPv4: ["10.96.0.1", "10.96.0.2"],
  IPv6: ["fd02::1", "fd02::2"],
} as const;
export const BALANCER_ADDRESS = ["198.51.100.1", "198.51.100.2"] as const;
export const NODE_PORTS = [30_080, 30_081] as const;

/** What load balancers let in. */
export const SOURCE_RANGES = [["203.0.113.0/25"], ["198.51.100.0/24", "10.0.0.0/8"]];

/** CIDRs with what may be excepted from each. */
const BLOCKS: readonly (readonly [cidr: string, ...excepts: string[]])[] = [
  ["0.0.0.0/0", "10.0.0.0/24", "203.0.113.0/24"],
  ["10.0.0.0/8", "10.0.0.0/24", "10.0.0.1/32"],
  ["10.0.0.0/24", "10.0.0.1/32", "10.0.0.8/29", "10.0.0.0/31"],
  ["10.0.0.2/31"],
  ["10.96.0.0/16", "10.96.0.1/32"],
  ["198.51.100.0/24", "198.51.100.1/32"],
  ["192.168.0.0/24", "192.168.0.1/32"],
  ["203.0.113.0/24", "203.0.113.128/25", "203.0.113.1/32"],
  ["::/0", "fd00::/8"],
  ["fd00::/8", "fd00::1/128", "fd01::/64"],
  ["FD00:0::2/127"],
  ["fd02::/64"],
  ["2001:db8::/32", "2001:DB8::/64"],
];

/** A CIDR as NetworkPolicy takes it since 1.36: no bits beyond the prefix. */
const cidr: fc.Arbitrary<string> = fc.constantFrom(...BLOCKS.map(([block]) => block));

/** A CIDR as the custom resources take it: host bits are masked (S-IP-5). */
export const network: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: cidr },
  { weight: 1, arbitrary: fc.constantFrom("10.0.0.1/24", "fd00::1/112", "10.0.0.2/32", "fd00::2/128") },
);

export interface IpBlock {
  readonly cidr: string;
  readonly except?: readonly string[];
}

function ipBlockOf(blocks: typeof BLOCKS): fc.Arbitrary<IpBlock> {
  return fc
    .constantFrom(...blocks)
    .chain(([block, ...excepts]) =>
      fc
        .subarray(excepts, { minLength: Math.min(1, excepts.length) })
        .map((except): IpBlock => (except.length === 0 ? { cidr: block } : { cidr: block, except })),
    );
}

/** Mostly with exceptions, of which most hold addresses of several ends. */
export const ipBlock: fc.Arbitrary<IpBlock> = fc.oneof(
  { weight: 6, arbitrary: ipBlockOf(BLOCKS.slice(0, 3)) },
  { weight: 2, arbitrary: ipBlockOf(BLOCKS) },
  { weight: 1, arbitrary: cidr.map((block): IpBlock => ({ cidr: block })) },
);

/** Patterns of domainNames, and names that are asked for. */
export const DOMAIN_PATTERNS = [
  "example.com",
  "*.example.com",
  "A.example.com.",
  "*.a.example.com",
  "db.shop.svc.cluster.local",
  "*.cluster.local",
] as const;
export const DOMAINS = [
  "a.example.com",
  "example.com",
  "x.A.example.com.",
  "db.shop.svc.cluster.local",
  "10-0-0-1.shop.pod.cluster.local",
  "other.ops.svc",
] as const;

/** A choice between values, the first being the simplest. */
export function pick<T>(
  ...weighted: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** The value, or nothing. */
export function maybe<T>(arbitrary: fc.Arbitrary<T>, freq = 2): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq });
}

/** The record without the fields that are undefined: as if they had not been written. */
export function written<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
