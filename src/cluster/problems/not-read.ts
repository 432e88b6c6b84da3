import type { BuildDoubt } from "../../source/kustomize/unbuildable.js";
import type { ReadProblemCode } from "../../source/manifest/problem.js";
import type { TemplateDoubt } from "../../source/template/doubt.js";

export { textOfField } from "../../source/kustomize/unbuildable.js";

/** The facts of what was not read, or not decided. */
export interface NotReadFacts {
  "not-analysed": {
    readonly reason: ReadProblemCode | InputProblem;
    readonly detail?: string;
    /** Of a kind that is forbidden: the namespaces in which it could be read. */
    readonly readIn?: readonly string[];
    /** Of a kind that a cluster did not show for another reason: what it answered. */
    readonly why?: string;
    /** Of what is not rendered: why it may hold a policy. */
    readonly doubt?: RenderDoubt;
  };
}

/** Why what is not rendered may hold a policy. */
export interface RenderDoubt {
  readonly code: TemplateDoubt["code"] | ChartDoubtCode | BuildDoubt["code"];
  /** A line, a function, a kind, a dependency: what it is about. */
  readonly text: string;
  readonly file: string;
  /** What may be meant where something is misspelt. */
  readonly meant?: string;
}

type ChartDoubtCode =
  /** A document of this kind: a policy, a list, a Namespace, or one that is not known. */
  | "kind"
  /** A dependency that is not in the chart's folder. */
  | "chart-dependency"
  /** An archive, or another file where charts stand. */
  | "chart-archive"
  /** A link, or what is neither file nor folder. */
  | "chart-link"
  /** A file that cannot be read. */
  | "chart-file"
  /** A value of several lines. */
  | "chart-lines";

/** Why a file was not read at all, or a rule not decided. */
export type InputProblem =
  | "file-too-large"
  | "too-many-files"
  | "total-too-large"
  | "timeout"
  | "not-a-file"
  | "not-readable"
  | "symbolic-link"
  | "invalid-utf-8"
  | "invalid-utf-16"
  | "broken-gzip"
  /** A pointer of Git LFS, whose content was not fetched. */
  | "git-lfs"
  | "git-crypt"
  /** A submodule that is not checked out, where that is not to pass. */
  | "submodule"
  /** Its facts were written in a form that this program does not know, or do not hold what they should. */
  | "unknown-snapshot-version"
  | "broken-snapshot"
  /** A chart that may hold a policy, once it is rendered. */
  | "helm-template"
  /** A kustomization that takes more than is done here. */
  | "kustomize-build"
  /** A template outside of a chart, of which the same is true. */
  | "template"
  /** What holds no policy and was not rendered, where that is not to pass. */
  | "not-rendered"
  /** A patch of a kustomization that may change a policy. */
  | "patch"
  /** A policy that is not filled in yet. */
  | "placeholder"
  | "no-api-version"
  /** A stored policy that isn't as a server stores it. */
  | "damaged"
  /** An item of a list, of which the same is true. */
  | "item-without-kind"
  /** One page of a list. */
  | "list-page"
  /** What a server answers instead of objects: an error, or their names alone. */
  | "server-error"
  | "server-metadata"
  /** A policy's version that the cluster serves and that is not known here. */
  | "unknown-version"
  /** A CRD's check of a policy that was not evaluated: whether the server takes the policy is not known. */
  | "crd-check-unsupported"
  | "crd-check-too-slow"
  | "crd-check-too-large"
  | "crd-check-not-run"
  /** Of a cluster: whoever asked may not list a kind. */
  | "forbidden"
  /** Not of a file, but of the findings themselves. */
  | "too-many-findings"
  /** Of a rule that would take too long on this input. */
  | "too-much-work"
  | "out-of-time";
