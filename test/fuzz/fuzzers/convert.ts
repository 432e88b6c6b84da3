import { mkdirSync, symlinkSync } from "node:fs";
import { soundRun, violation } from "../invariants.js";
import { changedPaths, treeOf } from "../scene.js";
import type { Fuzzer } from "../fuzzer.js";

/** What is converted in its place has nothing left to convert; a folder of its own is written to and nothing else. */
export const fuzzConvert: Fuzzer = async (scene, random) => {
  const legacy = random.chance(0.3) ? ["--legacy"] : [];
  await soundRun(scene, ["convert", ".", "--check", ...legacy]);
  await soundRun(scene, ["convert", ".", ...legacy]);
  if (random.chance(0.5)) {
    const name = random.of(["written", "written/deep", "fresh"]);
    if (random.chance(0.5)) {
      // What is named may be a link, nothing below it.
      mkdirSync(`${scene.cwd}/written`, { recursive: true });
      symlinkSync("../../victim", `${scene.cwd}/written/${random.of(["charts", "link"])}`);
      symlinkSync("../../victim/a.yaml", `${scene.cwd}/written/a.yaml`);
    }
    const inside = new RegExp(String.raw`^\./in/${name}(/|$)|^\./in/written$`);
    await soundRun(scene, ["convert", ".", "--out-dir", name, ...legacy], inside);
    return;
  }
  const argv = ["convert", ".", "--in-place", "--accept-differences", ...legacy];
  const inside = /^\.\/in\//;
  const first = await soundRun(scene, argv, inside);
  if (first.code === 2) return;
  const before = treeOf(scene.cwd);
  const again = await soundRun(scene, argv, inside);
  const changed = changedPaths(before, treeOf(scene.cwd));
  if (changed.length > 0) throw violation(argv, again, `converting again changes ${JSON.stringify(changed)}`);
};
