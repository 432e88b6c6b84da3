import { encode } from "../report/encode.js";
import { GROUPS } from "./option-groups.js";
import { nearest } from "../base/text/nearest.js";
import { PLUGIN_NAMES } from "../semantics/plugins/row.js";
import { Option, type Command } from "commander";
import { parsePlugin, pluginNamed, PLUGIN_WORDS, type PluginMistake } from "../semantics/plugins/parse.js";
import { pluginOf, profileOfCluster } from "../semantics/plugins/profile-of.js";
import { recognisedLines } from "../report/plugin-words.js";
import { PROFILES, REFERENCE, type Profile } from "../semantics/match/profile.js";
import { rivalPlugins } from "../semantics/plugins/detect.js";
import { UsageError } from "./exit.js";
import type { ChosenPlugin } from "../cluster/model/chosen-plugin.js";
import type { Cluster } from "../cluster/model/cluster.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { Io } from "./io.js";

/** Lets a command be told which network plugin enforces the policies. */
export function addPluginOption(command: Command): Command {
  return command
    .optionsGroup(GROUPS.facts)
    .option(
      "--plugin <name[@version]>",
      "answer as this network plugin does: cilium, calico@3.30, antrea+cluster-network-policy, auto …; see anp plugins",
    );
}

/** Lets a command be told how open points are read. */
export function profileOption(): Option {
  return new Option("--profile <name>", "how to treat cases the spec leaves open")
    .choices([...PROFILES.keys()])
    .argParser(knownProfile)
    .default(REFERENCE.name);
}

/** @throws {UsageError} for what is no profile */
function knownProfile(text: string): string {
  if (PROFILES.has(text)) return text;
  const names = [...PROFILES.keys()];
  const plugin = pluginNamed(text.split(/[@+]/)[0] ?? "");
  const [meant] = nearest(text, names);
  throw new UsageError(
    `unknown --profile "${text}"`,
    plugin === undefined
      ? meant === undefined
        ? `profiles are ${names.join(", ")}`
        : `did you mean ${meant}?`
      : `${plugin.name} is a network plugin: use --plugin ${text}, alone or with --profile strict`,
  );
}

/** How a cluster's policies are read: as its plugin does, on top of the profile that the options name. */
export function profileOf({ profile }: { readonly profile?: string }, cluster: Cluster): Profile {
  return profileOfCluster(cluster, PROFILES.get(profile ?? REFERENCE.name) ?? REFERENCE);
}

/** The plugin that the options name. @throws {UsageError} for one that is not known */
export function chosenPlugin({ plugin }: CommandSourceOptions): ChosenPlugin | "auto" | undefined {
  if (plugin === undefined || plugin === "auto") return plugin;
  const parsed = parsePlugin(plugin);
  if (parsed.ok) return parsed.value;
  throw new UsageError(mistakeText(parsed.problem), ...hints(parsed.problem));
}

function mistakeText(mistake: PluginMistake): string {
  switch (mistake.code) {
    case "no-such-plugin":
      return `unknown network plugin "${mistake.name}"`;
    case "no-such-release":
      return `--plugin ${mistake.name} needs a version such as ${mistake.name}@1.18, not "${mistake.release}"`;
    case "no-such-feature":
      return `${mistake.name} has no feature "${mistake.feature}" that can be switched on`;
    case "no-such-feature-yet": {
      const { name, feature, release, since } = mistake;
      return `${name} ${release.join(".")} has no ${feature}: it came with ${since.join(".")}`;
    }
  }
}

function hints(mistake: PluginMistake): readonly string[] {
  switch (mistake.code) {
    case "no-such-plugin": {
      const [meant] = nearest(mistake.name, [...PLUGIN_WORDS, "auto"]);
      const known = `plugins are ${PLUGIN_NAMES.join(", ")}, or auto`;
      return meant === undefined ? [known] : [`did you mean ${meant}?`];
    }
    case "no-such-release":
    case "no-such-feature-yet":
      return [];
    case "no-such-feature": {
      const { feature, features } = mistake;
      const [meant] = nearest(feature, features);
      if (features.length === 0) return ["it has none that is off by default"];
      return [meant === undefined ? `features are ${features.join(", ")}` : `did you mean ${meant}?`];
    }
  }
}

/** Says which plugin was recognised, by what, and what of it was not; or that none was. */
export function tellPlugin(cluster: Cluster, { plugin }: CommandSourceOptions, io: Io, of = ""): void {
  if (plugin !== "auto") return;
  const where = of === "" ? "" : `${of}: `;
  for (const line of recognisedLines(pluginOf(cluster), rivalPlugins(cluster)))
    io.stderr.write(`${where}${encode(line)}\n`);
}
