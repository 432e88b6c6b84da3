import { folderWith } from "../../support/folder.js";
import { runAnp, type Surroundings } from "../../support/run-anp.js";

/** A suggestion as `-o json` has it. */
export interface SuggestionJson {
  readonly verdict: string;
  readonly edits: readonly { readonly file: string; readonly kind: string; readonly text: string }[];
  readonly leavesNameDenied: boolean;
  /** Null where it was not written or counted, as of the later ones of a big cluster. */
  readonly patch: string | null;
  readonly linesChanged: number | null;
  readonly opens: { readonly count: number } | null;
  readonly closes: { readonly count: number } | null;
}

export interface Suggested {
  readonly suggestions: readonly SuggestionJson[];
  /** The codes of the notes on them. */
  readonly notes: readonly string[];
}

/** Asks for suggestions about some files. */
export async function suggested(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<Suggested> {
  const cwd = folderWith(files);
  const given = Object.keys(files).flatMap((name) => ["-f", name]);
  const { stdout } = await runAnp(["explain", ...given, ...args, "--suggest", "-o", "json"], {
    cwd,
    ...surroundings,
  });
  const { suggestions, suggestionNotes } = JSON.parse(stdout) as {
    suggestions: readonly SuggestionJson[];
    suggestionNotes: readonly { readonly code: string }[];
  };
  return { suggestions, notes: suggestionNotes.map(({ code }) => code) };
}

/** What suggestions do, a text each: edits of one are joined. */
export function texts({ suggestions }: Suggested): string[] {
  return suggestions.map(({ edits }) => edits.map(({ text }) => text).join("; "));
}
