import { joinWorlds, World, type Split } from "./world.js";

/** A question whose answer the input gives. */
export function settled(world: World, answer: boolean): Split {
  return answer ? { yes: [world], no: [] } : { yes: [], no: [world] };
}

/** The answer to the opposite question. */
export function not({ yes, no }: Split): Split {
  return { yes: no, no: yes };
}

/** One question where the answer to a first one is yes, another where it is no. */
export function eitherWay(
  first: Split,
  ifYes: (world: World) => Split,
  ifNo: (world: World) => Split,
): Split {
  const splits = [...first.yes.map(ifYes), ...first.no.map(ifNo)];
  return {
    yes: joinWorlds(splits.flatMap((split) => split.yes)),
    no: joinWorlds(splits.flatMap((split) => split.no)),
  };
}

/** A question that walks ask in many worlds. */
export interface AskedOnce {
  readonly ask: (world: World) => Split;
  /** True where the answer is yes somewhere in a world. */
  readonly isYesIn: (world: World) => boolean;
}

/**
 * Once a question was asked where nothing is restricted, its answer in another world is what that one shares with the answer. To
 * share is less work than to ask: what is shared by two worlds is kept.
 */
export function askedOnce(question: (world: World) => Split): AskedOnce {
  let anywhere: Split | undefined;
  let whole: SplitInTwo | undefined;
  const ask = (world: World): Split => {
    if (world === World.ANY) return (anywhere ??= question(world));
    if (whole?.yes.isComparable(world) === true) return splitBy(world, whole);
    const answer = question(world);
    if (world.isWhole) whole = inTwo(answer);
    return answer;
  };
  const isYesIn = (world: World): boolean =>
    whole?.yes.isComparable(world) === true ? whole.yes.meets(world) : ask(world).yes.length > 0;
  return { ask, isYesIn };
}

/** An answer that hangs on something: the two are all worlds. */
interface SplitInTwo {
  readonly yes: World;
  readonly no: World;
}

/** Undefined where some world is in neither: a question may be about fewer values than its points have. */
function inTwo({ yes: [yes, ...moreYes], no: [no, ...moreNo] }: Split): SplitInTwo | undefined {
  if (yes === undefined || no === undefined || moreYes.length + moreNo.length > 0) return undefined;
  return yes.unite(no).isWhole ? { yes, no } : undefined;
}

function splitBy(world: World, whole: SplitInTwo): Split {
  const yes = world.intersect(whole.yes);
  if (yes === undefined) return { yes: [], no: [world] };
  const no = yes === world ? undefined : world.intersect(whole.no);
  return no === undefined ? { yes: [world], no: [] } : { yes: [yes], no: [no] };
}

/** Yes where the answer to one question is yes, and that to a second one too. */
export function andThen(first: Split, question: (world: World) => Split): Split {
  const [world] = joinWorlds(first.yes);
  if (world === undefined) return first;
  const { yes, no } = question(world);
  return { yes: joinWorlds(yes), no: joinWorlds([...first.no, ...no]) };
}

/** Yes where every question's answer is yes. */
export function allOf(world: World, questions: Iterable<(world: World) => Split>): Split {
  let all: Split = { yes: [world], no: [] };
  for (const question of questions) {
    all = andThen(all, question);
    if (all.yes.length === 0) break;
  }
  return all;
}

/** Yes where any question's answer is yes. */
export function anyOf(world: World, questions: Iterable<(world: World) => Split>): Split {
  let none: Split = { yes: [world], no: [] };
  for (const question of questions) {
    none = andThen(none, (each) => not(question(each)));
    if (none.yes.length === 0) break;
  }
  return not(none);
}
