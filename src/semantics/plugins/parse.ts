import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { featuresOf, PLUGIN_NAMES, type Plugin, type PluginName, type Release } from "./row.js";
import { PLUGINS } from "./plugins.js";
import type { ChosenPlugin } from "../../cluster/model/chosen-plugin.js";

/** Why a text names no plugin. */
export type PluginMistake =
  | { readonly code: "no-such-plugin"; readonly name: string }
  | { readonly code: "no-such-release"; readonly name: string; readonly release: string }
  | {
      readonly code: "no-such-feature";
      readonly name: string;
      readonly feature: string;
      readonly features: readonly string[];
    }
  | {
      readonly code: "no-such-feature-yet";
      readonly name: string;
      readonly feature: string;
      readonly release: Release;
      readonly since: Release;
    };

/** Reads `NAME[@VERSION][+FEATURE…]`, such as `cilium@1.18+sctp`. */
export function parsePlugin(text: string): Attempt<ChosenPlugin, PluginMistake> {
  const [named = "", ...features] = text.split("+");
  const at = named.indexOf("@");
  const name = at === -1 ? named : named.slice(0, at);
  const plugin = pluginNamed(name);
  if (plugin === undefined) return failed({ code: "no-such-plugin", name });
  const number = at === -1 ? undefined : named.slice(at + 1);
  const match = number === undefined ? undefined : /^v?(\d{1,4})\.(\d{1,4})(?:\.\d{1,9})?$/.exec(number);
  if (number !== undefined && match === null)
    return failed({ code: "no-such-release", name: plugin.name, release: number });
  const unknown = features.find((each) => !Object.hasOwn(plugin.features, each));
  if (unknown !== undefined) {
    const known = Object.keys(plugin.features);
    return failed({ code: "no-such-feature", name: plugin.name, feature: unknown, features: known });
  }
  const release = match ? ([Number(match[1]), Number(match[2])] as const) : undefined;
  const early = features.find((each) => !featuresOf(plugin, release).includes(each));
  const since = early === undefined ? undefined : plugin.since?.[early];
  if (early !== undefined && release !== undefined && since !== undefined)
    return failed({ code: "no-such-feature-yet", name: plugin.name, feature: early, release, since });
  return succeeded({ name: plugin.name, release, features: [...new Set(features)].toSorted() });
}

/** The plugin that a name or another word for it means. */
export function pluginNamed(text: string): Plugin | undefined {
  const word = text.toLowerCase();
  const name = PLUGIN_NAMES.find((each) => each === word || PLUGINS[each].aliases.includes(word));
  return name === undefined ? undefined : PLUGINS[name];
}

/** Every word that names a plugin. */
export const PLUGIN_WORDS: readonly string[] = PLUGIN_NAMES.flatMap((name: PluginName) => [
  name,
  ...PLUGINS[name].aliases,
]);
