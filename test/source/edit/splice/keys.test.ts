import { describe, expect, it } from "vitest";
import { editText, type TextEdit } from "./edit-text.js";
import { listing } from "../listing.js";

type Row = readonly [what: string, edit: TextEdit, listing: string];

const RENAMED: readonly Row[] = [
  [
    "in block style, with the comments around it",
    { rename: "spec/podSelector/matchlabels", to: "matchLabels" },
    `| spec:
     |   podSelector: # who
     |     # by label
     -     matchlabels: # all of these
     +     matchLabels: # all of these
     |       app: web`,
  ],
  [
    "in flow style",
    { rename: "spec/podselector", to: "podSelector" },
    `- spec: { podselector: {}, policyTypes: [Ingress] }
     + spec: { podSelector: {}, policyTypes: [Ingress] }`,
  ],
  [
    "in its quotes",
    { rename: "spec/podselector", to: "podSelector" },
    `- {"spec": {"podselector": {}}}
     + {"spec": {"podSelector": {}}}`,
  ],
  [
    "behind a dash",
    { rename: "from/0/podselector", to: "podSelector" },
    `| from:
     -   - podselector: {}
     +   - podSelector: {}`,
  ],
];

const UNWRAPPED: readonly Row[] = [
  [
    "in block style, with the comments in it",
    { unwrap: "from/0/namespaces" },
    `| from:
     |   - namespaces: # who
     -       namespaceSelector: # these
     -         matchLabels:
     -           # one label
     -           team: lab # its value
     +       # these
     +       matchLabels:
     +         # one label
     +         team: lab # its value
     |     ports: []`,
  ],
  [
    "without a comment behind the key",
    { unwrap: "namespaces" },
    `| namespaces:
     -   namespaceSelector:
     -     matchExpressions:
     -       - key: team
     -         operator: Exists
     +   matchExpressions:
     +     - key: team
     +       operator: Exists
     | last: true`,
  ],
  [
    "a flow collection in a block",
    { unwrap: "from/0/namespaces" },
    `| from:
     -   - namespaces: # who
     -       namespaceSelector: { matchLabels: { team: lab } } # these
     +   # who
     +   - namespaces: { matchLabels: { team: lab } } # these
     |     ports: []`,
  ],
  [
    "in flow style",
    { unwrap: "from/0/namespaces" },
    `- from: [{ namespaces: { namespaceSelector: { matchLabels: { team: lab } } } }]
     + from: [{ namespaces: { matchLabels: { team: lab } } }]`,
  ],
];

describe("a key that is renamed", () => {
  it.each(RENAMED)("%s", (_what, edit, text) => {
    const { before, after } = listing(text);
    expect(editText(before, edit)).toBe(after);
  });

  it.each([
    ["no such field", { rename: "c", to: "d" }, "no-such-place"],
    ["a field of this name", { rename: "a", to: "b" }, "no-such-place"],
    ["an item of a list", { rename: "b/0", to: "c" }, "no-such-place"],
  ] as const)("is refused: %s", (_what, edit, code) => {
    expect(editText("a: 1\nb: [2]\n", edit)).toBe(code);
  });
});

describe("a mapping that its only field takes the place of", () => {
  it.each(UNWRAPPED)("%s", (_what, edit, text) => {
    const { before, after } = listing(text);
    expect(editText(before, edit)).toBe(after);
  });

  it.each([
    ["several fields", "a: { b: 1, c: 2 }\n", "no-such-place"],
    ["not a mapping", "a: [1]\n", "no-such-place"],
    ["behind an alias", "x: &x { b: 1 }\na: *x\n", "alias"],
  ])("is refused: %s", (_what, text, code) => {
    expect(editText(text, { unwrap: "a" })).toBe(code);
  });
});
