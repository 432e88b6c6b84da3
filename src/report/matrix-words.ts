import { AddressSet } from "../base/net/address-set.js";
import { count } from "../base/text/count.js";
import { commaList, conjunction, type NameList } from "../base/text/list.js";
import { encode } from "./encode.js";
import { groupBy } from "../base/collections/group-by.js";
import {
  isNoTraffic,
  OTHER_TRAFFIC,
  PROTOCOLS,
  subtractTraffic,
  trafficOf,
  unionTraffic,
  type Traffic,
} from "../base/net/traffic.js";
import { isEveryPort } from "../base/net/port-set.js";
import { trafficText, labelPairText } from "./describe.js";
import { INTERNET } from "../base/net/special-ranges.js";
import { joinShares, shareOf, type PairShare } from "../questions/matrix/pair-share.js";
import { noteText } from "./explain-words.js";
import type { PairAnswer } from "../questions/matrix/table.js";
import type { MatrixReport } from "./matrix-report.js";
import type { Matrix } from "../questions/matrix/matrix.js";
import type { MatrixNote } from "../questions/matrix/notes.js";
import type { Row } from "../semantics/reach/rows.js";
import type { Slices } from "../questions/matrix/slices.js";
import type { Verdict } from "../cluster/model/verdict.js";

/** What a pair comes to, in words. */
export interface PairContent {
  readonly text: string;
  /** The best of it: allowed where some of it is. */
  readonly verdict: Verdict;
  /** True where all that is asked about is allowed, but for protocols that are not shown. */
  readonly isWhole: boolean;
}

/** Pairs by what they come to; each pair is counted once. */
export interface PairCounts {
  allowed: number;
  inPart: number;
  undefined: number;
  unknown: number;
  denied: number;
  /** Pairs of which only what becomes of other protocols is open, beside what is shown. */
  otherOpen: number;
}

/**
 * Puts pairs into words and counts them. Protocols without ports are undefined wherever a NetworkPolicy isolates an end:
 * where they are not what is asked about, that is counted and said once.
 */
export class PairWords {
  readonly counts: PairCounts = { allowed: 0, inPart: 0, undefined: 0, unknown: 0, denied: 0, otherOpen: 0 };
  readonly #contents = new Map<string, PairContent>();
  readonly #shown = new Map<Slices, Shown>();
  readonly #hidesOther: boolean;
  readonly #showsDenied: boolean;

  constructor({ question }: Matrix, showsDenied: boolean) {
    this.#hidesOther = question === undefined;
    this.#showsDenied = showsDenied;
  }

  /** The same object for the same words; undefined where there is nothing to show. */
  of(answers: readonly PairAnswer[]): PairContent | undefined {
    if (answers.length === 0) return undefined;
    const shown = answers.map(({ slices }) => this.#shownOf(slices));
    const texts = answers.flatMap(({ family, node }, i) => {
      const text = shown[i]?.text ?? "";
      return text === "" ? [] : [text + qualifier(family, node)];
    });
    const verdict = verdictOf(shown);
    if (texts.length === 0) return this.#showsDenied ? this.#intern("denied", "denied", false) : undefined;
    return this.#intern(
      texts.join("; "),
      verdict,
      shown.every(({ isWhole }) => isWhole),
    );
  }

  /** Counts what a pair comes to. */
  count(answers: readonly PairAnswer[]): void {
    if (answers.length === 0) return;
    const shown = answers.map(({ slices }) => this.#shownOf(slices));
    const share = shown.map((each) => each.share).reduce(joinShares);
    this.counts[share === "part" ? "inPart" : share]++;
    if (shown.some(({ isOtherHidden }) => isOtherHidden)) this.counts.otherOpen++;
  }

  #intern(text: string, verdict: Verdict, isWhole: boolean): PairContent {
    const key = `${verdict} ${isWhole} ${text}`;
    const known = this.#contents.get(key);
    if (known !== undefined) return known;
    const content = { text, verdict, isWhole };
    this.#contents.set(key, content);
    return content;
  }

