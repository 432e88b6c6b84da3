import { detectAgent } from "../../../semantics/plugins/detect.js";
import { isDeciding, pluginProfile, type PluginProfile } from "../../../semantics/plugins/profile-of.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { pluginOf } from "../../../semantics/plugins/profile-of.js";
import { rowsFor } from "../../../semantics/plugins/rows-for.js";
import type { ByPlugin } from "../../../cluster/problems/plugins.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { PluginRow } from "../../../semantics/plugins/row.js";
import type { Readings } from "../../../semantics/match/profile.js";

/** The network plugin of an input, with what its table says of it. */
export interface KnownPlugin {
  readonly profile: PluginProfile;
  /** All rows that hold, those that change no verdict included. */
  readonly rows: readonly PluginRow[];
  /** True where a user names it, or asks to go by what the input shows. */
  readonly isNamed: boolean;
}

/** The plugin that is named, or whose agent the input runs; undefined where nothing tells. */
export function knownPlugin(cluster: Cluster): KnownPlugin | undefined {
  return known(cluster).plugin;
}

const known = oncePer((cluster: Cluster): { readonly plugin: KnownPlugin | undefined } => {
  const chosen = pluginOf(cluster) ?? detectAgent(cluster);
  if (chosen === undefined) return { plugin: undefined };
  const isNamed = cluster.facts.plugin !== undefined;
  return { plugin: { profile: pluginProfile(chosen), rows: rowsFor(chosen), isNamed } };
});

/** The row that makes a plugin read something as it does. */
export function rowReading(
  { profile }: KnownPlugin,
  knob: keyof Readings,
  isMeant: (row: PluginRow) => boolean = () => true,
): PluginRow | undefined {
  return profile.rows.find((row) => isDeciding(row) && row.reading?.[knob] !== undefined && isMeant(row));
}

/** The first of some rows that holds. */
export function rowAmong({ rows }: KnownPlugin, ids: readonly string[]): PluginRow | undefined {
  return rows.find(({ id }) => ids.includes(id));
}

/** What a finding says of the plugin. */
export function byPlugin({ profile }: KnownPlugin, { id }: PluginRow): ByPlugin {
  return { plugin: profile.name, row: id };
}
