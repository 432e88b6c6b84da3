// Sources with every mutant in them, each behind a switch: Stryker's mutants, written by its instrumenter.
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { readdirSync, readFileSync } from "node:fs";

/** What a reader of the program is told is tested by its words; a mutant of each text says nothing of what policies mean. */
const EXCLUDED = ["StringLiteral", "Regex"];

const SILENT = Object.fromEntries(
  ["trace", "debug", "info", "warn", "error", "fatal"].map((level) => [level, () => undefined]),
);
const LOGGER = { ...SILENT, isDebugEnabled: () => false };

/**
 * @param root the folder of the project, with a slash at its end
 * @param paths files and folders in it
 * @returns the texts by their files, what each mutant changes, in the order of the files, and what it writes, by its number
 */
export async function instrumented(root, paths) {
  const files = paths.flatMap((path) => sourcesIn(root, path));
  const read = (file) => readFileSync(`${root}${file}`, "utf8");
  const described = files.map((name) => ({ name, mutate: true, content: read(name) }));
  const options = { plugins: null, ignorers: [], excludedMutations: EXCLUDED, noHeader: true };
  const made = await new Instrumenter(LOGGER).instrument(described, options);
  const originals = new Map(described.map(({ name, content }) => [name, content]));
  const tried = made.mutants.filter(({ status }) => status !== "Ignored");
  const mutants = tried.map(({ id, fileName, location, mutatorName, replacement }) => ({
    id: Number(id),
    file: fileName,
    line: location.start.line + 1,
    mutator: mutatorName,
    original: between(originals.get(fileName), location),
    replacement,
  }));
  const literals = [];
  for (const { id, replacement } of mutants)
    literals[id] = LITERALS.has(replacement) ? replacement : undefined;
  const texts = new Map(made.files.map(({ name, content }) => [name, numbered(content, literals)]));
  return { texts, mutants, literals: [...literals] };
}

/** What a mutant writes that can be compared with the value in whose place it stands. */
const LITERALS = new Set(["true", "false", "[]"]);

/** `stryMutAct_9fa48("12")`. */
const ASKING = /stryMutAct_9fa48\("(\d+)"\)/g;

/** What notes that mutants are met: as a statement, or `(stryCov_9fa48("12", "13"), value)` in the place of a value. */
const NOTING = /(\()?stryCov_9fa48\(("\d+"(?:, "\d+")*)\)(, )?/g;

/** A text with numbers for mutants, as `switch.ts` reads them, and with the values that some of them would replace. */
function numbered(text, literals) {
  return text
    .replaceAll(ASKING, "stryMutAct_9fa48($1)")
    .replaceAll(NOTING, (_, opening = "", listed, comma = "") => {
      const ids = listed.split(", ").map((each) => Number(JSON.parse(each)));
      const calls = runsOf(ids).map(([first, last]) => `stryCov_9fa48(${first}, ${last})`);
      const isValue = opening !== "" && comma !== "";
      if (!isValue || calls.length > 1 || ids.every((id) => literals[id] === undefined))
        return `${opening}${calls.join(", ")}${comma}`;
      return `stryVal_9fa48(${ids[0]}, ${ids.at(-1)}, `;
    });
}

/** Numbers as runs of those that follow one another. */
function runsOf(ids) {
  const runs = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] + 1 === id) run[1] = id;
    else runs.push([id, id]);
  }
  return runs;
}

/** The text between two places, whose lines and columns count from 0. */
function between(text, { start, end }) {
  const lines = text.split("\n");
  const offset = ({ line, column }) =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, column);
  return text.slice(offset(start), offset(end));
}

/** The sources in a folder, in one order; the path of a file is itself. */
function sourcesIn(root, path) {
  if (path.endsWith(".ts")) return [path];
  return readdirSync(`${root}${path}`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${path}/${name}`)
    .toSorted();
}
