import { detectPlugin } from "./detect.js";
import { PLUGINS } from "./plugins.js";
import { rowsFor } from "./rows-for.js";
import { REFERENCE, type Profile, type Readings } from "../match/profile.js";
import type { ChosenPlugin } from "../../cluster/model/chosen-plugin.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Plugin, PluginName, PluginRow, Release } from "./row.js";

/** A profile that a plugin's rows make of another one. */
export interface PluginProfile extends Profile {
  readonly plugin: Plugin;
  readonly release: Release | undefined;
  readonly features: readonly string[];
  /** The rows that it is made of, in the order of the table. */
  readonly rows: readonly PluginRow[];
  /** What they change. */
  readonly base: Profile;
}

/** The readings of a plugin on top of another profile's: only what is documented or read in code changes any. */
export function pluginProfile(chosen: ChosenPlugin, base: Profile = REFERENCE): PluginProfile {
  const byBase = KNOWN.get(chosen) ?? new Map<Profile, PluginProfile>();
  KNOWN.set(chosen, byBase);
  const known = byBase.get(base) ?? profileFrom(chosen, rowsFor(chosen).filter(isDeciding), base);
  byBase.set(base, known);
  return known;
}

/** What is worked out of policies hangs on a profile: each is made once. */
const KNOWN = new WeakMap<ChosenPlugin, Map<Profile, PluginProfile>>();

/** True for a row that changes verdicts. */
export function isDeciding({ reading, confidence }: PluginRow): boolean {
  return reading !== undefined && (confidence === "documented" || confidence === "code-read");
}

/** The same on top of another profile. */
export function withBase({ plugin, release, features, rows }: PluginProfile, base: Profile): PluginProfile {
  return profileFrom({ name: plugin.name, release, features }, rows, base);
}

/** The same without one of its rows: what tells whether that one decides. */
export function withoutRow(profile: PluginProfile, row: PluginRow): PluginProfile {
  const { plugin, release, features, rows, base } = profile;
  const rest = rows.filter((each) => each !== row);
  return profileFrom({ name: plugin.name, release, features }, rest, base);
}

function profileFrom(
  { name, release: given, features }: ChosenPlugin,
  rows: readonly PluginRow[],
  base: Profile,
): PluginProfile {
  const plugin = PLUGINS[name as PluginName];
  const release = given ?? plugin.newest;
  const kinds = rows.flatMap(({ reading }) => reading?.["unenforced-kinds"] ?? []);
  const readings: Readings = Object.assign({}, base.readings, ...rows.map(({ reading }) => reading), {
    "unenforced-kinds": [...new Set([...base.readings["unenforced-kinds"], ...kinds])],
  }) as Readings;
  const suffix = base === REFERENCE ? "" : `, ${base.name}`;
  return {
    name: `${nameOfPlugin(plugin, release, features)}${suffix}`,
    readings,
    plugin,
    release,
    features,
    rows,
    base,
  };
}

/** `cilium 1.20 with sctp`. */
export function nameOfPlugin(
  { name }: Plugin,
  release: Release | undefined,
  features: readonly string[],
): string {
  const number = release === undefined ? "" : ` ${release.join(".")}`;
  const on = features.length === 0 ? "" : ` with ${features.join(" and ")}`;
  return `${name}${number}${on}`;
}

/** True for a profile that a plugin's rows make. */
export function isOfPlugin(profile: Profile): profile is PluginProfile {
  return "rows" in profile;
}

/** The plugin of a cluster, as its users say or its objects show. */
export function pluginOf(cluster: Cluster): ChosenPlugin | undefined {
  const { plugin } = cluster.facts;
  return plugin === "auto" ? detectPlugin(cluster) : plugin;
}

/** The profile that all questions about a cluster start from: its plugin's, as far as that is known. */
export function profileOfCluster(cluster: Cluster, base: Profile = REFERENCE): Profile {
  const plugin = pluginOf(cluster);
  return plugin === undefined ? base : pluginProfile(plugin, base);
}
