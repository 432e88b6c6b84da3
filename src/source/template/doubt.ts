/** Why it cannot be told what a template writes. */
export interface TemplateDoubt {
  readonly code: TemplateDoubtCode;
  /** What it is about: a line, a function, an action. */
  readonly text: string;
}

/** The reasons, one for each way in which a template may write more than it shows. */
export type TemplateDoubtCode =
  /** An action that does not end, or one that is not understood. */
  | "template-syntax"
  /** A root line of a document that is no plain key with its value. */
  | "root-line"
  /** An action that decides `apiVersion` or `kind`, or writes at the root of a document. */
  | "printed-at-root"
  /** A document whose first line is indented: its root is not where the template's lines begin. */
  | "indented-root"
  /** A document that has no `apiVersion` and `kind` of its own. */
  | "no-kind"
  /** A function that may write anything: `tpl`, `.Files.Get`. */
  | "function"
  /** A named template that is not there. */
  | "missing-template"
  /** More branches than are followed. */
  | "too-complex";

/** Ends the reading of templates. */
export class Doubted extends Error {
  readonly doubt: TemplateDoubt;

  constructor(code: TemplateDoubtCode, text: string) {
    super(code);
    this.doubt = { code, text };
  }
}
