import { describe, expect, it } from "vitest";
import { editText, type TextEdit } from "./edit-text.js";
import { listing } from "../listing.js";

type Row = readonly [what: string, edit: TextEdit, listing: string];

const WEB = { podSelector: { matchLabels: { app: "web" } } };

const YAML: readonly Row[] = [
  [
    "an item behind the last one",
    { insert: "Egress", into: "policyTypes", index: 1 },
    `- policyTypes: [Ingress] # both\n+ policyTypes: [Ingress, Egress] # both`,
  ],
  [
    "an item in front of another, with blanks inside of the brackets",
    { insert: WEB, into: "from", index: 0 },
    `- from: [ { ipBlock: { cidr: 10.0.0.0/8 } } ]
     + from: [ { podSelector: { matchLabels: { app: web } } }, { ipBlock: { cidr: 10.0.0.0/8 } } ]`,
  ],
  [
    "an item with blanks inside of braces, and none inside of brackets",
    { insert: { port: 81, names: ["a, b", "c"] }, into: "ports", index: 1 },
    `- ports: [{ port: 80 }]\n+ ports: [{ port: 80 }, { port: 81, names: ["a, b", c] }]`,
  ],
  [
    "an item with blanks inside of brackets, and none inside of braces",
    { insert: { port: 81, names: [] }, into: "ports", index: 1 },
    `- ports: [ {port: 80} ]\n+ ports: [ {port: 80}, {port: 81, names: []} ]`,
  ],
  ["a field", { set: "a/c", to: [1] }, `- a: {b: x} # y\n+ a: {b: x, c: [1]} # y`],
  ["a field with quotes as the others", { set: "a/c", to: "d" }, `- a: {"b": x}\n+ a: {"b": x, "c": "d"}`],
  [
    "a label that is a boolean to Kubernetes",
    { set: "a/y", to: "no" },
    `- a: {b: x}\n+ a: {b: x, "y": "no"}`,
  ],
  ["a value for nothing", { set: "a/b", to: 1 }, `- a: {b: , c: 2}\n+ a: {b: 1 , c: 2}`],
  ["a value for an empty list", { insert: 80, into: "a/b", index: 0 }, `- a: {b: []}\n+ a: {b: [80]}`],
  ["another value", { set: "a/b", to: "d" }, `- a: {b: c, d: e}\n+ a: {b: d, d: e}`],
  [
    "an item on a line of its own, behind a comment",
    { insert: 443, into: "ports", index: 1 },
    `| ports: [
     -   80 # plain
     +   80, # plain
     +   443
     | ]`,
  ],
  [
    "an item behind a last comma",
    { insert: 443, into: "ports", index: 2 },
    `| ports: [
     |   80, # plain
     |   81, # other
     +   443,
     |   # more to come
     | ]`,
  ],
  [
    "an item between two on lines indented by tabs",
    { insert: 443, into: "ports", index: 1 },
    `| ports: [
     | \t\t80, # plain
     + \t\t443,
     | \t\t81,
     | \t]`,
  ],
  [
    "an item behind the last one where the bracket follows",
    { insert: 443, into: "ports", index: 2 },
    `| ports: [
     |   80,
     -   81]
     +   81,
     +   443]`,
  ],
];

const REMOVED: readonly Row[] = [
  ["the first item", { remove: "a/0" }, `- a: [b, c, d]\n+ a: [c, d]`],
  ["the last item", { remove: "a/2" }, `- a: [b, c, d]\n+ a: [b, c]`],
  ["the last item in front of a comma", { remove: "a/1" }, `- a: [b, c,]\n+ a: [b,]`],
  ["the only item", { remove: "a/0" }, `- a: [b] # c\n+ a: [] # c`],
  ["a field", { remove: "a/b" }, `- a: {b: [1], c: d}\n+ a: {c: d}`],
  [
    "a line with its comment",
    { remove: "a/1" },
    `| a: [
     |   b, # about b
     -   c, # about c
     |   # about d
     |   d
     | ]`,
  ],
  [
    "the last line with its comment",
    { remove: "a/1" },
    `| a: [
     -   b, # about b
     -   c # about c
     +   b # about b
     | ]`,
  ],
  [
    "the last line with its comma",
    { remove: "a/1" },
    `| a: [
     |   b, # about b
     -   c, # about c
     | ]`,
  ],
];

