import type { Span } from "../manifest/source.js";

/** Why a kustomization is not built here. */
export interface BuildDoubt {
  readonly code: BuildDoubtCode;
  /** What it is about: a field, a path, an object, a pattern. */
  readonly text: string;
  /** The kustomization, or the file that it names. */
  readonly file: string;
  /** Of a path at which nothing is: a path like it, at which something is. */
  readonly meant?: string;
  /** The entry of the kustomization that makes it so, where the text is something else. */
  readonly entry?: string;
  /** The entry of the outermost kustomization that leads to the file, where that is another one. */
  readonly via?: string;
  /** Where the file says it, if that is no entry of it. */
  readonly at?: Span;
}

/** The reasons: what takes kustomize itself, what no kustomize would build, and what is over a limit. */
export type BuildDoubtCode =
  /** A field that more is needed for than is done here: `helmCharts`, `transformers`. */
  | "build-field"
  /** A field that kustomize does not know, or of another type than it takes. */
  | "build-invalid"
  /** A field in another case: kustomize reads it all the same. */
  | "build-case"
  /** A text where a list belongs: `resources: ../base`. */
  | "build-list"
  /** A resource that is fetched. */
  | "build-remote"
  /** A path that leads out of what is read. */
  | "build-outside"
  /** A path at which nothing is. */
  | "build-missing"
  /** A folder without a kustomization, or a file where such a folder belongs. */
  | "build-no-kustomization"
  /** A file that cannot be read as kustomize reads it. */
  | "build-unreadable"
  /** Nothing but apiVersion and kind, or an empty document in front, which is all that kustomize reads. */
  | "build-empty"
  /** A text or a list where a kustomization belongs. */
  | "build-no-fields"
  /** A key that is written twice: some kustomize take the last one, others refuse it. */
  | "build-key-twice"
  /** A further document, which kustomize drops without a word. */
  | "build-documents"
  /** A kustomization that needs itself. */
  | "build-cycle"
  /** An object that is there twice. */
  | "build-conflict"
  /** Two kustomizations in a folder: one under each of two names. */
  | "build-two-kustomizations"
  /** A patch of an object that is not there. */
  | "build-no-target"
  /** A patch, or a target of one, that is not understood or cannot be applied. */
  | "build-patch"
  /** More objects, or more work, than anybody has. */
  | "build-limit"
  /** Kustomize or helm was to render it, and was not started: something would be fetched or run. */
  | "render-refused"
  /** Kustomize or helm was to render it, and did not. */
  | "render-failed";

/** `resources: ../base`: what a doubt of `build-list` is about. */
export function textField(key: string, text: string): string {
  return `${key}: ${text}`;
}

/** The text of such a field. */
export function textOfField(field: string): string {
  return field.slice(field.indexOf(": ") + 2);
}

/** Ends the building of one kustomization. */
export class Unbuildable extends Error {
  doubt: BuildDoubt;

  constructor(
    code: BuildDoubtCode,
    text: string,
    file: string,
    more: { readonly [each in "meant" | "entry"]?: string | undefined } & { readonly at?: Span } = {},
  ) {
    super(`${code}: ${text} in ${file}`);
    const { meant, entry, at } = more;
    this.doubt = {
      code,
      text,
      file,
      ...(meant === undefined ? {} : { meant }),
      ...(entry === undefined ? {} : { entry }),
      ...(at === undefined ? {} : { at }),
    };
  }
}
