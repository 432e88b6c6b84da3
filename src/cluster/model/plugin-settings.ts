import type { ObjectRef } from "./object-ref.js";

/** An object with which a network plugin is set up: what of it is read. */
export interface PluginSettings {
  readonly ref: ObjectRef;
  readonly settings: readonly PluginSetting[];
}

/** One setting, as the plugin calls it: `enable-sctp`, `AdminNetworkPolicy`, `--run-firewall`. */
export interface PluginSetting {
  readonly key: string;
  readonly value: string;
}
