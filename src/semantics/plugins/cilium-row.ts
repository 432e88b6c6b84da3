import { file, type PluginRow } from "./row.js";

/** When release 1.20 was looked at. */
export const CILIUM_1_20 = { date: "2026-09-15" } as const;

/** A file of Cilium's repository at that release. */
export function ciliumSource(path: string, line?: number): string {
  return file("cilium/cilium", "v1.20.2", path, line);
}

/** The same of its documentation. */
export function ciliumDocs(path: string, line?: number): string {
  return ciliumSource(`Documentation/${path}`, line);
}

/** A row about Cilium. */
export function ciliumRow(rest: Omit<PluginRow, "plugin">): PluginRow {
  return { plugin: "cilium", ...rest };
}
