import { conjunction } from "./describe.js";
import { groupBy } from "../base/collections/group-by.js";
import { nameOfPlugin } from "../semantics/plugins/profile-of.js";
import { PLUGINS } from "../semantics/plugins/plugins.js";
import type { ChosenPlugin } from "../cluster/model/chosen-plugin.js";
import type { PluginDifference, PluginPart } from "../questions/explain/plugins.js";
import { sourceAddress, type PluginName, type PluginRow } from "../semantics/plugins/row.js";

/** `cilium 1.20 with sctp`; of one whose release nobody said, the newest that is known. */
function pluginText({ name, release, features }: ChosenPlugin): string {
  const plugin = PLUGINS[name as PluginName];
  return nameOfPlugin(plugin, release ?? plugin.newest, features);
}

/** Which plugin the objects of a cluster show, and by what; and what of it they don't. Of several, that nothing decides between them. */
export function recognisedLines(
  found: ChosenPlugin | undefined,
  rivals: readonly ChosenPlugin[],
): readonly string[] {
  if (rivals.length > 0) {
    const shown = rivals.map(({ name, seen = [] }) => `${name} by ${seen.join(", ")}`);
    return [
      `several network plugins were recognised, ${conjunction(shown, "and")}: answers are those of the reference profile; say with --plugin which one enforces policies`,
    ];
  }
  if (found === undefined)
    return ["no network plugin was recognised: answers are those of the reference profile"];
  const { seen = [], unseen = [] } = found;
  const what: readonly string[] = unseen.map((each) => UNSEEN[each](found));
  return [
    `network plugin: ${pluginText(found)}, recognised by ${seen.join(", ")}`,
    ...(what.length === 0 ? [] : [`not recognised: ${what.join("; ")}`]),
  ];
}

const UNSEEN: Readonly<Record<NonNullable<ChosenPlugin["unseen"]>[number], (found: ChosenPlugin) => string>> =
  {
    release: ({ name }) =>
      `its release, which is taken to be ${PLUGINS[name as PluginName].newest?.join(".") ?? "the newest"}`,
    settings: ({ name }) =>
      PLUGINS[name as PluginName].isOptIn === true
        ? "its settings: it is taken to be switched on, which it is not by default"
        : "its settings, which are taken to be the usual ones",
  };

/** A row in one sentence: what it does, how that is known, and where it stands. */
function rowText({ id, does, confidence, sources, date }: PluginRow): string {
  const [first = ""] = sources;
  return `${does} (${id}, ${confidence} ${date}: ${sourceAddress(first)})`;
}

/** What an answer rests on, where a plugin is named: which of its rows decided, or none. */
export function pluginLines({ profile, rows }: PluginPart): readonly string[] {
  const name = nameOfPlugin(profile.plugin, profile.release, profile.features);
  if (rows.length === 0) return [`${name} answers like the ${profile.base.name} profile here`];
  return rows.map((row) => `${name}: ${rowText(row)}`);
}

/** `with --plugin cilium or aws: denied`, `with --plugin cilium: denied; aws: allowed or denied`. */
export function differingLines(differing: readonly PluginDifference[]): readonly string[] {
  if (differing.length === 0) return [];
  const byVerdict = groupBy(differing, ({ verdicts }) => conjunction(verdicts, "or"));
  const answers = [...byVerdict].map(([verdict, alike]) => {
    const plugins = alike.map(({ plugin }) => plugin);
    return `${conjunction(plugins, "or")}: ${verdict}`;
  });
  return [`with --plugin ${answers.join("; ")}`];
}
