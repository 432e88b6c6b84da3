import {
  AMPERSAND,
  ASTERISK,
  AT,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DOT,
  DOUBLE_QUOTE,
  END,
  EXCLAMATION,
  GREATER,
  HASH,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  PERCENT,
  PIPE,
  QUESTION,
  SINGLE_QUOTE,
  SPACE,
  TAB,
  endsWord,
  isBreak,
} from "./characters.js";
import { Cursor } from "./cursor.js";
import { Indentation } from "./indentation.js";
import { passAnchor } from "./anchor.js";
import { passBlockScalar } from "./block-scalar.js";
import { passPlainScalar } from "./plain-scalar.js";
import { passQuotedScalar } from "./quoted-scalar.js";
import { passTag } from "./tag.js";
import { scanDirective } from "./directive.js";
import { SimpleKeys } from "./simple-keys.js";
import { TOKEN, Tokens, type TokenKind } from "./tokens.js";
import { YamlSyntaxError } from "./syntax-error.js";

/**
 * The tokens of a range of a text, as Kubernetes' reader tells them apart (YAML 1.1, with that reader's liberties). What
 * cannot be a token ends them: whoever asks for the one behind the last is told why.
 */
export function scan(text: string, start: number, end: number): Tokens {
  const scanner = new Scanner(text, start, end);
  scanner.scan();
  return scanner.tokens;
}

class Scanner {
  readonly tokens = new Tokens();
  readonly #cursor: Cursor;
  readonly #keys: SimpleKeys;
  readonly #indentation = new Indentation();
  /** True where a key may begin that no `?` announces, and a block collection. */
  #mayBeKey = true;

  constructor(text: string, start: number, end: number) {
    this.#cursor = new Cursor(text, start, end);
    this.#keys = new SimpleKeys(this.#cursor);
  }

  scan(): void {
    const cursor = this.#cursor;
    let { at, lineStart } = cursor;
    try {
      while (cursor.at < cursor.end) {
        ({ at, lineStart } = cursor);
        this.#keys.nextToken();
        this.#next();
      }
      this.#closeTo(-1);
      this.#keys.drop();
      this.#push(TOKEN.STREAM_END, this.#cursor.end);
    } catch (error) {
      if (!(error instanceof YamlSyntaxError)) throw error;
      this.tokens.error = error;
      // What may be a key was looked at before the token that is none.
      cursor.at = at;
      cursor.lineStart = lineStart;
      this.tokens.undecided = this.#keys.undecided();
    }
  }

