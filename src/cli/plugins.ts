import { addColourOptions, type ViewOptions } from "./view.js";
import { addOutputOption, parseOutputs, writeReports } from "./output.js";
import { FINE } from "./ending.js";
import { nearest } from "../base/text/nearest.js";
import { PLUGIN_NAMES, type PluginName } from "../semantics/plugins/row.js";
import { PLUGIN_ROWS } from "../semantics/plugins/plugins.js";
import { pluginNamed, PLUGIN_WORDS } from "../semantics/plugins/parse.js";
import { PLUGINS_REPORTERS } from "../report/plugins-reporters.js";
import { UsageError } from "./exit.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp plugins
  anp plugins cilium
  anp plugins -o json
  anp explain -f manifests shop/web payments/db --port 5432 --plugin cilium@1.18`;

interface PluginsOptions extends ViewOptions {
  readonly output?: readonly string[];
}

/** Registers `anp plugins`. */
export const addPluginsCommand: Register = (program, io, done) => {
  const command = program
    .command("plugins")
    .summary("list where network plugins differ from the spec")
    .description(
      "Lists where network plugins differ from each other or from the spec. Name a plugin to see each point with its source. With --plugin, the other commands answer as that plugin does.",
    )
    .argument("[name]", "a network plugin");
  addOutputOption(command, PLUGINS_REPORTERS, "text");
  addColourOptions(command);
  command.addHelpText("after", EXAMPLES).action((name: string | undefined, options: PluginsOptions) => {
    const outputs = parseOutputs(options.output, PLUGINS_REPORTERS, "text");
    const names = name === undefined ? PLUGIN_NAMES : [named(name)];
    const report = { names, rows: PLUGIN_ROWS, isDetailed: name !== undefined };
    writeReports(report, PLUGINS_REPORTERS, outputs, options, io);
    done(FINE);
  });
};

function named(text: string): PluginName {
  const plugin = pluginNamed(text);
  if (plugin !== undefined) return plugin.name;
  const [meant] = nearest(text, PLUGIN_WORDS);
  throw new UsageError(
    `unknown network plugin "${text}"`,
    meant === undefined ? "run anp plugins for a list" : `did you mean ${meant}?`,
  );
}
