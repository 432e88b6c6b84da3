/** A release of the policy CRDs, in one of its two channels. */
export interface Bundle {
  /** The release whose schema counts; several releases share one. */
  readonly release: "v0.2.0" | "v0.1.8" | "v0.1.5" | "v0.1.2" | "v0.1.1" | "kep";
  /** Undefined where there is only one. */
  readonly channel: Channel | undefined;
  /** True for the default of ClusterNetworkPolicy: the release with NPEP-133's rules, which it does not have (S-CNP-2). */
  readonly hasProposals: boolean;
}

type Channel = "standard" | "experimental";

/** The kinds that come as CRDs. */
export const CRD_KINDS = [
  "ClusterNetworkPolicy",
  "AdminNetworkPolicy",
  "BaselineAdminNetworkPolicy",
] as const;

/** The kinds of policy that a cluster has by a CRD. */
export type CrdKind = (typeof CRD_KINDS)[number];

const V1ALPHA1: readonly CrdKind[] = ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy"];

const CHANNELS: readonly Channel[] = ["experimental", "standard"];

/**
 * The releases that are evaluated, newest first, each with the kinds that it has and the later ones with the same schema;
 * last the text of KEP-2091, which none of them had.
 */
const RELEASES: readonly {
  readonly release: Bundle["release"];
  readonly names: readonly string[];
  readonly kinds: readonly CrdKind[];
  readonly channels: readonly Channel[];
}[] = [
  { release: "v0.2.0", names: ["v0.2.0"], kinds: ["ClusterNetworkPolicy"], channels: CHANNELS },
  { release: "v0.1.8", names: ["v0.1.8", "v0.1.7"], kinds: V1ALPHA1, channels: CHANNELS },
  { release: "v0.1.5", names: ["v0.1.5", "v0.1.4", "v0.1.3"], kinds: V1ALPHA1, channels: CHANNELS },
  { release: "v0.1.2", names: ["v0.1.2"], kinds: V1ALPHA1, channels: CHANNELS },
  { release: "v0.1.1", names: ["v0.1.1", "v0.1.0"], kinds: V1ALPHA1, channels: [] },
  { release: "kep", names: ["kep"], kinds: V1ALPHA1, channels: [] },
];

/** Every value that `--bundle` takes, newest first. */
export const BUNDLE_NAMES: readonly string[] = RELEASES.flatMap(({ names, channels }) =>
  names.flatMap((name) => (channels.length === 0 ? [name] : channels.map((channel) => `${name}/${channel}`))),
);

/**
 * Reads a value of `--bundle`: `v0.1.8`, `v0.1.8/standard`. Without a channel it is the experimental one, which has
 * every field.
 * @returns undefined for a release or a channel that does not exist or is not evaluated
 */
export function parseBundle(text: string): Bundle | undefined {
  const [name = "", asked, ...rest] = text.split("/");
  const found = RELEASES.find(({ names }) => names.includes(name));
  if (found === undefined || rest.length > 0) return undefined;
  const { release, channels } = found;
  const channel = channels.find((each) => each === (asked ?? "experimental"));
  if (channel === undefined && asked !== undefined) return undefined;
  return { release, channel, hasProposals: false };
}

/** The bundle that counts for a kind: the last one given that has the kind, else the newest release's experimental channel. */
export function bundleFor(kind: CrdKind, given: readonly string[]): Bundle {
  return namedBundle(kind, given) ?? defaultFor(kind);
}

/** The last bundle given that has a kind; undefined where none has. */
export function namedBundle(kind: CrdKind, given: readonly string[]): Bundle | undefined {
  return given.map(parseBundle).findLast((bundle) => bundle !== undefined && hasKind(bundle, kind));
}

function hasKind({ release }: Bundle, kind: CrdKind): boolean {
  return RELEASES.some((each) => each.release === release && each.kinds.includes(kind));
}

function defaultFor(kind: CrdKind): Bundle {
  const isCluster = kind === "ClusterNetworkPolicy";
  return { release: isCluster ? "v0.2.0" : "v0.1.8", channel: "experimental", hasProposals: isCluster };
}

/** The other released bundles that have a kind, newest first. */
export function otherBundles(kind: CrdKind, bundle: Bundle): Bundle[] {
  const released = RELEASES.filter(({ release, kinds }) => release !== "kep" && kinds.includes(kind));
  const all = released.flatMap(({ release, channels }): Bundle[] =>
    (channels.length === 0 ? [undefined] : channels).map((channel) => {
      return { release, channel, hasProposals: false };
    }),
  );
  return all.filter(
    (other) => bundleName(other) !== bundleName(bundle) || other.hasProposals !== bundle.hasProposals,
  );
}

/** Every bundle that has a kind, the default first, then from the newest to the text of the KEP. */
export function everyBundle(kind: CrdKind): Bundle[] {
  const standing = defaultFor(kind);
  const proposed = RELEASES.filter(({ release, kinds }) => release === "kep" && kinds.includes(kind));
  return [
    standing,
    ...otherBundles(kind, standing),
    ...proposed.map(({ release }): Bundle => ({ release, channel: undefined, hasProposals: false })),
  ];
}

/** A bundle as `--bundle` takes it. */
export function bundleName({ release, channel }: Pick<Bundle, "release" | "channel">): string {
  return channel === undefined ? release : `${release}/${channel}`;
}
