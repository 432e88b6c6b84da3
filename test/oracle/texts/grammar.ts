import { TOKENS } from "./alphabet.js";
import type { Random } from "../random.js";

/**
 * Texts from a grammar of YAML that knows every construct and gets its details wrong now and then: what is nearly right
 * is where readers differ.
 */
export function generated(random: Random): string {
  if (random.chance(0.25)) return soup(random);
  const documents = random.list(1, random.chance(0.3) ? 3 : 1, () => document(random));
  const text = documents.join(random.of(["---\n", "---\n", "--- # c\n", "...\n---\n", "---\t\n", "--- \n"]));
  const ended = random.chance(0.1)
    ? text.replaceAll("\n", random.of(["\r\n", "\r\n", "\r", "\u0085"]))
    : text;
  return random.chance(0.05) ? `\ufeff${ended}` : ended;
}

/** Tokens in any order. */
function soup(random: Random): string {
  return random.list(1, 12, () => random.of(TOKENS)).join("");
}

function document(random: Random): string {
  const head = random.chance(0.08)
    ? random.of([
        "%YAML 1.1\n---\n",
        "%TAG !e! tag:e.com,2000:\n---\n",
        "# c\n",
        "\n",
        "---\n",
        "--- ",
        "%A\n---\n",
      ])
    : "";
  const made = node(random, 0, 3).replace(/^ +/, "").replace(/^\n/, "");
  return `${head}${made}${made.endsWith("\n") ? "" : "\n"}${random.chance(0.06) ? random.of(["...\n", "... # c\n", "....\n"]) : ""}`;
}

/** A node behind `key:`, `-` or nothing: on the same line, or on lines of its own that are indented by `indent`. */
function node(random: Random, indent: number, depth: number): string {
  const properties = random.chance(0.15) ? property(random) : "";
  if (depth === 0 || random.chance(0.35)) return ` ${properties}${scalar(random, indent)}`;
  switch (random.below(4)) {
    case 0:
      return ` ${properties}${flow(random, indent, depth - 1)}${trailing(random)}`;
    case 1:
      return ` ${properties}${trailing(random)}${sequence(random, indent, depth - 1)}`;
    case 2:
      return indent === 0 ? mapping(random, indent, depth - 1) : ` ${properties}${block(random, indent)}`;
    default:
      return ` ${properties}${trailing(random)}${mapping(random, indent, depth - 1)}`;
  }
}

function property(random: Random): string {
  const blank = random.of([" ", " ", " ", "  ", "\t", "", "\n"]);
  const made = random.of([
    "&a",
    "&b",
    "!",
    "!!str",
    "!!int",
    "!!binary",
    "!a",
    "!!map",
    "!<a>",
    "!!",
    "&a !!str",
    "! &a",
  ]);
  return made + blank;
}

/** The end of a line. */
function trailing(random: Random): string {
  return random.of([
    "\n",
    "\n",
    "\n",
    "\n",
    " \n",
    " # c\n",
    "\t\n",
    "\t# c\n",
    "#\n",
    "\n\n",
    "\n\t\n",
    "\n# c\n",
    "\n  # c\n",
  ]);
}

function mapping(random: Random, indent: number, depth: number): string {
  const inner = indent + deeper(random);
  return random
    .list(1, 3, () => `${spaces(indent, random)}${entry(random, inner, depth)}`)
    .map((line) => (line.endsWith("\n") ? line : `${line}${trailing(random)}`))
    .join("");
}

function entry(random: Random, indent: number, depth: number): string {
  if (random.chance(0.06)) {
    const value = random.chance(0.8) ? `${spaces(indent - 2, random)}:${node(random, indent, depth)}` : "";
    return `?${node(random, indent, Math.min(depth, 1))}${random.of(["\n", "\n", " ", ""])}${value}`;
  }
  return `${key(random)}${random.of([":", ":", ":", ":", ":", " :", ":\t", "", "::"])}${node(random, indent, depth)}`;
}

