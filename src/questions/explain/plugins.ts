import { pluginProfile, withoutRow, type PluginProfile } from "../../semantics/plugins/profile-of.js";
import { isEnforced } from "../../semantics/match/enforced.js";
import { isNoTraffic, intersectTraffic } from "../../base/net/traffic.js";
import { PLUGIN_NAMES, type PluginName, type PluginRow } from "../../semantics/plugins/row.js";
import { PLUGINS } from "../../semantics/plugins/plugins.js";
import type { Profile } from "../../semantics/match/profile.js";
import { Work } from "../../base/limits/work.js";
import { observedProfile, type ObservedProfile } from "../../semantics/match/observed-profile.js";
import type { Attempt } from "../../base/attempt/attempt.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Explanation, Result, ResultEndpoint } from "./result.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** Asks one question as some profile reads the policies of a cluster. */
export type AskAs = (cluster: Cluster, profile: Profile) => Attempt<Explanation, unknown>;

/** A plugin that comes to something else, with all that it comes to for that traffic. */
export interface PluginDifference {
  readonly plugin: PluginName;
  readonly verdicts: readonly Verdict[];
}

/** What an answer owes to what a plugin does. */
export interface PluginPart {
  readonly profile: PluginProfile;
  /** The rows without which it would be another one. */
  readonly rows: readonly PluginRow[];
}

/** Results of more pairs than this are not asked about again for each plugin. */
const MOST_RESULTS = 40;

/** What all plugins together may take: a second or so. */
const MOST_STEPS = 100_000_000;

/** An answer with the readings that were asked for on the way to it: whoever has the same ones answers the same. */
interface ObservedAnswer extends ObservedProfile {
  readonly explanation: Explanation;
}

/**
 * The plugins that answer a question otherwise, each asked by its newest release, with what is needed for it to do something at all. One that does not
 * enforce some kind of policy of the input is left out: that is no matter of this flow, and the linter tells it.
 * @param first the answer that they are compared with
 */
export function differingPlugins(cluster: Cluster, first: ObservedAnswer, ask: AskAs): PluginDifference[] {
  const { explanation } = first;
  if (explanation.results.length > MOST_RESULTS) return [];
  const others = { ...cluster, work: new Work(MOST_STEPS) };
  const known: ObservedAnswer[] = [first];
  const kinds = new Set([...cluster.policies, ...cluster.refused].map(({ ref }) => ref.kind));
  return PLUGIN_NAMES.flatMap((name): PluginDifference[] => {
    if (PLUGINS[name].isRetired === true) return [];
    const profile = pluginProfile({
      name,
      release: undefined,
      features: PLUGINS[name].enabling ?? [],
    });
    if ([...kinds].some((kind) => !isEnforced(kind, profile))) return [];
    const answer = known.find((each) => readsAlike(each, profile)) ?? answerAs(others, profile, ask);
    if (answer === undefined || others.work.limit !== undefined) return [];
    known.push(answer);
    const verdicts = differences(explanation, answer.explanation);
    return verdicts.length === 0 ? [] : [{ plugin: name, verdicts }];
  });
}

function answerAs(cluster: Cluster, profile: Profile, ask: AskAs): ObservedAnswer | undefined {
  const observed = observedProfile(profile);
  const answer = ask(cluster, observed.profile);
  return answer.ok ? { ...observed, explanation: answer.value } : undefined;
}

/** True for a profile that comes to an answer: it has every reading that was asked for. Both enforce all kinds of the input. */
function readsAlike({ profile: { readings }, asked }: ObservedAnswer, profile: Profile): boolean {
  return [...asked].every((name) => name === "unenforced-kinds" || readings[name] === profile.readings[name]);
}

/** The rows of a plugin's profile on which an answer rests: none where the reference profile comes to the same. */
export function pluginPart(
  cluster: Cluster,
  explanation: Explanation,
  profile: PluginProfile,
  ask: AskAs,
): PluginPart {
  const isOther = (as: Profile): boolean => {
    const asked = ask(cluster, as);
    return asked.ok && differences(explanation, asked.value).length > 0;
  };
  if (!isOther(profile.base)) return { profile, rows: [] };
  const single = profile.rows.filter((row) => isOther(withoutRow(profile, row)));
  if (single.length > 0) return { profile, rows: single };
  // Several rows do the same: those are named without any of which it would be another answer.
  let rest = profile;
  const rows: PluginRow[] = [];
  for (const row of profile.rows) {
    const without = withoutRow(rest, row);
    const before = ask(cluster, rest);
    const after = ask(cluster, without);
    if (before.ok && after.ok && differences(before.value, after.value).length > 0) {
      rows.push(row);
      break;
    }
    rest = without;
  }
  return { profile, rows };
}

/** The verdicts of a second answer for traffic of which the first one says something else. */
function differences(first: Explanation, second: Explanation): Verdict[] {
  const found = new Set<Verdict>();
  for (const result of first.results)
    for (const other of second.results)
      if (other.verdict !== result.verdict && isAlike(result, other)) found.add(other.verdict);
  return [...found].toSorted();
}

/** True for results that speak about some traffic both. */
function isAlike(a: Result, b: Result): boolean {
  return (
    a.family === b.family &&
    a.isHairpin === b.isHairpin &&
    a.isLoopback === b.isLoopback &&
    a.path?.service === b.path?.service &&
    a.path?.number === b.path?.number &&
    !isNoTraffic(intersectTraffic(a.traffic, b.traffic)) &&
    meets(a.from, b.from) &&
    meets(a.to, b.to)
  );
}

function meets(a: ResultEndpoint, b: ResultEndpoint): boolean {
  if (!a.members.some((member) => b.members.includes(member))) return false;
  const isUnknown = a.addresses.isEmpty || b.addresses.isEmpty;
  return isUnknown || !a.addresses.intersect(b.addresses).isEmpty;
}
