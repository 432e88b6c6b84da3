import { PLUGIN_ROWS } from "../../../semantics/plugins/plugins.js";
import { sourceAddress } from "../../../semantics/plugins/row.js";
import type { ByPlugin } from "../../../cluster/problems/plugins.js";

/** What the plugin does, and where that stands: a note of a finding. */
export function pluginNote({ plugin, row }: ByPlugin): string {
  const found = PLUGIN_ROWS.find(({ id }) => id === row);
  if (found === undefined) return plugin;
  const [source = ""] = found.sources;
  return `${plugin}: ${found.does} (${row}, ${found.confidence}: ${sourceAddress(source)})`;
}
