import { soundRun, violation } from "../invariants.js";
import { changedPaths, treeOf } from "../scene.js";
import type { Fuzzer } from "../fuzzer.js";

/** `--fix` mends all that it can at once: a second run changes nothing; and `--fix-dry-run` writes nothing. */
export const fuzzFix: Fuzzer = async (scene) => {
  await soundRun(scene, ["lint", ".", "--fix-dry-run"]);
  const argv = ["lint", ".", "--fix"];
  const inside = /^\.\/in\/(?!out\b|linked|converted)/;
  await soundRun(scene, argv, inside);
  const before = treeOf(scene.cwd);
  const again = await soundRun(scene, argv, inside);
  const changed = changedPaths(before, treeOf(scene.cwd));
  if (changed.length > 0) throw violation(argv, again, `fixing again changes ${JSON.stringify(changed)}`);
};
