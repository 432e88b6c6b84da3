import type { Shape } from "./shapes.js";

const HEAD = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db, namespace: shop }
`;

/** Rules with mistakes that have a fix each: a misspelt field, and two numbers in quotes. */
const rules = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join("");

/** Documents with many mistakes that have a fix each: so many that what a run costs at its start, collecting garbage too, is little of it. */
export const FIXED_SHAPES: readonly Shape[] = [
  {
    name: "one flow line",
    size: 250,
    text: (n) =>
      `${HEAD}spec: { podSelector: {}, ingress: [ ${rules(n, (i) => `{ form: [], ports: [ { port: "${i + 1}" } ] }, `)}] }\n`,
    exit: 1,
    says: '-spec: { podSelector: {}, ingress: [ { form: [], ports: [ { port: "1" } ] }',
  },
  {
    name: "lines of a block",
    size: 250,
    text: (n) =>
      `${HEAD}spec:\n  podSelector: {}\n  ingress:\n${rules(n, (i) => `  - form: []\n    ports:\n    - port: "${i + 1}"\n`)}`,
    exit: 1,
    says: "-  - form: []",
  },
];
