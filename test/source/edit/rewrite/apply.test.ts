import { describe, expect, it } from "vitest";
import {
  added,
  fresh,
  freshMapping,
  rewriteFile,
  rewriteText,
  type Old,
  type TextRewrite,
} from "./rewrite-text.js";
import { ADMIN_POLICY, asClusterPolicy } from "./admin-policies.js";
import { listing } from "../listing.js";
import type { RewrittenEntry, Rewriting } from "../../../../src/source/edit/rewrite/rewriting.js";

type Row = readonly [what: string, to: (old: Old) => Rewriting, listing: string];

const KEPT: readonly Row[] = [
  [
    "another value, with the comment behind it",
    (old) => old.with({ action: fresh("Accept") }),
    `| name: web
     | # they may
     - action: Allow   # always
     + action: Accept   # always
     | priority: 030`,
  ],
  [
    "another value in the quotes of the old one",
    (old) => old.with({ action: fresh("Accept") }),
    `- action: 'Allow'
     + action: 'Accept'`,
  ],
  [
    "another key, with what stands below it",
    (old) => old.mapping(old.entry("ports", "protocols"), old.entry("name")),
    `| # TLS only
     - ports: # of the shop
     + protocols: # of the shop
     |     # the web
     |   - 443
     |     # no more
     | name: web`,
  ],
  [
    "a new field in front of the first one and its comment",
    (old) =>
      old.with({ spec: old.get("spec").mapping(added("tier", "Admin"), old.get("spec").entry("priority")) }),
    `| spec: # the rules
     +   tier: Admin
     |   # below the platform
     |   priority: 30`,
  ],
  [
    "new fields between others",
    (old) => old.mapping(old.entry("a"), added("b", { c: ["on"] }), old.entry("d")),
    `| a: 1
     + b:
     +   c:
     +     - "on"
     |
     | # the last
     | d:
     |   - e`,
  ],
  [
    "the comments of what is gone",
    (old) => old.with({ metadata: old.get("metadata").with({ uid: undefined }), status: undefined }),
    `| metadata:
     |   name: web
     |   # by the server
     -   uid: 8f14 # never mind
     +   # never mind
     |
     |   labels: {}
     | # what is
     - status:
     -   # many
     -   conditions: [] # none
     + # many
     + # none
     | # the end`,
  ],
  [
    "no entry of a mapping",
    (old) => old.with({ labels: old.get("labels").mapping() }),
    `- labels: # none
     -   # an app
     -   app: web
     + # an app
     + labels: {} # none
     | name: web`,
  ],
  [
    "what moves up, in the place of what it stood in",
    (old) => old.with({ namespaces: old.get("namespaces/namespaceSelector").kept }),
    `| # who
     | namespaces: # by label
     |   # all
     -   namespaceSelector: # of them
     -     # one
     -     matchLabels:
     -       tenant: "true" # text
     +   # of them
     +   # one
     +   matchLabels:
     +     tenant: "true" # text
     | name: web`,
  ],
  [
    "what moves down",
    (old) => old.with({ spec: freshMapping(old.entry("spec", "inner")) }),
    `| kind: Old
     + spec:
     - # the rules
     - spec: # all
     -     a: [1,
     -       2] # numbers
     -     text: |
     -         one
     -           two
     +     # the rules
     +     inner: # all
     +         a: [1,
     +           2] # numbers
     +         text: |
     +             one
     +               two
     | name: web`,
  ],
  [
    "entries in another order, with their comments",
    (old) =>
      old.with({
        spec: old
          .get("spec")
          .mapping(...["c", "a", "b"].map((key): RewrittenEntry => old.get("spec").entry(key))),
      }),
    `| spec:
     +   # the third
     +   c: 3 # three
     |   # the first
     |   a: 1 # one
     |   # the second
     |   b: 2 # two
     -   # the third
     -   c: 3 # three`,
  ],
  [
    "the line breaks at the end of a text, which none below it may take",
    (old) => old.with({ b: undefined }),
    `| # the text
     - a: |+
     -   x
     -
     -
     + a: "x\\n\\n\\n"
     | # the number
     - b: 1
     | # the list
     | c: [2] # two`,
  ],
  [
    "one value twice, its comments once",
    (old) => old.mapping(old.entry("a"), { key: "copy", value: old.get("a").kept }),
    `| # the first
     | a: # all
     |   b: 010 # one
     + copy:
     +   b: 010`,
  ],
];