function sequence(random: Random, indent: number, depth: number): string {
  return random
    .list(1, 3, () => {
      const dash = random.of(["-", "-", "-", "-", "- -", "-  ", "-\t", "-"]);
      const compact =
        random.chance(0.3) && depth > 0
          ? ` ${mapping(random, indent + 2, depth - 1).trimStart()}`
          : undefined;
      return `${spaces(indent, random)}${dash}${compact ?? node(random, indent + 2, depth)}`;
    })
    .map((line) => (line.endsWith("\n") ? line : `${line}${trailing(random)}`))
    .join("");
}

/** Mostly as far as asked for. */
function spaces(indent: number, random: Random): string {
  const off = random.chance(0.04) ? random.of([-1, 1, 2, -2]) : 0;
  const made = " ".repeat(Math.max(0, indent + off));
  return random.chance(0.01) ? `${made}\t` : made;
}

function deeper(random: Random): number {
  return random.of([2, 2, 2, 1, 4, 3, 0]);
}

function key(random: Random): string {
  if (random.chance(0.04))
    return random.of(["*a ", "*a", "&a k", "!!str k", "!a k", "<<", "? k", "[a]", "{a: b}", "&a", "!"]);
  return random.of([
    "a",
    "b",
    "c",
    "k",
    "kind",
    "items",
    "apiVersion",
    '"a"',
    "'b'",
    "a b",
    "y",
    "1",
    "1.0",
    "~",
    "",
    "a:b",
    "-a",
    "?a",
    '"a\\\n  b"',
    "a#b",
    "true",
  ]);
}

function scalar(random: Random, indent: number): string {
  switch (random.below(6)) {
    case 0:
      return doubleQuoted(random, indent);
    case 1:
      return singleQuoted(random, indent);
    case 2:
      return block(random, indent);
    case 3:
      return random.of(["*a", "*b", "", "*a ", "*a#", "*a:", "&a", "!!null", "!!str"]) + trailing(random);
    default:
      return plain(random, indent);
  }
}

function plain(random: Random, indent: number): string {
  const first = random.of([
    "a",
    "v",
    "yes",
    "1",
    "0x1F",
    "a b",
    "a:b",
    "a#b",
    "-1",
    "-a",
    ":a",
    "?a",
    "a: b",
    "a #b",
    "~",
    "null",
    "1_0",
    "0o7",
    "1e3",
    "@",
    "%a",
    ",a",
    "a,b",
    "a]",
    "}",
    ".inf",
    "2001-01-01",
    "=",
    "<<",
    "!",
    "a\tb",
  ]);
  const folded = random.chance(0.15)
    ? `\n${spaces(indent, random)}${random.of(["b", "- b", "# c", "b: c", "\tb", "'b'", "? b"])}`
    : "";
  return first + folded + trailing(random);
}

function pieces(random: Random, indent: number, choices: readonly string[]): string {
  return random
    .list(0, 4, () => (random.chance(0.3) ? folding(random, indent) : random.of(choices)))
    .join("");
}

/** A line break inside of quotes, with what may stand around it. */
function folding(random: Random, indent: number): string {
  const blank = random.of(["", "", " ", "\t", "\n", "\n\n", "\\"]);
  return `${blank}\n${random.of([spaces(indent, random), spaces(indent, random), "", "\t", "---", "...", " ---", "# c"])}`;
}

function doubleQuoted(random: Random, indent: number): string {
  const inside = [
    "a",
    " ",
    "b c",
    "\\n",
    "\\t",
    '\\"',
    "\\\\",
    "\\x41",
    "\\u00e9",
    "\\ud83e\\udd80",
    "\\ud800",
    "\\U0001F980",
    "\\q",
    "\\",
    "'",
    "#",
    ": ",
    "\\/",
    "\\0",
    "\\e",
    "\\N",
    "\\L",
    "\t",
    "{",
    "é",
    "\\x4",
    "\\ ",
  ];
  return `"${pieces(random, indent, inside)}"${trailing(random)}`;
}

function singleQuoted(random: Random, indent: number): string {
  return `'${pieces(random, indent, ["a", " ", "b", "''", '"', "\\", "\\n", "#", ": ", "\t", "'", "é"])}'${trailing(random)}`;
}

