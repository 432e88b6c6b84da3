import { endOfQuote } from "./cut.js";

/** One command of a pipeline: its words, with what stands in brackets as a pipeline of its own. */
export interface Command {
  readonly words: readonly Word[];
}

/** A word of a command: what is called, and what it is called with. */
export type Word =
  | { readonly type: "text"; readonly written: string }
  | { readonly type: "number"; readonly value: number }
  | { readonly type: "function"; readonly name: string }
  /** `.Values.image`, `$x.name`, `.`, `$`; what follows brackets has no head. */
  | { readonly type: "field"; readonly path: string }
  | { readonly type: "nested"; readonly pipeline: Pipeline };

/** Commands, each of which gets what the one before it gives, and what becomes of the last. */
export interface Pipeline {
  /** The variables that are set, with their `$`. */
  readonly sets: readonly string[];
  readonly commands: readonly Command[];
}

const VARIABLES = /^(\$\w*(?:\s*,\s*\$\w+)?)\s*(?::=|=(?!=))\s*/;
const FIELD = /^(?:\$\w*|)(?:\.\w+)+|^\$\w*|^\./;
const NUMBER = /^[+-]?\d[\w.]*/;
const NAME = /^[A-Za-z_]\w*/;
const MAX_NESTING = 20;

/** Reads a pipeline; undefined for what is none. */
export function readPipeline(text: string, depth = 0): Pipeline | undefined {
  const [whole = "", sets = ""] = VARIABLES.exec(text) ?? [];
  const commands: Word[][] = [[]];
  let i = whole.length;
  while (i < text.length) {
    const char = text[i] as string;
    const words = commands.at(-1) as Word[];
    const rest = text.slice(i, i + LONGEST_WORD);
    if (/\s/.test(char)) {
      i++;
    } else if (char === "|") {
      if (words.length === 0) return undefined;
      commands.push([]);
      i++;
    } else if (char === '"' || char === "`" || char === "'") {
      const end = endOfQuote(text, i, char);
      if (end === undefined) return undefined;
      words.push({ type: "text", written: text.slice(i, end + 1) });
      i = end + 1;
    } else if (char === "(") {
      const end = endOfBrackets(text, i);
      const nested =
        end === undefined || depth > MAX_NESTING
          ? undefined
          : readPipeline(text.slice(i + 1, end), depth + 1);
      if (end === undefined || nested === undefined) return undefined;
      words.push({ type: "nested", pipeline: nested });
      i = end + 1;
    } else {
      const field = FIELD.exec(rest)?.[0];
      const number = field === undefined ? NUMBER.exec(rest)?.[0] : undefined;
      const name = field === undefined && number === undefined ? NAME.exec(rest)?.[0] : undefined;
      const word = field ?? number ?? name;
      if (word === undefined) return undefined;
      if (field !== undefined) words.push({ type: "field", path: field });
      else if (number !== undefined) words.push({ type: "number", value: Number(number) });
      else if (name === "true" || name === "false" || name === "nil")
        words.push({ type: "number", value: 0 });
      else words.push({ type: "function", name: word });
      i += word.length;
    }
  }
  if (commands.some((words) => words.length === 0)) return undefined;
  return {
    sets: sets === "" ? [] : sets.split(",").map((each) => each.trim()),
    commands: commands.map((words) => ({ words })),
  };
}

/** No name of a chart is longer. */
const LONGEST_WORD = 1000;

function endOfBrackets(text: string, start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const char = text[i] as string;
    if (char === "(") depth++;
    else if (char === ")") {
      depth--;
      if (depth === 0) return i;
    } else if (char === '"' || char === "`" || char === "'") {
      const end = endOfQuote(text, i, char);
      if (end === undefined) return undefined;
      i = end;
    }
  }
  return undefined;
}

/** Every word of a pipeline, those in brackets too. */
export function* wordsOf({ commands }: Pipeline): Generator<Word> {
  for (const { words } of commands)
    for (const word of words) {
      yield word;
      if (word.type === "nested") yield* wordsOf(word.pipeline);
    }
}
