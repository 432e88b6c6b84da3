import type { InputProblem } from "../diagnostics/facts.js";
import type { OtherFile } from "./summary.js";
import type { SourceFile } from "../manifest/source.js";

/** A file of the input, or why it was not read. */
export type Input =
  | {
      readonly type: "file";
      readonly file: SourceFile;
      /** True where the path itself was given: then it must hold manifests, whatever its extension. */
      readonly isNamed: boolean;
      /** Set where its objects replace those of the same name that other files hold. */
      readonly isOverlay?: true;
    }
  | {
      readonly type: "unreadable";
      readonly name: string;
      readonly reason: InputProblem;
      readonly detail?: string;
      /** The text as far as it can be shown, and where in it the problem is. */
      readonly place?: { readonly text: string; readonly at: number };
    }
  /** Told apart before reading. */
  | { readonly type: "other"; readonly name: string; readonly reason: OtherFile["reason"] };
