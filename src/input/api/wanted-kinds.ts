import { classify, FOREIGN_GROUPS } from "../../kinds/registry.js";
import { POLICY_GROUP } from "../../kinds/crd/definition.js";
import { STORED_KINDS, type StoredPurpose } from "../../kinds/stored-kinds.js";
import type { Discovery } from "./discovery.js";

/** A kind in the one version in which it is read. */
export interface WantedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** The name of the resource in paths. */
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/**
 * The kinds to read of a server, as it has them.
 * @param extraKinds kinds that are needed beside those of the purpose
 */
export async function wantedKinds(
  discovery: Discovery,
  purpose: StoredPurpose,
  extraKinds: readonly string[],
): Promise<readonly WantedKind[]> {
  const wanted: WantedKind[] = [];
  for (const { kind, apiVersions, plural, isNamespaced, purposes, insteadOf } of STORED_KINDS) {
    if (!purposes.includes(purpose) && !extraKinds.includes(kind)) continue;
    if (insteadOf !== undefined && wanted.some((each) => each.kind === insteadOf)) continue;
    const apiVersion = await servedVersion(discovery, kind, apiVersions);
    if (apiVersion !== undefined) wanted.push({ apiVersion, kind, plural, isNamespaced });
  }
  return [...wanted, ...(await otherPolicies(discovery, wanted))];
}

/** The first of some versions in which a server has a kind. */
async function servedVersion(
  discovery: Discovery,
  kind: string,
  apiVersions: readonly string[],
): Promise<string | undefined> {
  for (const apiVersion of apiVersions) {
    const resources = await discovery.resources(apiVersion);
    if (resources.some((each) => each.kind === kind)) return apiVersion;
  }
  return undefined;
}

/** Policies that are not evaluated: of other vendors, and of our group in versions that are not known. */
async function otherPolicies(
  discovery: Discovery,
  wanted: readonly WantedKind[],
): Promise<readonly WantedKind[]> {
  const others: WantedKind[] = [];
  for (const { name, apiVersions } of discovery.groups) {
    if (name !== POLICY_GROUP && !FOREIGN_GROUPS.has(name)) continue;
    const known = new Set(wanted.filter((each) => groupOf(each) === name).map(({ kind }) => kind));
    for (const apiVersion of apiVersions) {
      for (const resource of await discovery.resources(apiVersion)) {
        const { type } = classify(apiVersion, resource.kind);
        if (known.has(resource.kind) || (type !== "foreign-policy" && type !== "unserved")) continue;
        // Every version shows the same objects.
        known.add(resource.kind);
        others.push({ apiVersion, ...resource });
      }
    }
  }
  return others;
}

function groupOf({ apiVersion }: WantedKind): string {
  return apiVersion.split("/")[0] ?? "";
}
