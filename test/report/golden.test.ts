import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runAnp, type Surroundings } from "../support/run-anp.js";

/**
 * Each file of `golden/` shows what a person meets: in which folder, `$` the command, what it prints, `2>` what goes to
 * standard error, and the exit code. Run with UPDATE_GOLDEN=1 to write the files anew, then read them.
 */
const GOLDEN = fileURLToPath(new URL("golden", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Session {
  readonly head: string;
  readonly folder: string;
  readonly commands: readonly string[];
}

function readSession(text: string): Session {
  const [head = "", ...lines] = text.split("\n");
  const folder = /^in (fixtures\/[\w/-]+)/.exec(head)?.[1];
  if (folder === undefined) throw new Error(`the first line names no folder: ${head}`);
  return {
    head,
    folder,
    commands: lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2)),
  };
}

/** `NAME=value … anp arguments`; COLUMNS makes standard output a terminal. No quotes: an argument has no blanks. */
async function runCommand(command: string, folder: string): Promise<string> {
  const words = command.split(" ");
  const program = words.indexOf("anp");
  const variables = new Map(
    words.slice(0, program).map((word) => [word.split("=")[0] ?? "", word.split("=")[1] ?? ""]),
  );
  const columns = variables.get("COLUMNS");
  const surroundings: Surroundings = {
    cwd: `${ROOT}${folder}`,
    env: Object.fromEntries([...variables].filter(([name]) => name !== "COLUMNS")),
    ...(columns === undefined ? {} : { columns: Number(columns) }),
  };
  const { code, stdout, stderr } = await runAnp(words.slice(program + 1), surroundings);
  const errors = stderr.replaceAll(/^(?=.)/gm, "2> ");
  return visible(`$ ${command}\n${stdout}${errors}exit ${code}\n`);
}

/** Colours as people can read them: `<1;31>…<22;39>`. */
function visible(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/\x1b\[([\d;]+)m/g, "<$1>");
}

it.each(readdirSync(GOLDEN))("%s", async (file) => {
  const path = `${GOLDEN}/${file}`;
  const text = readFileSync(path, "utf8");
  const { head, folder, commands } = readSession(text);
  expect(commands).not.toEqual([]);
  const outputs = [];
  for (const command of commands) outputs.push(await runCommand(command, folder));
  const actual = `${head}\n\n${outputs.join("\n")}`;
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, actual);
  else expect(actual).toBe(text);
});
