/** A release of the policy CRDs, in one of its two channels. */
export interface Bundle {
  /** The release whose schema counts; several releases share one. */
  readonly release: "v0.3.0" | "v0.2.0" | "v0.1.8" | "v0.1.5" | "v0.1.2" | "v0.1.1" | "kep";
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
  /** The versions that it serves, where releases of the same kinds differ in that. */
  readonly versions?: readonly string[];
}[] = [
  {
    release: "v0.3.0",
    names: ["v0.3.0"],
    kinds: ["ClusterNetworkPolicy"],
    channels: CHANNELS,
    versions: ["v1beta1", "v1alpha2"],
  },
  {
    release: "v0.2.0",
    names: ["v0.2.0"],
    kinds: ["ClusterNetworkPolicy"],
    channels: CHANNELS,
    versions: ["v1alpha2"],
  },
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

/**
 * The bundle that counts for an object of a kind: the last one given that has the kind, else the experimental channel of a release that
 * serves its version.
 */
export function bundleFor(kind: CrdKind, given: readonly string[], apiVersion?: string): Bundle {
  return namedBundle(kind, given) ?? defaultFor(kind, apiVersion);
}

/** The version under which a bundle serves objects that are written in one that it doesn't know; undefined where it serves theirs. */
export function servedInstead(bundle: Bundle, apiVersion: string): string | undefined {
  const [group = "", version = ""] = apiVersion.split("/");
  const served = versionsOf(bundle.release);
  return served === undefined || served.includes(version) ? undefined : `${group}/${served[0]}`;
}

function versionsOf(release: Bundle["release"]): readonly string[] | undefined {
  return RELEASES.find((each) => each.release === release)?.versions;
}

/** The last bundle given that has a kind; undefined where none has. */
export function namedBundle(kind: CrdKind, given: readonly string[]): Bundle | undefined {
  return given.map(parseBundle).findLast((bundle) => bundle !== undefined && hasKind(bundle, kind));
}

function hasKind({ release }: Bundle, kind: CrdKind): boolean {
  return RELEASES.some((each) => each.release === release && each.kinds.includes(kind));
}

/** What v1alpha2 is held to by default is the release that has it alone: later ones refuse more of it. */
function defaultFor(kind: CrdKind, apiVersion?: string): Bundle {
  if (kind !== "ClusterNetworkPolicy")
    return { release: "v0.1.8", channel: "experimental", hasProposals: false };
  const release = apiVersion?.endsWith("/v1beta1") === true ? "v0.3.0" : "v0.2.0";
  return { release, channel: "experimental", hasProposals: true };
}

/** The other released bundles that have a kind, and serve a version of it, newest first. */
export function otherBundles(kind: CrdKind, bundle: Bundle, apiVersion?: string): Bundle[] {
  const version = apiVersion?.split("/")[1];
  const released = RELEASES.filter(
    ({ release, kinds, versions }) =>
      release !== "kep" &&
      kinds.includes(kind) &&
      (version === undefined || versions === undefined || versions.includes(version)),
  );
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
