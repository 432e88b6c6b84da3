import { haveOneWorld, splitWorlds, type Region } from "./region.js";
import { World, type Split } from "./world.js";

/** Where a policy applies to a subject: everywhere, or where the answer to a question is yes. */
export type Applicability = "everywhere" | ((world: World) => Split);

/** @returns where a question is yes in some regions: each world is asked about once */
export function whereItApplies(
  regions: readonly Region[],
  question: (world: World) => Split,
): Applicability | "nowhere" {
  const [first] = regions;
  if (first === undefined) return "nowhere";
  // Most subjects are pods of which all is known: one answer tells.
  const asked = haveOneWorld(regions) ? first.world : World.ANY;
  const { yes, no } = question(asked);
  if (yes.length === 0) return "nowhere";
  if (no.length === 0) return "everywhere";
  const answers = new Map<World, Split>([[asked, { yes, no }]]);
  const ask = (world: World): Split => {
    const known = answers.get(world);
    if (known !== undefined) return known;
    const answer = question(world);
    answers.set(world, answer);
    return answer;
  };
  return regions.some(({ world }) => ask(world).yes.length > 0) ? ask : "nowhere";
}

/** The parts of some regions in which a policy applies. */
export function inside(regions: readonly Region[], applying: Applicability): readonly Region[] {
  return applying === "everywhere" ? regions : splitWorlds(regions, applying).matched;
}
