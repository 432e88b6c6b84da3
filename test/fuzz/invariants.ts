import { runAnp, type Run } from "../support/run-anp.js";
import { changedPaths, treeOf, type Scene } from "./scene.js";

/** Something that must never be, with what was run. */
export class Violation extends Error {}

/** Runs the program on a scene and checks what holds of every run. @param mayChange the paths that it may write to */
export async function soundRun(
  scene: Scene,
  argv: readonly string[],
  mayChange: RegExp | undefined = undefined,
  stdin = "",
): Promise<Run> {
  const around = `${scene.cwd}/..`;
  const before = treeOf(around);
  const run = await runAnp(argv, { cwd: scene.cwd, stdin, env: { HOME: scene.cwd, PATH: "/nowhere" } });
  if (![0, 1, 2, 3].includes(run.code)) throw violation(argv, run, `exit ${run.code}`);
  for (const [name, text] of [
    ["standard output", run.stdout],
    ["standard error", run.stderr],
  ] as const) {
    if (/^anp: internal error|^\s+at .*:\d+:\d+\)?$/m.test(text))
      throw violation(argv, run, `a trace on ${name}`);
    // Manifests that are converted come as they are, and so do the lines of a patch, or it would not apply.
    const isVerbatim = name === "standard output" && argv.some((each) => VERBATIM.has(each));
    const shown = asksForColour(argv) ? text.replaceAll(COLOUR, "") : text;
    const unsafe = isVerbatim ? null : UNSAFE.exec(shown);
    if (unsafe !== null) {
      const code = (unsafe[0].codePointAt(0) ?? 0).toString(16);
      throw violation(
        argv,
        run,
        `U+${code} on ${name} at ${JSON.stringify(shown.slice(Math.max(0, unsafe.index - 40), unsafe.index + 20))}`,
      );
    }
  }
  // A file that the call itself names for its output is no other one.
  const isNamed = (path: string): boolean => argv.some((each) => each.includes(path.replace(/^\.\//, "")));
  const changed = changedPaths(before, treeOf(around)).filter(
    (path) => mayChange?.test(path) !== true && !isNamed(path),
  );
  if (changed.length > 0) throw violation(argv, run, `wrote to ${JSON.stringify(changed)}`);
  return run;
}

const VERBATIM: ReadonlySet<string> = new Set(["convert", "--fix-dry-run", "--suggest"]);

/** True for a call whose output has colours of its own; what they are around is encoded as it is without them. */
function asksForColour(argv: readonly string[]): boolean {
  return argv.some(
    (each, i) => each === "--color=always" || (each === "--color" && argv[i + 1] === "always"),
  );
}

/** What sets and ends a colour. */
// eslint-disable-next-line no-control-regex
const COLOUR = /\u001b\[\d{1,2}m/g;

/** What moves the cursor, hides text or turns its direction. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Two runs of the same call must be the same bytes. */
export function expectSame(argv: readonly string[], first: Run, second: Run, what: string): void {
  for (const part of ["code", "stdout", "stderr"] as const) {
    if (first[part] === second[part]) continue;
    throw violation(
      argv,
      first,
      `${what}: ${part} differs: ${JSON.stringify(difference(String(first[part]), String(second[part])))}`,
    );
  }
}

function difference(one: string, other: string): [string, string] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - 60);
  return [one.slice(from, at + 100), other.slice(from, at + 100)];
}

export function violation(argv: readonly string[], run: Run, what: string): Violation {
  const said = run.stderr.slice(0, 600);
  return new Violation(`${what}\n  anp ${argv.map((each) => JSON.stringify(each)).join(" ")}\n  ${said}`);
}
