import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lintExample } from "../../support/findings.js";
import { RULES } from "../../../src/linter/rules/index.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

/** What is put in the place of what, in a rule's bad example. */
type Edit = readonly [what: string, from: string, to: string];

interface Edits {
  /** The rule still fires. */
  readonly fires: readonly Edit[];
  /** It has nothing to say any more. */
  readonly silent: readonly Edit[];
}

const LONG = "a".repeat(101);
const RULE_NAME =
  "this-name-tells-everything-that-there-is-to-know-about-the-rule-and-why-it-was-written-and-by-whom-and-when";

/**
 * Rules about one value, each by what it makes of other values there: with the two examples of its page, at least three that must
 * fire and three that must not.
 */
const EDITS: Partial<Record<ProblemCode, Edits>> = {
  "baseline-never-reached": {
    fires: [
      ["another deny", "action: Deny", "action: Accept"],
      ["that passes on", "action: Deny", "action: Pass"],
    ],
    silent: [
      [
        "pods that nothing isolates",
        "namespaces:\n      matchLabels:\n        tenant: red\n",
        "namespaces: {}\n",
      ],
      ["the other direction", "policyTypes: [Ingress]", "policyTypes: [Egress]"],
      ["other pods", "podSelector: {}\n  policy", "podSelector: { matchLabels: { app: none } }\n  policy"],
    ],
  },
  cel: {
    fires: [
      ["a name with a dash", "- office", "- head-office"],
      ["nothing", "- office", '- "-"'],
    ],
    silent: [
      ["an IPv4 block", "- office", "- 198.51.100.0/24"],
      ["an IPv6 block", "- office", '- "2001:db8::/32"'],
    ],
  },
  "cluster-scoped-namespace": {
    fires: [
      ["another namespace", "namespace: shop", "namespace: lab"],
      ["in the Baseline tier", "tier: Admin", "tier: Baseline"],
    ],
    silent: [
      ["null", "namespace: shop", "namespace:"],
      ["an empty text", "namespace: shop", 'namespace: ""'],
    ],
  },
  "domain-name-is-address": {
    fires: [
      ["an address of the cluster", "192.0.2.53", "10.0.0.10"],
      ["of two names one", "- 192.0.2.53", "- example.com\n            - 8.8.8.8"],
    ],
    silent: [
      ["a name that looks alike", "192.0.2.53", "192.0.2.53.example.com"],
      ["a name that begins with a digit", "192.0.2.53", "1e100.net"],
    ],
  },
  "domain-names-in-baseline": {
    fires: [
      ["a wildcard", "api.example.com", '"*.example.com"'],
      ["that is denied", "action: Accept", "action: Deny"],
    ],
    silent: [
      ["in the Admin tier", "tier: Baseline", "tier: Admin"],
      ["addresses", "domainNames:\n            - api.example.com", 'networks: ["192.0.2.0/24"]'],
    ],
  },
  "duplicate-key": {
    fires: [
      ["with the same value", "podSelector:\n    matchLabels:\n      app: db", "podSelector: {}"],
      ["another field", "  podSelector:\n    matchLabels:\n      app: db", "  policyTypes: [Ingress]"],
    ],
    silent: [
      [
        "the key deeper inside",
        "  podSelector:\n    matchLabels:\n      app: db",
        "  ingress: [{ from: [{ podSelector: {} }] }]",
      ],
      ["in a comment", "  podSelector:\n    matchLabels:\n      app: db", "  # podSelector: {}"],
    ],
  },
  "except-outside-cidr": {
    fires: [
      ["wider than the block", "198.51.100.0/28", "192.0.0.0/16"],
      ["of the other family", "198.51.100.0/28", '"2001:db8::/64"'],
    ],
    silent: [
      ["inside", "198.51.100.0/28", "192.0.2.128/28"],
      ["one address", "198.51.100.0/28", "192.0.2.1/32"],
    ],
  },
  "invalid-domain-name": {
    fires: [
      ["a wildcard inside", "**.cdn.example.com", "cdn.*.example.com"],
      ["one label", "**.cdn.example.com", "localhost"],
      ["an underscore at a label's end", "**.cdn.example.com", "cdn_.example.com"],
    ],
    silent: [
      ["a wildcard in front", "**.cdn", "*.cdn"],
      ["a dash", "**.cdn.example.com", "my-cdn.example.com"],
      ["an underscore inside, which the pattern takes", "**.cdn.example.com", "my_cdn.example.com"],
    ],
  },
  "invalid-selector": {
    fires: [
      ["another operator", "notIn", "Equals"],
      [
        "a value that is no label's",
        "operator: notIn\n        values: [batch]",
        "operator: In\n        values: ['a b']",
      ],
      ["In without values", "operator: notIn\n        values: [batch]", "operator: In"],
      [
        "a key that is no label's",
        "key: app\n        operator: notIn",
        "key: a/b/c\n        operator: NotIn",
      ],
    ],
    silent: [
      ["NotIn", "notIn", "NotIn"],
      ["Exists without values", "operator: notIn\n        values: [batch]", "operator: Exists"],
    ],
  },
  "label-key-not-string": {
    fires: [
      ["a number with an end of zero", "y: east", "1.10: east"],
      ["a number with a front of zero", "y: east", "010: east"],
    ],
    silent: [
      ["in quotes", "y: east", '"y": east'],
      ["a word", "y: east", "yard: east"],
    ],
  },
  "label-not-string": {
    fires: [
      ["a number", "canary: yes", "canary: 1.10"],
      ["another boolean", "canary: yes", "canary: off"],
    ],
    silent: [
      ["in quotes", "canary: yes", "canary: 'yes'"],
      ["a version", "canary: yes", "canary: 1.10.2"],
    ],
  },
  "limits-exceeded": {
    fires: [
      ["a name of 101 letters", RULE_NAME, LONG],
      [
        "26 peers",
        `name: ${RULE_NAME}\n      action: Deny\n      from:\n`,
        `name: short\n      action: Deny\n      from:\n${"        - namespaces: {}\n".repeat(25)}`,
      ],
    ],
    silent: [
      ["a name of 100 letters", RULE_NAME, LONG.slice(1)],
      [
        "25 peers",
        `name: ${RULE_NAME}\n      action: Deny\n      from:\n`,
        `name: short\n      action: Deny\n      from:\n${"        - namespaces: {}\n".repeat(24)}`,
      ],
    ],
  },
  "named-port-empty": {
    fires: [
      ["of a deny", "action: Accept", "action: Deny"],
      [
        "beside another one",
        '- destinationNamedPort: ""',
        '- destinationNamedPort: http\n        - destinationNamedPort: ""',
      ],
    ],
    silent: [
      ["a name", 'destinationNamedPort: ""', "destinationNamedPort: metrics"],
      ["a number", 'destinationNamedPort: ""', "tcp: { destinationPort: { number: 9090 } }"],
    ],
  },
  "named-port-with-ip-peer": {
    fires: [
      ["names", "networks:\n            - 192.0.2.0/24", "domainNames: [api.example.com]"],
      ["nodes", "networks:\n            - 192.0.2.0/24", "nodes: {}"],
    ],
    silent: [
      ["pods", "networks:\n            - 192.0.2.0/24", "namespaces: {}"],
      ["a number", "destinationNamedPort: https", "tcp: { destinationPort: { number: 443 } }"],
    ],
  },
  "removed-api-version": {
    fires: [
      ["without policyTypes", "  policyTypes: [Ingress]", ""],
      ["for all pods", "podSelector:\n    matchLabels:\n      app: db", "podSelector: {}"],
    ],
    silent: [
      ["the version that is served", "extensions/v1beta1", "networking.k8s.io/v1"],
      ["a version that never was", "extensions/v1beta1", "extensions/v1"],
    ],
  },
  "unchecked-action": {
    fires: [
      ["another word", "action: allow", "action: Reject"],
      ["a word of the other API", "action: allow", "action: Accept"],
    ],
    silent: [
      ["Allow", "action: allow", "action: Allow"],
      ["Pass", "action: allow", "action: Pass"],
    ],
  },
  "unchecked-cidr": {
    fires: [
      ["a number too large", "192.0.2.17", "192.0.2.300/32"],
      ["a prefix too long", "192.0.2.17", "192.0.2.17/33"],
    ],
    silent: [
      ["one address", "192.0.2.17", "192.0.2.17/32"],
      ["an IPv6 block", "192.0.2.17", '"2001:db8::/32"'],
    ],
  },
  "unchecked-port-range": {
    fires: [
      ["by one", "end: 9000", "end: 9998"],
      ["of another protocol", "protocol: TCP", "protocol: UDP"],
    ],
    silent: [
      ["one port", "end: 9000", "end: 9999"],
      ["in order", "start: 9999\n            end: 9000", "start: 9000\n            end: 9999"],
    ],
  },
  "unchecked-protocol": {
    fires: [
      ["another one", "protocol: tcp", "protocol: ICMP"],
      ["a misspelt one", "protocol: tcp", "protocol: TPC"],
    ],
    silent: [
      ["in capitals", "protocol: tcp", "protocol: TCP"],
      ["SCTP", "protocol: tcp", "protocol: SCTP"],
    ],
  },
  "unchecked-selector": {
    fires: [
      ["another operator", "notIn", "equals"],
      ["values beside Exists", "operator: notIn", "operator: Exists"],
    ],
    silent: [
      ["NotIn", "notIn", "NotIn"],
      ["In", "notIn", "In"],
    ],
  },
  "unserved-kind": {
    fires: [
      ["a version that never was", "policy.networking.k8s.io/v1alpha1", "policy.networking.k8s.io/v1"],
      ["a kind in the wrong case", "kind: ClusterNetworkPolicy", "kind: clusterNetworkPolicy"],
    ],
    silent: [
      ["where it is served", "policy.networking.k8s.io/v1alpha1", "policy.networking.k8s.io/v1alpha2"],
      ["a kind of somebody else", "policy.networking.k8s.io/v1alpha1", "example.com/v1"],
    ],
  },
};

