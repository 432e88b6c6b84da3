import { describe, expect, it } from "vitest";
import { editText, type TextEdit } from "./edit-text.js";
import { listing } from "../listing.js";

type Row = readonly [what: string, edit: TextEdit, listing: string];

const WEB = { from: [{ podSelector: { matchLabels: { app: "web" } } }], ports: [{ port: 7070 }] };

const INSERTS: readonly Row[] = [
  [
    "behind the last item, and in front of the comment that stands below the list",
    { insert: WEB, into: "spec/ingress", index: 1 },
    `| spec:
     |   ingress:
     |     - from: # who
     |         - podSelector: {} # all
     +     - from:
     +         - podSelector:
     +             matchLabels:
     +               app: web
     +       ports:
     +         - port: 7070
     |   # what comes next
     |   podSelector: {}`,
  ],
  [
    "with dashes below the key, as the other lists of the document",
    { insert: WEB, into: "spec/ingress", index: 1 },
    `| spec:
     |   ingress:
     |   - from:
     |     - podSelector: {}
     +   - from:
     +     - podSelector:
     +         matchLabels:
     +           app: web
     +     ports:
     +     - port: 7070
     |   podSelector: {}`,
  ],
  [
    "in front of the comment of the item that it stands before",
    { insert: { port: 443 }, into: "ports", index: 1 },
    `| ports:
     |   # plain
     |   - port: 80 # for now
     |     # until the end of the year
     +   - port: 443
     |   # metrics
     |   - port: 9090`,
  ],
  [
    "in front of the first item and its comment, behind the comment of the list",
    { insert: { port: 443 }, into: "ports", index: 0 },
    `| ports:
     |   # in order of use
     |
     +   - port: 443
     |   # plain
     |   - port: 80`,
  ],
  [
    "into the list of an item's field, indented by four",
    { insert: { port: 443, protocol: "TCP" }, into: "spec/ingress/0/ports", index: 1 },
    `| spec:
     |     ingress:
     |         - ports:
     |               - port: 80
     |                 protocol: TCP
     +               - port: 443
     +                 protocol: TCP`,
  ],
  [
    "into an object of a list of objects",
    { insert: "Egress", into: "items/1/spec/policyTypes", index: 0 },
    `| kind: List
     | items:
     | - kind: Pod
     | - kind: NetworkPolicy
     |   spec:
     |     policyTypes:
     +     - Egress
     |     - Ingress`,
  ],
  [
    "in front of the first item of a list in a list",
    { insert: "b", into: "a/0", index: 0 },
    `| a:
     - - - c
     + - - b
     +   - c
     |   - d`,
  ],
  [
    "behind an item that is a block scalar",
    { insert: "b", into: "a", index: 1 },
    `| a:
     |   - |
     |     # no comment
     +   - b
     | c: d`,
  ],
  [
    "behind a last line without a line break, which stays without",
    { insert: "c", into: "a", index: 1 },
    `| a:
     -   - b∎
     +   - b
     +   - c∎`,
  ],
];

const ADDED: readonly Row[] = [
  [
    "a missing list, behind the other fields",
    { insert: WEB, into: "spec/ingress", index: 0 },
    `| kind: NetworkPolicy
     | spec: # of the shop
     |   podSelector:
     |     matchLabels:
     |       app: cart # not the worker
     |   policyTypes:
     |   - Ingress
     +   ingress:
     +   - from:
     +     - podSelector:
     +         matchLabels:
     +           app: web
     +     ports:
     +     - port: 7070
     | ---
     | kind: Pod`,
  ],
  [
    "a missing list of an item that begins behind its dash",
    { insert: { port: 80 }, into: "ingress/0/ports", index: 0 },
    `| ingress:
     |   - from: []
     +     ports:
     +       - port: 80
     |   - from: []`,
  ],
  [
    "every field on the way that is missing",
    { set: "metadata/labels/app", to: "web" },
    `| kind: Pod
     | spec: {}
     + metadata:
     +   labels:
     +     app: web`,
  ],
  [
    "a list for an empty one, the comment behind the key kept",
    { insert: { port: 80 }, into: "spec/ports", index: 0 },
    `| spec:
     -   ports: [] # none yet
     +   ports: # none yet
     +     - port: 80
     |   x: y`,
  ],
  [
    "a list for nothing",
    { insert: { port: 80 }, into: "spec/ports", index: 0 },
    `| spec:
     |   ports:
     +     - port: 80
     |   x:
     |     - y`,
  ],
  [
    "a list for a null that is written",
    { insert: { port: 80 }, into: "spec/ports", index: 0 },
    `| spec:
     -   ports: ~
     +   ports:
     +     - port: 80`,
  ],
  [
    "a list for an empty one on a line of its own",
    { insert: { port: 80 }, into: "spec/ports", index: 0 },
    `| spec:
     |   ports: # none
     -     []
     +     - port: 80`,
  ],
  [
    "labels for an empty selector",
    { set: "spec/podSelector", to: { matchLabels: { app: "web" } } },
    `| spec:
     -   podSelector: {}
     +   podSelector:
     +     matchLabels:
     +       app: web
     |   policyTypes: [Ingress]`,
  ],
  [
    "an item for an empty one",
    { set: "ports/0", to: { port: 80, protocol: "UDP" } },
    `| ports:
     - -
     + - port: 80
     +   protocol: UDP
     | - port: 81`,
  ],
  ["a field behind an explicit pair", { set: "c", to: 1 }, `| ? a\n| : b\n+ c: 1`],
  [
    "the first document's field in front of the separator",
    { set: "a/c", to: 2 },
    `| a:
     |   b: 1
     +   c: 2
     | ---
     | a:
     |   b: 3`,
  ],
];

