/** An input of any length, of the kind for which a careless program takes the square of its length. */
export interface Shape {
  readonly name: string;
  /** How much of it; four times as much is measured too. */
  readonly size: number;
  readonly text: (size: number) => string;
  readonly json?: boolean;
  /** Set where only the reading is at stake, which is the same for every command. */
  readonly isReading?: true;
  /** What the linter comes to, and what it says. */
  readonly exit: 1 | 3;
  readonly says: string;
  /** What the explainer comes to, where it is not "incomplete". */
  readonly explained?: 0;
}

const HEAD = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db, namespace: shop }
`;
/** A policy that is right. */
export const POLICY = `${HEAD}spec: { podSelector: {}, policyTypes: [Ingress] }\n`;

const times = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join("");

export const SHAPES: readonly Shape[] = [
  {
    name: "flat keys",
    size: 10_000,
    text: (n) => `${POLICY}data:\n${times(n, (i) => `  key${i}: value\n`)}`,
    exit: 1,
    says: "5:1: error[unknown-field]",
  },
  {
    name: "arguments of a container, any of which a shell may take",
    // Only the linter reads them.
    isReading: true,
    size: 20_000,
    text: (n) =>
      `${POLICY}data: {}\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: a, namespace: shop }\nspec:\n  containers:\n  - name: a\n    args:\n${times(n, (i) => `    - a${i}\n`)}`,
    exit: 1,
    says: "5:1: error[unknown-field]",
  },
  {
    name: "one key again and again, behind others",
    isReading: true,
    size: 5_000,
    text: (n) => `${POLICY}data:\n${times(n, (i) => `  key${i}: a\n`)}${times(n, () => "  last: a\n")}`,
    exit: 3,
    says: "more than 20 keys of the document appear twice",
  },
  {
    name: "keys that become one, behind others",
    size: 5_000,
    text: (n) =>
      `${POLICY}data:\n${times(n, (i) => `  key${i}: a\n`)}  "true": a\n${times(n, () => "  y: a\n")}`,
    exit: 3,
    says: "more than 20 keys of the document appear twice",
  },
  {
    name: "JSON keys that are written twice",
    size: 20_000,
    json: true,
    text: (n) =>
      `{"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", ${times(n, () => '"a": 1, ')}"b": 1}`,
    exit: 3,
    says: "more than 20 keys of the document appear twice",
  },
  {
    name: "under-indented lines in a flow collection",
    size: 6_000,
    text: (n) => `${HEAD}spec: [\n${times(n, () => "a,\n")}]\n`,
    exit: 1,
    says: "4:7: error[schema]: `spec` must be a mapping, not a list",
  },
  {
    name: "under-indented lines in a quote",
    isReading: true,
    size: 20_000,
    text: (n) => `${HEAD}spec: "\n${times(n, () => "a\n")}"\n`,
    exit: 1,
    says: "4:7: error[schema]: `spec` must be a mapping, not text",
  },
  {
    name: "aliases within their budget",
    isReading: true,
    size: 4_000,
    text: (n) => `${POLICY}a: &a [x, x, x, x]\nb:\n${times(n, () => "- *a\n")}`,
    exit: 1,
    says: "error[unknown-field]",
  },
  {
    name: "merges within their budget",
    isReading: true,
    // Each adds 16 nodes, and four times as many are read too: more of them would be beyond the budget of a document.
    size: 1_000,
    text: (n) => `${POLICY}a: &a { k: v, l: w }\nb:\n${times(n, () => "- { <<: [*a, *a] }\n")}`,
    exit: 3,
    says: "more than 20 keys of the document appear twice",
  },
  {
    name: "anchors",
    size: 8_000,
    text: (n) => `${POLICY}a:\n${times(n, (i) => `- &a${i} x\n- *a${i}\n`)}`,
    exit: 1,
    says: "error[unknown-field]",
  },
  {
    name: "broken documents",
    size: 1_000,
    text: (n) => times(n, () => "---\n[NetworkPolicy\n"),
    exit: 3,
    says: "the document is not valid YAML",
  },
  {
    name: "findings on one line",
    size: 800,
    text: (n) =>
      `${HEAD}spec: { podSelector: {}, policyTypes: [Ingress], ingress: [{ ports: [${times(n, () => "{ port: 0 }, ")}] }] }\n`,
    exit: 1,
    says: "error[schema]",
  },
  {
    name: "items that repeat what their list says",
    size: 500,
    json: true,
    text: (n) =>
      `{"apiVersion": "networking.k8s.io/${"v".repeat(50 * n)}", "kind": "NetworkPolicyList", "items": [${times(n, () => "{}, ")}{}]}`,
    exit: 1,
    says: "error[unserved-kind]",
  },
  {
    name: "findings about an object with a long name",
    size: 250,
    text: (n) =>
      `${POLICY.replace("db", "a".repeat(100 * n))}  # ports\n`.replace(
        "[Ingress] }",
        `[Ingress], ingress: [{ ports: [${times(n, () => "{ port: 0 }, ")}] }] }`,
      ),
    exit: 1,
    says: "3:19: error[limits-exceeded]: `metadata.name` can have at most 253 characters",
  },
  {
    name: "label keys that are stored otherwise, in the items of a list",
    size: 250,
    text: (n) =>
      `apiVersion: v1\nkind: List\nitems:\n${times(
        n,
        (i) =>
          `- { apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: { name: p${i}, namespace: a }, spec: { podSelector: { matchLabels: { y: b } } } }\n`,
      )}`,
    exit: 1,
    says: "error[label-key-not-string]",
    explained: 0,
  },
  {
    name: "a source comment and findings below it",
    isReading: true,
    size: 250,
    text: (n) =>
      `# Source: ${"a".repeat(200 * n)}\n${HEAD}spec: { podSelector: {}, ingress: [{ ports: [${times(n, () => "{ port: 0 }, ")}] }] }\n`,
    exit: 1,
    says: "error[schema]",
  },
  {
    name: "a declared tag that is used again and again",
    isReading: true,
    size: 4_000,
    text: (n) =>
      `%TAG !e! tag:example.com,2000:${"a".repeat(10 * n)}\r---\r${times(n, () => "- !e!a b\r")}- *missing # NetworkPolicy`,
    exit: 3,
    says: "an alias refers to an unknown anchor",
  },
  {
    name: "blank lines in front of what is broken",
    isReading: true,
    size: 250_000,
    text: (n) => `${"\n".repeat(n)}[NetworkPolicy\n`,
    exit: 3,
    says: "the document is not valid YAML",
  },
  {
    name: "blanks inside of a flow collection",
    isReading: true,
    size: 100_000,
    text: (n) => `${HEAD}spec: [a,${"\n".repeat(n)} ]\n`,
    exit: 1,
    says: "4:7: error[schema]: `spec` must be a mapping, not a list",
  },
  {
    name: "digits",
    isReading: true,
    size: 250_000,
    text: (n) =>
      `${POLICY.replace("{},", "{}, ingress: [{ ports: [{ port: @ }] }],")}`.replace("@", "1".repeat(n)),
    exit: 1,
    says: "error[schema]",
  },
  {
    name: "escapes in a quote",
    isReading: true,
    size: 250_000,
    text: (n) => `${HEAD}spec: "${"\\n".repeat(n)}"\n`,
    exit: 1,
    says: "4:7: error[schema]: `spec` must be a mapping, not text",
  },
  {
    name: "empty items",
    isReading: true,
    size: 15_000,
    text: (n) => `${HEAD}spec:\n${times(n, () => "-\n")}`,
    exit: 1,
    says: "5:1: error[schema]: `spec` must be a mapping, not a list",
  },
  {
    name: "nesting again and again, as deep as is read",
    isReading: true,
    size: 250,
    text: (n) => `${HEAD}spec: [${times(n, () => `${"[".repeat(60)}${"]".repeat(60)},`)}]\n`,
    exit: 1,
    says: "4:7: error[schema]: `spec` must be a mapping, not a list",
  },
];
