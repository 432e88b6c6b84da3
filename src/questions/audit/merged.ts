import { AlikeTargets, MANNERS } from "./alike.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { isOnOneOf, targetsTogether, type Target } from "./targets.js";
import { mayBePod } from "../../semantics/match/party.js";
import { oncePer } from "../../base/collections/once-per.js";
import { Rulings } from "./rulings.js";
import { together, type Chunk } from "./chunks.js";
import type { AuditSource } from "./sources.js";
import type { AuditStep } from "./result.js";
import type { ClassWalk } from "../../semantics/reach/class-walk.js";
import type { Decider } from "../../semantics/evaluate/decider.js";
import type { Reach } from "../../semantics/reach/reach.js";

/** What some targets are to those that send there. */
interface SeenTargets {
  /** True where they tell sources apart that are walked alike: pods see who sends. */
  readonly seesSource: boolean;
  /** Those that tell who is on them. */
  readonly onNodes: readonly Target[];
  readonly families: readonly Family[];
}

/** The chunks of a source, with what it was walked by. */
interface FormedChunks {
  readonly chunks: readonly Chunk[];
  readonly walks: readonly ClassWalk[];
}

/** What of some targets tells sources apart. */
export const seenOf = oncePer((targets: readonly Target[]): SeenTargets => ({
  seesSource: targets.some(({ first: { endpoint } }) => endpoint.type === "pod" || mayBePod(endpoint)),
  onNodes: targets.filter(({ endClass }) => endClass.asOwnNode !== undefined),
  families: FAMILIES.filter((family) => targets.some(({ families }) => families.includes(family))),
}));

/** Equal texts for sources that are on the same nodes of some targets. */
export function ownNodesKey(source: AuditSource, { onNodes }: SeenTargets): string {
  const nodes = source.type === "row" ? source.row.nodes : "unknown";
  return nodes === "unknown" ? "?" : onNodes.map((each) => Number(isOnOneOf(each, nodes))).join("");
}

/** Puts together what a source sends to some targets: one chunk for what comes to one thing for one reason. */
export class MergedChunks {
  readonly #alike = new AlikeTargets();
  readonly #rulings = new Rulings();
  readonly #byForm = new WeakMap<readonly Target[], Map<string, FormedChunks>>();
  /** Numbers of walks that come to the same but for who decides. */
  readonly #forms = new Map<ClassWalk, number>();

  /** @param targets always asked of the same reach */
  of(source: AuditSource, targets: readonly Target[], reach: Reach): readonly Chunk[] {
    if (targets.length === 0) return [];
    const seen = seenOf(targets);
    if (source.type === "new" || seen.seesSource) return this.#make(source, targets, reach);
    const walks = seen.families.map((family) => reach.walk("egress", source.endClass.index, family));
    const key = `${walks.map((walk) => this.#numberOf(walk.form)).join(" ")} ${ownNodesKey(source, seen)}`;
    let byForm = this.#byForm.get(targets);
    if (byForm === undefined) this.#byForm.set(targets, (byForm = new Map()));
    const known = byForm.get(key);
    if (known !== undefined) return decidedBy(walks, known);
    const chunks = this.#make(source, targets, reach);
    byForm.set(key, { chunks, walks });
    return chunks;
  }

  #numberOf(form: ClassWalk): number {
    const known = this.#forms.get(form) ?? this.#forms.size;
    this.#forms.set(form, known);
    return known;
  }

  #make(source: AuditSource, targets: readonly Target[], reach: Reach): readonly Chunk[] {
    const merged = new Map<number, ChunkToTargets>();
    for (const alike of this.#alike.of(source, targets, reach)) {
      const { flow, asked, family, isOwnNode, certainty, manner } = alike;
      for (const { number, ruling } of this.#rulings.of(flow, asked)) {
        const key = number * MANNERS + manner;
        const known = merged.get(key);
        if (known === undefined) {
          const chunk: Chunk = {
            ...ruling,
            targets: alike.targets,
            certainty,
            families: [family],
            isOwnNode,
          };
          merged.set(key, { chunk, targets: [alike.targets] });
          continue;
        }
        known.targets.push(alike.targets);
        known.chunk = together(known.chunk, ruling);
        if (!known.chunk.families.includes(family))
          known.chunk = { ...known.chunk, families: [...known.chunk.families, family] };
      }
    }
    return [...merged.values()].map(({ chunk, targets: lists }) =>
      lists.length === 1 ? chunk : { ...chunk, targets: targetsTogether(lists) },
    );
  }
}

/** The chunks of a source whose walks come to the same, leaf by leaf, as those of some chunks: other policies decide them. */
function decidedBy(own: readonly ClassWalk[], { chunks, walks }: FormedChunks): readonly Chunk[] {
  const others = new Map<Decider, Decider>();
  for (const [i, walk] of walks.entries()) {
    const { leaves } = own[i] as ClassWalk;
    for (const [at, { by }] of walk.leaves.entries()) {
      const decider = leaves[at]?.by ?? by;
      if (decider !== by) others.set(by, decider);
    }
  }
  if (others.size === 0) return chunks;
  const stepOf = (step: AuditStep): AuditStep => {
    const decider = others.get(step.decider);
    return decider === undefined ? step : { ...step, decider };
  };
  return chunks.map((chunk) => ({ ...chunk, by: stepOf(chunk.by), deciders: chunk.deciders.map(stepOf) }));
}

/** A chunk that is put together, and the lists of its targets. */
interface ChunkToTargets {
  chunk: Chunk;
  readonly targets: (readonly Target[])[];
}
