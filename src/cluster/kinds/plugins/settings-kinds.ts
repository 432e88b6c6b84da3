import { isMapping } from "../../../source/manifest/value.js";
import { settingsOf, type SettingsKind } from "./settings.js";
import type { ApiObject } from "../../admission/request.js";
import type { ClusterObject } from "../../model/objects.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { KindReader } from "../kind.js";

const HEADER: Keep = { apiVersion: true, kind: true, metadata: { name: true, namespace: true } };

/** What is built of a DaemonSet's containers beside what decides flows. */
export const SETTINGS_OF_CONTAINERS: Keep = { name: true, args: true, env: { name: true, value: true } };

/** What an object tells of how a network plugin is set up. */
export function pluginSettings({ ref, node }: ApiObject): readonly ClusterObject[] {
  const settings = isMapping(node.value) ? settingsOf(node.value) : undefined;
  return settings === undefined ? [] : [{ type: "plugin-settings", settings: { ref, settings } }];
}

/** A kind that says how a plugin is set up. */
export function settingsReader({ part, fields, condition }: SettingsKind): KindReader {
  const kept = [...Object.keys(fields), ...(condition === undefined ? [] : [condition.field])];
  return {
    isNamespaced: false,
    isBeside: true,
    keep: { ...HEADER, [part]: Object.fromEntries(kept.map((key) => [key, true])) },
    read: (object) => ({ objects: pluginSettings(object), problems: [] }),
  };
}
