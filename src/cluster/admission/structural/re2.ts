/**
 * Kubernetes' regular expressions are Go's (RE2). JavaScript reads most of them alike, and some otherwise without a word
 * (`[[:alpha:]]`, `\z`, `.` before a line separator): those are written anew here, or refused.
 *
 * @returns the same for JavaScript, with the flag `u`; undefined for what has no like or is not known here
 */
export function asJavascriptPattern(re2: string): string | undefined {
  const reader = new Re2Reader(re2);
  let pattern = "";
  while (!reader.isAtEnd) {
    const part = nextPart(reader);
    if (part === undefined) return undefined;
    pattern += part;
  }
  return pattern;
}

class Re2Reader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#characters = Array.from(text);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  /** The next character, which is left there; empty at the end. */
  peek(ahead = 0): string {
    return this.#characters[this.#at + ahead] ?? "";
  }

  next(): string {
    const character = this.peek();
    this.#at++;
    return character;
  }

  /** Takes a text if it stands here. */
  take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.#at += text.length;
    return true;
  }

  startsWith(text: string): boolean {
    return [...text].every((character, i) => this.peek(i) === character);
  }

  /** Takes characters up to one of these, which is taken too; undefined where it does not come. */
  takeUntil(end: string): string | undefined {
    let text = "";
    while (!this.isAtEnd) {
      const character = this.next();
      if (character === end) return text;
      text += character;
    }
    return undefined;
  }
}

const SPACES = "\\t\\n\\f\\r ";

/** What stands for a class of characters outside of brackets. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["d", "[0-9]"],
  ["D", "[^0-9]"],
  ["w", "[0-9A-Za-z_]"],
  ["W", "[^0-9A-Za-z_]"],
  ["s", `[${SPACES}]`],
  ["S", `[^${SPACES}]`],
]);

/** The same inside of brackets; a negated one has no like there. */
const RANGES: ReadonlyMap<string, string> = new Map([
  ["d", "0-9"],
  ["w", "0-9A-Za-z_"],
  ["s", SPACES],
]);

const POSIX: ReadonlyMap<string, string> = new Map([
  ["alnum", "0-9A-Za-z"],
  ["alpha", "A-Za-z"],
  ["digit", "0-9"],
  ["lower", "a-z"],
  ["upper", "A-Z"],
  ["space", "\\t\\n\\v\\f\\r "],
  ["word", "0-9A-Za-z_"],
  ["xdigit", "0-9A-Fa-f"],
]);

const POSITIONS: ReadonlyMap<string, string> = new Map([
  ["A", "^"],
  ["z", "$"],
  ["b", "\\b"],
  ["B", "\\B"],
]);

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

function nextPart(reader: Re2Reader): string | undefined {
  if (reader.take("(?P<") || reader.take("(?<")) return groupName(reader);
  if (reader.take("(?:")) return "(?:";
  if (reader.startsWith("(?")) return undefined;
  if (reader.peek() === "{") return repetition(reader);
  const character = reader.next();
  switch (character) {
    case "[":
      return bracketed(reader);
    case "\\":
      return escaped(reader);
    case ".":
      return "[^\\n]";
    case "^":
    case "$":
    case "|":
    case "(":
    case ")":
    case "*":
    case "+":
    case "?":
      return character;
    default:
      return literal(character);
  }
}

/** A look-behind is none: its sign is no name. */
function groupName(reader: Re2Reader): string | undefined {
  return /^\w+$/.test(reader.takeUntil(">") ?? "") ? "(?:" : undefined;
}

/** `{2}`, `{2,}`, `{2,5}`; any other brace stands for itself. */
function repetition(reader: Re2Reader): string | undefined {
  let length = 1;
  while (/^[\d,]$/.test(reader.peek(length))) length++;
  let text = "";
  for (let i = 0; i <= length; i++) text += reader.peek(i);
  if (!/^\{\d+(?:,\d*)?\}$/.test(text)) return literal(reader.next());
  reader.take(text);
  const largest = Math.max(...text.slice(1, -1).split(",").map(Number));
  return largest > 1000 ? undefined : text;
}

function escaped(reader: Re2Reader): string | undefined {
  const character = reader.peek();
  const known = CLASSES.get(character) ?? POSITIONS.get(character);
  if (known !== undefined) {
    reader.next();
    return known;
  }
  const single = escapedCharacter(reader);
  return single === undefined ? undefined : literal(single);
}

/** The character that an escape stands for, behind its backslash. */
function escapedCharacter(reader: Re2Reader): string | undefined {
  const character = reader.next();
  const control = CONTROLS.get(character);
  if (control !== undefined) return control;
  if (character === "x") return hexadecimal(reader);
  return /^[!-/:-@[-`{-~]$/.test(character) ? character : undefined;
}

function hexadecimal(reader: Re2Reader): string | undefined {
  const digits = reader.take("{") ? reader.takeUntil("}") : reader.next() + reader.next();
  if (!/^[\dA-Fa-f]{1,6}$/.test(digits ?? "")) return undefined;
  const code = Number.parseInt(digits ?? "", 16);
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

function bracketed(reader: Re2Reader): string | undefined {
  let set = reader.take("^") ? "[^" : "[";
  for (let isFirst = true; isFirst || reader.peek() !== "]"; isFirst = false) {
    if (reader.isAtEnd) return undefined;
    const item = bracketItem(reader);
    if (item === undefined) return undefined;
    set += item;
  }
  reader.next();
  return `${set}]`;
}

function bracketItem(reader: Re2Reader): string | undefined {
  if (reader.take("[:")) {
    const name = reader.takeUntil(":");
    return reader.take("]") ? POSIX.get(name ?? "") : undefined;
  }
  if (reader.peek() === "\\" && CLASSES.has(reader.peek(1))) {
    reader.next();
    return RANGES.get(reader.next());
  }
  const first = bracketCharacter(reader);
  if (first === undefined || reader.peek() !== "-" || reader.peek(1) === "]")
    return first === undefined ? undefined : literal(first);
  reader.next();
  const last = bracketCharacter(reader);
  return last === undefined ? undefined : `${literal(first)}-${literal(last)}`;
}

function bracketCharacter(reader: Re2Reader): string | undefined {
  return reader.take("\\") ? escapedCharacter(reader) : reader.next();
}

/** A character that means itself, in brackets and outside of them. */
function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
