import { readFileSync } from "node:fs";
import { readDocuments } from "../../../src/source/manifest/read.js";
import type { Random } from "../random.js";
import type { Value } from "../../../src/source/manifest/value.js";

/** A value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The policies that a real server has judged, as values. @param root of the project */
export function judgedPolicies(root: string): Json[] {
  return readFileSync(`${root}fixtures/admission/cases.jsonl`, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { readonly yaml: string }).yaml)
    .flatMap((text) => [...readDocuments({ name: "case.yaml", text })].flatMap(({ value }) => asJson(value)));
}

function asJson(value: Value | undefined): Json[] {
  if (value === undefined || value === null) return [];
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? Number(each) : each));
  return [JSON.parse(text) as Json];
}

const KEYS: readonly string[] = [
  ..."spec podSelector ingress egress from to ports port endPort protocol policyTypes ipBlock cidr except".split(
    " ",
  ),
  ..."namespaceSelector matchLabels matchExpressions key operator values metadata name labels annotations".split(
    " ",
  ),
  ..."tier priority subject namespaces pods action networks nodes domainNames protocol tcp udp sctp destinationPort number".split(
    " ",
  ),
  ..."range start end sameLabels notSameLabels selfPods portNumber portRange namedPort namespacedPort standalone".split(
    " ",
  ),
  ..."generateName namespace finalizers ownerReferences uid status Spec ports2 __proto__".split(" "),
  "",
];

const VALUES: readonly Json[] = [
  [
    null,
    true,
    false,
    0,
    1,
    -1,
    80,
    65535,
    65536,
    70000,
    8080.5,
    1e20,
    "",
    "a",
    "A",
    "80",
    "http",
    "HTTP",
    "a_b",
    "-a",
  ],
  [
    "TCP",
    "UDP",
    "SCTP",
    "tcp",
    "ICMP",
    "Ingress",
    "Egress",
    "ingress",
    "In",
    "NotIn",
    "Exists",
    "DoesNotExist",
    "Gt",
  ],
  [
    "10.0.0.0/8",
    "10.0.0.5/8",
    "10.0.0.0/33",
    "010.0.0.0/8",
    "10.1.0.0/16",
    "::/0",
    "2001:db8::/32",
    "::ffff:10.0.0.0/104",
  ],
  [
    "2001:DB8::/32",
    "10.0.0.0",
    "0.0.0.0/0",
    "a.b/c",
    "a/b/c",
    "é",
    "a".repeat(64),
    "a".repeat(254),
    "kubernetes.io/x",
  ],
  [
    [],
    {},
    [null],
    [{}],
    [[]],
    ["a", "a"],
    { a: "b" },
    { matchLabels: { a: "b" } },
    { cidr: "10.0.0.0/8" },
    { port: 80 },
  ],
  [
    { podSelector: {} },
    { ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } },
    { port: "http", endPort: 90 },
  ],
].flat(1) as Json[];

/** A policy with one to three changes somewhere in it. */
export function changedPolicy(policies: readonly Json[], random: Random): Json {
  let made = structuredClone(random.of(policies));
  for (let left = 1 + random.below(3); left > 0; left--) made = changed(made, random, policies);
  return made;
}

function changed(value: Json, random: Random, policies: readonly Json[]): Json {
  if (typeof value !== "object" || value === null) return other(random, policies);
  const keys = Object.keys(value);
  // Most of what matters is deep inside.
  if (keys.length > 0 && random.chance(0.8)) {
    const key = random.of(keys);
    return withValue(value, key, changed(valueOf(value, key), random, policies));
  }
  switch (random.below(4)) {
    case 0:
      return other(random, policies);
    case 1:
      return keys.length === 0 ? value : without(value, random.of(keys));
    case 2:
      return Array.isArray(value)
        ? [...value, value.length > 0 ? random.of(value) : other(random, policies)]
        : withValue(value, random.of(KEYS), other(random, policies));
    default: {
      if (Array.isArray(value)) return value.toReversed();
      if (keys.length === 0) return value;
      const key = random.of(keys);
      return withValue(without(value, key), random.of(KEYS), valueOf(value, key));
    }
  }
}

function valueOf(value: Json[] | { [key: string]: Json }, key: string): Json {
  return (value as { [key: string]: Json })[key] ?? null;
}

function withValue(value: Json[] | { [key: string]: Json }, key: string, each: Json): Json {
  if (Array.isArray(value)) return value.toSpliced(Number(key), 1, each);
  return Object.fromEntries([...Object.entries(value).filter(([name]) => name !== key), [key, each]]);
}

function without(value: Json[] | { [key: string]: Json }, key: string): Json[] | { [key: string]: Json } {
  if (Array.isArray(value)) return value.toSpliced(Number(key), 1);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** Something else: a value of the list, or a part of another policy. */
function other(random: Random, policies: readonly Json[]): Json {
  if (random.chance(0.7)) return structuredClone(random.of(VALUES));
  let part: Json = random.of(policies);
  while (typeof part === "object" && part !== null && random.chance(0.8)) {
    const keys = Object.keys(part);
    if (keys.length === 0) break;
    part = valueOf(part, random.of(keys));
  }
  return structuredClone(part);
}
