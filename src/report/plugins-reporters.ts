import { inLines, type Reporter } from "./reporter.js";
import { pluginsJson } from "./plugins-json.js";
import { pluginsText } from "./plugins-text.js";
import type { PluginsReport } from "./plugins-report.js";

/** The formats of the table, by the names that `-o` takes. */
export type PluginsFormat = "text" | "json";

/** How the table of plugins is written, by the names that `-o` takes. */
export const PLUGINS_REPORTERS: Readonly<Record<PluginsFormat, Reporter<PluginsReport>>> = {
  text: inLines(pluginsText),
  json: pluginsJson,
};
