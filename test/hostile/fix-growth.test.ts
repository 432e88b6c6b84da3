import { beforeAll, describe, expect, it } from "vitest";
import { expectLinear, startUpOf } from "./growth.js";
import type { Shape } from "./shapes.js";

const fix = (path: string): string[] => ["lint", path, "--fix-dry-run"];

const HEAD = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db, namespace: shop }
`;

/** Rules with mistakes that have a fix each: a misspelt field, and two numbers in quotes. */
const rules = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join("");

const SHAPES: readonly Shape[] = [
  {
    name: "one flow line",
    size: 350,
    text: (n) =>
      `${HEAD}spec: { podSelector: {}, ingress: [ ${rules(n, (i) => `{ form: [], ports: [ { port: "${i + 1}" } ] }, `)}] }\n`,
    exit: 1,
    says: '-spec: { podSelector: {}, ingress: [ { form: [], ports: [ { port: "1" } ] }',
  },
  {
    name: "lines of a block",
    size: 350,
    text: (n) =>
      `${HEAD}spec:\n  podSelector: {}\n  ingress:\n${rules(n, (i) => `  - form: []\n    ports:\n    - port: "${i + 1}"\n`)}`,
    exit: 1,
    says: "-  - form: []",
  },
];

let startUp: number;

beforeAll(async () => {
  startUp = await startUpOf(fix);
});

describe("anp lint --fix-dry-run takes about twice the time for twice the mistakes", () => {
  it.each(SHAPES)("$name", async (shape) => {
    const { stdout, code } = await expectLinear(shape, fix, startUp);
    expect(stdout.includes(shape.says), stdout.slice(0, 1000)).toBe(true);
    expect(code).toBe(shape.exit);
  });
});
