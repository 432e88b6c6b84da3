import { sourceAddress } from "../semantics/plugins/row.js";
import { encodeJson } from "./encode.js";
import { PLUGINS } from "../semantics/plugins/plugins.js";
import type { PluginName, PluginRow, Release } from "../semantics/plugins/row.js";
import type { PluginsReport } from "./plugins-report.js";

/** The version of this format; its schema is `schemas/plugins.json`. */
const FORMAT_VERSION = 1;

/** The table of what plugins do, as JSON. */
export function* pluginsJson({ names, rows }: PluginsReport): Generator<string> {
  yield encodeJson({
    version: FORMAT_VERSION,
    plugins: names.map((name) => pluginJson(name, rows)),
  });
}

function pluginJson(of: PluginName, all: readonly PluginRow[]): object {
  const { name, title, aliases, newest, features } = PLUGINS[of];
  const rows = all.filter(({ plugin }) => plugin === of);
  return { name, title, aliases, newest: releaseJson(newest), features, rows: rows.map(pluginRowJson) };
}

/** A row of the table, wherever it is told. */
export function pluginRowJson(row: PluginRow): object {
  const { id, from, before, feature, about, does, effect, reading, sources, date, confidence } = row;
  return {
    id,
    from: releaseJson(from),
    before: releaseJson(before),
    feature: feature === undefined ? null : { name: feature.name, on: feature.isOn },
    about,
    does,
    effect,
    changesVerdicts: reading !== undefined,
    sources: sources.map(sourceAddress),
    date,
    confidence,
  };
}

function releaseJson(release: Release | undefined): string | null {
  return release === undefined ? null : release.join(".");
}
