/** What was loaded, for the line on standard error and for `-v`. */
export interface LoadSummary {
  /** Clusters that were read: `context prod`. */
  readonly clusters: readonly string[];
  /** When the first of them was read, as its snapshot tells; undefined where none does. */
  readonly taken?: string | undefined;
  /** Files that were read. */
  readonly files: number;
  /** Documents with something in them. */
  readonly documents: number;
  /** Objects by kind, sorted by kind. */
  readonly objects: ReadonlyMap<string, number>;
  /** Files that hold nothing for us, with the reason. */
  readonly other: readonly OtherFile[];
}

/** A file that was met and not counted among those that were read. */
export interface OtherFile {
  /** A folder where the reason is `node_modules`, which is read only where it is named, or `chart`. */
  readonly file: string;
  readonly reason:
    | "no-kubernetes-object"
    | "not-yaml"
    | "kustomization"
    /** What a kustomization applies to objects that are no policies. */
    | "patch"
    /** A chart that holds no policy, whatever its values are. */
    | "chart"
    /** A template outside of a chart, of which the same is true. */
    | "template"
    /** JSON that is a pointer of Git LFS: what is kept there is data as a rule. */
    | "git-lfs"
    /** The empty folder of one that is not checked out. */
    | "submodule"
    | "excluded"
    | "node_modules";
}

/** What may stand for objects that were not read: a notice, which a strict run does not let pass. */
export const NOT_RENDERED: ReadonlySet<OtherFile["reason"]> = new Set([
  "chart",
  "kustomization",
  "patch",
  "template",
  "git-lfs",
  "submodule",
]);
