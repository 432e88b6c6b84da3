import { isScanned, type CellStyle, type ScannedColumn } from "./cells-scan.js";
import { MOST_SLOTS, type ScanList, type ScanSide } from "./part-scan.js";
import type { ScannedKey, ScannedKeys } from "./json-scan.js";
import type { RecordedEnd } from "./record.js";

/** The numbers and times of a record that are read anew for each line: everything else is read once and repeats. */
export const LINE_NUMBERS = ["first", "last", "count", "sourcePort", "port"] as const;

/** One of {@link LINE_NUMBERS}. */
export type LineNumber = (typeof LINE_NUMBERS)[number];

/**
 * What the value of a key is for: it describes the source, the destination (and the Service in front of it), or both where
 * `isShared` says so; it is a number of the record, or the port of the Service (`viaPort`); it is one of the rest. Of two more
 * numbers nothing hangs on the first one, which has only to be a number (`any`), unless the second one is there and not zero (`zero`).
 *
 * An address describes its end, too, and in no other way than as the end's address: with another address, the end is the same but for
 * that. Of several addresses of an end it may be any one that is taken, as long as that doesn't hang on what they are.
 */
export type PartUse = ScanList | LineNumber | "viaPort" | "any" | "zero" | AddressUse;

/** The address of an end. */
type AddressUse = "sourceAddress" | "destinationAddress";

/**
 * The keys that a reader looks at, with what each is for; several uses, where a value has several. Keys with a `head` are names in a
 * text: of the one in front, which has no value, and of those behind it.
 */
export interface PartKeys {
  readonly [key: string]: PartUse | "head" | readonly PartUse[] | PartKeys;
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

/** The same of lines of cells: what each column is for, undefined for one that means nothing. */
export interface CellParts {
  readonly columns: readonly (PartUse | undefined)[];
  readonly style: CellStyle;
}

/** Keys for a scanner, and where it puts numbers. */
export interface PlannedParts {
  readonly keys: ScannedKeys;
  readonly slots: LineSlots;
}

/** Columns for a scanner, and where it puts numbers. */
export interface PlannedCells {
  readonly columns: readonly (ScannedColumn | undefined)[];
  readonly slots: LineSlots;
}

/** The slots of what is a number, in the order of the keys. */
export type LineSlots = Readonly<Record<NumberUse, readonly number[]>>;

type NumberUse = Exclude<PartUse, ScanList | AddressUse>;

/** Gives each number a slot of its own. */
export function plannedParts({ keys }: LineParts): PlannedParts {
  const planner = new SlotPlanner();
  const plan = (part: PartKeys): ScannedKeys =>
    new Map(
      Object.entries(part).map(([name, use]): [string, ScannedKey] => {
        if (use === "head") return [name, { lists: [], isWorded: true }];
        if (typeof use === "string" || isList(use)) return [name, planner.of(use)];
        const isWorded = Object.values(use).includes("head");
        return [name, { lists: ["rest"], within: plan(use), isWorded }];
      }),
    );
  const planned = plan(keys);
  return { keys: planned, slots: planner.slots };
}

/** The same for columns; undefined for more of them than are scanned. */
export function plannedCells({ columns }: CellParts): PlannedCells | undefined {
  if (!isScanned(columns)) return undefined;
  const planner = new SlotPlanner();
  const planned = columns.map((use) => (use === undefined ? undefined : planner.of(use)));
  return { columns: planned, slots: planner.slots };
}

class SlotPlanner {
  readonly slots = {
    first: [] as number[],
    last: [] as number[],
    count: [] as number[],
    sourcePort: [] as number[],
    port: [] as number[],
    viaPort: [] as number[],
    any: [] as number[],
    zero: [] as number[],
  };
  #next = 0;

  /** How a value is scanned that has these uses. */
  of(use: PartUse | readonly PartUse[]): ScannedColumn {
    const uses = typeof use === "string" ? [use] : use;
    const side = uses.includes("sourceAddress") ? 0 : uses.includes("destinationAddress") ? 1 : undefined;
    const lists = [...uses.filter(isScanList), ...(side === undefined ? [] : [ENDS[side]])];
    const numbers = uses.filter(isNumberUse);
    if (numbers.length === 0) return { lists, addressOf: side };
    const slot = this.#next++;
    if (slot >= MOST_SLOTS) throw new Error("invariant: a format has no more numbers than there are slots");
    for (const each of numbers) this.slots[each].push(slot);
    return { lists, addressOf: side, slot, isPort: numbers.some((each) => PORTS.has(each)) };
  }
}

const ENDS: Readonly<Record<ScanSide, ScanList>> = { 0: "source", 1: "destination" };

const PORTS: ReadonlySet<PartUse> = new Set<PartUse>(["sourcePort", "port", "viaPort"]);

function isList(use: readonly PartUse[] | PartKeys): use is readonly PartUse[] {
  return Array.isArray(use);
}

function isScanList(use: PartUse): use is ScanList {
  return use === "source" || use === "destination" || use === "shared" || use === "rest";
}

function isNumberUse(use: PartUse): use is NumberUse {
  return !isScanList(use) && use !== "sourceAddress" && use !== "destinationAddress";
}
