import type { Readings } from "../match/profile.js";

/** The network plugins of which something is known, by the names that `--plugin` takes. */
export const PLUGIN_NAMES = [
  "antrea",
  "aws",
  "azure-npm",
  "calico",
  "cilium",
  "flannel",
  "kindnet",
  "kube-network-policies",
  "kube-router",
  "ovn-kubernetes",
  "weave",
] as const;

/** One of them. */
export type PluginName = (typeof PLUGIN_NAMES)[number];

/** A release: major and minor number. */
export type Release = readonly [major: number, minor: number];

/** How something is known; only the first two change a verdict. */
export type Confidence = "documented" | "code-read" | "issue-only" | "inferred";

/**
 * What it does to flows beside the reference: it opens some, closes some, settles what is left open, changes none, or leaves a whole
 * policy without effect.
 */
export type RowEffect = "opens" | "closes" | "opens and closes" | "settles" | "same" | "no policy" | "note";

/** What one plugin does at one point. */
export interface PluginRow {
  readonly id: string;
  readonly plugin: PluginName;
  /** The releases for which it holds: from this one on, and before that one. */
  readonly from?: Release;
  readonly before?: Release;
  /** Holds only where a feature of the plugin is switched on, or is not. */
  readonly feature?: { readonly name: string; readonly isOn: boolean };
  /** The rules of `docs/semantics.md` that it is about. */
  readonly about: readonly string[];
  /** What it does: a clause whose subject is the plugin or a part of it. */
  readonly does: string;
  readonly effect: RowEffect;
  /** What it comes to in an evaluation; missing where it changes no verdict. */
  readonly reading?: Partial<Readings>;
  /** Where it is written, as addresses or `owner/repository#number`. */
  readonly sources: readonly string[];
  /** The day of the release, commit or page that was read. */
  readonly date: string;
  readonly confidence: Confidence;
}

/** A plugin: what it is, and what can be said of one. */
export interface Plugin {
  readonly name: PluginName;
  readonly title: string;
  /** Other words for it, and products that are made of it. */
  readonly aliases: readonly string[];
  /** The release that was read last: meant where none is given. Undefined where releases were not told apart. */
  readonly newest: Release | undefined;
  /** What its users can switch on that is off by default, by name, with the setting that does it. */
  readonly features: Readonly<Record<string, string>>;
  /** The release that first has a feature, where earlier ones are known not to. */
  readonly since?: Readonly<Record<string, Release>>;
  /** Those of them without which something is not done at all: whoever has it in use has switched them on. */
  readonly enabling?: readonly string[];
  /** True where it enforces nothing until it is switched on. */
  readonly isOptIn?: true;
  /** True where nobody maintains it any more: nothing is compared with it unless it is named. */
  readonly isRetired?: true;
}

/** The features that a release has: all of them where no release is given. */
export function featuresOf(
  { features, since = {} }: Plugin,
  release: Release | undefined,
): readonly string[] {
  return Object.keys(features).filter((name) => {
    const first = since[name];
    return first === undefined || release === undefined || !isBefore(release, first);
  });
}

/** True for a release that came before another one. */
export function isBefore([major, minor]: Release, [otherMajor, otherMinor]: Release): boolean {
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

/** Where a source stands: its address, or that of an issue. */
export function sourceAddress(source: string): string {
  const issue = /^([^/#\s]+\/[^/#\s]+)#(\d+)$/.exec(source);
  return issue === null ? source : `https://github.com/${issue[1] ?? ""}/issues/${issue[2] ?? ""}`;
}

/** A file of a repository at a tag or commit. */
export function file(repository: string, revision: string, path: string, line?: number): string {
  const at = line === undefined ? "" : `#L${line}`;
  return `https://github.com/${repository}/blob/${revision}/${path}${at}`;
}
