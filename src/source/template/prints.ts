import {
  FILE_FIELDS,
  MANY_LINES_FUNCTIONS,
  ONE_LINE_FUNCTIONS,
  PLAIN_FUNCTIONS,
  ROOT_FUNCTIONS,
} from "./functions.js";
import { Doubted } from "./doubt.js";
import { readPipeline, wordsOf, type Command, type Pipeline, type Word } from "./pipeline.js";
import type { TemplateBody, TemplatePart } from "./tree.js";

/** What an action writes. */
export type ActionOutput =
  | "nothing"
  /** Text without a line break, as far as the values have none. */
  | "inline"
  /** Lines that are all indented. */
  | "indented"
  /** The same, behind a line break. */
  | "indented-below"
  /** Lines that may begin anywhere. */
  | "anything";

/** Where a pipeline stands. */
export interface DotScope {
  /** True where the dot may be the root of all that is printed from. */
  readonly dotMayBeRoot: boolean;
}

/** What the pipelines of some templates write that share their names. */
export class Prints {
  readonly #defined: ReadonlyMap<string, readonly TemplateBody[]>;
  /** Variables that may hold several lines. */
  readonly #broken = new Set<string>();
  /** Variables that hold the root, and keys under which it is passed on. */
  readonly #roots = new Set<string>();
  readonly #pipelines = new Map<string, Pipeline>();
  readonly #isOneLine = new Map<string, boolean>();

  constructor(defined: ReadonlyMap<string, readonly TemplateBody[]>) {
    this.#defined = defined;
  }

