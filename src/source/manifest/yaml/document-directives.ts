import { DEFAULT_HANDLES, unescaped } from "./tag.js";
import { TOKEN, type Tokens } from "./tokens.js";
import { YamlSyntaxError } from "./syntax-error.js";

/** What the directives in front of a document say. */
export class DocumentDirectives {
  readonly handles = new Map<string, string>();
  #hasVersion = false;

  /** @throws {YamlSyntaxError} where it is another version than 1.1, or said twice */
  add(text: string, tokens: Tokens, token: number): void {
    const start = tokens.starts[token] ?? 0;
    const value = text.slice(start, tokens.ends[token]);
    if (tokens.kinds[token] === TOKEN.VERSION_DIRECTIVE) this.#addVersion(value, start);
    else this.#addHandle(value, start);
  }

  #addVersion(value: string, start: number): void {
    if (this.#hasVersion) throw new YamlSyntaxError("found duplicate %YAML directive", start);
    this.#hasVersion = true;
    const [major, minor] = value.split(".");
    if (Number(major) !== 1 || Number(minor) !== 1)
      throw new YamlSyntaxError("found incompatible YAML document", start, {
        code: "version",
        version: value,
      });
  }

  #addHandle(value: string, start: number): void {
    const handle = /^![\w-]*!?/.exec(value)?.[0] ?? "!";
    if (this.handles.has(handle)) throw new YamlSyntaxError("found duplicate %TAG directive", start);
    this.handles.set(handle, unescaped(value.slice(handle.length).trimStart()).slice(0, LONGEST_PREFIX));
  }

  /** The handles with those that need no directive. */
  close(): ReadonlyMap<string, string> {
    for (const [handle, prefix] of DEFAULT_HANDLES)
      if (!this.handles.has(handle)) this.handles.set(handle, prefix);
    return this.handles;
  }
}

/** Prefixes that say more are none of YAML's, and every tag of the document would repeat them. */
const LONGEST_PREFIX = 200;
