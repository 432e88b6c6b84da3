import { trafficJson } from "./traffic-json.js";
import { incompleteFields } from "./incomplete-json.js";
import { Deciders } from "../questions/matrix/deciders.js";
import { encodeJsonLine } from "./encode.js";
import { deciderJson } from "./decider-json.js";
import { endpointJson } from "./json-parts.js";
import { originOf } from "../semantics/evaluate/decider.js";
import { isNoTraffic } from "../base/net/traffic.js";
import { matrixNoteText } from "./matrix-words.js";
import type { Matrix, MatrixFlow } from "../questions/matrix/matrix.js";
import type { MatrixReport } from "./matrix-report.js";
import type { Row } from "../semantics/reach/rows.js";
import type { Slices } from "../questions/matrix/slices.js";

/** The version of this format; its schema is `schemas/matrix.json`. */
const FORMAT_VERSION = 1;

/** The map as JSON, piece by piece: one line for each endpoint, connection, step and note. */
export function* matrixJson(report: MatrixReport): Generator<string> {
  const { matrix, incompleteness, explains } = report;
  yield `{"version":${FORMAT_VERSION},${incompleteFields(incompleteness)},"endpoints":[`;
  yield* inList(endpoints(matrix));
  const deciders = explains ? new Deciders(matrix) : undefined;
  yield `],"connections":[`;
  yield* connections(report, deciders);
  if (deciders !== undefined) {
    yield `],"steps":[`;
    yield* inList(
      deciders.steps.map(({ decider, direction }) =>
        encodeJsonLine(deciderJson(decider, originOf(decider, direction))),
      ),
    );
  }
  yield `],"notes":[`;
  yield* inList(report.notes().map((note) => encodeJsonLine({ ...note, text: matrixNoteText(note) })));
  yield "]}\n";
}

/** Items of a list, each on a line of its own. */
function* inList(items: Iterable<string>): Generator<string> {
  let separator = "\n";
  for (const item of items) {
    yield separator;
    yield item;
    separator = ",\n";
  }
  yield "\n";
}

function* endpoints(matrix: Matrix): Generator<string> {
  for (const row of matrix.rows) yield encodeJsonLine(rowJson(row, matrix));
}

function rowJson(row: Row, matrix: Matrix): unknown {
  const { id, kind, namespace, name, labels, addresses, names } = row;
  const endpoint = endpointJson({ id, kind, namespace, name, labels, addresses, pods: names });
  const isExposed = matrix.exposed.has(row);
  const made = namespace === undefined ? undefined : matrix.newNamespaces.get(namespace);
  return {
    ...endpoint,
    ...(isExposed ? { exists: false } : {}),
    ...(isExposed && made !== undefined ? { newNamespace: { labels: made.labels } } : {}),
  };
}

/** The connections, each on a line of its own, in blocks of many. */
function* connections(
  { matrix, showsDenied }: MatrixReport,
  deciders: Deciders | undefined,
): Generator<string> {
  const tails = new Tails(matrix.destinations, deciders === undefined ? "}" : "");
  const columns = new Map(matrix.destinations.map((to, column) => [to, column]));
  let isFirst = true;
  for (const from of matrix.sources) {
    const lines = new JoinedLines(`,\n{"from":${encodeJsonLine(from.id)},"to":`);
    if (deciders === undefined) {
      matrix.slicesFrom(from, (column, slices, family, node) => {
        if (!slices.isDenied || showsDenied) lines.add(tails.of(column, slices, family, node));
      });
    } else {
      for (const flow of matrix.flowsFrom(from)) {
        const { to, slices, family, node } = flow;
        if (slices.isDenied && !showsDenied) continue;
        lines.add(tails.of(columns.get(to) ?? 0, slices, family, node) + byText(flow, deciders));
      }
    }
    for (const block of lines.blocks()) {
      yield isFirst ? block.slice(1) : block;
      isFirst = false;
    }
  }
  yield "\n";
}

/** How many lines are joined at once: V8 keeps larger strings apart, which costs more than to write twice. */
const BLOCK = 512;

/** Joins many short texts, each behind the same one. */
class JoinedLines {
  readonly #start: string;
  readonly #full: string[] = [];
  #tails: string[] = [];

  constructor(start: string) {
    this.#start = start;
  }

  add(tail: string): void {
    if (this.#tails.push(tail) === BLOCK) this.#join();
  }

  #join(): void {
    this.#full.push(this.#start + this.#tails.join(this.#start));
    this.#tails = [];
  }

  /** All of them, some hundreds at once. */
  blocks(): readonly string[] {
    if (this.#tails.length > 0) this.#join();
    return this.#full;
  }
}

/** What stands behind the source: made once for a destination and what it is sent, for that repeats. */
class Tails {
  readonly #ids: readonly string[];
  readonly #made: string[][];
  readonly #slices: string[] = [];
  readonly #end: string;

  /** @param end closes the connection where nothing follows */
  constructor(destinations: readonly Row[], end: string) {
    this.#end = end;
    this.#ids = destinations.map(({ id }) => encodeJsonLine(id));
    this.#made = destinations.map(() => []);
  }

  of(column: number, slices: Slices, family: MatrixFlow["family"], node: MatrixFlow["node"]): string {
    if (family !== undefined || node !== undefined) return this.#make(column, slices, family, node);
    const made = this.#made[column] as string[];
    return (made[slices.id] ??= this.#make(column, slices, family, node));
  }

  #make(column: number, slices: Slices, family: MatrixFlow["family"], node: MatrixFlow["node"]): string {
    const members = [
      ...(family === undefined ? [] : [`,"family":"${family}"`]),
      ...(node === undefined ? [] : [`,"node":"${node}"`]),
    ];
    return `${this.#ids[column]}${members.join("")}${(this.#slices[slices.id] ??= slicesText(slices))}${this.#end}`;
  }
}

/** Members with what is allowed, undefined and unknown, as far as there is any. */
function slicesText(slices: Slices): string {
  return (["allowed", "undefined", "unknown"] as const)
    .filter((verdict) => !isNoTraffic(slices[verdict]))
    .map((verdict) => `,"${verdict}":${JSON.stringify(trafficJson(slices[verdict]))}`)
    .join("");
}

function byText(flow: MatrixFlow, deciders: Deciders): string {
  const [egress, ingress] = [deciders.of(flow, "egress"), deciders.of(flow, "ingress")];
  return `,"by":{"egress":[${egress.join()}],"ingress":[${ingress.join()}]}}`;
}