const table = Object.entries(EDITS).map(([id, edits]) => [id, edits] as const);

describe.each(table)("%s", (id, { fires, silent }) => {
  const { examples } = RULES.find((rule) => rule.id === id) as (typeof RULES)[number];
  const finds = async ([, from, to]: Edit): Promise<boolean> => {
    expect(examples.bad).toContain(from);
    const file = { name: "example.yaml", text: examples.bad.replace(from, () => to) };
    const { result } = await lintExample(file, examples.reading);
    return result.diagnostics.some(({ rule }) => rule === id);
  };

  it.each(fires)("fires: %s", async (...edit) => {
    expect(await finds(edit)).toBe(true);
  });

  it.each(silent)("is silent: %s", async (...edit) => {
    expect(await finds(edit)).toBe(false);
  });

  it("has three cases of both sorts, with the examples of its page", () => {
    expect(fires.length + 1).toBeGreaterThanOrEqual(3);
    expect(silent.length + 1).toBeGreaterThanOrEqual(3);
  });
});

it("every other rule has a test that names it", () => {
  const own = new Set(["edited-examples.test.ts"]);
  const texts = ["test/linter", "test/cli"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts") && !own.has(path.slice(path.lastIndexOf("/") + 1)))
      .map((path) => readFileSync(`${folder}/${path}`, "utf8")),
  );
  const without = RULES.map(({ id }) => id as string).filter(
    (id) => !(id in EDITS) && !texts.some((text) => new RegExp(`["'\`: ]${id}\\b`).test(text)),
  );
  expect(without).toEqual([]);
});
