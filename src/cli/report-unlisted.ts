import { defuse, encode } from "../report/encode.js";
import { fileIn, isKustomizationInput } from "../cluster/roots/tree-files.js";
import { groupBy } from "../base/collections/group-by.js";
import { unlistedFiles, type UnlistedFile } from "../linter/rules/isolation/unlisted-files.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import type { LoadedRoot } from "../cluster/roots/load-roots.js";

/** Says which policies the kustomization beside them leaves out, and gives them: findings take them as applied. */
export function reportUnlisted(
  inputs: readonly Input[],
  roots: readonly LoadedRoot[],
  io: Io,
): readonly UnlistedFile[] {
  const kustomizations = inputs.filter(isKustomizationInput).flatMap((each) => fileIn(each)?.file ?? []);
  const unlisted = unlistedFiles(
    kustomizations,
    roots.map(({ loaded }) => loaded.cluster),
  );
  for (const [{ file, kustomization }, ...others] of groupBy(
    unlisted,
    (each) => each.kustomization,
  ).values()) {
    const [which, they, them] =
      others.length === 0
        ? [`${encode(file)} is`, "it selects", "it"]
        : [`${encode(file)} and ${others.length} more are`, "they select", "them"];
    const line = `${which} not listed in ${encode(kustomization)}, beside pods that ${they}: whoever applies that leaves ${them} out`;
    io.stderr.write(`${defuse(line)}\n`);
  }
  return unlisted;
}