  #shownOf(slices: Slices): Shown {
    const known = this.#shown.get(slices);
    if (known !== undefined) return known;
    const shown = this.#show(slices);
    this.#shown.set(slices, shown);
    return shown;
  }

  #show({ allowed, denied, undefined: open, unknown }: Slices): Shown {
    const hide = (traffic: Traffic): Traffic =>
      this.#hidesOther ? subtractTraffic(traffic, OTHER_TRAFFIC) : traffic;
    const [shownOpen, shownUnknown] = [hide(open), hide(unknown)];
    const parts = [
      isNoTraffic(allowed) ? "" : shortTraffic(allowed),
      isNoTraffic(shownOpen) ? "" : `undefined: ${shortTraffic(shownOpen)}`,
      isNoTraffic(shownUnknown) ? "" : `unknown: ${shortTraffic(shownUnknown)}`,
    ].filter((part) => part !== "");
    const share = shareOf({ allowed, denied, undefined: open, unknown }, this.#hidesOther);
    return {
      text: parts.join("; "),
      share,
      verdict: share === "part" ? "allowed" : share,
      isWhole: share === "allowed",
      isOtherHidden: (open.other && !shownOpen.other) || (unknown.other && !shownUnknown.other),
    };
  }
}

interface Shown {
  readonly text: string;
  readonly share: PairShare;
  readonly verdict: Verdict;
  readonly isWhole: boolean;
  readonly isOtherHidden: boolean;
}

const BEST_FIRST: readonly Verdict[] = ["allowed", "unknown", "undefined", "denied"];

function verdictOf(shown: readonly Shown[]): Verdict {
  return BEST_FIRST.find((verdict) => shown.some((each) => each.verdict === verdict)) ?? "denied";
}

function qualifier(family: PairAnswer["family"], node: PairAnswer["node"]): string {
  const words = [
    ...(family === undefined ? [] : [family]),
    ...(node === undefined ? [] : [node === "own" ? "own node" : "other nodes"]),
  ];
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}

/** How many runs of ports of one protocol are written out. */
const SHOWN_RUNS = 6;

/** `all traffic`, `all ports`, `TCP 80, 443; UDP 53; other protocols`. */
function shortTraffic(traffic: Traffic): string {
  if (PROTOCOLS.every((protocol) => isEveryPort(traffic[protocol])))
    return traffic.other ? "all traffic" : "all ports";
  const ports = portsText(traffic);
  return [...(ports === "" ? [] : [ports]), ...(traffic.other ? ["other protocols"] : [])].join("; ");
}

/** The ports of some traffic; of many runs, the first. */
function portsText(traffic: Traffic): string {
  const more = PROTOCOLS.reduce((sum, each) => sum + Math.max(0, traffic[each].length - SHOWN_RUNS), 0);
  const shown = PROTOCOLS.map((each) => trafficOf(each, traffic[each].slice(0, SHOWN_RUNS)));
  const text = trafficText(shown.reduce(unionTraffic));
  return more === 0 ? text : `${text} and ${more} more ranges of ports`;
}

/** A row as people call it; a pod that does not exist yet says so. */
export function rowText(row: Row, matrix: Matrix): string {
  const { namespace, name, shownAs } = row;
  if (row.kind === "addresses" && holdsInternet([row])) return "internet";
  if (!matrix.exposed.has(row)) return encode(shownAs);
  const labels = name === "" ? "any new pod" : `new pod ${encode(name)}`;
  const made = namespace === undefined ? undefined : matrix.newNamespaces.get(namespace);
  if (made === undefined) return `${labels} in ${encode(namespace ?? "")}`;
  const pairs = Object.entries(made.labels).filter(([, value]) => value !== namespace);
  const where = pairs.map(([key, value]) => labelPairText(key, value)).join(",");
  return `${labels} in a new namespace${where === "" ? "" : ` ${where}`}`;
}

/** How many names of a list are written out. */
const SHOWN_NAMES = 8;

/** How many blocks of addresses are named before they are counted. */
const SHOWN_BLOCKS = 4;

