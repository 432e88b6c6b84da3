import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { BadLine } from "../../source/flows/bad-line.js";
import { earliest, latest } from "./counting.js";
import { COMPARED_FATES, RECORDED_POINTS, type TallyGroup } from "./tally-group.js";
import type { Tally } from "./tally.js";
import { Fields } from "../../source/flows/fields.js";
import { labelsOf } from "../../cluster/model/labels.js";
import { NOT_JUDGED } from "./outcome.js";
import { FAMILIES, parseAddress, type Address } from "../../base/net/address.js";
import { PROTOCOLS } from "../../base/net/traffic.js";
import type { TallyIdentity } from "./identity.js";
import { TALLY_VERSION, type TalliedLog, type TallyShard } from "./tally-text.js";
import type { FoundEnd, ReplayEnd } from "./ends.js";
import { SKIP_REASONS, type LineFault } from "../../source/flows/reader.js";
import type { RecordedRule } from "../../source/flows/record.js";

/** Why a tally can't be added. */
export type TallyProblem =
  /** Not a tally, or one that was changed. @param line from 1 */
  | { readonly code: "not-a-tally"; readonly line: number; readonly field?: string }
  /** Its last line is missing. */
  | { readonly code: "cut" }
  | { readonly code: "unknown-version" }
  /** It was counted with other states of the cluster, or other facts about it. */
  | { readonly code: "other-cluster" }
  /** It was counted from other logs than the ones before. */
  | { readonly code: "other-logs" };

/** What the first line of a tally says. */
export interface TallyHead {
  readonly shard: TallyShard;
  readonly logs: readonly TalliedLog[];
}

/** Adds tallies of shards, line by line, to one. */
export class TallyReader {
  readonly #tally: Tally;
  readonly #identity: TallyIdentity;
  #head: TallyHead | undefined;
  #line = 0;
  #groups = 0;
  #isWhole = false;

  /** @param identity the tally's own */
  constructor(tally: Tally, identity: TallyIdentity) {
    this.#tally = tally;
    this.#identity = identity;
  }

  get head(): TallyHead | undefined {
    return this.#head;
  }

