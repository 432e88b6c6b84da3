import { FIRST_OF_CLIENTS } from "../replay/reply.js";
import { EndFinder, type RecordEnd } from "../replay/find-end.js";
import { FAMILIES } from "../../base/net/address.js";
import { nodeOf, reachableFamilies } from "../../cluster/model/endpoint.js";
import { columnsOf, NO_TEXT, type TableCell, type Table } from "./table.js";
import type { NotJudged } from "../replay/outcome.js";
import type { RecordedEnd } from "../../source/flows/record.js";
import type { ReplayEnd, StateEnds } from "../replay/ends.js";
import type { Segment } from "../replay/state.js";

/** The number of what an end was found to be, or 0 with the reason why nobody can tell. */
export interface FoundNumber {
  readonly found: number;
  readonly reason: NotJudged | typeof NO_TEXT;
}

/** Numbers what ends of records may be found to be, from 1. */
export class FoundEnds {
  readonly #finder: EndFinder;
  readonly #states: readonly StateEnds[];
  readonly #numbers = new Map<string, number>();
  readonly #rows: TableCell[][] = [];
  readonly #ends = new Map<number, ReplayEnd>();
  /** Those that are met where the other end isn't a node, or on one. */
  readonly #plain = new Set<ReplayEnd>();
  readonly #pods = new Map<string, number>();
  readonly #listeners = new Map<string, number>();
  readonly #nodes = new Map<string, number>();

  constructor(states: readonly StateEnds[]) {
    this.#states = states;
    this.#finder = new EndFinder(states);
  }

  /** Every end that any of them may be, by its number. */
  get ends(): ReadonlyMap<number, ReplayEnd> {
    return this.#ends;
  }

  /** The ends of a state that may call a Service, or be called by one end that is no node. */
  plainOf(state: number): readonly ReplayEnd[] {
    return [...this.#plain].filter((each) => each.state === state);
  }

  find(end: RecordedEnd, segment: Segment): FoundNumber {
    return this.numberOf(this.#finder.find(end, segment));
  }

  numberOf(end: RecordEnd): FoundNumber {
    if (typeof end === "string") return { found: 0, reason: end };
    const self = end.self === undefined ? 0 : numberIn(this.#pods, end.self);
    const listens = [...end.listens].filter((each) => portIn(each) >= FIRST_OF_CLIENTS).toSorted();
    const listener = listens.length === 0 ? 0 : numberIn(this.#listeners, listens.join(","));
    const cells = [end.end.number + 1, end.byNode.number + 1, end.isOnHost ? 1 : 0, self, listener];
    for (const each of [end.end, end.byNode]) this.#ends.set(each.number, each);
    this.#plain.add(end.end);
    const key = cells.join(" ");
    const known = this.#numbers.get(key);
    if (known !== undefined) return { found: known, reason: NO_TEXT };
    const found = this.#rows.push([this.#rows.length + 1, ...cells]);
    this.#numbers.set(key, found);
    return { found, reason: NO_TEXT };
  }

  foundTable(): Table<"found"> {
    return {
      name: "found",
      columns: columnsOf(
        "number found",
        "number end_no",
        "number by_node",
        "number on_host",
        "number self",
        "number listener",
      ),
      rows: this.#rows,
    };
  }

  listensTable(): Table<"listens"> {
    const rows = [...this.#listeners].flatMap(([ports, listener]) =>
      ports.split(",").map((each): TableCell[] => [listener, each.split(" ")[0] ?? "", portIn(each)]),
    );
    return { name: "listens", columns: columnsOf("number listener", "text protocol", "number port"), rows };
  }

  /** @param classOf the number of an end's class, and whether a pod on the same node sees it as its own */
  endsTable(
    classOf: (end: ReplayEnd) => { readonly number: number; readonly hasOwn: boolean },
  ): Table<"ends"> {
    const rows = [...this.#ends.values()].map((end): TableCell[] => {
      const { number, hasOwn } = classOf(end);
      const node = end.endpoint === undefined ? undefined : nodeOf(end.endpoint);
      return [
        end.number + 1,
        end.state + 1,
        number,
        end.endpoint === undefined ? 1 : 0,
        node === undefined ? 0 : numberIn(this.#nodes, node),
        hasOwn ? 1 : 0,
        this.#familiesOf(end),
        end.label,
      ];
    });
    return {
      name: "ends",
      columns: columnsOf(
        "number end_no",
        "number state",
        "number class",
        "number service",
        "number node",
        "number own_node",
        "text families",
        "text label",
      ),
      rows,
    };
  }

  /** Which family is meant between ends of which the log has no address, by the families that they have. */
  familiesTable(): Table<"families"> {
    const all = [...new Set([...this.#ends.values()].map((each) => this.#familiesOf(each)))].toSorted();
    const rows = all.flatMap((from) =>
      all.map((to): TableCell[] => {
        const first = from.split("+").find((each) => to.split("+").includes(each));
        return [from, to, FAMILIES.find((each) => each === first) ?? "IPv4"];
      }),
    );
    return { name: "families", columns: columnsOf("text source", "text destination", "text family"), rows };
  }

  #familiesOf({ endpoint, state }: ReplayEnd): string {
    const cluster = this.#states[state]?.cluster;
    if (endpoint === undefined || cluster === undefined) return NO_TEXT;
    return reachableFamilies(cluster, endpoint).join("+") || NO_TEXT;
  }
}

function portIn(listens: string): number {
  return Number(listens.split(" ")[1]);
}

function numberIn(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size + 1);
  return numbers.size;
}
