import { againIn, exampleOf, verdictsOf, within } from "./compare.js";
import { deciderKey } from "../../semantics/evaluate/decider.js";
import { FlowVerdicts, halfSeen } from "./verdicts.js";
import { countIn } from "./counting.js";
import type { RecordPlace, TallyGroup } from "./tally-group.js";
import type { Tally } from "./tally.js";
import { StateEnds, type ReplayEnd } from "./ends.js";
import type { AskedStep, HalfAnswer } from "./judged.js";
import type { ReplayRow } from "./compare.js";
import type { ReplayState } from "./state.js";
import type { Work } from "../../base/limits/work.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/**
 * What a change does to recorded traffic. `cut`: it passed, and would be denied; `unsettled`: it passed, and would be neither allowed nor denied;
 * `freed`: a policy dropped it, and it would be allowed.
 */
export const PROPOSAL_EFFECTS = ["cut", "unsettled", "freed"] as const;

/** One of {@link PROPOSAL_EFFECTS}. */
export type ProposalEffect = (typeof PROPOSAL_EFFECTS)[number];

/** Recorded flows that a change treats alike. */
export interface ProposalRow extends Pick<ReplayRow, "from" | "to" | "example" | "protocol" | "ports"> {
  readonly effect: ProposalEffect;
  readonly before: Verdict;
  readonly after: Verdict;
  /** What decides after the change. */
  readonly steps: readonly AskedStep[];
  readonly count: number;
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly place: RecordPlace;
}

/** What a proposed state does to the traffic that was recorded. */
export interface ProposalEffects {
  readonly rows: readonly ProposalRow[];
  /** Records whose ends the proposed state doesn't have. */
  readonly gone: number;
}

/** Compares recorded traffic with a state that isn't applied yet: flows whose half changes, the most frequent first. */
export function proposalEffects(tally: Tally, proposed: ReplayState, work?: Work): ProposalEffects {
  const now = verdictsOf(tally, work);
  const made: ReplayEnd[] = [];
  const ends = new StateEnds(proposed.cluster, 0, tally.distinctions, made);
  const then = new FlowVerdicts(within(proposed.cluster, work), proposed.profile);
  const rows = new Map<string, { -readonly [K in keyof ProposalRow]: ProposalRow[K] }>();
  let gone = 0;
  for (const group of tally.groups) {
    const { from, to, protocol, ports, point, count, first, last, place } = group;
    const before = now[from.state]?.of(group);
    const asked = againIn(group, ends);
    const after = asked === undefined ? undefined : then.of(asked);
    if (after === undefined) gone += count;
    if (before === undefined || after === undefined) continue;
    const [was, is] = [halfSeen(before, point), halfSeen(after, point)];
    const effect = effectOn(group, was, is);
    if (effect === undefined) continue;
    const steps = is.steps.map(({ decider, direction }) => deciderKey(decider, direction));
    const key = JSON.stringify([
      effect,
      from.label,
      to.label,
      protocol,
      ports,
      was.verdict,
      is.verdict,
      steps,
    ]);
    const known = rows.get(key);
    if (known === undefined) {
      const example = exampleOf(group);
      const shown = { from: from.label, to: to.label, example, protocol, ports, count, first, last, place };
      rows.set(key, { effect, before: was.verdict, after: is.verdict, steps: is.steps, ...shown });
      continue;
    }
    if (countIn(known, group)) known.example = exampleOf(group);
  }
  const rank = ({ effect }: ProposalRow): number => PROPOSAL_EFFECTS.indexOf(effect);
  return {
    rows: [...rows]
      .toSorted(([x, a], [y, b]) => rank(a) - rank(b) || b.count - a.count || (x < y ? -1 : 1))
      .map(([, row]) => row),
    gone,
  };
}

function effectOn({ fate }: TallyGroup, before: HalfAnswer, after: HalfAnswer): ProposalEffect | undefined {
  if (before.verdict === after.verdict) return undefined;
  if (fate === "allowed") {
    if (after.verdict === "denied") return "cut";
    return after.verdict === "allowed" ? undefined : "unsettled";
  }
  return after.verdict === "allowed" ? "freed" : undefined;
}
