import { isNoTraffic } from "../../base/net/traffic.js";
import { hypotheticalPod } from "../../cluster/model/endpoint.js";
import { NO_LABELS } from "../../cluster/model/labels.js";
import { meaningOf, outcomeOf } from "./judge.js";
import { sampleTraffic, typedName } from "../../semantics/reach/witness.js";
import type { Bypass } from "./result.js";
import { isAllowedSomewhere, ofToday } from "./chunks.js";
import type { DirectTraffic } from "./direct.js";
import type { TargetClass } from "./targets.js";
import type { FlowWitness } from "../../cluster/problems/witness.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";
import type { Reach } from "../../semantics/reach/reach.js";
import type { Shape } from "../../semantics/reach/cells.js";
import type { AuditSource } from "./sources.js";
import { chunkWitness } from "./witness.js";

/** Pods that stand between a source and a class at the most: longer chains are not looked for. */
const MOST_HOPS = 3;

/** A pod of the input as a destination: nothing of it is chosen. */
const POD = { certainty: "settled", endpoint: hypotheticalPod("", NO_LABELS) } as const;

/** A source that is a row: pods that exist. */
type PodRow = Extract<AuditSource, { type: "row" }>;

/** B-8: ways over other pods, which policy lets a source reach and does not keep from a class. */
export class Hops {
  readonly #reach: Reach;
  readonly #direct: DirectTraffic;
  readonly #pods: readonly PodRow[];
  /** Whether one pod may send anything to another one: by the source's class, then the destination's; 0 for not asked. */
  readonly #connects = new Map<string, Uint8Array>();
  readonly #levels = new Map<TargetClass, Map<boolean, (readonly PodRow[])[]>>();
  readonly #open = new WeakMap<readonly Part[], Map<string, readonly Part[]>>();
  /** By the number of a shape: whether something is allowed in it. */
  readonly #allowing: boolean[] = [];

  /** @param pods every pod of the input on the pod network, one row for those of a class */
  constructor(reach: Reach, direct: DirectTraffic, pods: readonly PodRow[]) {
    this.#reach = reach;
    this.#direct = direct;
    this.#pods = pods;
  }

  /**
   * A shortest way from a source that has none at once.
   * @param isClosed true where all that it sends at once is denied: then the last of the pods need not surely reach the class
   */
  of(source: AuditSource, to: TargetClass, isClosed: boolean): Bypass | undefined {
    return this.#way(source, to, false) ?? (isClosed ? this.#way(source, to, true) : undefined);
  }

  #way(source: AuditSource, to: TargetClass, isOpen: boolean): Bypass | undefined {
    const levels = this.#levelsOf(to, isOpen);
    for (let i = 0; i < MOST_HOPS; i++) {
      const level = levels[i] ?? this.#nextLevel(levels);
      const next = level.find((pod) => pod.id !== source.id && this.#connect(source, pod));
      if (next !== undefined) return this.#bypass(source, this.#chain(next, levels.slice(0, i)), to);
    }
    return undefined;
  }

  /** The pods from which a class is reached at once; behind them those from which these are reached, as far as it was asked for. */
  #levelsOf(to: TargetClass, isOpen: boolean): (readonly PodRow[])[] {
    const ofClass = this.#levels.get(to) ?? new Map<boolean, (readonly PodRow[])[]>();
    this.#levels.set(to, ofClass);
    const known = ofClass.get(isOpen);
    if (known !== undefined) return known;
    const isReaching = (pod: PodRow): boolean => {
      const chunks = this.#direct.of(pod, to);
      return isOpen
        ? ofToday(chunks).some(({ verdict }) => verdict !== "denied")
        : isAllowedSomewhere(chunks);
    };
    const levels = [this.#pods.filter(isReaching)];
    ofClass.set(isOpen, levels);
    return levels;
  }