/** Some rows of a side of the map in a few words: `shop/* (3)`, `everything (12)`, names. */
export class RowNames {
  readonly #matrix: Matrix;
  readonly #side: readonly Row[];
  /** How many rows each namespace has on this side, of those that are there with all of their workloads. */
  readonly #wholeNamespaces: ReadonlyMap<string, number>;
  readonly #isWhole: boolean;
  readonly #blocks: number;

  constructor(matrix: Matrix, side: readonly Row[]) {
    this.#matrix = matrix;
    this.#side = side;
    const { workloads } = matrix.reach.cluster;
    const own = side.filter((row) => isWorkload(row, matrix));
    const all = groupBy(workloads, ({ namespace }) => namespace);
    const rows = groupBy(own, ({ namespace }) => namespace ?? "");
    const whole = [...rows].filter(([name, some]) => workloadCount(some) === all.get(name)?.length);
    this.#wholeNamespaces = new Map(whole.map(([name, some]) => [name, some.length]));
    this.#isWhole = workloadCount(own) === workloads.length;
    this.#blocks = side.filter(({ kind }) => kind === "addresses").length;
  }

  of(rows: readonly Row[]): string {
    return commaList(this.listOf(rows));
  }

  /** The same as a list: the names that are shown, and how many there are beside them. */
  listOf(rows: readonly Row[]): NameList {
    if (this.#isWhole && rows.length === this.#side.length && rows.length > 2)
      return { names: [`everything (${rows.length})`], more: 0 };
    const blocks = rows.filter(({ kind }) => kind === "addresses").length;
    const counts = this.#countByNamespace(rows);
    const names = new Set<string>();
    const isInternet = blocks > 0 && holdsInternet(rows);
    for (const row of rows) {
      const { namespace = "", kind } = row;
      const count = isWorkload(row, this.#matrix) ? (counts.get(namespace) ?? 0) : 0;
      if (kind === "addresses" && isInternet) names.add("internet");
      else if (kind === "addresses" && blocks > SHOWN_BLOCKS)
        names.add(`${blocks} of ${this.#blocks} external address blocks`);
      else if (count > 1 && count === this.#wholeNamespaces.get(namespace))
        names.add(`${encode(namespace)}/* (${count})`);
      else names.add(rowText(row, this.#matrix));
    }
    const all = [...names];
    const more = all.length - SHOWN_NAMES;
    return more > 1 ? { names: all.slice(0, SHOWN_NAMES), more } : { names: all, more: 0 };
  }

  #countByNamespace(rows: readonly Row[]): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { namespace = "" } of rows.filter((row) => isWorkload(row, this.#matrix)))
      counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
    return counts;
  }
}

/** True for rows that hold every address outside of all clusters, of the families that they have. */
function holdsInternet(rows: readonly Row[]): boolean {
  const own = AddressSet.unionOf(
    rows.filter(({ kind }) => kind === "addresses").map(({ addresses }) => addresses),
  );
  return own.families.every((family) => INTERNET[family].subtract(own).isEmpty);
}

/** True for pods that exist. */
function isWorkload(row: Row, { exposed }: Matrix): boolean {
  return row.namespace !== undefined && !exposed.has(row);
}

/** How many workloads some rows belong to, which policies may tell apart. */
function workloadCount(rows: readonly Row[]): number {
  return new Set(rows.map(({ namespace, kind, name }) => JSON.stringify([namespace, kind, name]))).size;
}

/** `5 workloads, 84 nodes, 2 blocks of outside addresses, 1 name`. */
export function sizeText(matrix: Matrix, rows: readonly Row[]): string {
  const real = rows.filter((row) => !matrix.exposed.has(row));
  const pods = workloadCount(real.filter(({ namespace }) => namespace !== undefined));
  const nodes = new Set(real.flatMap(({ kind, names }) => (kind === "Node" ? names : [])));
  const ofKind = (wanted: string): number => real.filter(({ kind }) => kind === wanted).length;
  return conjunction(
    [
      some(pods, "workload", "workloads"),
      some(nodes.size, "node", "nodes"),
      some(ofKind("addresses"), "external address block", "external address blocks"),
      some(ofKind("domain"), "domain name", "domain names"),
      some(rows.length - real.length, "kind of future pod", "kinds of future pods"),
    ].filter((part) => part !== ""),
  );
}

function some(number: number, one: string, several: string): string {
  return number === 0 ? "" : count(number, one, several);
}

/** `36 pairs: 12 allowed, 6 in part, 18 denied`. */
export function countsText({ allowed, inPart, undefined: open, unknown, denied }: PairCounts): string {
  const total = allowed + inPart + open + unknown + denied;
  const parts = [
    [allowed, "allowed"],
    [inPart, "partly allowed"],
    [open, "undefined"],
    [unknown, "unknown"],
    [denied, "denied"],
  ] as const;
  const list = parts.flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}`]));
  if (total === 0) return "no pairs";
  return `${count(total, "pair", "pairs")}: ${total === 1 ? (list[0] ?? "").slice(2) : list.join(", ")}`;
}

/** What is said once about protocols that are not shown; undefined where there is nothing to say. */
function otherProtocolsText({ otherOpen }: PairCounts): string | undefined {
  if (otherOpen === 0) return undefined;
  const pairs = otherOpen === 1 ? "1 pair" : `${otherOpen} pairs`;
  return `ICMP and other protocols are hidden: --protocol other (undefined or unknown for ${pairs})`;
}

/** What stands below each map that hangs on it, and is told in the documentation. */
const ALWAYS: ReadonlySet<MatrixNote["code"]> = new Set(["private-addresses", "family-assumed"]);

/** The notes that are worth a reader's time, in words. */
export function keyNotes(report: MatrixReport, counts: PairCounts): string[] {
  const other = otherProtocolsText(counts);
  const notes = report.notes().filter(({ code }) => !ALWAYS.has(code));
  return [...(other === undefined ? [] : [other]), ...notes.map(matrixNoteText)];
}

/** How many workloads a note names. */
const SHOWN_WORKLOADS = 3;

/** A note of a map as one sentence, lower case, without a full stop; names in it are encoded. */
export function matrixNoteText(note: MatrixNote): string {
  switch (note.code) {
    case "pods-behind-service":
      return `Service ${encode(note.service)} is shown as its pods and the ports they listen on; use anp explain for the Service itself`;
    case "loaded-pods-with-labels":
      return `${encode(note.labels)} is ${note.count === 1 ? "the one workload" : `all ${note.count} workloads`} in the input with ${note.labels.includes(",") ? "these labels" : "this label"}`;
    case "told-apart":
      return `policies treat the pods of ${workloadsText(note.workloads)} differently: the groups are #1, #2 and so on`;
    case "port-not-declared": {
      const [verb, them] = note.workloads.length === 1 ? ["declares", "it"] : ["declare", "them"];
      return `${workloadsText(note.workloads)} ${verb} no port named "${encode(note.port)}"; no traffic to ${them} is shown`;
    }
    case "node-ports-not-followed": {
      const [ports, lead] = note.ports.length === 1 ? ["port", "leads"] : ["ports", "lead"];
      return `${ports} ${conjunction(note.ports.map(String))} of a node ${lead} to pods (node port or hostPort): the map shows what the node gets, anp explain what the pods get`;
    }
    case "private-addresses":
      return "private addresses not in the input are assumed external; anp explain shows what happens if one is a pod's";
    case "no-common-family":
      return `${encode(note.name)} has no address family in common with the other side`;
    case "exposure-left-out": {
      const kinds = note.count === 1 ? "1 kind of pod" : `${note.count} kinds of pods`;
      return `${kinds} omitted: rules select ${note.count === 1 ? "it, but it reaches" : "them, but they reach"} no more than a pod without labels`;
    }
    default:
      return noteText(note);
  }
}

/** The first of some workloads, and how many more. */
function workloadsText(workloads: readonly string[]): string {
  const more = workloads.length - SHOWN_WORKLOADS;
  const names = workloads.slice(0, more > 1 ? SHOWN_WORKLOADS : undefined).map(encode);
  return conjunction(more > 1 ? [...names, `${more} other workloads`] : names);
}
