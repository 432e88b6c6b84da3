import type { Verdict } from "../cluster/model/verdict.js";

/** Colours by what they mean; each returns its text as it is where there is no colour. */
export interface Painter {
  readonly verdict: (verdict: Verdict | "mixed" | "incomplete", text: string) => string;
  readonly level: (level: "error" | "warning" | "info", text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly place: (text: string) => string;
  /** A line of a patch. */
  readonly patch: (line: "added" | "removed", text: string) => string;
}

/** How something is shown: no stream and no process, so that a report is a function of its data. */
export interface View {
  readonly paint: Painter;
  readonly symbols: Symbols;
  /** Columns that a line may have; `Infinity` where lines are not to be broken. */
  readonly width: number;
  /** Lines that are read at once: a screenful on a terminal, `Infinity` elsewhere. */
  readonly height: number;
  /** Makes a link of text that is shown already, in its colours; undefined where links aren't shown. */
  readonly link?: (text: string, target: LinkTarget) => string;
}

/** What text may lead to: the page of a rule, or a file by the name that it is shown by. */
export type LinkTarget =
  | { readonly type: "rule"; readonly id: string }
  | { readonly type: "file"; readonly name: string };

/** Symbols always stand beside words. */
export interface Symbols {
  readonly arrow: string;
  readonly decides: string;
  readonly corner: string;
  readonly cornerOther: string;
  readonly bar: string;
  readonly ellipsis: string;
  /** In a grid: everything, and nothing. */
  readonly tick: string;
  readonly nothing: string;
}

/** The symbols of a terminal or log in UTF-8. */
export const UNICODE: Symbols = {
  arrow: "→",
  decides: "◀",
  corner: "╭─▸",
  cornerOther: "╰─▸",
  bar: "│",
  ellipsis: "…",
  tick: "✓",
  nothing: "·",
};

/** The same for `--ascii` and for locales without UTF-8. */
export const ASCII: Symbols = {
  arrow: "->",
  decides: "<",
  corner: "-->",
  cornerOther: "-->",
  bar: "|",
  ellipsis: "...",
  tick: "x",
  nothing: ".",
};

const same = (text: string): string => text;

/** No colours at all. */
export const PLAIN: Painter = {
  verdict: (_verdict, text) => text,
  level: (_level, text) => text,
  dim: same,
  bold: same,
  place: same,
  patch: (_line, text) => text,
};

/** Without colours, as wide and as long as it needs to be: a page that lays text out itself. */
export const PLAIN_VIEW: View = { paint: PLAIN, symbols: UNICODE, width: Infinity, height: Infinity };