  /** Adds the pods from which those of the last level are reached, and no nearer ones. */
  #nextLevel(levels: (readonly PodRow[])[]): readonly PodRow[] {
    const last = levels.at(-1) ?? [];
    const met = new Set(levels.flat());
    const next =
      last.length === 0
        ? []
        : this.#pods.filter((pod) => !met.has(pod) && last.some((each) => this.#connect(pod, each)));
    levels.push(next);
    return next;
  }

  /** @param below the levels below the first of the chain, those nearer to the class first */
  #chain(first: PodRow, below: readonly (readonly PodRow[])[]): readonly PodRow[] {
    const chain = [first];
    for (const level of below.toReversed()) {
      const next = level.find((each) => this.#connect(chain.at(-1) as PodRow, each));
      if (next === undefined) break;
      chain.push(next);
    }
    return chain;
  }

  #bypass(source: AuditSource, hops: readonly PodRow[], to: TargetClass): Bypass {
    const last = hops.at(-1) as PodRow;
    const chunks = this.#direct.of(last, to);
    const open = ofToday(chunks).filter(({ verdict }) => verdict !== "denied");
    const chunk = open.find(({ verdict }) => verdict === "allowed") ?? open[0];
    const witnesses = (): readonly FlowWitness[] => {
      const pairs = hops.map((hop, i) => [i === 0 ? source : (hops[i - 1] as PodRow), hop] as const);
      const between = pairs.flatMap(([from, each]) => this.#witness(from, each) ?? []);
      const end = chunk === undefined ? undefined : chunkWitness(last, chunk);
      return [...between, ...(end === undefined ? [] : [end])];
    };
    return {
      id: "B-8",
      hops: hops.map(({ id }) => id),
      at: originOf(last),
      isOpen: !isAllowedSomewhere(chunks),
      // Of a group of pods, those of the first are shown.
      get witnesses() {
        return witnesses();
      },
    };
  }

  #connect(from: AuditSource, to: PodRow): boolean {
    const key = from.type === "new" ? from.id : String(from.endClass.index);
    let known = this.#connects.get(key);
    if (known === undefined) this.#connects.set(key, (known = new Uint8Array(this.#reach.classes.length)));
    const index = to.endClass.index;
    if (known[index] === 0) known[index] = this.#allowedParts(from, to).length > 0 ? 1 : 2;
    return known[index] === 1;
  }

  #allowedParts(from: AuditSource, to: PodRow): readonly Part[] {
    for (const family of to.families) {
      const egress = this.#reach.walk("egress", from.endClass.index, family).cellOf(to.endClass.index).shape;
      // Most pods that may not send everywhere may send to few: the others are not asked what they take.
      if (!this.#hasAllowed(egress)) continue;
      const ingress = this.#reach
        .walk("ingress", to.endClass.index, family)
        .cellOf(from.endClass.index).shape;
      if (!this.#hasAllowed(ingress)) continue;
      const found = this.#openParts(from, this.#reach.partsOf(egress, ingress));
      if (found.length > 0) return found;
    }
    return [];
  }

  #hasAllowed({ id, leaves }: Shape): boolean {
    return (this.#allowing[id] ??= leaves.some(({ outcome }) => outcome === "allowed"));
  }

  #openParts(from: AuditSource, parts: readonly Part[]): readonly Part[] {
    const of = from.type === "new" ? from.id : "";
    const known = this.#open.get(parts) ?? new Map<string, readonly Part[]>();
    this.#open.set(parts, known);
    let open = known.get(of);
    if (open === undefined) {
      const meaning = meaningOf(from, POD);
      open = parts.filter(
        (part) => !isNoTraffic(part.traffic) && outcomeOf(part, meaning).verdict === "allowed",
      );
      known.set(of, open);
    }
    return open;
  }

  #witness(from: AuditSource, to: PodRow): FlowWitness | undefined {
    const [part] = this.#allowedParts(from, to);
    if (part === undefined || from.type === "new") return undefined;
    const sample = sampleTraffic(part.traffic, to.endClass);
    return { from: typedName(from.row), to: typedName(to.row), ...sample, verdict: "allowed" };
  }
}

function originOf({ row }: PodRow): Extract<Bypass, { id: "B-8" }>["at"] {
  const { representative, members } = row.endClass;
  const own = members.find(({ endpoint }) => endpoint.id === row.id)?.endpoint ?? representative;
  return own.type === "pod" ? own.origin : undefined;
}
