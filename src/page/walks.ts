import { NumberReader } from "./byte-reader.js";
import { WALK_DIRECTIONS, type PageData } from "./model.js";

/** An entry that some traffic meets in a walk. */
export interface PageHit {
  /** Its place among the entries of the walk. */
  readonly entry: number;
  readonly traffic: number;
  /** 0 allows, 1 denies, 2 passes. */
  readonly does: number;
  readonly isOpen: boolean;
}

/** Other ends that a walk comes to the same for. */
export interface PageGroup {
  readonly shape: number;
  readonly hits: readonly PageHit[];
}

/** One direction of the flows of some classes. */
export interface PageWalk {
  readonly entries: readonly number[];
  readonly groups: readonly PageGroup[];
  /** The group of each other class and 1; 0 for none. Worked out when it is first asked for. */
  readonly groupOf: Uint8Array | Uint32Array;
}

/** All walks of a page, and what pairs of shapes come to. */
export interface PageWalks {
  readonly egress: readonly PageWalk[];
  readonly ingress: readonly PageWalk[];
  /** The number of the answer of two shapes. */
  readonly answerOf: (egress: number, ingress: number) => number | undefined;
}

/** Reads the numbers of all flows, as the report writes them. */
export function readWalks({ classes, detail }: PageData, bytes: Uint8Array): PageWalks {
  if (detail === "counts") return { egress: [], ingress: [], answerOf: () => undefined };
  const reader = new NumberReader(bytes);
  const [egress = [], ingress = []] = WALK_DIRECTIONS.map(() =>
    Array.from({ length: reader.next() }, () => readWalk(reader, bytes, classes.length)),
  );
  const pairs = new Map<number, Map<number, number>>();
  for (let lists = reader.next(); lists > 0; lists--) {
    const of = new Map<number, number>();
    pairs.set(reader.next(), of);
    let shape = 0;
    for (let left = reader.next(); left > 0; left--) {
      shape += reader.next();
      of.set(shape, reader.next());
    }
  }
  return { egress, ingress, answerOf: (a, b) => pairs.get(a)?.get(b) };
}

function readWalk(reader: NumberReader, bytes: Uint8Array, classes: number): PageWalk {
  const list = <T>(read: () => T): T[] => Array.from({ length: reader.next() }, read);
  const entries = list(() => reader.next());
  const groups = list((): PageGroup => {
    const shape = reader.next();
    return { shape, hits: list(() => readHit(reader)) };
  });
  const runsAt = reader.at;
  for (let met = 0; met < classes;) {
    reader.next();
    met += reader.next();
  }
  let known: PageWalk["groupOf"] | undefined;
  return {
    entries,
    groups,
    get groupOf() {
      return (known ??= readRuns(new NumberReader(bytes, runsAt), classes, groups.length));
    },
  };
}

function readHit(reader: NumberReader): PageHit {
  const [entry, traffic, bits] = [reader.next(), reader.next(), reader.next()];
  return { entry, traffic, does: bits & 3, isOpen: (bits & 4) !== 0 };
}

function readRuns(reader: NumberReader, classes: number, groups: number): PageWalk["groupOf"] {
  const groupOf = groups < 0x100 ? new Uint8Array(classes) : new Uint32Array(classes);
  for (let met = 0; met < classes;) {
    const group = reader.next();
    const length = reader.next();
    groupOf.fill(group, met, met + length);
    met += length;
  }
  return groupOf;
}