const ITEMS: readonly Row[] = [
  [
    "with the comments of the dash",
    (old) =>
      old.list(
        ...old
          .items()
          .map((item) => item.mapping(added("name", "web"), item.entry("b"), item.entry("a", "c"))),
      ),
    `| - # DNS
     -   a: 1 # one
     +   name: web
     |   b: 2
     +   c: 1 # one`,
  ],
  [
    "that are new, gone and moved",
    (old) => {
      const ports = old.get("ports");
      const added = fresh({ port: 443, name: "yes" });
      return old.with({ ports: ports.list(ports.get("2").kept, added, ports.get("0").kept) });
    },
    `| ports:
     + # the second
     + # why
     + # the third
     + -   port: 53
     + - port: 443
     +   name: "yes"
     | # the first
     | - port: 80
     - # the second
     - - port: 81 # why
     - # the third
     - -   port: 53`,
  ],
];

const FLOW: readonly Row[] = [
  [
    "on one line",
    (old) =>
      old.with({
        port: old.get("port").mapping({
          key: "tcp",
          value: freshMapping(added("number", old.get("port/number").kept)),
        }),
      }),
    `- port: {protocol: TCP,  number: 0443} # TLS
     + port: {tcp: {number: 0443}} # TLS`,
  ],
  [
    "on several lines",
    (old) =>
      old.with({ ports: old.get("ports").mapping(old.get("ports").entry("b", "c"), added("d", ["a, b"])) }),
    `| ports: { # all
     |   # the first
     -   a: 1, # one
     +   # one
     |   # the second
     -   b: [2, # two
     +   c: [2, # two
     |     3],
     +   d: ["a, b"],
     | }`,
  ],
  [
    "with a text from outside that is none in there",
    (old) => old.mapping(old.entry("b", "b", old.get("b").list(old.get("a").kept, old.get("b/0").kept))),
    `- a: x, y
     - b: [z]
     + b: ["x, y", z]`,
  ],
];

const ADDED = [{ value: { kind: "New", on: ["yes"] }, comment: ["made of web", "", "twice"] }];

/** An object of another kind. */
function renewed(old: Old): Rewriting {
  return old.with({ kind: fresh("New") });
}

const BESIDE: readonly (readonly [what: string, rewrite: TextRewrite, listing: string])[] = [
  [
    "a document, as the file separates them",
    { document: 1, to: renewed, also: ADDED },
    `| # licence
     | ---
     | # Source: shop/templates/web.yaml
     - kind: Old # older
     + kind: New # older
     | a:
     | - b
     | # the end
     | ---
     + # made of web
     + #
     + # twice
     + kind: New
     + "on":
     + - "yes"
     + ---
     | ---
     | kind:   Other`,
  ],
  [
    "a document without a last line break",
    { to: renewed, also: ADDED },
    `- kind: Old∎
     + kind: New
     + ---
     + # made of web
     + #
     + # twice
     + kind: New
     + "on":
     +   - "yes"∎`,
  ],
  [
    "an item of a list of objects, with comments above both",
    { object: "items/0", to: renewed, also: ADDED, comment: ["isolates all"] },
    `| kind: List
     | items:
     |   # the first
     -   - kind: Old # older
     +   # isolates all
     +   - kind: New # older
     |     a: b
     +   # made of web
     +   #
     +   # twice
     +   - kind: New
     +     "on":
     +       - "yes"
     |   # the second
     |   - kind: Other`,
  ],
  [
    "an item of a list in flow style, without comments",
    { object: "items/0", to: renewed, also: ADDED, comment: ["isolates all"] },
    `| kind: List
     - items: [{kind: Old}, {kind: Other}]
     + items: [{kind: New}, {kind: New, "on": ["yes"]}, {kind: Other}]`,
  ],
  [
    "JSON beside JSON",
    { to: renewed, also: ADDED, comment: ["isolates all"] },
    `| {
     -    "kind": "Old"
     +    "kind": "New"
     | }
     + {
     +    "kind": "New",
     +    "on": [
     +       "yes"
     +    ]
     + }
     | {"kind": "Other"}`,
  ],
  [
    "YAML between JSON and YAML",
    { to: renewed, also: ADDED },
    `- {"kind":"Old"}
     + {"kind":"New"}
     + ---
     + # made of web
     + #
     + # twice
     + {"kind":"New","on":["yes"]}
     | ---
     | kind: Other`,
  ],
  [
    "an item of a list in JSON",
    { object: "items/0", to: renewed, also: ADDED },
    `| {
     |   "items": [
     |     {
     -       "kind": "Old"
     +       "kind": "New"
     +     },
     +     {
     +       "kind": "New",
     +       "on": [
     +         "yes"
     +       ]
     |     }
     |   ]
     | }`,
  ],
];

