import { readFileSync } from "node:fs";
import { decodeBytes } from "../../../src/source/manifest/bytes.js";
import { readDocuments } from "../../../src/source/manifest/read.js";
import { expectSame, soundRun, violation } from "../invariants.js";
import type { Fuzzer } from "../fuzzer.js";

/** What is not read turns `lint` red, whatever else it says; `explain` and `matrix` know it too; all of it twice. */
export const fuzzReading: Fuzzer = async (scene, random) => {
  const named = scene.files.filter((name) => /\.(?:ya?ml|json)$/.test(name) && !/[*?[\]{}\n]/.test(name));
  if (named.length === 0) return;
  const paths = named.flatMap((name) => ["-f", `./${name}`]);
  const lint = ["lint", ...paths, "-o", "json"];
  const run = await soundRun(scene, lint);
  expectSame(lint, run, await soundRun(scene, lint), "the same call twice");
  const other = ["lint", ...named.toReversed().flatMap((name) => ["-f", `./${name}`]), "-o", "json"];
  const turned = await soundRun(scene, other);
  if (run.code !== turned.code)
    throw violation(other, turned, `exit ${turned.code}, ${run.code} in another order`);
  if (run.code === 2) return;
  const unread = named.filter((name) => !isRead(`${scene.cwd}/${name}`));
  if (unread.length > 0 && run.code !== 3)
    throw violation(
      lint,
      run,
      `exit ${run.code} with documents that cannot be read in ${JSON.stringify(unread)}`,
    );
  const said = JSON.parse(run.stdout) as { readonly findings: readonly { readonly rule: string }[] };
  const isRefused = said.findings.some(({ rule }) => rule === "not-analysed");
  const ends = random.of([
    ["shop/web", "shop/cart"],
    ["shop/app=web", "8.8.8.8"],
    ["a/b", "internet"],
  ]);
  for (const argv of [
    ["explain", ...paths, ...ends, "-o", "json"],
    ["matrix", ...paths, "-o", "json"],
  ]) {
    const asked = await soundRun(scene, argv);
    expectSame(argv, asked, await soundRun(scene, argv), "the same call twice");
    if (isRefused && asked.code === 0) throw violation(argv, asked, "exit 0 where lint says not-analysed");
  }
};

function isRead(path: string): boolean {
  const { file } = decodeBytes(path, readFileSync(path));
  if (file === undefined) return false;
  return [...readDocuments(file)].every(({ problem, rest }) => problem === undefined && rest === undefined);
}
