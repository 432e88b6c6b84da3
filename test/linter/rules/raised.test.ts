import { expect, it } from "vitest";
import { lintText, networkPolicy } from "../../support/findings.js";

const DB = `apiVersion: v1
kind: Pod
metadata: { name: db, namespace: shop, labels: { app: db } }
spec: { containers: [{ name: c, ports: [{ name: sql, containerPort: 5432 }] }] }
`;

/** The rules that speak of how open the first rule of an ingress policy is. */
async function openings(rules: string): Promise<string[]> {
  const policy = networkPolicy(`podSelector: {}\npolicyTypes: [Ingress]\ningress: ${rules}`);
  const found = await lintText(`${DB}---\n${policy}`);
  const about = new Set([
    "allow-all-rule",
    "null-rule-allows-all",
    "empty-list-means-all",
    "rule-split-by-dash",
    "open-to-world",
    "sensitive-port-exposed",
  ]);
  return found.map(({ rule }) => rule).filter((rule) => about.has(rule));
}

it.each([
  ["a rule without any condition that is meant", "[{}]", ["sensitive-port-exposed"]],
  [
    "a rule without any condition beside another",
    "[{ from: [{ podSelector: {} }] }, {}]",
    ["allow-all-rule"],
  ],
  ["a null rule", "[null]", ["null-rule-allows-all"]],
  ["an empty list of peers", "[{ from: [] }]", ["empty-list-means-all"]],
  [
    "an empty list of peers with ports",
    "[{ from: [], ports: [{ port: 5432 }] }]",
    ["sensitive-port-exposed"],
  ],
  ["an empty list of ports and no peers", "[{ ports: [] }]", ["empty-list-means-all"]],
  [
    "two rules of what was one",
    "[{ from: [{ podSelector: {} }] }, { ports: [{ port: 5432 }] }]",
    ["rule-split-by-dash"],
  ],
  // What is said of a port is another cause.
  ["ports alone", "[{ ports: [{ port: 5432 }] }]", ["sensitive-port-exposed"]],
  [
    "a port without a number",
    "[{ ports: [{ port: null }] }]",
    ["empty-list-means-all", "sensitive-port-exposed"],
  ],
  [
    "a wide block with an empty list of ports",
    "[{ from: [{ ipBlock: { cidr: 0.0.0.0/0 } }], ports: [] }]",
    ["empty-list-means-all", "sensitive-port-exposed"],
  ],
])("%s is told once", async (_what, rules, wanted) => {
  const found = await openings(rules);
  expect(found.filter((rule) => rule !== "open-to-world").toSorted()).toEqual(wanted);
  if (!wanted.includes("sensitive-port-exposed")) expect(found).not.toContain("open-to-world");
});