  /** True once the last line was read, and all before it were there. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** @param logs those of the tallies before, if there were any */
  read(text: string, logs: readonly TalliedLog[] | undefined): Attempt<undefined, TallyProblem> {
    this.#line++;
    if (text.trim() === "") return succeeded(undefined);
    const fields = Fields.ofJson(text);
    if (fields === undefined) return failed({ code: "not-a-tally", line: this.#line });
    try {
      if (this.#head === undefined) return this.#readHead(fields, logs);
      if (this.#isWhole) return failed({ code: "not-a-tally", line: this.#line });
      if (fields.has("groups")) {
        this.#isWhole = fields.whole("groups", 0, MOST) === this.#groups;
        if (!this.#isWhole) throw fields.bad("groups");
        return succeeded(undefined);
      }
      this.#groups++;
      return this.#group(fields) ? succeeded(undefined) : failed({ code: "other-cluster" });
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      const { fault } = error;
      return failed({
        code: "not-a-tally",
        line: this.#line,
        ...("field" in fault ? { field: fault.field } : {}),
      });
    }
  }

  #readHead(fields: Fields, before: readonly TalliedLog[] | undefined): Attempt<undefined, TallyProblem> {
    const version = fields.whole("anpTally", 0, Number.MAX_SAFE_INTEGER);
    if (version === undefined) return failed({ code: "not-a-tally", line: this.#line });
    if (version !== TALLY_VERSION) return failed({ code: "unknown-version" });
    const shard = needed(fields.object("shard"), fields, "shard");
    const states = fields.objects("states");
    const { states: own, changes } = this.#identity;
    const isSame =
      fields.texts("changes").join() === changes.join() &&
      states.length === own.length &&
      states.every(
        (each, i) => each.time("taken") === own[i]!.taken && each.text("digest") === own[i]!.digest,
      );
    if (!isSame) return failed({ code: "other-cluster" });
    const logs = fields.objects("logs").map((each): TalliedLog => ({
      name: needed(each.text("name"), each, "name"),
      format: each.text("format"),
      broken: each.text("broken"),
    }));
    const isOther =
      before !== undefined &&
      (before.length !== logs.length || !logs.every((log, i) => maySame(log, before[i]!)));
    if (isOther) return failed({ code: "other-logs" });
    this.#counts(fields);
    this.#head = {
      shard: {
        index: needed(shard.whole("index", 0, MOST), shard, "index"),
        count: needed(shard.whole("count", 1, MOST), shard, "count"),
      },
      logs,
    };
    return succeeded(undefined);
  }

  #counts(fields: Fields): void {
    const { counts } = this.#tally;
    counts.records += needed(fields.whole("records", 0, MOST), fields, "records");
    counts.lost += needed(fields.whole("lost", 0, MOST), fields, "lost");
    counts.first = earliest(counts.first, fields.time("first"));
    counts.last = latest(counts.last, fields.time("last"));
    for (const each of fields.objects("unjudged"))
      this.#tally.unjudged(oneOf(NOT_JUDGED, each, "reason"), countOf(each), placeOf(each));
    const skipped = needed(fields.object("skipped"), fields, "skipped");
    for (const reason of SKIP_REASONS) {
      const count = skipped.whole(reason, 1, MOST);
      if (count !== undefined) this.#tally.skip(reason, count);
    }
    for (const each of fields.objects("bad")) {
      const fault = needed(each.object("fault"), each, "fault");
      this.#tally.bad(faultOf(fault), placeOf(each), countOf(each));
    }
    for (const [kind, count] of numbersIn(fields, "seen"))
      counts.seen.set(kind, (counts.seen.get(kind) ?? 0) + count);
  }

  /** @returns false for an end that no state has */
  #group(fields: Fields): boolean {
    const ends = this.#tally.ends[fields.whole("state", 0, MOST) ?? -1];
    if (ends === undefined) throw fields.bad("state");
    const end = (name: string): ReplayEnd | undefined => {
      const own = needed(fields.object(name), fields, name);
      return ends.again(foundOf(own), own.flag("isByNode") === true);
    };
    const [from, to] = [end("from"), end("to")];
    if (from === undefined || to === undefined) return false;
    const named = fields.object("named");
    const sample = needed(fields.object("sample"), fields, "sample");
    const group: TallyGroup = {
      from,
      to,
      protocol: fields.has("protocol") ? oneOf(PROTOCOLS, fields, "protocol") : undefined,
      ports: portsOf(fields),
      family: fields.has("family") ? oneOf(FAMILIES, fields, "family") : undefined,
      point: oneOf(RECORDED_POINTS, fields, "point"),
      fate: oneOf(COMPARED_FATES, fields, "fate"),
      isSelf: fields.flag("isSelf") === true,
      count: countOf(fields),
      first: fields.time("first"),
      last: fields.time("last"),
      place: placeOf(fields),
      sample: { from: addressIn(sample, "from"), to: addressIn(sample, "to") },
      named: named === undefined ? undefined : ruleOf(named),
    };
    if (!this.#tally.add(group)) this.#tally.unjudged("too-many", group.count, group.place);
    return true;
  }
}

/** A shard that has met no line of a log doesn't know its format. */
function maySame(one: TalliedLog, other: TalliedLog): boolean {
  const isSameFormat = one.format === undefined || other.format === undefined || one.format === other.format;
  return one.name === other.name && isSameFormat;
}

const MOST = Number.MAX_SAFE_INTEGER;

const WHOLE_LINE = [
  "not-json",
  "cut",
  "not-this-format",
  "no-format",
  "several-formats",
  "nested-too-deeply",
  "too-long",
] as const;
const OF_A_FIELD = ["missing-field", "bad-value"] as const;

function faultOf(fields: Fields): LineFault {
  const field = fields.text("field");
  return field === undefined
    ? { code: oneOf(WHOLE_LINE, fields, "code") }
    : { code: oneOf(OF_A_FIELD, fields, "code"), field };
}

function needed<T>(value: T | undefined, of: Fields, name: string): T {
  if (value === undefined) throw of.bad(name);
  return value;
}

function oneOf<T extends string>(names: readonly T[], of: Fields, name: string): T {
  const text = of.text(name);
  return needed(
    names.find((each) => each === text),
    of,
    name,
  );
}

function countOf(fields: Fields): number {
  return needed(fields.whole("count", 1, MOST), fields, "count");
}

function placeOf(fields: Fields): TallyGroup["place"] {
  const file = needed(fields.whole("file", 0, MOST), fields, "file");
  return { file, line: needed(fields.whole("line", 0, MOST), fields, "line") };
}

function numbersIn(fields: Fields, name: string): readonly (readonly [string, number])[] {
  const own = needed(fields.object(name), fields, name);
  return Object.keys(own.raw).map((key) => [key, needed(own.whole(key, 0, MOST), own, key)]);
}

function portsOf(fields: Fields): TallyGroup["ports"] {
  const ports = fields.raw["ports"];
  if (ports === null || ports === undefined) return undefined;
  const [first, last] = Array.isArray(ports) ? (ports as unknown[]) : [];
  if (typeof first !== "number" || typeof last !== "number") throw fields.bad("ports");
  if (!Number.isInteger(first) || !Number.isInteger(last) || first < 1 || last < first || last > 65_535)
    throw fields.bad("ports");
  return [first, last];
}

function foundOf(fields: Fields): FoundEnd {
  const text = (name: string): string => needed(fields.text(name), fields, name);
  const type = text("type");
  switch (type) {
    case "pod":
      return { type, namespace: text("namespace"), name: text("name") };
    case "workload":
      return { type, id: text("id") };
    case "labels": {
      const labels = needed(fields.object("labels"), fields, "labels");
      const pairs = Object.keys(labels.raw).map(
        (key) => [key, needed(labels.text(key), labels, key)] as const,
      );
      const why = oneOf(["other-labels", "not-there"], fields, "why");
      return { type, namespace: text("namespace"), labels: labelsOf(pairs), name: text("name"), why };
    }
    case "node":
      return { type, name: text("name"), address: addressIn(fields, "address") };
    case "address":
    case "service":
      return { type, address: needed(addressIn(fields, "address"), fields, "address") };
    default:
      throw fields.bad("type");
  }
}

function addressIn(fields: Fields, name: string): Address | undefined {
  const text = fields.text(name);
  return text === undefined ? undefined : needed(parseAddress(text), fields, name);
}

function ruleOf(fields: Fields): RecordedRule {
  return {
    kind: fields.text("kind"),
    namespace: fields.text("namespace"),
    name: fields.text("name"),
    tier: undefined,
    rule: fields.whole("rule", 0, MOST),
    direction: undefined,
    action: undefined,
  };
}
