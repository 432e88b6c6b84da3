import { it } from "vitest";
import { askOne, load, verdictText } from "./program.js";
import { atomsOf, pairsOf, type Atom, type End } from "./questions.js";
import { check, Mismatch } from "./run.js";
import { CLUSTERS_PER_LAW, expectMet } from "./law.js";
import { decidingRules, decidingText, keepCited, rulesOf, withoutRule } from "./cited.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { Random } from "./generate/random.js";
import { REFERENCE, type Result } from "../../src/index.js";
import { smaller } from "./generate/smaller.js";

/** Flows of each cluster that are asked for. */
const FLOWS = 4;

interface Asked {
  readonly from: End;
  readonly to: End;
  readonly atom: Atom;
  readonly result: Result;
}

/** The results of some flows of a scenario, chosen by its spelling. */
async function askSome(made: Scenario): Promise<readonly Asked[]> {
  const loaded = await load(made);
  const random = new Random(made.spelling);
  const pairs = random.shuffled(pairsOf(made)).slice(0, FLOWS);
  const atoms = atomsOf(made);
  return pairs.flatMap(([from, to]) => {
    const atom = atoms[random.below(atoms.length)]!;
    const { results } = askOne(loaded, from, to, REFERENCE, atom);
    return results.filter(({ family }) => family !== undefined).map((result) => ({ from, to, atom, result }));
  });
}

/** The same flow of another scenario. */
async function askAgain(made: Scenario, { from, to, atom, result }: Asked): Promise<Result> {
  const { results } = askOne(await load(made), from, to, REFERENCE, atom);
  const again = results.find(({ family }) => family === result.family);
  if (again === undefined) throw new Mismatch(`${flowText(from, to, atom, result)} has no answer any more`);
  return again;
}

function flowText(from: End, to: End, { protocol, port }: Atom, { family }: Result): string {
  return `${from.text} -> ${to.text} ${protocol} ${port ?? ""} ${family}`;
}

const hasPolicies = scenario.filter(({ objects }) => objects.some(({ kind }) => kind.endsWith("Policy")));

/*
 * Cited is what decides and what would decide in another world: the policies that isolate, and every rule that matches or
 * may match (a Pass under a tie decides nothing itself, but without it the other rule does). The ends, Namespaces, Nodes
 * and Services stay, and pods with an address, which shows a family (S-EV-6). The law is one of the reference profile:
 * where Baseline is final for a pod that another direction isolates (U-10), the policy that isolates is in no step.
 */
it("keeping only the cited objects keeps the verdict", async () => {
  let dropped = 0;
  await check({
    name: "kept what is cited",
    arbitrary: hasPolicies,
    runs: CLUSTERS_PER_LAW,
    holds: async (made) => {
      for (const asked of await askSome(made)) {
        const { from, to, atom, result } = asked;
        const kept = keepCited(made, result, [from, to]);
        if (kept.objects.length === made.objects.length) continue;
        dropped += 1;
        const [before, after] = [result, await askAgain(kept, asked)].map(verdictText);
        if (before !== after)
          throw new Mismatch(
            `${flowText(from, to, atom, result)}\n  before: ${before}\n  after:  ${after}, of\n${describe(kept)}`,
          );
      }
    },
    smaller,
    show: describe,
  });
  expectMet(dropped);
});

/*
 * The explanation is the list of what decides. Where the same rule is written twice in a policy, the second one takes the
 * place of the first, with the same words: such rules are left out.
 */
it("removing the deciding rule changes the explanation", async () => {
  let removed = 0;
  await check({
    name: "removed what decides",
    arbitrary: hasPolicies,
    runs: CLUSTERS_PER_LAW,
    holds: async (made) => {
      for (const asked of await askSome(made)) {
        for (const deciding of decidingRules(made, asked.result)) {
          const rules = rulesOf(deciding.object, deciding.direction).map((rule) => JSON.stringify(rule));
          if (rules.indexOf(rules[deciding.index]!) !== rules.lastIndexOf(rules[deciding.index]!)) continue;
          removed += 1;
          const less = withoutRule(made, deciding);
          const text = decidingText(made, asked.result);
          if (text === decidingText(less, await askAgain(less, asked)))
            throw new Mismatch(
              `${flowText(asked.from, asked.to, asked.atom, asked.result)} is still explained by ${text}`,
            );
        }
      }
    },
    smaller,
    show: describe,
  });
  expectMet(removed);
});
