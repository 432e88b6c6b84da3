import { Doubted } from "./doubt.js";
import type { TemplateBody, TemplatePart } from "./tree.js";
import type { Prints, DotScope } from "./prints.js";

/** What the root lines of some documents say that they are. */
export interface Headers {
  readonly apiVersions: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

/** Where the writing of a template may be. */
interface WriterState {
  /**
   * True where the next line with content must stand at the root: the first one of a document decides where its root is, and
   * what is indented below `kind` goes on with its value.
   */
  readonly needsRoot: boolean;
  readonly at: "line" | "indent" | "root" | "inside";
  /** What stands on a root line so far. */
  readonly head: string;
}

type WriterStates = ReadonlyMap<string, WriterState>;

/** So many steps one file may take. */
const MOST_STEPS = 200_000;
/** So many ways to have come to one place are followed. */
const MOST_STATES = 64;
const LONGEST_HEAD = 300;

const BEGIN: WriterState = { needsRoot: true, at: "line", head: "" };

/**
 * The root lines that a template may write, in whatever branches are taken, and however often. What a line of the output is
 * follows from what the template has written until there: all ways to come to one place are followed together.
 * @throws {Doubted} where a root line may be something else
 */
export function headersOf(body: TemplateBody, prints: Prints): Headers {
  const walk = new Writer(prints);
  walk.end(walk.body(statesOf([BEGIN]), body, { dotMayBeRoot: true }));
  const { apiVersions, kinds, hasContent } = walk;
  if (hasContent && (kinds.size === 0 || apiVersions.size === 0)) throw new Doubted("no-kind", "");
  return { apiVersions, kinds };
}

class Writer {
  readonly apiVersions = new Set<string>();
  readonly kinds = new Set<string>();
  hasContent = false;
  readonly #prints: Prints;
  #steps = 0;

  constructor(prints: Prints) {
    this.#prints = prints;
  }

  body(states: WriterStates, body: TemplateBody, scope: DotScope): WriterStates {
    return body.reduce((before, part) => this.#part(before, part, scope), states);
  }

  end(states: WriterStates): void {
    for (const state of states.values()) this.#lineEnd(state);
  }

  #part(states: WriterStates, part: TemplatePart, scope: DotScope): WriterStates {
    switch (part.type) {
      case "text":
        return this.#each(states, (state) => [this.#text(state, part.text)]);
      case "print":
        return this.#print(states, part.pipeline, scope);
      case "choice": {
        const ends = part.bodies.map((each, i) => {
          const condition = part.pipelines[i];
          const inside =
            condition === undefined
              ? scope
              : this.#prints.enter(condition.keyword, condition.pipeline, scope);
          return this.body(states, each, inside);
        });
        return joined(part.hasElse ? ends : [...ends, states]);
      }
      case "loop": {
        const inside = this.#prints.enter("range", part.pipeline, scope);
        const otherwise = this.body(states, part.otherwise, scope);
        let all = states;
        for (;;) {
          const next = joined([all, this.body(all, part.body, inside)]);
          if (next.size === all.size) return joined([all, otherwise]);
          all = next;
        }
      }
    }
  }

