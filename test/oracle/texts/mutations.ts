import { BROKEN_BYTES, CHARACTERS, TOKENS } from "./alphabet.js";
import type { Random } from "../random.js";

/** Changes a text a little. `others` are texts to take parts from. */
export type Mutation = (text: string, random: Random, others: readonly string[]) => string;

function character(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (random.below(5)) {
    case 0:
      return before + after.slice(1 + random.below(3));
    case 1:
      return before + random.of(CHARACTERS) + after.slice(1);
    case 2:
      return before + after.slice(0, 1) + after;
    case 3:
      return before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
    default:
      return before + random.of(CHARACTERS) + after;
  }
}

/** What looks like one token of YAML. */
const TOKEN = /[A-Za-z0-9_./]+|\s+|./gu;

function token(text: string, random: Random): string {
  const all = text.match(TOKEN) ?? [];
  const at = random.below(all.length + 1);
  switch (random.below(5)) {
    case 0:
      return all.toSpliced(at, 1 + random.below(2)).join("");
    case 1:
      return all.toSpliced(at, 1, random.of(TOKENS)).join("");
    case 2: {
      const other = random.below(all.length + 1);
      return all.toSpliced(at, 1, all[other] ?? "").join("");
    }
    default:
      return all.toSpliced(at, 0, random.of(TOKENS)).join("");
  }
}

function line(text: string, random: Random, others: readonly string[]): string {
  const all = text.split(/(?<=\n)/);
  const at = random.below(all.length);
  const chosen = all[at] ?? "";
  const blanks = " ".repeat(1 + random.below(3));
  switch (random.below(11)) {
    case 0:
      return all.toSpliced(at, 1).join("");
    case 1:
      return all.toSpliced(at, 0, chosen).join("");
    case 2:
      return all.toSpliced(at, 1, blanks + chosen).join("");
    case 3:
      return all.toSpliced(at, 1, chosen.replace(/^ {1,2}/, "")).join("");
    case 4:
      return all.toSpliced(at, 1, `\t${chosen}`).join("");
    case 5:
      return all
        .toSpliced(at, 0, random.of(["\n", " \n", "\t\n", "  \t \n", "# c\n", "  # c\n", "\t# c\n"]))
        .join("");
    case 6:
      return all
        .toSpliced(at, 1, chosen.replace(/\n$/, random.of(["\r\n", "\r", " \n", "\t\n", " # c\n", ""])))
        .join("");
    case 7:
      return text.replaceAll("\n", "\r\n");
    case 8: {
      const other = random.below(all.length);
      return all.toSpliced(other, 0, chosen).toSpliced(at, 1).join("");
    }
    case 9:
      return all
        .toSpliced(at, 0, random.of(["---\n", "...\n", "--- # c\n", "%YAML 1.1\n", "---\t\n"]))
        .join("");
    default: {
      const from = random.of(others).split(/(?<=\n)/);
      return all.toSpliced(at, 0, from[random.below(from.length)] ?? "").join("");
    }
  }
}

function splice(text: string, random: Random, others: readonly string[]): string {
  const other = random.of(others);
  const [at, from] = [random.below(text.length + 1), random.below(other.length + 1)];
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + other.slice(from);
    case 1:
      return text.slice(0, at) + other.slice(from, from + 1 + random.below(40)) + text.slice(at);
    case 2:
      return text + random.of(["", "\n", "---\n", "\n---\n", "...\n"]) + other;
    case 3:
      return `${random.of(["a:\n", "- ", "- a:\n", "? "])}${other.replaceAll(/^(?=.)/gm, "  ")}`;
    case 4: {
      const end = at + random.below(text.length - at + 1);
      return (
        text.slice(0, at) +
        random.of(["[", "{", '"', "'", "{a: "]) +
        text.slice(at, end) +
        random.of(["]", "}", '"', "'"]) +
        text.slice(end)
      );
    }
    default: {
      const end = at + random.below(Math.min(60, text.length - at + 1));
      return text.slice(0, at) + text.slice(end);
    }
  }
}

const MUTATIONS: readonly Mutation[] = [character, token, token, line, splice];

/** One to four changes of all sorts. */
export function mutated(text: string, random: Random, others: readonly string[]): string {
  let made = text;
  for (let left = 1 + random.below(random.chance(0.3) ? 4 : 2); left > 0; left--)
    made = random.of(MUTATIONS)(made, random, others);
  return made;
}

/** Bytes that hold something that is no UTF-8, or a text in UTF-16. */
export function brokenBytes(text: string, random: Random): Uint8Array {
  if (random.chance(0.3)) {
    const little = Buffer.from(`\ufeff${text.toWellFormed()}`, "utf16le");
    const made = random.chance(0.5) ? little : little.swap16();
    return random.chance(0.2) ? made.subarray(0, made.length - 1) : made;
  }
  const bytes = Buffer.from(text.toWellFormed());
  const at = random.chance(0.3) ? 0 : random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(random.of(BROKEN_BYTES)), bytes.subarray(at)]);
}
