import { defuse, encode } from "../report/encode.js";
import { conjunction } from "../report/describe.js";
import { count } from "../base/text/count.js";
import { nearest } from "../base/text/nearest.js";

/**
 * Mistakes that commander finds read like all others: what is wrong, then hints below it.
 * @param options those of the command
 * @param choicesOf what an argument of the command may be, by its name
 */
export function inOurForm(
  text: string,
  options: readonly string[] = [],
  choicesOf: (name: string) => readonly string[] = () => [],
): string {
  const hint = filesHint(text);
  return `${(
    choiceError(text) ??
    argumentError(text, choicesOf) ??
    optionError(text, options) ??
    quoted(text)
  )
    .split("\n")
    .map((line) => defuse(encode(line)))
    .join("\n")
    .replace(/^error: /, "anp: ")
    .replace(
      /\n\(Did you mean (one of )?(.+)\?\)/,
      (_whole, _several, names: string) => `\n     did you mean ${conjunction(names.split(", "), "or")}?`,
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

/** An argument that is missing, too many or none of its choices; undefined for another mistake. */
function argumentError(text: string, choicesOf: (name: string) => readonly string[]): string | undefined {
  const missing = /^error: missing required argument '(.+)'\n?$/.exec(text)?.[1];
  if (missing !== undefined) {
    const choices = choicesOf(missing);
    return `error: missing <${missing}>\n${choices.length === 0 ? "" : `     ${choicesText(choices.join(", "))}\n`}`;
  }
  const many = /^error: too many arguments for '(.+)'\. Expected (\d+) arguments? but got (\d+)\.\n?$/.exec(
    text,
  );
  if (many !== null) {
    const [, command, most, given] = many;
    const takes = most === "0" ? "no arguments" : `at most ${count(Number(most), "argument")}`;
    return `error: ${command} takes ${takes}, not ${given}\n`;
  }
  const choice =
    /^error: command-argument value '(.*)' is invalid for argument '(.+)'\. Allowed choices are (.+)\.\n?$/s.exec(
      text,
    );
  if (choice === null) return undefined;
  const [, value = "", name, listed = ""] = choice;
  const meant = meantChoice(value, listed.split(", "));
  const known = choicesText(listed);
  return `error: invalid <${name}> "${value}"\n     ${meant === undefined ? known : `did you mean ${meant}? ${known}`}\n`;
}

/** @param listed with commas between them */
function choicesText(listed: string): string {
  return listed.includes(", ") ? `choices are ${listed}` : `the only choice is ${listed}`;
}

/** An option without its value, or one that isn't there but is the beginning of some; undefined for another mistake. */
function optionError(text: string, options: readonly string[]): string | undefined {
  const valueless = /^error: option '(?:-\w, )?(--[\w-]+) (.+)' argument missing\n?$/.exec(text);
  if (valueless !== null) return `error: ${valueless[1]} needs a value: ${valueless[1]} ${valueless[2]}\n`;
  const unknown = /^error: unknown option '(--\w[\w-]+)'/.exec(text)?.[1];
  if (unknown === undefined) return undefined;
  const begun = options.filter((each) => each.startsWith(unknown)).slice(0, 3);
  return begun.length === 0
    ? undefined
    : `error: unknown option "${unknown}"\n     did you mean ${conjunction(begun, "or")}?\n`;
}

/** The same with our quotes. */
function quoted(text: string): string {
  return text.replace(/^(error: unknown (?:option|command) )'(.*)'/, '$1"$2"');
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