const JSON_TEXTS: readonly Row[] = [
  [
    "an item with two blanks",
    { insert: WEB, into: "from", index: 1 },
    `| {
     |   "from": [
     |     {
     |       "ipBlock": {"cidr": "10.0.0.0/8"}
     -     }
     +     },
     +     {
     +       "podSelector": {
     +         "matchLabels": {
     +           "app": "web"
     +         }
     +       }
     +     }
     |   ]
     | }`,
  ],
  [
    "an item with four blanks, for an empty list",
    { insert: { port: 80 }, into: "ports", index: 0 },
    `| {
     |     "a": 1,
     -     "ports": []
     +     "ports": [
     +         {
     +             "port": 80
     +         }
     +     ]
     | }`,
  ],
  [
    "an item with tabs, in front of another one",
    { insert: { port: 80 }, into: "ports", index: 0 },
    `| {
     | \t"ports": [
     + \t\t{
     + \t\t\t"port": 80
     + \t\t},
     | \t\t{
     | \t\t\t"port": 81
     | \t\t}
     | \t]
     | }`,
  ],
  [
    "an item in a line",
    { insert: { port: 80, protocol: "TCP" }, into: "ports", index: 1 },
    `| {
     -   "ports": [{"port": 81}]
     +   "ports": [{"port": 81}, {"port": 80, "protocol": "TCP"}]
     | }`,
  ],
  [
    "a field that is missing, with another on the way to it",
    { set: "metadata/labels/app", to: 'a"b' },
    `| {
     -   "kind": "Pod"
     +   "kind": "Pod",
     +   "metadata": {
     +     "labels": {
     +       "app": "a\\"b"
     +     }
     +   }
     | }`,
  ],
  [
    "a field of a minified text",
    { set: "spec/ports", to: [{ port: 80, name: "web" }] },
    `- {"kind":"Pod","spec":{"a":null}}∎
     + {"kind":"Pod","spec":{"a":null,"ports":[{"port":80,"name":"web"}]}}∎`,
  ],
  ["a value for null", { set: "a/b", to: ["c"] }, `- {"a":null,"d":1}\n+ {"a":{"b":["c"]},"d":1}`],
  ["a word", { set: "a", to: "Deny" }, `- { "a": "Accept" }\n+ { "a": "Deny" }`],
  [
    "a value in the second document of a stream",
    { set: "a", to: 3, document: 1 },
    `| {"a": 1}
     - {"a": 2}
     + {"a": 3}`,
  ],
  ["a field of JSON in YAML", { set: "c", to: ["d"] }, `| ---\n- {"a": "b"}\n+ {"a": "b", "c": ["d"]}`],
];

const JSON_REMOVED: readonly Row[] = [
  ["a field", { remove: "b" }, `| {\n|   "a": 1,\n-   "b": 2,\n|   "c": 3\n| }`],
  ["the last field", { remove: "b" }, `| {\n-   "a": 1,\n-   "b": 2\n+   "a": 1\n| }`],
  ["a field of a minified text", { remove: "a" }, `- {"a":[1,2],"b":3}\n+ {"b":3}`],
  ["the only item", { remove: "a/0" }, `| {\n-   "a": [\n-     1\n-   ]\n+   "a": []\n| }`],
];

function check(edit: TextEdit, text: string): void {
  const { before, after } = listing(text);
  expect(editText(before, edit)).toBe(after);
  expect(editText(before.replaceAll("\n", "\r\n"), edit)).toBe(after.replaceAll("\n", "\r\n"));
}

describe("in flow style", () => {
  it.each(YAML)("writes %s", (_, edit, text) => check(edit, text));
  it.each(REMOVED)("removes %s", (_, edit, text) => check(edit, text));
});

describe("in JSON", () => {
  it.each(JSON_TEXTS)("writes %s", (_, edit, text) => check(edit, text));
  it.each(JSON_REMOVED)("removes %s", (_, edit, text) => check(edit, text));
});
