import { isList, isMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import type { ForbiddenKind } from "../model/cluster.js";
import type { StoredFacts } from "./input.js";

/** The form of snapshots that this program writes, and the only one that it reads. */
export const SNAPSHOT_VERSION = 1;

/** What a snapshot tells beside its objects, in its field `snapshot` (`schemas/snapshot.json`). */
export interface SnapshotFacts extends StoredFacts {
  /** When the cluster was read; undefined where the snapshot does not tell. */
  readonly taken: string | undefined;
}

/** The facts of a snapshot, or why nothing can be relied on: `detail` is the version, or the field that is wrong. */
export type SnapshotReading =
  | { readonly facts: SnapshotFacts; readonly problem?: never }
  | {
      readonly facts?: never;
      readonly problem: "unknown-snapshot-version" | "broken-snapshot";
      readonly detail: string;
    };

/** Reads the field `snapshot` of a list. What does not hold what it should is a problem, never guessed. */
export function snapshotFacts(trailer: Value): SnapshotReading {
  const version = isMapping(trailer) ? trailer["version"] : undefined;
  if (typeof version === "number" && version !== SNAPSHOT_VERSION)
    return { problem: "unknown-snapshot-version", detail: String(version) };
  try {
    return { facts: factsIn(trailer) };
  } catch (error) {
    if (error instanceof Broken) return { problem: "broken-snapshot", detail: error.field };
    throw error;
  }
}

/** A field that does not hold what it should. */
class Broken extends Error {
  readonly field: string;

  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

function factsIn(trailer: Value): SnapshotFacts {
  const { version, taken, server, knowsEveryPod, forbidden } = fieldsOf(trailer, "snapshot", FIELDS);
  if (version !== SNAPSHOT_VERSION) throw new Broken("version");
  if (typeof knowsEveryPod !== "boolean") throw new Broken("knowsEveryPod");
  return {
    serverVersion: server === undefined ? undefined : serverIn(server),
    knowsEveryPod,
    forbidden: listIn(forbidden, "forbidden").map(forbiddenIn),
    taken: taken === undefined ? undefined : timeIn(taken),
  };
}

const FIELDS: readonly string[] = ["version", "taken", "server", "knowsEveryPod", "forbidden"];

/** A mapping without other fields than those that it may have. */
function fieldsOf(value: Value, field: string, known: readonly string[]): Mapping {
  if (!isMapping(value)) throw new Broken(field);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Broken(unknown);
  return value;
}

function serverIn(server: Value): readonly [number, number] {
  const { major, minor } = fieldsOf(server, "server", ["major", "minor"]);
  return [countIn(major), countIn(minor)];
}

function countIn(value: Value | undefined): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0) throw new Broken("server");
  return value;
}

/** UTC, to the second. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

function timeIn(value: Value): string {
  if (typeof value !== "string" || !TIME.test(value) || !isDay(value)) throw new Broken("taken");
  return value;
}

/** False for a day or an hour that no calendar has: what is made of it would be another time, or none. */
function isDay(time: string): boolean {
  const date = new Date(time);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 19) === time.slice(0, 19);
}

function forbiddenIn(value: Value): ForbiddenKind {
  const { apiVersion, kind, readIn, why } = fieldsOf(value, "forbidden", FORBIDDEN_FIELDS);
  return {
    apiVersion: textIn(apiVersion, "apiVersion"),
    kind: textIn(kind, "kind"),
    readIn: listIn(readIn, "readIn").map((each) => textIn(each, "readIn")),
    ...(why === undefined ? {} : { why: textIn(why, "why") }),
  };
}

const FORBIDDEN_FIELDS: readonly string[] = ["apiVersion", "kind", "readIn", "why"];

function listIn(value: Value | undefined, field: string): readonly Value[] {
  if (!isList(value)) throw new Broken(field);
  return value;
}

function textIn(value: Value | undefined, field: string): string {
  if (typeof value !== "string" || value === "") throw new Broken(field);
  return value;
}