  #next(): void {
    const cursor = this.#cursor;
    this.#passToToken();
    const code = cursor.code();
    if (code === END) return;
    this.#closeTo(cursor.column);
    if (cursor.at === cursor.lineStart) {
      if (code === PERCENT) return this.#directive();
      if ((code === MINUS || code === DOT) && cursor.isAtDocumentMarker())
        return this.#documentMarker(code === MINUS ? TOKEN.DOCUMENT_START : TOKEN.DOCUMENT_END);
    }
    this.#token(code);
  }

  #token(code: number): void {
    const isFlow = this.#keys.flowLevel > 0;
    switch (code) {
      case OPEN_BRACKET:
        return this.#openFlow(TOKEN.FLOW_SEQUENCE);
      case OPEN_BRACE:
        return this.#openFlow(TOKEN.FLOW_MAPPING);
      case CLOSE_BRACKET:
        return this.#closeFlow(TOKEN.FLOW_SEQUENCE_END);
      case CLOSE_BRACE:
        return this.#closeFlow(TOKEN.FLOW_MAPPING_END);
      case COMMA:
        return this.#indicator(TOKEN.FLOW_ENTRY, true);
      case MINUS:
        return endsWord(this.#cursor.code(1)) ? this.#blockEntry(isFlow) : this.#plain(isFlow);
      case QUESTION:
        return isFlow || endsWord(this.#cursor.code(1)) ? this.#key(isFlow) : this.#plain(isFlow);
      case COLON:
        return isFlow || endsWord(this.#cursor.code(1)) ? this.#value(isFlow) : this.#plain(isFlow);
      case ASTERISK:
        return this.#named(TOKEN.ALIAS, passAnchor);
      case AMPERSAND:
        return this.#named(TOKEN.ANCHOR, passAnchor);
      case EXCLAMATION:
        return this.#named(TOKEN.TAG, passTag);
      case PIPE:
      case GREATER:
        return isFlow ? this.#nothing() : this.#block();
      case SINGLE_QUOTE:
        return this.#quoted(TOKEN.SINGLE_QUOTED);
      case DOUBLE_QUOTE:
        return this.#quoted(TOKEN.DOUBLE_QUOTED);
      case TAB:
      case HASH:
      case PERCENT:
      case AT:
      case BACKTICK:
        return this.#nothing();
      default:
        return this.#plain(isFlow);
    }
  }

  #nothing(): never {
    throw new YamlSyntaxError("found character that cannot start any token", this.#cursor.at);
  }

  /** Passes over blanks, line breaks and comments. Where a key may begin in block style, a tab is no blank. */
  #passToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      const isFlow = this.#keys.flowLevel > 0;
      if (isFlow || !this.#mayBeKey) cursor.passBlanks();
      else while (cursor.code() === SPACE) cursor.at++;
      let code = cursor.code();
      if (code === HASH) {
        this.tokens.comments.push(cursor.at);
        cursor.passLine();
        this.tokens.comments.push(cursor.at);
        code = cursor.code();
      }
      if (!isBreak(code)) return;
      cursor.passBreak();
      if (!isFlow) this.#mayBeKey = true;
    }
  }

  #push(kind: TokenKind, start: number, detail?: number): void {
    this.tokens.push(kind, start, this.#cursor.at, detail);
  }

  /** Ends the block collections that begin deeper than a column. */
  #closeTo(column: number): void {
    if (this.#keys.flowLevel > 0) return;
    for (let closed = this.#indentation.closeTo(column); closed > 0; closed--)
      this.#push(TOKEN.BLOCK_END, this.#cursor.at);
  }

  #endBlocks(): void {
    this.#closeTo(-1);
    this.#keys.drop();
    this.#mayBeKey = false;
  }

  #directive(): void {
    this.#endBlocks();
    scanDirective(this.#cursor, this.tokens);
  }

  #documentMarker(kind: TokenKind): void {
    this.#endBlocks();
    const start = this.#cursor.at;
    this.#cursor.at += 3;
    this.#push(kind, start);
  }

  /** Leaves room for what a key needs in front of it, where the next token may begin one. @returns the room, or -1 */
  #savePossibleKey(): number {
    if (!this.#mayBeKey) return -1;
    const isRequired = this.#keys.flowLevel === 0 && this.#indentation.column === this.#cursor.column;
    const slot = this.tokens.push(TOKEN.SLOT, this.#cursor.at, this.#cursor.at);
    this.#keys.save(slot, isRequired);
    return slot;
  }

  #openFlow(kind: TokenKind): void {
    this.#keys.enter(this.#savePossibleKey());
    this.#mayBeKey = true;
    this.#advance(kind);
  }

  #closeFlow(kind: TokenKind): void {
    this.#keys.drop();
    this.#keys.leave();
    this.#mayBeKey = false;
    this.#advance(kind);
  }

  /** Takes the one character of an indicator. */
  #advance(kind: TokenKind): void {
    const start = this.#cursor.at;
    this.#cursor.at++;
    this.#push(kind, start);
  }

  #indicator(kind: TokenKind, mayBeKey: boolean): void {
    this.#keys.drop();
    this.#mayBeKey = mayBeKey;
    this.#advance(kind);
  }

  #blockEntry(isFlow: boolean): void {
    if (!isFlow) {
      if (!this.#mayBeKey) this.#misplaced("block sequence entries are not allowed in this context");
      if (this.#indentation.open(this.#cursor.column)) this.#push(TOKEN.BLOCK_SEQUENCE, this.#cursor.at);
    }
    this.#indicator(TOKEN.BLOCK_ENTRY, true);
  }

  #key(isFlow: boolean): void {
    if (!isFlow) {
      if (!this.#mayBeKey) this.#misplaced("mapping keys are not allowed in this context");
      if (this.#indentation.open(this.#cursor.column)) this.#push(TOKEN.BLOCK_MAPPING, this.#cursor.at);
    }
    this.#indicator(TOKEN.KEY, !isFlow);
  }

  #value(isFlow: boolean): void {
    const key = this.#keys.take();
    if (key !== undefined) {
      const opens = !isFlow && this.#indentation.open(key.at - key.lineStart);
      if (key.slot !== -1) this.tokens.kinds[key.slot] = opens ? TOKEN.MAPPING_AND_KEY : TOKEN.KEY;
      else {
        this.tokens.push(TOKEN.KEY, key.at, key.at);
        if (opens) this.tokens.push(TOKEN.BLOCK_MAPPING, key.at, key.at);
      }
      this.#mayBeKey = false;
    } else {
      if (!isFlow) {
        if (!this.#mayBeKey) this.#misplaced("mapping values are not allowed in this context");
        if (this.#indentation.open(this.#cursor.column)) this.#push(TOKEN.BLOCK_MAPPING, this.#cursor.at);
      }
      this.#mayBeKey = !isFlow;
    }
    this.#advance(TOKEN.VALUE);
  }

  #misplaced(reason: string): never {
    throw new YamlSyntaxError(reason, this.#cursor.at);
  }

  /** An anchor, an alias or a tag. */
  #named(kind: TokenKind, pass: (cursor: Cursor) => void): void {
    this.#savePossibleKey();
    this.#mayBeKey = false;
    const start = this.#cursor.at;
    pass(this.#cursor);
    this.#push(kind, start);
  }

  #quoted(kind: TokenKind): void {
    this.#savePossibleKey();
    this.#mayBeKey = false;
    const start = this.#cursor.at;
    const isWrittenOtherwise = passQuotedScalar(this.#cursor);
    this.#push(kind, start, isWrittenOtherwise ? 1 : 0);
  }

  #plain(isFlow: boolean): void {
    this.#savePossibleKey();
    this.#mayBeKey = false;
    const start = this.#cursor.at;
    const { end, hasLines } = passPlainScalar(this.#cursor, this.#indentation.column + 1, isFlow);
    this.tokens.push(TOKEN.PLAIN, start, end, hasLines ? 1 : 0);
    // Where it ends with its line, the next one may begin a key, even in flow style.
    if (this.#cursor.lineStart > end) this.#mayBeKey = true;
  }

  #block(): void {
    this.#keys.drop();
    this.#mayBeKey = true;
    const start = this.#cursor.at;
    const { comments } = this.tokens;
    const { column, end } = passBlockScalar(this.#cursor, this.#indentation.column, comments);
    this.tokens.push(TOKEN.BLOCK_SCALAR, start, end, column);
  }
}
