import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { spawnSync } from "node:child_process";
import { parse, parseAllDocuments } from "yaml";
import { folderWith } from "../support/folder.js";

/** A folder with programs of a name that do what a script says, first on PATH. */
export interface Workspace {
  readonly folder: string;
  /** Runs commands in a shell as a runner does: it ends with the first that fails. */
  run(script: string, env?: Readonly<Record<string, string>>): Ran;
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A work tree with anp installed.
 * @param programs stand-ins of the services' own programs, by name: shell scripts
 */
export function workspace(
  files: Readonly<Record<string, string>>,
  programs: Readonly<Record<string, string>> = {},
): Workspace {
  const folder = folderWith(files);
  const bin = folderWith({});
  symlinkSync(resolve("bin/anp.js"), join(bin, "anp"));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    folder,
    run: (script, env = {}) => {
      const path = `${bin}${delimiter}${process.env["PATH"]}`;
      const options = { cwd: folder, encoding: "utf8", env: { PATH: path, HOME: folder, ...env } } as const;
      const { status, stdout, stderr } = spawnSync("bash", ["-eo", "pipefail", "-c", script], options);
      return { code: status, stdout, stderr };
    },
  };
}

/** A code block of a page, by the name behind its language. */
export function recipe(name: string): string {
  const page = readFileSync("docs/ci.md", "utf8");
  const found = [...page.matchAll(/```\w+ (\S+)\n([^]*?)\n```/g)].find(([, each]) => each === name);
  if (found?.[2] === undefined) throw new Error(`docs/ci.md has no block ${name}`);
  return found[2];
}

/** The names of the code blocks of the page. */
export function recipes(): string[] {
  return [...readFileSync("docs/ci.md", "utf8").matchAll(/^```\w+ (\S+)$/gm)].map(([, name]) => name!);
}

/** A YAML file of the project. */
export function yamlFile<T>(path: string): T {
  return parse(readFileSync(path, "utf8")) as T;
}

/** The documents of a YAML file of the project. */
export function yamlDocuments(path: string): unknown[] {
  return parseAllDocuments(readFileSync(path, "utf8")).map((each) => each.toJS() as unknown);
}
