import type { PluginName, PluginRow } from "../semantics/plugins/row.js";

/** The table of what plugins do, or the part of it that was asked for. */
export interface PluginsReport {
  readonly names: readonly PluginName[];
  readonly rows: readonly PluginRow[];
  /** True where one plugin was asked for: then its rows are told with their sources. */
  readonly isDetailed: boolean;
}