const SET: readonly Row[] = [
  [
    "a word",
    { set: "spec/egress/1/action", to: "Accept" },
    `| spec:
     |   egress:
     |     - action: Deny
     |     - name: a
     -       action:   Deny  # why
     +       action:   Accept  # why
     |     - action: Deny`,
  ],
  ["a number", { set: "priority", to: 49 }, `- priority: 50\n+ priority: 49\n| tier: Admin`],
  [
    "a text in the quotes that it had",
    { set: "labels/app", to: "it's" },
    `| labels:
     -   app: 'web'
     +   app: 'it''s'
     |   b: "c"`,
  ],
  ["a text that Kubernetes would take for a boolean", { set: "app", to: "on" }, `- app: a\n+ app: "on"`],
  ["a text that Kubernetes would take for a number", { set: "app", to: "0o17" }, `- app: a\n+ app: "0o17"`],
  ["a number for a text", { set: "port", to: 8080 }, `- port: "http" # name\n+ port: 8080 # name`],
  ["a text of several lines", { set: "a", to: "b\nc" }, `- a: x\n+ a: "b\\nc"`],
  ["a value with an anchor that nothing uses", { set: "a/0", to: 443 }, `| a:\n- - &port 80\n+ - &port 443`],
  ["an alias", { set: "b", to: 443 }, `| a: &port 80\n- b: *port # same\n+ b: 443 # same`],
  [
    "what differs of a mapping",
    { set: "spec/podSelector", to: { matchLabels: { app: "cart", tier: "back" } } },
    `| spec:
     |   podSelector:
     |     # the cart
     |     matchLabels:
     -       name: cart
     |       app: cart # not the worker
     +       tier: back
     |   ingress: []`,
  ],
  [
    "what differs of a list",
    { set: "ports", to: [{ port: 79 }, { port: 81 }, { port: 82 }, { port: 90 }] },
    `| ports:
     |   - port: 79 # a
     -   - port: 80 # b
     +   - port: 81 # b
     +   - port: 82
     |   - port: 90 # c`,
  ],
  [
    "a list that gets shorter",
    { set: "ports", to: [79, 90] },
    `| ports:
     | - 79
     - - 80
     - - 81
     | - 90`,
  ],
  [
    "nothing for something",
    { set: "spec/podSelector", to: {} },
    `| spec:
     -   podSelector: # the cart
     -     matchLabels:
     -       app: cart
     +   podSelector: {} # the cart
     |   ingress: []`,
  ],
  [
    "a collection of another kind",
    { set: "spec/from", to: { a: 1 } },
    `| spec:
     |   from: # who
     -   - x
     -   - y
     +     a: 1
     |   to:
     |     b: 2`,
  ],
  [
    "a whole item",
    { set: "from/0", to: { ipBlock: { cidr: "10.0.0.0/8" } } },
    `| from:
     -   - podSelector:
     -       matchLabels: {}
     +   - ipBlock:
     +       cidr: 10.0.0.0/8
     |   - podSelector: {}`,
  ],
];

const REMOVED: readonly Row[] = [
  [
    "an item with its comments",
    { remove: "ports/1" },
    `| ports:
     | - port: 80
     - - port: 81 # x
     -   # y
     | # z
     | - port: 82`,
  ],
  ["the first item", { remove: "ports/0" }, `| ports:\n-   - port: 80\n|   - port: 81`],
  ["the last line of a text", { remove: "ports/1" }, `| ports:\n| - port: 80\n- - port: 81∎`],
  ["the only item", { remove: "ports/0" }, `- ports: # x\n-   - port: 80\n+ ports: [] # x\n| a: b`],
  ["a field", { remove: "spec/from" }, `| spec:\n|   a: 1\n-   from:\n-   - b: 2\n|   c: 3`],
  [
    "the first field of an item",
    { remove: "ingress/0/from" },
    `| ingress:
     - - from:
     -   - podSelector: {}
     -   ports:
     + - ports:
     |   - port: 80`,
  ],
  [
    "the first field of an item, in front of a comment",
    { remove: "ingress/0/from" },
    `| ingress:
     - - from: []
     -   # only http
     + - # only http
     |   ports: []`,
  ],
  ["an item behind an empty one", { remove: "a/1" }, `| a:\n| -\n- -\n-   b: c\n| - d`],
];

describe("in block style", () => {
  const check = (edit: TextEdit, text: string): void => {
    const { before, after } = listing(text);
    expect(editText(before, edit)).toBe(after);
  };

  it.each(INSERTS)("inserts an item %s", (_, edit, text) => check(edit, text));
  it.each(ADDED)("adds %s", (_, edit, text) => check(edit, text));
  it.each(SET)("sets %s", (_, edit, text) => check(edit, text));
  it.each(REMOVED)("removes %s", (_, edit, text) => check(edit, text));

  it.each([...INSERTS, ...ADDED, ...SET, ...REMOVED])("keeps CR LF: %s", (_, edit, text) => {
    const { before, after } = listing(text);
    expect(editText(before.replaceAll("\n", "\r\n"), edit)).toBe(after.replaceAll("\n", "\r\n"));
  });
});
