import type { Assumption, StatedCondition } from "../problems/condition.js";
import type { JudgeInput } from "./acceptance.js";
import type { CheckResult, ForeignCheck } from "../admission/structural/foreign-checks.js";
import type { Cluster, GivenFacts } from "../model/cluster.js";
import type { DeletedObject } from "./deleted.js";
import type { LoadSummary } from "./summary.js";
import type { Problem } from "../problems/problem.js";
import type { ReadObject } from "./duplicates.js";
import type { ReadOptions } from "../kinds/kind.js";
import type { Suppression } from "../problems/suppression.js";
import type { TwinItems } from "../../source/manifest/twin-items.js";
import type { Work } from "../../base/limits/work.js";

/** How inputs become a cluster: as which server, by which CRDs, for which purpose, until when. */
export interface LoadOptions extends Omit<
  ReadOptions,
  "kubernetesVersion" | "crds" | "results" | "isUpdate"
> {
  /** CRDs of policy kinds, by kind: they count before those of a cluster, and before a release's. */
  readonly crds?: ReadOptions["crds"];
  /** Runs the checks of CRDs that are programs of others; without it they are not evaluated. */
  readonly runChecks?: RunChecks;
  /** Undefined for the version that the cluster tells, or else the newest. */
  readonly kubernetesVersion: ReadOptions["kubernetesVersion"] | undefined;
  readonly facts?: GivenFacts;
  /** Objects to leave out, as if they had been deleted. */
  readonly deleted?: readonly DeletedObject[];
  /** True where what was read is wanted object by object. */
  readonly keepsObjects?: true;
  /** True where what is not rendered makes the input incomplete, though it holds no policy. */
  readonly isStrict?: true;
  /** Tells what of the input may stay unread; nothing may where it is missing. */
  readonly judge?: JudgeInput;
  /** What is taken to be there where the input lacks it. */
  readonly assumptions?: readonly Assumption[];
  /** What questions about the cluster may take. */
  readonly work?: Work;
  /** What is shared with another state of the same cluster that is read before or after this one. */
  readonly twins?: TwinItems;
  /** Asked between documents: true ends the reading, which is then incomplete. */
  readonly isLate?: () => boolean;
}

/** Runs checks where they can be stopped. @returns their results, in the same order */
export type RunChecks = (checks: readonly ForeignCheck[]) => Promise<readonly CheckResult[]>;

/** Everything that was read. */
export interface Loaded {
  readonly cluster: Cluster;
  readonly problems: readonly Problem[];
  readonly summary: LoadSummary;
  /** Of the objects that were to be left out, those that the input does not hold. */
  readonly notDeleted: readonly DeletedObject[];
  /** What authors wrote to have findings not count; found only where it is read for the linter. */
  readonly suppressions: readonly Suppression[];
  /** What the input rests on beside what was read. */
  readonly conditions: readonly StatedCondition[];
  /** What was read, object by object, as far as kinds are read at all; empty where that is not asked for. */
  readonly objects: readonly ReadObject[];
}
