import { contextNames, loadSourceNames } from "./complete-names.js";
import { RULES } from "../linter/rules/index.js";
import type { DescribedCommand, DescribedOption } from "./command-table.js";
import type { Io } from "./io.js";

/** What a word may become, with what it is. */
export interface OfferedWord {
  readonly word: string;
  readonly text?: string;
}

/** Options of which the value is a rule, or begins with one. */
const OF_RULES: ReadonlySet<string> = new Set(["--only", "--rule"]);

/** Options of which the value is an end: a pod, a workload, a namespace. */
const OF_ENDS: ReadonlySet<string> = new Set(["--from", "--to", "--except"]);

/** Commands that take ends as their arguments. */
const TAKING_ENDS: ReadonlySet<string> = new Set(["explain"]);

/**
 * What the last of some words may become; nothing where files are meant. Nothing is ever written, and no cluster is asked.
 * @param words those before it, behind the program's name
 */
export async function candidatesFor(
  words: readonly string[],
  word: string,
  commands: readonly DescribedCommand[],
  io: Io,
): Promise<readonly OfferedWord[]> {
  const [name, ...rest] = words;
  if (name === undefined)
    return startingWith(
      word,
      commands.map((each) => ({ word: each.name, text: each.summary })),
    );
  const command = commands.find((each) => each.name === name);
  if (command === undefined) return [];
  const asked = valueOf(rest.at(-1), command.options);
  if (asked !== undefined) return startingWith(word, await valuesOf(asked, rest, io));
  if (word.startsWith("-")) return startingWith(word, command.options.flatMap(namesOf));
  const [first] = command.arguments;
  if (command.name === "rules") return startingWith(word, rules());
  if (first !== undefined && first.choices.length > 0)
    return startingWith(
      word,
      first.choices.map((each) => ({ word: each })),
    );
  return TAKING_ENDS.has(command.name) ? startingWith(word, await loadSourceNames(rest, io)) : [];
}

/** The option that waits for a value. */
function valueOf(
  before: string | undefined,
  options: readonly DescribedOption[],
): DescribedOption | undefined {
  const option = options.find(({ names }) => before !== undefined && names.includes(before));
  return option?.value === undefined ? undefined : option;
}

async function valuesOf(
  { names, choices, value, text }: DescribedOption,
  rest: readonly string[],
  io: Io,
): Promise<readonly OfferedWord[]> {
  if (choices.length > 0) return choices.map((word) => ({ word }));
  if (names.some((each) => OF_RULES.has(each))) return rules();
  if (names.some((each) => OF_ENDS.has(each))) return loadSourceNames(rest, io);
  if (names.includes("--namespace")) return loadSourceNames(rest, io, "namespaces");
  if (names.includes("--context")) return contextNames(io).map((word) => ({ word }));
  // The formats of a command stand in front of what is said of them.
  return value === "<format[=file]>" ? (text.split(" (")[0] ?? "").split(", ").map((word) => ({ word })) : [];
}

function namesOf({ names, text }: DescribedOption): OfferedWord[] {
  const long = names.at(-1);
  return long === undefined ? [] : [{ word: long, text }];
}

function rules(): readonly OfferedWord[] {
  return RULES.map(({ id, summary }) => ({ word: id, text: summary }));
}

/** What a shell would take for more than a word is never offered: it would be run with the line. */
const PLAIN_WORD = /^[\w./:@%+=,*-]+$/;

function startingWith(word: string, all: readonly OfferedWord[]): readonly OfferedWord[] {
  return all.filter((each) => each.word.startsWith(word) && PLAIN_WORD.test(each.word));
}