  #print(states: WriterStates, pipeline: string, scope: DotScope): WriterStates {
    const printed = this.#prints.print(pipeline, scope);
    if (printed === "nothing") return states;
    return this.#each(states, (state) => {
      const before = state.at === "root" ? this.#head(state, pipeline) : state;
      if (printed === "anything" || (printed === "inline" && before.at === "line"))
        throw new Doubted("printed-at-root", pipeline);
      if (printed === "inline" && before.at === "inside") return [before];
      const inside = this.#content(before, pipeline);
      return [printed === "inline" ? before : { ...inside, at: "indent" }, { ...inside, at: "inside" }];
    });
  }

  /** A root line on which an action writes: all before must be a key, or a comment. */
  #head({ needsRoot, head }: WriterState, pipeline: string): WriterState {
    if (head.startsWith("#")) return { needsRoot, at: "inside", head: "" };
    const key = KEY.exec(head)?.[1];
    if ((key === undefined && !/^-[ \t]/.test(head)) || (key !== undefined && SPECIAL.has(key.toLowerCase())))
      throw new Doubted("printed-at-root", pipeline);
    this.hasContent = true;
    return { needsRoot: false, at: "inside", head: "" };
  }

  /** Content that is no root line. */
  #content(state: WriterState, text: string): WriterState {
    if (state.needsRoot) throw new Doubted("indented-root", text.trim());
    return state;
  }

  #text(state: WriterState, text: string): WriterState {
    let now = state;
    let from = 0;
    for (;;) {
      const end = text.indexOf("\n", from);
      now = this.#fragment(now, end === -1 ? text.slice(from) : text.slice(from, end));
      if (end === -1) return now;
      now = this.#lineEnd(now);
      from = end + 1;
    }
  }

  /** Text without a line break. */
  #fragment(state: WriterState, text: string): WriterState {
    this.#step();
    if (text === "" || state.at === "inside") return state;
    if (state.at === "root") return this.#root(state, state.head + text);
    const rest = text.replace(/^[ \t]+/, "");
    if (state.at === "line" && rest === text) return this.#root(state, text);
    if (rest === "") return { ...state, at: "indent" };
    if (rest.startsWith("#")) return { ...state, at: "inside" };
    return { ...this.#content(state, rest), at: "inside" };
  }

  #root(state: WriterState, head: string): WriterState {
    // Of a long line, a key with its value is enough; what says what an object is, is short.
    if (head.length <= LONGEST_HEAD) return { ...state, at: "root", head };
    return this.#head({ ...state, head: head.slice(0, LONGEST_HEAD) }, head.slice(0, LONGEST_HEAD));
  }

  #lineEnd(state: WriterState): WriterState {
    if (state.at !== "root") return { needsRoot: state.needsRoot, at: "line", head: "" };
    const head = state.head.trimEnd();
    return { needsRoot: this.#rootLine(head, state.needsRoot), at: "line", head: "" };
  }

  /** Reads a whole root line; returns whether the next one must stand at the root, too. */
  #rootLine(line: string, needsRoot: boolean): boolean {
    if (line.startsWith("#")) return needsRoot;
    if (/^---[ \t]*(?:#.*)?$/.test(line)) return true;
    this.hasContent = true;
    if (/^-(?:[ \t]|$)/.test(line) && !needsRoot) return false;
    const key = KEY.exec(line)?.[1];
    if (key === undefined) throw new Doubted("root-line", line);
    if (!SPECIAL.has(key.toLowerCase())) return false;
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Doubted("root-line", line);
    (name === "kind" ? this.kinds : this.apiVersions).add(value.replaceAll(/["']/g, ""));
    return true;
  }

  #each(states: WriterStates, next: (state: WriterState) => readonly WriterState[]): WriterStates {
    this.#step();
    const after: WriterState[] = [];
    for (const state of states.values()) {
      this.#step();
      after.push(...next(state));
    }
    return statesOf(after);
  }

  #step(): void {
    this.#steps++;
    if (this.#steps > MOST_STEPS) throw new Doubted("too-complex", "");
  }
}

/** A plain key at the beginning of a line. */
const KEY = /^([A-Za-z_][\w./-]*):(?:[ \t]|$)/;
/** Keys that decide what an object is. */
const SPECIAL: ReadonlySet<string> = new Set(["apiversion", "kind", "items"]);
const HEADER = /^(apiVersion|kind):[ \t]+("[\w./-]+"|'[\w./-]+'|[A-Za-z][\w./-]*)[ \t]*(?:[ \t]#.*)?$/;

function statesOf(states: readonly WriterState[]): WriterStates {
  const all = new Map(states.map((state) => [`${state.needsRoot} ${state.at} ${state.head}`, state]));
  if (all.size > MOST_STATES) throw new Doubted("too-complex", "");
  return all;
}

function joined(all: readonly WriterStates[]): WriterStates {
  return statesOf(all.flatMap((states) => [...states.values()]));
}
