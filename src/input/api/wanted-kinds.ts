import { AnswerError } from "./cluster-error.js";
import { classify, FOREIGN_GROUPS } from "../../cluster/kinds/registry.js";
import { ANY_KIND, type ForbiddenKind } from "../../cluster/model/cluster.js";
import { groupOf, OWN_GROUPS } from "../../cluster/kinds/policy-apis.js";
import { STORED_KINDS, type StoredKind, type StoredPurpose } from "../../cluster/kinds/stored-kinds.js";
import type { Discovery, ServedGroup, ServedResource } from "./discovery.js";

/** A kind in the one version in which it is read. */
export interface WantedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** The name of the resource in paths. */
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** The kinds to read of a server, and those of which it does not tell enough for that. */
export interface WantedKinds {
  readonly kinds: readonly WantedKind[];
  readonly unknown: readonly ForbiddenKind[];
}

/** Groups that every server has in itself: where it does not answer about one of them, it answers about nothing. */
const BUILT_IN: ReadonlySet<string> = new Set([
  "",
  "apps",
  "batch",
  "discovery.k8s.io",
  "networking.k8s.io",
  "admissionregistration.k8s.io",
]);

/** How often a server is asked about what it has not in itself: a broken extension stays broken. */
const FEW_ATTEMPTS = 3;

/** Kinds that every server has: one that does not name them tells only a part of what it has. */
const EVERYWHERE: ReadonlySet<string> = new Set(["Namespace", "Pod", "NetworkPolicy"]);

/** True for an API that every server has in itself. */
export function isBuiltIn(apiVersion: string): boolean {
  return BUILT_IN.has(groupOf(apiVersion));
}

/** How often it is asked about an API; undefined for as often as usual. */
export function attemptsFor(apiVersion: string): number | undefined {
  return isBuiltIn(apiVersion) ? undefined : FEW_ATTEMPTS;
}

/**
 * Why nothing is known of an API or a kind of it, where the rest can be known all the same.
 * @throws the error where it ends the reading
 */
export function whyUnknown(error: unknown, apiVersion: string): string {
  if (!(error instanceof AnswerError)) throw error;
  if (error.fault === "none" && isBuiltIn(apiVersion)) throw error;
  return error.message;
}

/**
 * The kinds to read of a server, as it has them.
 * @param extraKinds kinds that are needed beside those of the purpose
 * @throws {ClusterError} where the server does not tell
 */
export async function wantedKinds(
  discovery: Discovery,
  purpose: StoredPurpose,
  extraKinds: readonly string[],
): Promise<WantedKinds> {
  const kinds: WantedKind[] = [];
  const unknown: ForbiddenKind[] = [];
  for (const stored of STORED_KINDS) {
    const { kind, plural, isNamespaced, purposes, insteadOf } = stored;
    if (!purposes.includes(purpose) && !extraKinds.includes(kind)) continue;
    if (insteadOf !== undefined && kinds.some((each) => each.kind === insteadOf)) continue;
    const served = await servedVersion(discovery, stored);
    if (served === undefined) continue;
    const { apiVersion, why } = served;
    if (why === undefined) kinds.push({ apiVersion, kind, plural, isNamespaced });
    else unknown.push({ apiVersion, kind, readIn: [], why });
  }
  const others = await otherPolicies(discovery, kinds);
  const isNamed = ({ apiVersion }: ForbiddenKind): boolean =>
    unknown.some((each) => each.apiVersion === apiVersion);
  return {
    kinds: [...kinds, ...others.kinds],
    unknown: [...unknown, ...others.unknown.filter((each) => !isNamed(each))],
  };
}

/** A version in which a kind can be read, or why there is none. */
interface ServedVersion {
  readonly apiVersion: string;
  readonly why?: string;
}

/** The first of the versions in which a server lists a kind; undefined where it does not have the kind. */
async function servedVersion(
  discovery: Discovery,
  { kind, apiVersions }: StoredKind,
): Promise<ServedVersion | undefined> {
  let unknown: ServedVersion | undefined;
  for (const apiVersion of apiVersions) {
    const resources = await resourcesOrWhy(discovery, apiVersion);
    const found = typeof resources === "string" ? undefined : resources.find((each) => each.kind === kind);
    if (found?.isListed === true) return { apiVersion };
    if (typeof resources === "string") unknown ??= { apiVersion, why: resources };
    else if (found !== undefined) unknown ??= { apiVersion, why: notListed(apiVersion) };
  }
  const [apiVersion = ""] = apiVersions;
  return unknown ?? (EVERYWHERE.has(kind) ? { apiVersion, why: NOT_NAMED } : undefined);
}

const NOT_NAMED = "the cluster does not name it among its APIs, where every cluster has it";

function notListed(apiVersion: string): string {
  return `the cluster has it in ${apiVersion} without the verb list`;
}

/** The kinds of a version, or why they are not known. */
async function resourcesOrWhy(
  discovery: Discovery,
  apiVersion: string,
): Promise<readonly ServedResource[] | string> {
  try {
    return await discovery.resources(apiVersion, attemptsFor(apiVersion));
  } catch (error) {
    return whyUnknown(error, apiVersion);
  }
}

/** Policies that are not evaluated: of other vendors, and of our group in versions that are not known. */
async function otherPolicies(discovery: Discovery, wanted: readonly WantedKind[]): Promise<WantedKinds> {
  const kinds: WantedKind[] = [];
  const unknown: ForbiddenKind[] = [];
  for (const group of discovery.groups) {
    if (!OWN_GROUPS.has(group.name) && !FOREIGN_GROUPS.has(group.name)) continue;
    const others = await otherPoliciesOf(group, discovery, wanted);
    kinds.push(...others.kinds);
    unknown.push(...others.unknown);
  }
  return { kinds, unknown };
}

async function otherPoliciesOf(
  { name, apiVersions }: ServedGroup,
  discovery: Discovery,
  wanted: readonly WantedKind[],
): Promise<WantedKinds> {
  const kinds: WantedKind[] = [];
  const unknown: ForbiddenKind[] = [];
  // Every version shows the same objects.
  const known = new Set(wanted.filter((each) => groupOf(each.apiVersion) === name).map(({ kind }) => kind));
  for (const apiVersion of apiVersions) {
    const resources = await resourcesOrWhy(discovery, apiVersion);
    if (typeof resources === "string") {
      unknown.push({ apiVersion, kind: ANY_KIND, readIn: [], why: resources });
      continue;
    }
    for (const { isListed, ...resource } of resources) {
      const { kind } = resource;
      const { type } = classify(apiVersion, kind);
      if (known.has(kind) || (type !== "foreign-policy" && type !== "unserved")) continue;
      known.add(kind);
      if (isListed) kinds.push({ apiVersion, ...resource });
      else unknown.push({ apiVersion, kind, readIn: [], why: notListed(apiVersion) });
    }
  }
  return { kinds, unknown };
}
