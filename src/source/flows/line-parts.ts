import { MOST_SLOTS, type ScanList, type ScannedKey, type ScannedKeys } from "./json-scan.js";
import type { RecordedEnd } from "./record.js";

/** The numbers and times of a record that are read anew for each line: everything else is read once and repeats. */
export const LINE_NUMBERS = ["first", "last", "count", "sourcePort", "port"] as const;

/** One of {@link LINE_NUMBERS}. */
export type LineNumber = (typeof LINE_NUMBERS)[number];

/**
 * What the value of a key is for: it describes the source, the destination (and the Service in front of it), or both where
 * `isShared` says so; it is a number of the record, or the port of the Service (`viaPort`); it is one of the rest. Of two more
 * numbers nothing hangs on the first one, which has only to be a number (`any`), unless the second one is there and not zero (`zero`).
 */
export type PartUse = ScanList | LineNumber | "viaPort" | "any" | "zero";

/** The keys that a reader looks at, with what each is for; several uses, where a value has several. */
export interface PartKeys {
  readonly [key: string]: PartUse | readonly PartUse[] | PartKeys;
}

/**
 * Says which values of a line make which part of its records, so that a part is read once and known again by its bytes. All that the
 * reader of the format looks at has to be here. Each end is made of its own values alone, whether there is a record at all of the
 * rest and of whether both ends can be read, and a number of its first value that is there,
 * in the order of the keys.
 */
export interface LineParts {
  readonly keys: PartKeys;
  /** True for an end that is another one with other `shared` values. */
  isShared?(end: RecordedEnd): boolean;
}

/** Keys for a scanner, and where it puts numbers. */
export interface PlannedParts {
  readonly keys: ScannedKeys;
  readonly slots: LineSlots;
}

/** The slots of what is a number, in the order of the keys. */
export type LineSlots = Readonly<Record<Exclude<PartUse, ScanList>, readonly number[]>>;

/** Gives each number a slot of its own. */
export function plannedParts({ keys }: LineParts): PlannedParts {
  const slots = {
    first: [] as number[],
    last: [] as number[],
    count: [] as number[],
    sourcePort: [] as number[],
    port: [] as number[],
    viaPort: [] as number[],
    any: [] as number[],
    zero: [] as number[],
  };
  let next = 0;
  const plan = (part: PartKeys): ScannedKeys =>
    new Map(
      Object.entries(part).map(([name, use]): [string, ScannedKey] => {
        if (typeof use !== "string" && !isList(use)) return [name, { lists: ["rest"], within: plan(use) }];
        const uses = typeof use === "string" ? [use] : use;
        const lists = uses.filter(isScanList);
        const numbers = uses.filter((each) => !isScanList(each));
        if (numbers.length === 0) return [name, { lists }];
        const slot = next++;
        for (const each of numbers) slots[each].push(slot);
        const isPort = numbers.some((each) => PORTS.has(each));
        return [name, { lists, slot, isPort }];
      }),
    );
  const planned = plan(keys);
  if (next > MOST_SLOTS) throw new Error("invariant: a format has no more numbers than there are slots");
  return { keys: planned, slots };
}

const PORTS: ReadonlySet<PartUse> = new Set<PartUse>(["sourcePort", "port", "viaPort"]);

function isList(use: PartUse | readonly PartUse[] | PartKeys): use is readonly PartUse[] {
  return Array.isArray(use);
}

function isScanList(use: PartUse): use is ScanList {
  return use === "source" || use === "destination" || use === "shared" || use === "rest";
}
