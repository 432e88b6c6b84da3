import { RULES } from "../rules/index.js";
import type { Accepted, Config, Ignored } from "../config/config.js";
import type { GateLoosening } from "../../cluster/problems/gate.js";

/** Something that a config says otherwise than before. */
export interface ConfigChange {
  /** The key of the config that says it; of a level, with its rule: `rules.unnamed-rule`. */
  readonly key: string;
  readonly what: GateLoosening;
}

/** A config with the folder that its paths begin in, absolute. */
export interface PlacedConfig {
  readonly config: Config;
  readonly folder: string;
}

/**
 * What a config lets pass that it did not let pass before. What cannot be told counts: patterns in another order may match
 * otherwise, and the same ones in another folder match other files.
 */
export function configChanges(
  placedBefore: PlacedConfig | undefined,
  placedAfter: PlacedConfig | undefined,
): ConfigChange[] {
  const before = placedBefore?.config;
  const after = placedAfter?.config;
  const isMoved =
    placedBefore !== undefined && placedAfter !== undefined && placedBefore.folder !== placedAfter.folder;
  const isSame = (was: readonly unknown[], is: readonly unknown[]): boolean =>
    text(was) === text(is) && (!isMoved || is.length === 0);
  /** What is known by its path from the folder. */
  const there = isMoved ? undefined : before;
  return [
    ...levelChanges(before, after),
    ...(isSame(before?.overrides.map(plain) ?? [], after?.overrides.map(plain) ?? [])
      ? []
      : [{ key: "overrides", what: { type: "overrides" } } as const]),
    ...(isSame(before?.roots.map(set) ?? [], after?.roots.map(set) ?? [])
      ? []
      : [{ key: "roots", what: { type: "roots" } } as const]),
    ...excluded(there?.exclude ?? [], after?.exclude ?? []),
    ...narrowed(before?.sources ?? [], after?.sources ?? [], isMoved),
    ...(before?.complete === true && after?.complete !== true
      ? [{ key: "complete", what: { type: "complete" } } as const]
      : []),
    ...ignored(there?.ignore ?? [], after?.ignore ?? []),
    ...accepted(there?.accept ?? [], after?.accept ?? []),
    ...facts(before, after),
  ];
}

function levelChanges(before: Config | undefined, after: Config | undefined): ConfigChange[] {
  return RULES.flatMap(({ id, level }): ConfigChange[] => {
    const was = before?.rules.get(id) ?? level;
    const is = after?.rules.get(id) ?? level;
    if (RANKS.indexOf(is) >= RANKS.indexOf(was)) return [];
    return [{ key: `rules.${id}`, what: { type: "level", rule: id, before: was, after: is } }];
  });
}

const RANKS: readonly string[] = ["off", "info", "warning", "error"];

/** More is left out, unless patterns only went that leave something out. */
function excluded(before: readonly string[], after: readonly string[]): ConfigChange[] {
  let at = 0;
  const isSubsequence = after.every((pattern) => {
    at = before.indexOf(pattern, at) + 1;
    return at > 0;
  });
  const gone = before.filter((pattern) => !after.includes(pattern));
  if (isSubsequence && gone.every((pattern) => !pattern.startsWith("!"))) return [];
  const patterns = after.filter((pattern) => !before.includes(pattern));
  return [{ key: "exclude", what: { type: "exclude", patterns } }];
}

/** Sources that are not read any more; without any, all of the folder is. */
function narrowed(before: readonly string[], after: readonly string[], isMoved: boolean): ConfigChange[] {
  const was = before.length === 0 ? ["."] : before;
  const now = after.map(normalised);
  const isAll = now.length === 0 || now.includes("");
  if (isMoved ? before.length + after.length === 0 : isAll) return [];
  const gone = was.filter((source) => {
    const path = normalised(source);
    return isMoved || !now.some((each) => path === each || path.startsWith(`${each}/`));
  });
  return gone.length === 0 ? [] : [{ key: "sources", what: { type: "sources", gone } }];
}

function set(paths: readonly string[]): unknown {
  return paths.map(normalised);
}

function normalised(path: string): string {
  return path
    .split("/")
    .filter((name) => name !== "" && name !== ".")
    .join("/");
}

function ignored(before: readonly Ignored[], after: readonly Ignored[]): ConfigChange[] {
  return after
    .filter(
      ({ rule, path, until }) =>
        !before.some(
          (each) =>
            each.rule === rule &&
            each.path === path &&
            (each.until === undefined || (until !== undefined && until <= each.until)),
        ),
    )
    .map(({ rule, path }) => ({ key: "ignore", what: { type: "ignore", rule, path } }));
}

/** What may stay unread now; the reason may be worded better. */
function accepted(before: readonly Accepted[], after: readonly Accepted[]): ConfigChange[] {
  return after
    .filter(
      ({ path, sha256, until }) =>
        !before.some(
          (each) =>
            normalised(each.path) === normalised(path) &&
            each.sha256 === sha256 &&
            (each.until === undefined || (until !== undefined && until <= each.until)),
        ),
    )
    .map(({ path }) => ({ key: "accept", what: { type: "accept", path } }));
}

/** Other facts may let more or less pass. */
function facts(before: Config | undefined, after: Config | undefined): ConfigChange[] {
  const of = (config: Config | undefined): Readonly<Record<string, unknown>> => ({
    cluster: {
      ...NO_FACTS,
      ...config?.cluster,
      dnsService: config?.cluster.dnsService ?? "",
      domain: config?.cluster.domain ?? "",
    },
    assume: config?.assume ?? [],
    bundles: config?.bundles ?? [],
    kubernetesVersion: config?.kubernetesVersion ?? "",
    plugin: config?.plugin ?? "",
  });
  const [was, is] = [of(before), of(after)];
  return Object.keys(is)
    .filter((key) => text(was[key]) !== text(is[key]))
    .map((key) => ({ key, what: { type: "facts", key } }));
}

const NO_FACTS = { podCidrs: [], serviceCidrs: [], nodeCidrs: [] };

function plain({ paths, rules }: Config["overrides"][number]): unknown {
  return [paths, [...rules]];
}

function text(value: unknown): string {
  return JSON.stringify(value);
}
