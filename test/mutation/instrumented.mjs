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
 * @returns the texts by their files, and what each mutant changes, in the order of the files
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
    id,
    file: fileName,
    line: location.start.line + 1,
    mutator: mutatorName,
    original: between(originals.get(fileName), location),
    replacement,
  }));
  return { texts: new Map(made.files.map(({ name, content }) => [name, content])), mutants };
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
