import { compareTexts } from "../../base/collections/compare-texts.js";
import { blockLines } from "../../source/manifest/print/block.js";
import { flowStyleText, PLAIN_FLOW } from "../../source/manifest/print/flow.js";
import { groupBy } from "../../base/collections/group-by.js";
import { PLUGIN_CRDS, SETTINGS_MAPS } from "../kinds/plugins/settings.js";
import { POLICY_CRDS, STORED_KINDS, type StoredKind } from "../kinds/stored-kinds.js";

/**
 * The least that whoever takes a snapshot must be allowed, as a manifest: to list the kinds that it holds, to get the
 * definitions of the policy kinds and of some kinds of network plugins, and the ConfigMaps of these, by their names, and to ask
 * which kinds there are.
 */
export function clusterRole(): string {
  const kinds = STORED_KINDS.filter(({ purposes }) => purposes.includes("snapshot"));
  const rules = [...groupBy(kinds, groupOf)].map(([group, inGroup]): [string, string[]] => [
    group,
    [
      ...listed(
        "resources",
        inGroup.map(({ plural }) => plural),
      ),
      inLine("verbs", ["get", "list"]),
    ],
  ]);
  rules.push([
    "apiextensions.k8s.io",
    [
      inLine("resources", ["customresourcedefinitions"]),
      ...listed("resourceNames", [...POLICY_CRDS, ...PLUGIN_CRDS]),
      inLine("verbs", ["get"]),
    ],
  ]);
  rules.push([
    "",
    [
      inLine("resources", ["configmaps"]),
      ...listed("resourceNames", [...new Set(SETTINGS_MAPS.map(({ name }) => name))]),
      inLine("verbs", ["get"]),
    ],
  ]);
  const head = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "anp-snapshot" },
  };
  return [
    ...blockLines(head, STYLE),
    "# Policies of other vendors are named where they may be listed too.",
    "rules:",
    ...rules
      .toSorted(([a], [b]) => compareTexts(a, b))
      .flatMap(([group, lines]) => [
        `- ${inLine("apiGroups", [group], true)}`,
        ...lines.map((line) => `  ${line}`),
      ]),
    `- ${inLine("nonResourceURLs", ["/api", "/api/*", "/apis", "/apis/*", "/version"])}`,
    `  ${inLine("verbs", ["get"])}`,
    "",
  ].join("\n");
}

const STYLE = { step: 2, listOffset: 0 };

/** A field with its values in one line; groups are in quotes, as people write them: one of them is empty. */
function inLine(key: string, values: readonly string[], isJson = false): string {
  return `${key}: ${flowStyleText(values, { ...PLAIN_FLOW, isJson })}`;
}

/** A field with a line for each of its names. */
function listed(key: string, names: readonly string[]): string[] {
  return blockLines({ [key]: names.toSorted() }, STYLE);
}

/** The API group; empty for the core. A kind has the same one in all of its versions. */
function groupOf({ apiVersions: [version = ""] }: StoredKind): string {
  const slash = version.indexOf("/");
  return slash === -1 ? "" : version.slice(0, slash);
}
