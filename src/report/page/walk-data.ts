import { NumberWriter } from "./byte-writer.js";
import { DIRECTIONS } from "../../cluster/model/policy.js";
import { dependenciesText } from "../unsettled-words.js";
import { DOES, type AnswerData, type ClassData, type TrafficData } from "../../page/model.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { groupsOf, type GroupedWalk } from "../../questions/survey/walk-groups.js";
import { Interned } from "./interned.js";
import { isNoTraffic, trafficKey, type Traffic } from "../../base/net/traffic.js";
import type { ClassWalk } from "../../semantics/reach/class-walk.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { PageEntries } from "./entry-data.js";
import type { Shape } from "../../semantics/reach/cells.js";
import type { Survey } from "../../questions/survey/survey.js";

/** All flows of a survey as numbers. */
export interface WalkData {
  readonly classes: readonly ClassData[];
  readonly traffics: readonly TrafficData[];
  readonly answers: readonly AnswerData[];
  /**
   * Per direction the number of walks, then of each: the number of its entries and those; the number of its groups, and of each its
   * shape, the number of hits and those (place among the entries, traffic, what it does); the groups of all classes in runs of
   * group and length, until there are as many as classes. Then the pairs of shapes: the number of lists, and of each the egress
   * shape, the number of pairs and those, as the distance of the ingress shape from the one before, and the answer.
   */
  readonly bytes: Uint8Array;
  /** The numbers of classes. */
  readonly numberOf: (of: EndClass) => number;
}

/** Numbers classes, walks and shapes of a survey. @param entries undefined where nothing is told of what decides */
export function walkData({ matrix, metShapes }: Survey, entries: PageEntries | undefined): WalkData {
  const { reach } = matrix;
  const traffics = new Interned<TrafficData>();
  const trafficOf = (traffic: Traffic): number =>
    traffics.of(trafficKey(traffic), () => trafficData(traffic));
  const used = [...new Set(matrix.rows.map(({ endClass }) => endClass))];
  const own = used.flatMap(({ asOwnNode }) =>
    asOwnNode === undefined ? [] : [reach.classes[asOwnNode] as EndClass],
  );
  const classes = [...used, ...own];
  const numbers = new Map(classes.map((each, i) => [each.index, i]));
  const order = Uint32Array.from(classes, ({ index }) => index);
  const shapes = new Map<number, Shape>();
  const bytes = new NumberWriter();
  const walksOf = (of: EndClass): (readonly [number, number] | null)[] =>
    FAMILIES.map((family) =>
      of.families.includes(family) ? [walk("egress", of, family), walk("ingress", of, family)] : null,
    );
  const walks: Record<Direction, Map<ClassWalk, number>> = { egress: new Map(), ingress: new Map() };
  const walk = (direction: Direction, of: EndClass, family: Family): number => {
    const known = walks[direction];
    const made = reach.walk(direction, of.index, family);
    const number = known.get(made) ?? known.size;
    known.set(made, number);
    return number;
  };
  const data = classes.map((each): ClassData => ({
    walks: walksOf(each),
    own: each.asOwnNode === undefined ? undefined : numbers.get(each.asOwnNode),
    sends: each.toName === undefined && each.representative.type !== "domain",
    isInside: each.representative.type === "pod" || each.representative.type === "node",
  }));
  for (const direction of DIRECTIONS) {
    bytes.put(walks[direction].size);
    for (const each of walks[direction].keys()) {
      const grouped = groupsOf(each, reach.classes.length, (steps) => reach.cluster.work?.take(steps));
      for (const { shape } of grouped.groups) shapes.set(shape.id, shape);
      writeWalk(bytes, grouped, entries, trafficOf, order);
    }
  }
  const answers = new Interned<AnswerData>();
  const lists: number[][] = [];
  for (const [egress, ingress, slices] of metShapes) {
    const reasons = reasonsOf(shapes.get(egress), shapes.get(ingress));
    const answer = answers.of(JSON.stringify([slices.id, reasons]), () => ({
      allowed: trafficOf(slices.allowed),
      denied: trafficOf(slices.denied),
      undefined: trafficOf(slices.undefined),
      unknown: trafficOf(slices.unknown),
      reasons,
    }));
    (lists[egress] ??= []).push(ingress, answer);
  }
  writePairs(bytes, lists);
  return {
    classes: data,
    traffics: traffics.all,
    answers: answers.all,
    bytes: bytes.bytes,
    numberOf: ({ index }) => numbers.get(index) ?? 0,
  };

  function reasonsOf(egress: Shape | undefined, ingress: Shape | undefined): [number, string][] {
    if (egress === undefined || ingress === undefined) return [];
    return reach
      .partsOf(egress, ingress)
      .flatMap(({ traffic, verdict, reasons }): [number, string][] =>
        verdict === "undefined" || verdict === "unknown"
          ? [[trafficOf(traffic), dependenciesText(reasons)]]
          : [],
      );
  }
}

function trafficData(traffic: Traffic): TrafficData {
  if (isNoTraffic(traffic)) return { TCP: [], UDP: [], SCTP: [], other: false };
  return { TCP: traffic.TCP, UDP: traffic.UDP, SCTP: traffic.SCTP, other: traffic.other };
}

function writeWalk(
  bytes: NumberWriter,
  { walk, groups, groupOf }: GroupedWalk,
  entries: PageEntries | undefined,
  trafficOf: (traffic: Traffic) => number,
  order: Uint32Array,
): void {
  const asked = entries === undefined ? [] : walk.entries;
  bytes.put(asked.length);
  for (const entry of asked) bytes.put(entries?.numberOf(entry, walk.direction) ?? 0);
  bytes.put(groups.length);
  for (const { shape, hits } of groups) {
    bytes.put(shape.id);
    bytes.put(entries === undefined ? 0 : hits.length);
    for (const { entry, traffic, does, isOpen } of entries === undefined ? [] : hits) {
      bytes.put(entry);
      bytes.put(trafficOf(traffic));
      bytes.put(DOES.indexOf(does) + (isOpen ? 4 : 0));
    }
  }
  let length = 0;
  for (let i = 0; i < order.length; i++) {
    const group = groupOf[order[i] as number] as number;
    length++;
    if (i + 1 < order.length && groupOf[order[i + 1] as number] === group) continue;
    bytes.put(group);
    bytes.put(length);
    length = 0;
  }
}

function writePairs(bytes: NumberWriter, lists: readonly (readonly number[] | undefined)[]): void {
  const met = [...lists.entries()].filter(([, list]) => list !== undefined);
  bytes.put(met.length);
  for (const [egress, list = []] of met) {
    bytes.put(egress);
    bytes.put(list.length / 2);
    let before = 0;
    for (let i = 0; i < list.length; i += 2) {
      bytes.put((list[i] as number) - before);
      bytes.put(list[i + 1] as number);
      before = list[i] as number;
    }
  }
}