const ALIASES: readonly Row[] = [
  [
    "an alias that stays behind its anchor",
    (old) => old.with({ a: undefined }),
    `- a: 1
     | b: &b {c: 2}
     | d: *b # as b`,
  ],
  [
    "what an alias stands for whose anchor goes",
    (old) => old.with({ b: undefined }),
    `| a: 1
     - b: &b {c: 2}
     - d: *b # as b
     + d: # as b
     +   c: 2`,
  ],
  [
    "what a merge brings",
    (old) => old.with({ d: old.get("d").mapping(old.get("d").entry("c", "e")) }),
    `| b: &b {c: 2}
     | d:
     -   <<: *b # as b
     +   e: 2
     +   # as b
     | f: *b`,
  ],
];

function each(rows: readonly Row[]): void {
  it.each(rows)("%s", (_, to, text) => {
    const { before, after } = listing(text);
    expect(rewriteText(before, { to })).toBe(after);
  });
}

describe("a rewritten object keeps", () => each(KEPT));
describe("items are written", () => each(ITEMS));
describe("flow style is kept", () => each(FLOW));
describe("a rewritten object says", () => each(ALIASES));

describe("a new object is put behind the rewritten one:", () => {
  it.each(BESIDE)("%s", (_, rewrite, text) => {
    const { before, after } = listing(text);
    expect(rewriteText(before, rewrite)).toBe(after);
  });
});

describe("what cannot be rewritten safely is not", () => {
  const text = "kind: Old\n---\nkind: {\n---\nkind: Old\n";
  const to = renewed;

  it("but the other objects of the file are", () => {
    const broken = (old: Old): Rewriting => ({ type: "mapping", at: old.at, entries: [] });
    const rewrites = [{ to }, { document: 1, to: broken }, { document: 2, to }];
    expect(rewriteFile({ name: "a.yaml", text }, ...rewrites)).toEqual({
      text: "kind: New\n---\nkind: {\n---\nkind: New\n",
      refused: ["unreadable"],
    });
  });

  it("and the other objects of the document are", () => {
    const list = "items:\n- kind: Old\n- kind: Old\n- kind: Old\n";
    const twice = (old: Old): Rewriting => old.mapping(added("kind", "a"), added("kind", "b"));
    const rewrites = [0, 1, 2].map((i) => ({ object: `items/${i}`, to: i === 1 ? twice : to }));
    expect(rewriteFile({ name: "a.yaml", text: list }, ...rewrites)).toEqual({
      text: "items:\n- kind: New\n- kind: Old\n- kind: New\n",
      refused: ["unverified"],
    });
  });

  it.each([
    ["encoding", { name: "a.yaml", text: "kind: Old\n", utf16: true }],
    ["line-breaks", { name: "a.yaml", text: "kind: Old\ra: 1\r" }],
  ] as const)("for its %s", (code, file) => {
    expect(rewriteFile(file, { to })).toEqual({ text: file.text, refused: [code] });
  });
});

describe("an AdminNetworkPolicy becomes a ClusterNetworkPolicy", () => {
  it("with every comment, in few lines", () => {
    const { before, after } = listing(ADMIN_POLICY);
    expect(rewriteText(before, { document: 1, to: asClusterPolicy })).toBe(after);
  });

  it("with the line breaks that it had", () => {
    const { before, after } = listing(ADMIN_POLICY);
    const [old, rewritten] = [before, after].map((text) => text.replaceAll("\n", "\r\n"));
    expect(rewriteText(old ?? "", { document: 1, to: asClusterPolicy })).toBe(rewritten);
  });
});
