import { BEYOND_LIMIT } from "../../semantics/evaluate/limit.js";
import { bypassKey, distinctBypasses, type BrokenBlock, type BrokenBlocks } from "./reasons.js";
import { deciderKey } from "../../semantics/evaluate/decider.js";
import { decisiveOf, overridesOf, statusOf } from "./status.js";
import { distinctMissing, missingKey, missingOf } from "./missing.js";
import { isAllowedSomewhere, keyOfOpen, type Chunk } from "./chunks.js";
import { shownAs } from "./target-names.js";
import type { AuditGroup, Bypass, Missing } from "./result.js";
import type { AuditSource } from "./sources.js";
import type { Hops } from "./hops.js";
import type { ServiceWays } from "./service-ways.js";
import type { TargetClass } from "./targets.js";

/** What was found for one source and one class. */
export interface SourceAnswer extends Omit<AuditGroup, "endpoints" | "open" | "denied" | "witnesses"> {
  /** What is not denied. */
  readonly chunks: readonly Chunk[];
  /** False where a limit has ended it: then nothing is known to be denied either. */
  readonly isWhole: boolean;
  readonly key: string;
}

/** What a class comes to where a limit has ended looking for it: nothing of it is proved. */
export function beyondLimit(to: TargetClass): SourceAnswer {
  const missing = {
    code: "unsettled",
    reasons: [BEYOND_LIMIT],
    to: shownAs(to, to.targets),
    isWhole: true,
  } as const;
  return {
    status: "undecided",
    decidedBy: undefined,
    chunks: [],
    bypasses: [],
    missing: [missing],
    isWhole: false,
    key: missingKey(missing),
  };
}

/** What chunks show by themselves, whichever of the pods sends that come to them. */
interface ChunkFacts {
  readonly open: readonly Chunk[];
  readonly isAllOpen: boolean;
  readonly isAllowed: boolean;
  readonly broken: BrokenBlock;
  readonly overrides: readonly Bypass[];
  readonly missing: readonly Missing[];
  readonly openKey: string;
  /** What they come to where there is no way round. */
  answer?: SourceAnswer;
}

/** What looks for ways round a block. */
interface WaysRound {
  readonly services: ServiceWays;
  readonly hops: Hops;
  readonly broken: BrokenBlocks;
}

/** What a class comes to for a source (S-AUD-1). */
export class SourceAnswers {
  readonly #ways: WaysRound;
  readonly #facts = new WeakMap<readonly Chunk[], ChunkFacts>();

  constructor(ways: WaysRound) {
    this.#ways = ways;
  }

  /** @param chunks all that the source sends to the class at once: one list for sources that policies don't tell apart */
  of(source: AuditSource, to: TargetClass, chunks: readonly Chunk[]): SourceAnswer {
    const facts = this.#factsOf(source, to, chunks);
    const { open, isAllOpen, isAllowed } = facts;
    const ways = isAllOpen ? NO_WAYS : this.#ways.services.of(source, to.of);
    const hop = isAllowed ? undefined : this.#ways.hops.of(source, to, open.length === 0);
    const around = distinctBypasses([...ways.bypasses, ...(hop === undefined ? [] : [hop])]);
    if (around.length > 0 || ways.missing.length > 0) return answerOf(chunks, facts, around, ways.missing);
    return (facts.answer ??= answerOf(chunks, facts, around, ways.missing));
  }

  #factsOf(source: AuditSource, to: TargetClass, chunks: readonly Chunk[]): ChunkFacts {
    const known = this.#facts.get(chunks);
    if (known !== undefined) return known;
    const open = chunks.filter(({ verdict }) => verdict !== "denied");
    const facts: ChunkFacts = {
      open,
      isAllOpen: chunks.length > 0 && chunks.every(({ verdict }) => verdict === "allowed"),
      isAllowed: isAllowedSomewhere(chunks),
      broken: this.#ways.broken.of(source, chunks, to),
      overrides: open.length === 0 ? overridesOf(chunks) : [],
      missing: [...to.of.missing, ...missingOf(chunks, to)],
      openKey: open.map(keyOfOpen).join("\n"),
    };
    this.#facts.set(chunks, facts);
    return facts;
  }
}

const NO_WAYS = { bypasses: [], missing: [] } as const;

function answerOf(
  chunks: readonly Chunk[],
  { open, broken, overrides, missing: unsettled, openKey }: ChunkFacts,
  around: readonly Bypass[],
  more: readonly Missing[],
): SourceAnswer {
  const missing = distinctMissing([...unsettled, ...more]);
  const status = statusOf(chunks, around, broken, missing);
  const bypasses = [...broken.bypasses, ...overrides, ...around];
  const decisive = decisiveOf(chunks, status);
  const by = decisive === undefined ? "" : deciderKey(decisive.by.decider, decisive.by.direction);
  const key = [status, by, openKey, ...bypasses.map(bypassKey), ...missing.map(missingKey)].join("\n");
  return { status, decidedBy: decisive?.by, chunks: open, bypasses, missing, isWhole: true, key };
}
