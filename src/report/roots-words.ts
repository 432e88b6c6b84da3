import { conjunction } from "./describe.js";
import { encode } from "./encode.js";
import { withMore } from "../base/text/list.js";
import { count } from "../base/text/count.js";
import type { FoundIn } from "../cluster/problems/diagnostic.js";
import type { LoadedRoot } from "../cluster/roots/load-roots.js";

/** Names of sets that are told at once. */
const NAMED = 4;

/** Why some manifests are a set of their own: one phrase. @param isOnly true where there is no other set */
export function rootReasonText(
  { reason, kustomizations }: Pick<LoadedRoot, "reason" | "kustomizations">,
  isOnly = false,
): string {
  switch (reason.code) {
    case "rest": {
      const all = isOnly ? "everything" : "everything else";
      return kustomizations.length === 0 ? all : `${all}, with ${listed(kustomizations)}`;
    }
    case "given":
    case "left":
      return "named by you";
    case "configured":
      return "named by the config";
    case "kustomization":
      return kustomizations.length > 1
        ? `kustomizations of one name, with no base in common: ${listed(kustomizations)}`
        : "a kustomization that no other one uses";
    case "component":
      return "a Component that no kustomization here uses";
    case "applied":
      return `applied by ${listed(reason.by)}`;
    case "test":
      return "a file of a test, which takes one after another";
    case "chart":
      return "a chart, rendered as a release of its own";
    case "alternative":
      return `one of several: files beside it have ${reason.versions} versions of ${encode(reason.object)}`;
    case "clash":
      return `${encode(reason.object)} is also in ${encode(reason.other)}`;
  }
}

function listed(names: readonly string[]): string {
  return withMore(names.slice(0, NAMED).map(encode), names.length - Math.min(NAMED, names.length));
}

/**
 * The sets that have a finding; undefined where a tree has one, and where the set is called after the finding's file or a folder that it
 * is in.
 */
export function foundInText(foundIn: FoundIn | undefined, file: string): string | undefined {
  const [first, ...others] = foundIn?.names ?? [];
  if (foundIn === undefined || first === undefined || foundIn.of < 2) return undefined;
  const isInFolder = first === "." || first === file || file.startsWith(`${first}/`);
  if (others.length === 0 && isInFolder) return undefined;
  return foundIn.names.length === foundIn.of
    ? foundIn.of === 2
      ? "in both sets of manifests"
      : `in all ${foundIn.of} sets of manifests`
    : `in ${listed(foundIn.names)}`;
}

/** `42 objects in 3 kustomizations`, for a line about a set. */
export function rootSizeText({ loaded, kustomizations, notRendered }: LoadedRoot): string {
  const objects = [...loaded.summary.objects.values()].reduce((sum, each) => sum + each, 0);
  const parts = [
    count(objects, "object"),
    ...(kustomizations.length > 0 ? [count(kustomizations.length, "kustomization")] : []),
    ...(notRendered.length > 0 ? [`${notRendered.length} not rendered`] : []),
  ];
  return conjunction(parts);
}
