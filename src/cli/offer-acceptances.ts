import { acceptancesOf } from "./acceptances.js";
import { blockLines } from "../source/manifest/print/block.js";
import { conditionsText } from "../report/conditions.js";
import { CONFIG_NAME } from "../input/config-file.js";
import { defuse, encode } from "../report/encode.js";
import { remedyOfBuild } from "../linter/rules/words/unbuilt.js";
import { unusedAcceptances } from "../linter/gate/acceptances.js";
import { pathFrom } from "../input/path-names.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { StatedCondition } from "../cluster/problems/condition.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";
import type { Problem } from "../cluster/problems/problem.js";
import type { Io } from "./io.js";

/** So many entries are printed. */
const MOST = 5;

/** Prints on standard error what would accept the inputs that were not read: a person looks at each of them first. */
export async function offerAcceptances(
  diagnostics: readonly Diagnostic[],
  options: CommandSourceOptions,
  io: Io,
): Promise<void> {
  const acceptances = acceptancesOf(options, io);
  const folder = options.configured?.folder ?? io.cwd();
  const offers = new Map<string, { readonly path: string; readonly sha256: string }>();
  let isAll = true;
  for (const { category, problem } of diagnostics) {
    if (category !== "input" || isToBeFixed(problem)) continue;
    if (offers.size >= MOST) {
      isAll = false;
      break;
    }
    for (const offer of await acceptances.offers(problem)) {
      const path = pathFrom(folder, offer.path);
      // The config speaks of its own folder alone.
      if (!path.startsWith("../")) offers.set(`${path} ${offer.sha256}`, { ...offer, path: path || "." });
    }
  }
  if (offers.size === 0) return;
  const accept = [...offers.values()].map(({ path, sha256 }) => ({ path, sha256, reason: "" }));
  const lines = [
    `once you have checked what wasn't read, accept it with a reason in ${CONFIG_NAME}, or with --accept PATH:`,
    ...blockLines({ accept }, { step: 2, listOffset: 2 }),
    ...(isAll ? [] : ["  # these are the first: run again once they are accepted"]),
  ];
  for (const line of lines) io.stderr.write(`${defuse(encode(line))}\n`);
}

/** True for what can be applied nowhere: to accept it is no way out. */
function isToBeFixed({ code, facts }: Problem): boolean {
  return code === "not-analysed" && remedyOfBuild(facts.doubt?.code) === "mend";
}

/** What is said of entries of the config's `accept` that nothing of the input needs. */
export function uselessAcceptances(
  {
    conditions,
    problems,
  }: { readonly conditions: readonly StatedCondition[]; readonly problems: readonly Problem[] },
  options: CommandSourceOptions,
  io: Io,
): readonly Problem[] {
  const voided = problems.flatMap(({ code, facts }) =>
    code === "acceptance-without-effect" ? [facts.path] : [],
  );
  const accepted = conditions.flatMap((each) => (each.type === "accepted" ? [each.path] : []));
  const needed = [...accepted, ...voided];
  return unusedAcceptances(acceptancesOf(options, io).unused(needed));
}

/** Says on standard error what a report rests on whose format has no room for it. */
export function noteConditions(conditions: readonly StatedCondition[], io: Io): void {
  const text = conditionsText(conditions);
  if (text !== undefined) io.stderr.write(`${defuse(`on condition: ${text}`)}\n`);
}
