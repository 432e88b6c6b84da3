import type { Random } from "../random.js";

/**
 * Streams of JSON objects and lists that say what they are in ways that are right, odd and wrong: what kubectl sends is
 * decided by their headers, not by their syntax.
 */
export function objectStream(random: Random): string {
  const between = random.of(["\n", "", " ", "\n---\n", "\n---\n", "\n\n", "\n--- # c\n"]);
  return `${random.list(1, 3, () => object(random, 2)).join(between)}${random.of(["", "\n", "\n", " x", "\n- a\n", "\ufffd\n"])}`;
}

const VERSIONS = [
  '"v1"',
  '"v1"',
  '"apps/v1"',
  '""',
  '"/"',
  '"//"',
  '"a/b/c"',
  '"v1/"',
  '"/v1"',
  "1",
  "null",
  "{}",
];
const KINDS = [
  '"List"',
  '"List"',
  '"PodList"',
  '"Pod"',
  '"NetworkPolicy"',
  '"Kind"',
  '""',
  "null",
  "1",
  "[]",
];
const OTHERS = [
  "1",
  "1e400",
  "null",
  '"a"',
  "true",
  "[]",
  "{}",
  "[1]",
  "0.5",
  '{"a": "b"}',
  "1e-999",
  "18446744073709551616",
  "-0",
];
/** Of lists too: kubectl decodes it as that of an object. */
const METADATA = [
  '{"name": "a"}',
  '{"name": 1}',
  '{"labels": {"a": "b"}}',
  '{"labels": {"a": 1}}',
  '{"labels": {"a": null}}',
  '{"labels": []}',
  '{"Labels": 1}',
  '{"generation": 1.0}',
  '{"generation": 0.5}',
  '{"creationTimestamp": "2026-01-02T03:04:05Z"}',
  '{"creationTimestamp": "yesterday"}',
  '{"ownerReferences": [{"controller": "true"}]}',
  '{"managedFields": [{"fieldsV1": 1, "time": null}]}',
  '{"resourceVersion": "", "continue": 1}',
];

function object(random: Random, depth: number): string {
  const members = [
    ...(random.chance(0.9) ? [`"apiVersion": ${random.of(VERSIONS)}`] : []),
    ...(random.chance(0.9) ? [`"kind": ${random.of(KINDS)}`] : []),
    ...(random.chance(0.5) && depth > 0 ? [`"items": ${items(random, depth)}`] : []),
    ...(random.chance(0.3) ? [`"metadata": ${random.of(random.chance(0.8) ? METADATA : OTHERS)}`] : []),
    ...(random.chance(0.2) ? [`"a": ${random.of(OTHERS)}`] : []),
  ];
  const turned = random.chance(0.3) ? members.toReversed() : members;
  return `{${turned.join(random.of([", ", ",", ",\n  "]))}}`;
}

function items(random: Random, depth: number): string {
  if (random.chance(0.15)) return random.of(OTHERS);
  return `[${random.list(0, 3, () => (random.chance(0.1) ? random.of(OTHERS) : object(random, depth - 1))).join(", ")}]`;
}
