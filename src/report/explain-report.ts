import type { Explanation } from "../questions/explain/result.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";
import type { OtherReading } from "../questions/explain/readings.js";
import type { Overview } from "../questions/explain/overview.js";
import type { PluginDifference, PluginPart } from "../questions/explain/plugins.js";
import type { Policy } from "../cluster/model/policy.js";
import type { Suggestions } from "../questions/suggest/suggest.js";

/** An explanation of traffic as it is reported. */
export interface ExplainReport {
  readonly explanation: Explanation;
  readonly incompleteness: Incompleteness;
  /** What the answer comes to if refused policies are read in one way or the other. */
  readonly readings: readonly OtherReading[];
  /** Where a network plugin is named: what of the answer it is that its rows decide. */
  readonly plugin: PluginPart | undefined;
  /** Where none is: the plugins that come to something else. */
  readonly differing: readonly PluginDifference[];
  /** True where text has one line per result and nothing else. */
  readonly isBrief: boolean;
  /** Shows rules that did not matter, and every suggestion. */
  readonly showsAll: boolean;
  /** Policies that concern neither end, in their order; shown where everything is. */
  readonly uninvolved: readonly Policy[];
  /** The edits that would change the verdict; undefined where nobody asked for them. */
  readonly suggestions: Suggestions | undefined;
  /** The command to type next, without a prompt. */
  readonly next: string | undefined;
}

/** The policies of one end as they are reported; of a Service, one overview for each endpoint behind it. */
export interface OverviewReport {
  readonly overviews: readonly Overview[];
  readonly incompleteness: Incompleteness;
  /** Policies that do not concern the end, in their order; shown where everything is. */
  readonly uninvolved: readonly Policy[];
}
