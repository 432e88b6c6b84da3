/** A release of the policy CRDs, in one of its two channels. */
export interface Bundle {
  /** The release whose schema counts; several releases share one. */
  readonly release: "v0.2.0" | "v0.1.8" | "v0.1.5";
  readonly channel: Channel;
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

export type CrdKind = (typeof CRD_KINDS)[number];

const V1ALPHA1: readonly CrdKind[] = ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy"];

/** The releases that are evaluated, newest first, each with the kinds that it has and the later ones with the same schema. */
const RELEASES: readonly {
  readonly release: Bundle["release"];
  readonly names: readonly string[];
  readonly kinds: readonly CrdKind[];
}[] = [
  { release: "v0.2.0", names: ["v0.2.0"], kinds: ["ClusterNetworkPolicy"] },
  { release: "v0.1.8", names: ["v0.1.8", "v0.1.7"], kinds: V1ALPHA1 },
  { release: "v0.1.5", names: ["v0.1.5", "v0.1.4", "v0.1.3"], kinds: V1ALPHA1 },
];

const CHANNELS: readonly Channel[] = ["experimental", "standard"];

/** Every value that `--bundle` takes, newest first. */
export const BUNDLE_NAMES: readonly string[] = RELEASES.flatMap(({ names }) =>
  names.flatMap((name) => CHANNELS.map((channel) => `${name}/${channel}`)),
);

/**
 * Reads a value of `--bundle`: `v0.1.8`, `v0.1.8/standard`. Without a channel it is the experimental one, which has
 * every field.
 * @returns undefined for a release or a channel that does not exist or is not evaluated
 */
export function parseBundle(text: string): Bundle | undefined {
  const [name = "", channel = "experimental", ...rest] = text.split("/");
  const release = RELEASES.find(({ names }) => names.includes(name))?.release;
  if (release === undefined || rest.length > 0 || !isChannel(channel)) return undefined;
  return { release, channel, hasProposals: false };
}

function isChannel(text: string): text is Channel {
  return (CHANNELS as readonly string[]).includes(text);
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

/** The other bundles that have a kind, newest first. */
export function otherBundles(kind: CrdKind, bundle: Bundle): Bundle[] {
  const all = RELEASES.filter(({ kinds }) => kinds.includes(kind)).flatMap(({ release }) =>
    CHANNELS.map((channel): Bundle => ({ release, channel, hasProposals: false })),
  );
  return all.filter(
    (other) => bundleName(other) !== bundleName(bundle) || other.hasProposals !== bundle.hasProposals,
  );
}

/** A bundle as `--bundle` takes it. */
export function bundleName({ release, channel }: Pick<Bundle, "release" | "channel">): string {
  return `${release}/${channel}`;
}
