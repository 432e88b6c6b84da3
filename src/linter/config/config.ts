import type { Level } from "../../cluster/problems/diagnostic.js";
import type { Place } from "../../cluster/problems/problem.js";
import type { WrittenFacts } from "../../cluster/problems/read-facts.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** What a file `anp.yaml` says. It is data of whoever wrote it: it names no program, no cluster and no output. */
export interface Config {
  readonly file: SourceFile;
  /** Where each of its keys is written, each rule's level (`rules.unnamed-rule`) too, and where it begins. */
  readonly places: ReadonlyMap<string, Place>;
  readonly start: Place;
  /** What is read where the command line names nothing: paths from the config's folder. */
  readonly sources: readonly string[];
  /** Folders that are a set of manifests together: paths from the config's folder. */
  readonly roots: readonly (readonly string[])[];
  /** What is left out, as gitignore writes it. */
  readonly exclude: readonly string[];
  readonly rules: RuleLevels;
  readonly overrides: readonly Override[];
  readonly cluster: WrittenFacts;
  /** What is taken to be there where the input lacks it, as the option takes it. */
  readonly assume: readonly string[];
  readonly bundles: readonly string[];
  readonly kubernetesVersion: string | undefined;
  /** The network plugin, as `--plugin` takes it. */
  readonly plugin: string | undefined;
  /** True where the sources hold all of the cluster: what is not there does not exist. */
  readonly complete: boolean;
  readonly ignore: readonly Ignored[];
  readonly accept: readonly Accepted[];
}

/** Levels by rule id. */
export type RuleLevels = ReadonlyMap<string, Level | "off">;

/** Levels for some paths; of several, the last one counts. */
export interface Override {
  readonly paths: readonly string[];
  readonly rules: RuleLevels;
}

/** What may stay unread: a file, or the folder of a chart or a kustomization. */
export interface Accepted {
  /** From the config's folder; no pattern. */
  readonly path: string;
  /** Of its content. */
  readonly sha256: string;
  readonly reason: string;
  /** The last day, `2027-01-31`. */
  readonly until: string | undefined;
  readonly at: Place;
}

/** Findings of a rule that do not count in some files. */
export interface Ignored {
  readonly rule: string;
  readonly path: string;
  readonly reason: string;
  /** The last day, `2027-01-31`. */
  readonly until: string | undefined;
  readonly at: Place;
}
