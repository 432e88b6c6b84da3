import { folderOf } from "../../../base/text/folder-of.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { selects } from "../../../semantics/match/selector.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { SourceFile } from "../../../source/manifest/source.js";

/** A file of policies that the kustomization beside it does not list. */
export interface UnlistedFile {
  readonly file: string;
  readonly kustomization: string;
}

/**
 * Files of NetworkPolicies beside a kustomization that lists pods which they select, and not them: nothing applies them with these pods.
 * Nothing is said of files that any kustomization of the tree mentions, in a comment too: whoever has left them out knows.
 * @param clusters what was read of the tree
 */
export function unlistedFiles(
  kustomizations: readonly SourceFile[],
  clusters: readonly Cluster[],
): readonly UnlistedFile[] {
  const byFolder = new Map(
    kustomizations.filter(isOfResources).map((each) => [folderOf(each.name), each] as const),
  );
  if (byFolder.size === 0) return [];
  const mentioned = new Set(kustomizations.flatMap(({ text }) => namesIn(text)));
  const policies = groupBy(
    clusters.flatMap((cluster) => cluster.policies.filter(({ tier }) => tier === "NetworkPolicy")),
    ({ origin }) => origin.document.file.name,
  );
  const workloads = groupBy(
    clusters.flatMap((cluster) => cluster.workloads),
    ({ origin }) => (origin === undefined ? "" : folderOf(origin.document.file.name)),
  );
  return [...policies].flatMap(([file, own]) => {
    const folder = folderOf(file);
    const kustomization = byFolder.get(folder);
    if (kustomization === undefined || mentioned.has(baseName(file))) return [];
    const listed = (workloads.get(folder) ?? []).filter(({ origin }) =>
      mentioned.has(baseName(origin?.document.file.name ?? "")),
    );
    const isFor = own.some((policy) => listed.some((each) => isMeant(policy, each)));
    return isFor ? [{ file, kustomization: kustomization.name }] : [];
  });
}

/** False for a Component, which others include. */
function isOfResources({ text }: SourceFile): boolean {
  return !/^["']?kind["']?:\s*["']?Component\b/m.test(text);
}

/** The names of files in a text: the last part of each path. */
function namesIn(text: string): readonly string[] {
  return text.match(/[\w.+@-]+\.(?:ya?ml|json)\b/g) ?? [];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** True for pods that a policy would select if it were in their namespace. */
function isMeant({ subject: { pods } }: Policy, { members }: Workload): boolean {
  return pods === undefined || members.some(({ labels }) => selects(pods, labels));
}
