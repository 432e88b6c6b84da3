import { compareTexts } from "../../base/collections/compare-texts.js";
import { groupBy } from "../../base/collections/group-by.js";
import { POLICY_CRDS, STORED_KINDS, type StoredKind } from "../kinds/stored-kinds.js";

/**
 * The least that whoever takes a snapshot must be allowed, as a manifest: to list the kinds that it holds, to get the
 * definitions of the policy kinds, and to ask which kinds there are.
 */
export function clusterRole(): string {
  const kinds = STORED_KINDS.filter(({ purposes }) => purposes.includes("snapshot"));
  const rules = [...groupBy(kinds, groupOf)].map(([group, inGroup]): [string, string[]] => [
    group,
    ["resources:", ...listed(inGroup.map(({ plural }) => plural)), "verbs: [get, list]"],
  ]);
  const definitions = ["resources: [customresourcedefinitions]", "resourceNames:", ...listed(POLICY_CRDS)];
  rules.push(["apiextensions.k8s.io", [...definitions, "verbs: [get]"]]);
  return [
    "apiVersion: rbac.authorization.k8s.io/v1",
    "kind: ClusterRole",
    "metadata:",
    "  name: anp-snapshot",
    "# Policies of other vendors are named where they may be listed too.",
    "rules:",
    ...rules
      .toSorted(([a], [b]) => compareTexts(a, b))
      .flatMap(([group, lines]) => [`- apiGroups: ["${group}"]`, ...lines.map((line) => `  ${line}`)]),
    "- nonResourceURLs: [/api, /api/*, /apis, /apis/*, /version]",
    "  verbs: [get]",
    "",
  ].join("\n");
}

function listed(names: readonly string[]): string[] {
  return names.toSorted().map((name) => `- ${name}`);
}

/** The API group; empty for the core. A kind has the same one in all of its versions. */
function groupOf({ apiVersions: [version = ""] }: StoredKind): string {
  const slash = version.indexOf("/");
  return slash === -1 ? "" : version.slice(0, slash);
}
