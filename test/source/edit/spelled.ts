import * as fc from "fast-check";
import { Document, isCollection, isScalar, visit, type Scalar } from "yaml";
import type { Json } from "../../../src/source/edit/edit.js";

export type JsonMapping = { readonly [key: string]: Json };

/** How a manifest is written. */
interface Spelling {
  /** The blanks of JSON; undefined for YAML. */
  readonly json: string | undefined;
  readonly step: number;
  readonly areListsIndented: boolean;
  /** Flow style for every so many collections; 0 for none. */
  readonly flowEvery: number;
  readonly isPadded: boolean;
  readonly quotes: Scalar.Type;
  /** A comment for every so many lines; 0 for none. */
  readonly commentEvery: number;
  readonly lineBreak: string;
  readonly endsWithBreak: boolean;
}

export const spelling: fc.Arbitrary<Spelling> = fc.record({
  json: fc.option(fc.constantFrom("", " ", "  ", "    ", "\t"), { nil: undefined, freq: 3 }),
  step: fc.constantFrom(2, 3, 4),
  areListsIndented: fc.boolean(),
  flowEvery: fc.constantFrom(0, 0, 1, 2, 3),
  isPadded: fc.boolean(),
  quotes: fc.constantFrom<Scalar.Type>("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE"),
  commentEvery: fc.constantFrom(0, 1, 2, 3),
  lineBreak: fc.constantFrom("\n", "\r\n"),
  endsWithBreak: fc.boolean(),
});

/** A manifest as somebody writes it; every comment is another one. */
export function spelled(value: Json, how: Spelling): string {
  const text = how.json === undefined ? asYaml(value, how) : JSON.stringify(value, undefined, how.json);
  const ended = text.trimEnd() + (how.endsWithBreak ? "\n" : "");
  return ended.replaceAll("\n", how.lineBreak);
}

function asYaml(value: Json, how: Spelling): string {
  const document = new Document(value, { aliasDuplicateObjects: false, version: "1.1" });
  let collections = 0;
  visit(document, (key, node) => {
    if (isCollection(node) && how.flowEvery > 0 && ++collections % how.flowEvery === 0) node.flow = true;
    if (isScalar(node) && typeof node.value === "string" && key !== "key") node.type = how.quotes;
  });
  const text = document.toString({
    indent: how.step,
    indentSeq: how.areListsIndented,
    flowCollectionPadding: how.isPadded,
    lineWidth: 40,
  });
  return how.commentEvery === 0 ? text : commented(text, how.commentEvery);
}

/** Comments above lines and behind them. */
function commented(text: string, every: number): string {
  return text
    .trimEnd()
    .split("\n")
    .flatMap((line, i) => {
      if (i % every !== 0) return [line];
      const above = `${/^ */.exec(line)?.[0] ?? ""}# above ${i}.`;
      return i % 2 === 0 ? [above, line] : [`${line} # behind ${i}.`];
    })
    .join("\n");
}

/** The comments of a text. */
export function commentsOf(text: string): readonly string[] {
  return text.match(/# (?:above|behind) \d+\./g) ?? [];
}

const word = fc.constantFrom(
  "web",
  "cart",
  "y",
  "on",
  "10",
  "1.5",
  "a b",
  "it's",
  "",
  "# no",
  "x: y",
  "-",
  "é",
);
const label = fc.constantFrom("app", "tier", "n", "app.kubernetes.io/name", "10");
const labels = fc.dictionary(label, word, { maxKeys: 3 });
const selector = fc.oneof(
  fc.constant({}),
  labels.map((matchLabels) => ({ matchLabels })),
  labels.map((matchLabels) => ({ matchLabels, matchExpressions: [] })),
);
const peer: fc.Arbitrary<Json> = fc.oneof(
  selector.map((podSelector) => ({ podSelector })),
  fc
    .tuple(selector, selector)
    .map(([namespaceSelector, podSelector]) => ({ namespaceSelector, podSelector })),
  fc.constant({ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16", "10.2.0.0/16"] } }),
);
const port: fc.Arbitrary<Json> = fc.oneof(
  fc.record({ port: fc.constantFrom<Json>(80, 443, "http") }),
  fc.record({ protocol: fc.constantFrom("TCP", "UDP"), port: fc.constantFrom(53, 8080) }),
);
const from = fc.array(peer, { maxLength: 2 });
const ports = fc.option(fc.array(port, { maxLength: 3 }), { freq: 9 });
const rule: fc.Arbitrary<Json> = fc.oneof(
  fc.record({ from, ports }),
  fc.record({ from }),
  fc.record({ ports }),
  fc.constant({}),
);

/** A policy as it may be written, with nulls and empty lists; values that an edit puts somewhere are taken from it too. */
export const policy: fc.Arbitrary<JsonMapping> = fc.record({
  apiVersion: fc.constant("networking.k8s.io/v1"),
  kind: fc.constant("NetworkPolicy"),
  metadata: fc.record({ name: word, labels }),
  spec: fc.oneof(
    fc.record({ podSelector: selector }),
    fc.record({
      podSelector: selector,
      policyTypes: fc.constantFrom<Json>(["Ingress"], ["Ingress", "Egress"], null),
      ingress: fc.option(fc.array(rule, { maxLength: 3 }), { freq: 9 }),
    }),
  ),
});

export const written: fc.Arbitrary<Json> = fc.oneof(
  rule,
  peer,
  port,
  word,
  fc.constantFrom<Json>(null, 7, true, "0o7"),
  labels,
);
