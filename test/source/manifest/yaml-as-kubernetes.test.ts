import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readDocuments } from "../../../src/source/manifest/read.js";
import type { DocumentReading } from "../../../src/source/manifest/document.js";

/** What Kubernetes' own readers made of a text: one value, a stream's documents, or an error. */
interface Row {
  readonly what: string;
  readonly yaml: string;
  readonly json?: unknown;
  readonly documents?: readonly unknown[];
  readonly error?: string;
  readonly strictError?: string;
}

const ROWS = JSON.parse(
  readFileSync(new URL("../../../fixtures/yaml-as-kubernetes.json", import.meta.url), "utf8"),
) as readonly Row[];

/** What is done instead of what Kubernetes does: an error, or a finding beside the value. */
interface Difference {
  readonly reason: string;
  readonly instead: "refused" | "collision";
}

/** Rows that are read in another way on purpose; every other row must agree. */
const DIFFERENCES: ReadonlyMap<string, Difference> = new Map([
  ...[
    "a: 1\n# c\u2028b: 2\n",
    "# c\u2028a: 1\n",
    "# c\u2029a: 1\n",
    "# c\u0085a: 1\n",
    "a: x\u2028b: 2\n",
    "a: x\u0085b: 2\n",
    'a: "x\u2028y"\n',
    "a: |\n  x\u2028  y\n",
    "a: \u0085\n",
    'a: "\u2028"\n',
  ].map((yaml): [string, Difference] => [
    yaml,
    { reason: "a line break that no other reader sees is an error", instead: "refused" },
  ]),
  [
    "---a: v\n",
    {
      reason: "one text for the single reader; kubectl's stream reader refuses it (row `---b`)",
      instead: "refused",
    },
  ],
  ...["%YAML 1.1\n---\na: 1\n", "%TAG ! tag:x,2000:\n---\na: !b c\n"].map((yaml): [string, Difference] => [
    yaml,
    {
      reason: "one text for the single reader; kubectl's stream reader cuts the directive off and refuses it",
      instead: "refused",
    },
  ]),
  [
    "1: a\n1.0: b\n",
    {
      reason: "two keys that become one: Kubernetes keeps either, which differs from run to run",
      instead: "collision",
    },
  ],
]);

function readings({ yaml }: Row): DocumentReading[] {
  return [...readDocuments({ name: "row.yaml", text: yaml.replace(/^\uFEFF/, "") })];
}

/** Values as JSON has them, whole numbers beyond 2^53 as JSON.parse would read them, keys sorted. */
function asJson(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, asJson(each)]),
  );
}

const isRefused = (documents: readonly DocumentReading[]): boolean =>
  documents.some(({ problem }) => problem !== undefined);

const agreeing = ROWS.filter(({ yaml }) => !DIFFERENCES.has(yaml)).map((row, index) => ({ ...row, index }));
const title = "$what $yaml";

describe("texts are read as Kubernetes reads them", () => {
  it("has every row, and few differences", () => {
    expect(ROWS).toHaveLength(955);
    expect(DIFFERENCES.size).toBeLessThanOrEqual(15);
    expect(agreeing.length + DIFFERENCES.size).toBe(ROWS.length);
  });

  it.each([...DIFFERENCES])("%j differs on purpose", (yaml, { instead }) => {
    const row = ROWS.find((each) => each.yaml === yaml);
    expect(row?.json ?? row?.documents).toBeDefined();
    const documents = readings({ what: "", yaml });
    expect(isRefused(documents)).toBe(instead === "refused");
    expect(documents.some(({ collisions }) => collisions.length > 0)).toBe(instead === "collision");
  });

  it("has values, errors and streams, each with what they are compared to", () => {
    for (const { json, documents, error, strictError } of ROWS) {
      if (json === undefined && documents === undefined) expect(error).toBeDefined();
      if (strictError !== undefined) expect(json).toBeDefined();
    }
  });

  it.each(agreeing.filter(({ json }) => json !== undefined))(title, (row) => {
    const documents = readings(row);
    expect(isRefused(documents)).toBe(false);
    expect(documents.length).toBeLessThanOrEqual(1);
    expect(asJson(documents[0]?.value ?? null)).toEqual(asJson(row.json));
    expect(documents.some(({ duplicates }) => duplicates.length > 0)).toBe(row.strictError !== undefined);
  });

  it.each(agreeing.filter(({ json, documents }) => json === undefined && documents === undefined))(
    title,
    (row) => {
      expect(row.error).toBeDefined();
      expect(isRefused(readings(row))).toBe(true);
    },
  );

  it.each(agreeing.filter(({ documents }) => documents !== undefined))(title, (row) => {
    const documents = readings(row);
    const values = documents
      .map(({ value }) => asJson(value))
      .filter((value) => value !== null && value !== undefined);
    expect(isRefused(documents)).toBe(row.error !== undefined);
    // Of a broken stream, kubectl stops at the first error: documents before it must agree, others are read all the same.
    if (row.error === undefined) expect(values).toEqual(row.documents?.map(asJson));
    else expect(values.slice(0, row.documents?.length)).toEqual(row.documents?.map(asJson));
  });
});