  /**
   * Notes which variables of a body hold several lines, or the root.
   * @returns whether that has told anything new
   * @throws {Doubted} for what may write anything
   */
  note(body: TemplateBody, scope: DotScope): boolean {
    const before = this.#broken.size + this.#roots.size;
    for (const part of body) {
      if (part.type === "print") this.#set(this.pipeline(part.pipeline), scope);
      else if (part.type === "choice")
        for (const { pipeline } of part.pipelines) this.#set(this.pipeline(pipeline), scope);
      else if (part.type === "loop") this.#set(this.pipeline(part.pipeline), scope);
      for (const [each, inside] of this.#below(part, scope)) this.note(each, inside);
    }
    this.#isOneLine.clear();
    return this.#broken.size + this.#roots.size > before;
  }

  /** @throws {Doubted} for a function that may write anything */
  checkAll(body: TemplateBody, scope: DotScope): void {
    for (const part of body) {
      if (part.type === "print") this.print(part.pipeline, scope);
      else if (part.type === "choice")
        for (const { keyword, pipeline } of part.pipelines) this.enter(keyword, pipeline, scope);
      else if (part.type === "loop") this.enter("range", part.pipeline, scope);
      for (const [each, inside] of this.#below(part, scope)) this.checkAll(each, inside);
    }
  }

  /** The bodies of a part, with what the dot is in them. */
  #below(part: TemplatePart, scope: DotScope): readonly (readonly [TemplateBody, DotScope])[] {
    if (part.type === "loop")
      return [
        [part.body, this.#scopeOf(this.pipeline(part.pipeline), scope)],
        [part.otherwise, scope],
      ];
    if (part.type !== "choice") return [];
    return part.bodies.map((each, i) => {
      const condition = part.pipelines[i];
      const isWith = condition !== undefined && condition.keyword === "with";
      return [each, isWith ? this.#scopeOf(this.pipeline(condition.pipeline), scope) : scope];
    });
  }

  #scopeOf(pipeline: Pipeline, scope: DotScope): DotScope {
    return { dotMayBeRoot: this.#holdsRoot(pipeline, scope) };
  }

  #set(pipeline: Pipeline, scope: DotScope): void {
    const isRoot = this.#holdsRoot(pipeline, scope);
    const isBroken = this.#hasBreaks(pipeline);
    for (const name of pipeline.sets) {
      if (isRoot) this.#roots.add(name);
      if (isBroken) this.#broken.add(name);
    }
    // dict "context" $: the root goes by that key as well.
    for (const { commands } of allPipelines(pipeline))
      for (const { words } of commands)
        for (const [i, each] of words.entries()) {
          const key = words[i - 1];
          if (headOf(words) === "dict" && key?.type === "text" && this.#isRootWord(each, scope))
            this.#roots.add(`.${key.written.slice(1, -1)}`);
        }
  }

  /** @throws {Doubted} for what is no pipeline */
  pipeline(text: string): Pipeline {
    const known = this.#pipelines.get(text);
    if (known !== undefined) return known;
    const pipeline = readPipeline(text);
    if (pipeline === undefined) throw new Doubted("template-syntax", text);
    this.#pipelines.set(text, pipeline);
    return pipeline;
  }

  /**
   * What an action writes.
   * @throws {Doubted} for a function that may write anything
   */
  print(text: string, scope: DotScope): ActionOutput {
    const statement = /^template\s+("[^"\\\n]*")(?=\s|$)/.exec(text);
    // A statement of its own that does what the function does.
    const pipeline = this.pipeline(statement === null ? text : `include ${text.slice("template".length)}`);
    this.check(pipeline, text, scope);
    if (pipeline.sets.length > 0) return "nothing";
    const last = pipeline.commands.at(-1) as Command;
    const [name, width] = last.words;
    const isIndent = name?.type === "function" && (name.name === "indent" || name.name === "nindent");
    if (isIndent && width?.type === "number" && Number.isInteger(width.value) && width.value >= 1)
      return name.name === "nindent" ? "indented-below" : "indented";
    return this.#hasBreaks(pipeline) ? "anything" : "inline";
  }

  /**
   * True where the dot may be the root inside of what a `with` or `range` holds.
   * @throws {Doubted} for what may bring line breaks, or the chart's files, into it
   */
  enter(keyword: "if" | "with" | "range", text: string, scope: DotScope): DotScope {
    const pipeline = this.pipeline(text);
    this.check(pipeline, text, scope);
    if (keyword === "if") return scope;
    if (this.#hasBreaks(pipeline)) throw new Doubted("function", text);
    const inside = this.#scopeOf(pipeline, scope);
    if (inside.dotMayBeRoot && keyword === "range") throw new Doubted("function", text);
    return inside;
  }

  /** @throws {Doubted} for a function that may write anything */
  check(pipeline: Pipeline, text: string, scope: DotScope): void {
    for (const word of wordsOf(pipeline)) {
      if (word.type === "function" && !PLAIN_FUNCTIONS.has(word.name))
        throw new Doubted("function", word.name);
      if (word.type === "field" && word.path.split(".").some((name) => FILE_FIELDS.has(name)))
        throw new Doubted("function", word.path);
      if (word.type === "text" && !isPlainText(word.written)) throw new Doubted("function", text);
    }
    for (const { commands } of allPipelines(pipeline)) {
      const [first, ...others] = commands;
      const isPassedOn = first?.words.length === 1 && first.words.some((word) => this.#isRoot(word, scope));
      if (isPassedOn && others.length > 0) throw new Doubted("function", text);
      for (const { words } of commands) this.#checkCommand(words, text, scope);
    }
  }

  #checkCommand(words: readonly Word[], text: string, scope: DotScope): void {
    const [first, second] = words;
    if (first?.type !== "function") return;
    const { name } = first;
    if (name === "printf" && !(second?.type === "text" && isPlainFormat(second.written)))
      throw new Doubted("function", text);
    if (name === "include") {
      if (second?.type === "text") {
        const named = second.written.slice(1, -1);
        if (!this.#defined.has(named)) throw new Doubted("missing-template", named);
      } else if (!isFileOfTemplates(second)) throw new Doubted("missing-template", text);
    }
    for (const [i, word] of words.entries()) {
      if (!this.#isRootWord(word, scope)) continue;
      const isKeyed = words[i - 1]?.type === "text" && i % 2 === 0;
      if (!ROOT_FUNCTIONS.has(name) || (name === "dict" && !isKeyed)) throw new Doubted("function", text);
    }
  }

  /** True for the root, and for what holds it. */
  #isRootWord(word: Word, scope: DotScope): boolean {
    return word.type === "nested" ? this.#holdsRoot(word.pipeline, scope) : this.#isRoot(word, scope);
  }

  /** True where what a pipeline comes to may be the root, or hold it. */
  #holdsRoot({ commands }: Pipeline, scope: DotScope): boolean {
    return commands.some(
      ({ words }) =>
        !TEXT_FUNCTIONS.has(headOf(words)) && words.some((word) => this.#isRootWord(word, scope)),
    );
  }

  #isRoot(word: Word, { dotMayBeRoot }: DotScope): boolean {
    if (word.type !== "field") return false;
    if (word.path === ".") return dotMayBeRoot;
    if (word.path === "$" || this.#roots.has(word.path)) return true;
    const last = word.path.lastIndexOf(".");
    return last !== -1 && this.#roots.has(word.path.slice(last));
  }

  /** True where what a pipeline comes to may have several lines. */
  #hasBreaks({ commands }: Pipeline): boolean {
    let breaks = false;
    for (const { words } of commands) {
      const [first] = words;
      const isOneLine = first?.type === "function" && ONE_LINE_FUNCTIONS.has(first.name);
      breaks = !isOneLine && (breaks || this.#commandBreaks(words));
    }
    return breaks;
  }

  #commandBreaks(words: readonly Word[]): boolean {
    const [first, second] = words;
    const includes = first?.type === "function" && first.name === "include" && second?.type === "text";
    if (includes && !this.isOneLine(second.written.slice(1, -1))) return true;
    if (isFileOfTemplates(second)) return true;
    return words.some((word) => this.#isBroken(word));
  }

  #isBroken(word: Word): boolean {
    switch (word.type) {
      case "nested":
        return this.#hasBreaks(word.pipeline);
      case "function":
        return MANY_LINES_FUNCTIONS.has(word.name);
      case "text":
        return /\\n/.test(word.written.replaceAll("\\\\", ""));
      case "field":
        return this.#broken.has(word.path.split(".")[0] ?? "");
      case "number":
        return false;
    }
  }

  /** True where every template of a name writes one line, whatever it is given. */
  isOneLine(name: string): boolean {
    const known = this.#isOneLine.get(name);
    if (known !== undefined) return known;
    // One that includes itself may repeat what it writes.
    this.#isOneLine.set(name, false);
    const bodies = this.#defined.get(name) ?? [];
    const isOneLine = bodies.length > 0 && bodies.every((body) => this.#isLine(body, { dotMayBeRoot: true }));
    this.#isOneLine.set(name, isOneLine);
    return isOneLine;
  }

  #isLine(body: TemplateBody, scope: DotScope): boolean {
    return body.every((part) => {
      switch (part.type) {
        case "text":
          return !part.text.includes("\n");
        case "print": {
          const printed = this.print(part.pipeline, scope);
          return printed === "inline" || printed === "nothing";
        }
        case "choice":
          return part.bodies.every((each, i) => {
            const condition = part.pipelines[i];
            return this.#isLine(
              each,
              condition === undefined ? scope : this.enter(condition.keyword, condition.pipeline, scope),
            );
          });
        case "loop":
          return (
            this.#isLine(part.body, this.enter("range", part.pipeline, scope)) &&
            this.#isLine(part.otherwise, scope)
          );
      }
    });
  }
}

/** What they give is text, or true or false, whatever they are given. */
const TEXT_FUNCTIONS: ReadonlySet<string> = new Set(["include", "hasKey"]);

/** The function that a command calls; empty where it calls none. */
function headOf([first]: readonly Word[]): string {
  return first?.type === "function" ? first.name : "";
}

/** A pipeline, and those in its brackets. */
function* allPipelines(pipeline: Pipeline): Generator<Pipeline> {
  yield pipeline;
  for (const word of wordsOf(pipeline)) if (word.type === "nested") yield word.pipeline;
}

/**
 * `(print $.Template.BasePath "/config.yaml")`, of which charts write the checksum: a template that is read by itself as well. What
 * only gives names to others is not.
 */
function isFileOfTemplates(word: Word | undefined): boolean {
  if (word?.type !== "nested") return false;
  const [only, ...more] = word.pipeline.commands;
  const [print, folder, file, ...rest] = only?.words ?? [];
  return (
    more.length + rest.length === 0 &&
    print?.type === "function" &&
    print.name === "print" &&
    folder?.type === "field" &&
    /^\$?\.Template\.BasePath$/.test(folder.path) &&
    file?.type === "text" &&
    /^"(?:\/[A-Za-z0-9-][\w.-]*)+\.(?:ya?ml|json)"$/.test(file.written)
  );
}

/** A text whose escapes are known, and which names no files. */
function isPlainText(written: string): boolean {
  if (written.startsWith("'")) return false;
  if (FILE_FIELDS.has(written.slice(1, -1))) return false;
  if (written.startsWith("`")) return !/[\n\r\u0085\u2028\u2029]/.test(written);
  return !/[\r\u0085\u2028\u2029]/.test(written) && !/\\[^\\"nt]/.test(written.replaceAll("\\\\", ""));
}

/** A format of `printf` that writes no character by its number. */
function isPlainFormat(written: string): boolean {
  return !written
    .replaceAll("%%", "")
    .replaceAll(/%[-+# 0]*\d*(?:\.\d+)?[sdvtqfgxX]/g, "")
    .includes("%");
}
