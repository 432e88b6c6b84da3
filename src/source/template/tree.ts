import { cutTemplate } from "./cut.js";

/** What one stretch of text or one action comes to, with all that it holds up to its `end`. */
export type TemplatePart =
  | { readonly type: "text"; readonly text: string }
  /** Writes what a pipeline comes to; or nothing, where that is assigned. */
  | { readonly type: "print"; readonly pipeline: string }
  /** One of several, or none of them unless `hasElse`. */
  | {
      readonly type: "choice";
      /** The conditions; what `with` puts in the place of the dot. */
      readonly pipelines: readonly Condition[];
      readonly bodies: readonly TemplateBody[];
      readonly hasElse: boolean;
    }
  /** Any number of times, or else. */
  | {
      readonly type: "loop";
      readonly pipeline: string;
      readonly body: TemplateBody;
      readonly otherwise: TemplateBody;
    };

/** What stands behind `if`, `else if` or `with`. */
export interface Condition {
  readonly keyword: "if" | "with";
  readonly pipeline: string;
}

/** What is written one after the other. */
export type TemplateBody = readonly TemplatePart[];

/** A template file: what it writes, and what it gives names to. */
export interface Template {
  /** How many texts and actions it has. */
  readonly size: number;
  readonly body: TemplateBody;
  readonly defined: readonly { readonly name: string; readonly body: TemplateBody }[];
}

interface Open {
  readonly keyword: "file" | "if" | "with" | "range" | "define";
  readonly pipelines: Condition[];
  readonly bodies: TemplatePart[][];
  hasElse: boolean;
  readonly pipeline: string;
}

/** Deeper than any chart. */
const MAX_DEPTH = 60;

/**
 * Reads a template's structure.
 * @returns undefined for what is none, and for what is not understood here: `block`, `break`, `continue`
 */
export function readTemplate(text: string): Template | undefined {
  const pieces = cutTemplate(text);
  if (pieces === undefined) return undefined;
  const defined: { name: string; body: TemplateBody }[] = [];
  const open: Open[] = [newOpen("file", "")];
  for (const piece of pieces) {
    const inner = open.at(-1) as Open;
    const body = inner.bodies.at(-1) as TemplatePart[];
    if (piece.type === "text") {
      body.push(piece);
      continue;
    }
    const word = /^[a-z]+(?![\w.])/.exec(piece.body)?.[0] ?? "";
    const rest = piece.body.slice(word.length).trim();
    switch (word) {
      case "if":
      case "with":
      case "range":
        open.push(newOpen(word, rest));
        break;
      case "define": {
        // A name can only be given at the top.
        if (open.length > 1 || !/^"[^"\\\n]*"$/.test(rest)) return undefined;
        open.push(newOpen("define", rest.slice(1, -1)));
        break;
      }
      case "else":
        if (!addElse(inner, rest)) return undefined;
        break;
      case "end": {
        if (inner.keyword === "file" || rest !== "") return undefined;
        open.pop();
        if (inner.keyword === "define") defined.push({ name: inner.pipeline, body });
        else (open.at(-1) as Open).bodies.at(-1)?.push(closed(inner));
        break;
      }
      case "block":
      case "break":
      case "continue":
        return undefined;
      default:
        if (piece.body !== "") body.push({ type: "print", pipeline: piece.body });
    }
    if (open.length > MAX_DEPTH) return undefined;
  }
  const [file, ...others] = open;
  if (file === undefined || others.length > 0) return undefined;
  return { size: pieces.length, body: file.bodies[0] ?? [], defined };
}

function newOpen(keyword: Open["keyword"], pipeline: string): Open {
  const pipelines: Condition[] = keyword === "if" || keyword === "with" ? [{ keyword, pipeline }] : [];
  return { keyword, pipelines, bodies: [[]], hasElse: false, pipeline };
}

/** Begins another branch; false where there can be none. */
function addElse(inner: Open, rest: string): boolean {
  if (inner.hasElse || inner.keyword === "file" || inner.keyword === "define") return false;
  const [, keyword, pipeline = ""] = /^(if|with)\s+([^]*)$/.exec(rest) ?? [];
  if (rest === "") inner.hasElse = true;
  else if (keyword === undefined || inner.keyword === "range") return false;
  else inner.pipelines.push({ keyword: keyword as Condition["keyword"], pipeline });
  inner.bodies.push([]);
  return true;
}

function closed({ keyword, pipelines, bodies, hasElse, pipeline }: Open): TemplatePart {
  if (keyword === "range")
    return { type: "loop", pipeline, body: bodies[0] ?? [], otherwise: bodies[1] ?? [] };
  return { type: "choice", pipelines, bodies, hasElse };
}
