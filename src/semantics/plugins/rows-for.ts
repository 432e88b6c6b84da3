import { featuresOf, isBefore, type PluginName, type PluginRow } from "./row.js";
import { PLUGIN_ROWS, PLUGINS } from "./plugins.js";
import type { ChosenPlugin } from "../../cluster/model/chosen-plugin.js";

/** The rows that hold for a plugin as it is chosen, whether they change verdicts or not. */
export function rowsFor({ name, release, features }: ChosenPlugin): readonly PluginRow[] {
  const plugin = PLUGINS[name as PluginName];
  const of = release ?? plugin.newest;
  // A setting that a release does not know switches nothing on.
  const known = featuresOf(plugin, of);
  const isOn = new Set(features.filter((feature) => known.includes(feature)));
  return PLUGIN_ROWS.filter(
    (row) =>
      row.plugin === name &&
      (row.from === undefined || of === undefined || !isBefore(of, row.from)) &&
      (row.before === undefined || (of !== undefined && isBefore(of, row.before))) &&
      (row.feature === undefined || isOn.has(row.feature.name) === row.feature.isOn),
  );
}
