import { defuse, encode } from "../report/encode.js";
import { nearest } from "../base/text/nearest.js";

/** Mistakes that commander finds read like all others: what is wrong, then hints below it. */
export function inOurForm(text: string): string {
  const hint = filesHint(text);
  return `${(choiceError(text) ?? text)
    .split("\n")
    .map((line) => defuse(encode(line)))
    .join("\n")
    .replace(/^error: /, "anp: ")
    .replace(
      /\n\(Did you mean (one of )?(.+)\?\)/,
      (_whole, _several, names) => `\n     did you mean ${names}?`,
    )}${hint === undefined ? "" : `     ${hint}\n`}`;
}

/** A value that is none of an option's choices: `invalid --expect "deny"`; undefined for another mistake. */
function choiceError(text: string): string | undefined {
  const parts =
    /^error: option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. Allowed choices are (.+)\.\n?$/s.exec(
      text,
    );
  if (parts === null) return undefined;
  const [, option = "", value = "", listed = ""] = parts;
  const meant = meantChoice(value, listed.split(", "));
  const known = `choices are ${listed}`;
  return `error: invalid ${option} "${value}"\n     ${meant === undefined ? known : `did you mean ${meant}? ${known}`}\n`;
}

/** The choice that a misspelt word stands for, or a word of one stem with it: `deny` for `denied`. */
function meantChoice(word: string, choices: readonly string[]): string | undefined {
  const stem = word.slice(0, Math.max(3, word.length - 1)).toLowerCase();
  return nearest(word, choices)[0] ?? choices.find((each) => stem.length >= 3 && each.startsWith(stem));
}

/** Commands about a cluster take names as arguments, and files by an option. */
function filesHint(text: string): string | undefined {
  return /^error: too many arguments for '(?:explain|matrix|snapshot)'/.test(text)
    ? "use -f for files and folders"
    : undefined;
}
