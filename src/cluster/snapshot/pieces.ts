import { SNAPSHOT_VERSION, type SnapshotFacts } from "../load/snapshot-facts.js";
import type { SnapshotItems } from "./items.js";

/** A snapshot's text, piece by piece: a `List` as any tool reads it, an object a line, and the facts behind them. */
export function* snapshotPieces(items: SnapshotItems, facts: SnapshotFacts): Generator<string> {
  yield '{"apiVersion":"v1","kind":"List","items":[';
  let separator = "\n";
  for (const text of items.texts()) {
    yield separator;
    yield text;
    separator = ",\n";
  }
  yield `\n],"snapshot":${trailerText(facts)}}\n`;
}

/** The facts in the form in which `snapshotFacts` reads them. */
function trailerText({ serverVersion, knowsEveryPod, forbidden, taken }: SnapshotFacts): string {
  return JSON.stringify({
    version: SNAPSHOT_VERSION,
    taken,
    server: serverVersion === undefined ? undefined : { major: serverVersion[0], minor: serverVersion[1] },
    knowsEveryPod,
    forbidden: forbidden.map(({ apiVersion, kind, readIn, why }) => ({
      apiVersion,
      kind,
      readIn: readIn.toSorted(),
      why,
    })),
  });
}
