import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, type Loaded } from "../../../src/index.js";
import { holds, matrixAsJson, matrixReport, type ConnectionJson } from "../../support/matrix.js";
import { PRIVATE } from "../../../src/base/net/special-ranges.js";
import { typedName } from "../../../src/semantics/reach/witness.js";
import type { Row } from "../../../src/semantics/reach/rows.js";

const FIXTURES = fileURLToPath(new URL("../../../fixtures", import.meta.url));

const FOLDERS = [
  "demo",
  ...["allowed", "both-sides", "domain-name", "equal-priorities", "every-port"].map(
    (each) => `gallery/${each}`,
  ),
  ...["incomplete", "missing-fact", "pass"].map((each) => `gallery/${each}`),
];

const FLOWS: readonly (readonly [protocol: string, port: number | undefined])[] = [
  ["TCP", 1],
  ["TCP", 80],
  ["TCP", 443],
  ["TCP", 5432],
  ["TCP", 7070],
  ["TCP", 9187],
  ["TCP", 65_535],
  ["UDP", 53],
  ["UDP", 5432],
  ["SCTP", 80],
  ["other", undefined],
];

async function loadFolder(folder: string): Promise<Loaded> {
  const files = readdirSync(`${FIXTURES}/${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml"))
    .toSorted();
  return loadSources(
    files.map((name) => ({ name, text: readFileSync(`${FIXTURES}/${folder}/${name}`, "utf8") })),
  );
}

/** What the map says of a flow. */
function verdictOf(
  connection: ConnectionJson | undefined,
  protocol: string,
  port: number | undefined,
): string {
  const verdicts = (["allowed", "undefined", "unknown"] as const).filter((verdict) =>
    holds(connection?.[verdict], protocol, port),
  );
  expect(verdicts.length).toBeLessThanOrEqual(1);
  return verdicts[0] ?? "denied";
}

/** A private block is taken for outside in the map, while `explain` asks whether one of its addresses is a pod's. */
function isMaybePod({ kind, addresses }: Row): boolean {
  return kind === "addresses" && addresses.subtract(PRIVATE).isEmpty;
}

describe("the map says of every flow what explain says", () => {
  it.each(FOLDERS)("%s", async (folder) => {
    const loaded = await loadFolder(folder);
    const { matrix } = matrixReport(loaded);
    const { connections } = matrixAsJson(loaded);
    const asked = new Set<string>();
    for (const from of matrix.sources) {
      for (const to of matrix.destinations) {
        if (!matrix.hasPair(from, to) || isMaybePod(from) || isMaybePod(to)) continue;
        const connection = connections.find((each) => each.from === from.id && each.to === to.id);
        for (const [protocol, port] of FLOWS) {
          const { results } = explainFlow(loaded, {
            from: typedName(from),
            to: typedName(to),
            protocol: protocol.toLowerCase(),
            ...(port === undefined ? {} : { port: String(port) }),
          });
          const verdicts = [...new Set(results.map(({ verdict }) => verdict))];
          expect({ flow: `${from.id} -> ${to.id} ${protocol} ${port}`, verdicts }).toEqual({
            flow: `${from.id} -> ${to.id} ${protocol} ${port}`,
            verdicts: [verdictOf(connection, protocol, port)],
          });
          asked.add(verdicts[0] ?? "");
        }
      }
    }
    expect(asked.size).toBeGreaterThan(1);
  });
});