function block(random: Random, indent: number): string {
  const sign = random.of(["|", "|", ">", ">"]);
  const header = random.of([
    "",
    "",
    "",
    "-",
    "+",
    "1",
    "2",
    "4",
    "-2",
    "2-",
    "+1",
    "3+",
    "0",
    "9",
    "--",
    "22",
    "-+",
    "a",
  ]);
  const comment = random.of(["", "", "", " # c", "#", " ", "\t", "\t# c", " a"]);
  const inner = Math.max(1, indent + random.of([0, 0, 2, 1]));
  const lines = random.list(0, 4, () => {
    const blanks = " ".repeat(Math.max(0, inner + random.of([0, 0, 0, 0, 2, 1, -1])));
    return random.of([
      `${blanks}a`,
      `${blanks}b c`,
      "",
      blanks,
      `${blanks}\ta`,
      `\t`,
      `${blanks}# c`,
      `${blanks}a: b`,
      `${blanks}---`,
      "---",
      "...",
      `${blanks}- a`,
      " \t",
      `${blanks}\t`,
    ]);
  });
  const end = random.of(["\n", "\n", "\n", "", "\n\n", "\n# c\n"]);
  return `${sign}${header}${comment}\n${lines.join(random.chance(0.05) ? "\u0085" : "\n")}${end}`;
}

function flow(random: Random, indent: number, depth: number): string {
  const isMapping = random.chance(0.5);
  const count = random.below(4);
  const parts: string[] = [];
  for (let i = 0; i < count; i++)
    parts.push(isMapping ? flowEntry(random, indent, depth) : flowItem(random, indent, depth));
  const separator = () =>
    random.of([",", ", ", ", ", ", ", " ,", ",\n", `,\n${spaces(indent, random)}`, ",,", " ", ", # c\n"]);
  const inside = parts.map((part, index) => (index === 0 ? part : separator() + part)).join("");
  const end = random.of(["", "", "", ",", " ", "\n", ", ", `\n${spaces(indent, random)}`, " # c\n"]);
  const [open, close] = isMapping ? ["{", "}"] : ["[", "]"];
  return `${open}${inside}${end}${random.chance(0.02) ? random.of(["", "]", "}"]) : close}`;
}

function flowEntry(random: Random, indent: number, depth: number): string {
  const mark = random.chance(0.1) ? random.of(["?", "? ", "?\n"]) : "";
  const made = random.of([
    "a",
    "b",
    "k",
    '"a"',
    "'b'",
    "a b",
    "",
    "1",
    "y",
    "-",
    "*a ",
    "&a k",
    "!!str k",
    "!",
    "a\n b",
    ":",
    "[a]",
    "{}",
    "kind",
  ]);
  const colon = random.of([": ", ": ", ": ", ": ", ":", " : ", "", ":\n ", ":\t", " :"]);
  const value = colon === "" ? "" : flowItem(random, indent, depth);
  return `${mark}${made}${colon}${value}`;
}

function flowItem(random: Random, indent: number, depth: number): string {
  const properties = random.chance(0.12) ? property(random) : "";
  if (depth > 0 && random.chance(0.3)) return properties + flow(random, indent, depth - 1);
  if (random.chance(0.1)) return flowEntry(random, indent, 0);
  if (random.chance(0.2))
    return properties + (random.chance(0.5) ? doubleQuoted : singleQuoted)(random, indent).trimEnd();
  return (
    properties +
    random.of([
      "a",
      "b",
      "1",
      "yes",
      "~",
      "",
      "*a",
      "a b",
      "a:b",
      ":a",
      "-a",
      "- a",
      "-",
      "?a",
      "a?",
      "? a",
      "!",
      "&a",
      "a#b",
      "a #c\n",
      "a\n b",
      "|",
      ">",
      "%",
      "@",
      "a:",
      "::",
      "\t",
      "a\tb",
      "---",
      "...",
      "\n---\n",
      ".5",
      "0x1",
    ])
  );
}
