import { describe, expect, it } from "vitest";
import { lintText } from "../../support/findings.js";

/** An AdminNetworkPolicy with a subject and the rest of its spec, indented by two. */
function admin(subject: string, rest: string): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata:
  name: sample
spec:
  priority: 10
  subject:
    ${subject}
${rest}
`;
}

/** A ClusterNetworkPolicy with an egress rule that ends in these lines. */
function cluster(rule: string, head = "tier: Admin\n  priority: 10"): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: sample
spec:
  ${head}
  subject:
    namespaces: {}
  egress:
    - name: sample
${rule}
`;
}

const ALL = "namespaces: {}";
const SELF = `  ingress:
    - action: Allow
      from:
        - namespaces:
            related: self`;
const SAME_PODS = `  ingress:
    - action: Allow
      from:
        - pods:
            namespaces:
              related: Self
            podSelector: {}`;
const PORTS = (peer: string): string => `  egress:
    - action: Pass
      to:
        - ${peer}
      ports:
        port:
          - protocol: TCP
            number: 8080`;
const OLD_ALL = "namespaces: { namespaceSelector: {} }";
const DENY_OTHERS = `  ingress:
    - action: Deny
      from:
        - namespaces:
            notSameLabels: [tenant]`;
const DENY_LAB = `  ingress:
    - action: Deny
      from:
        - namespaces:
            matchLabels: { team: lab }`;
const TO_DNS = `  egress:
    - action: Allow
      to:
        - pods:
            namespaceSelector: {}
            podSelector:
              matchlabels:
                app: kube-dns`;
const OLD_TO_DNS = TO_DNS.replace("namespaceSelector: {}", OLD_ALL);
const SELETOR = `  egress:
    - action: Deny
      to:
        - namespaces:
            namespaceSeletor: {}`;
const LIST = "[{key: tenant, operator: Exists}]";
const MAP = 'namespaces: {matchExpressions: {key: "tenant", operator: Exists}}';
const SEMICOLON = MAP.replace('",', '";');

/**
 * Samples of the sources that no server takes as they are (S-ANP-1, S-CNP-6, S-CNP-7, appendix A): what is told of each,
 * with what is to be written.
 */
const SAMPLES: readonly (readonly [
  name: string,
  text: string,
  bundle: string | undefined,
  findings: readonly (readonly [rule: string, help: string])[],
])[] = [
  [
    "subject.namespaceSelector",
    admin("namespaceSelector: {}", DENY_LAB),
    undefined,
    [["unknown-field", "write `namespaces`; this is the format of the KEP's text, which no release had"]],
  ],
  [
    "subject.namespaceSelector",
    admin("namespaceSelector: {}", DENY_OTHERS),
    "kep",
    [["unknown-field", "write `namespaces`; this is the format of the KEP's text, which no release had"]],
  ],
  [
    "related: self",
    admin(ALL, SELF),
    undefined,
    [["unknown-field", "later releases can't compare namespaces; write one policy for each namespace"]],
  ],
  [
    "related: self",
    admin(ALL, SELF),
    "v0.1.1",
    [["unknown-field", "write `sameLabels: [kubernetes.io/metadata.name]`"]],
  ],
  ["related: self", admin(ALL, SELF), "kep", [["schema", "write `Self`"]]],
  [
    "pods.namespaces.related",
    admin(ALL, SAME_PODS),
    undefined,
    [["unknown-field", "later releases can't compare namespaces; write one policy for each namespace"]],
  ],
  [
    "ports.port[]",
    admin(ALL, PORTS("namespaces: {}")),
    undefined,
    [["schema", "write a list: `[{portNumber: {protocol: TCP, port: 8080}}]`"]],
  ],
  [
    "ports.port[]",
    admin(ALL, PORTS(OLD_ALL)),
    "v0.1.1",
    [["schema", "write a list: `[{portNumber: {protocol: TCP, port: 8080}}]`"]],
  ],
  [
    "ports.port[]",
    admin(ALL, PORTS(OLD_ALL)),
    "kep",
    [["schema", "write a list: `[{portNumber: {protocol: TCP, port: 8080}}]`"]],
  ],
  [
    "matchExpressions as a mapping",
    admin(MAP, DENY_LAB),
    undefined,
    [["schema", `write a list: \`${LIST}\``]],
  ],
  [
    "matchExpressions as a mapping",
    admin(MAP, DENY_OTHERS),
    "v0.1.1",
    [["schema", `write a list: \`${LIST}\``]],
  ],
  [
    "matchExpressions as a mapping",
    admin(MAP, DENY_OTHERS),
    "kep",
    [["schema", `write a list: \`${LIST}\``]],
  ],
  [
    "matchExpressions with a semicolon",
    admin(SEMICOLON, DENY_OTHERS),
    undefined,
    [
      [
        "not-analysed",
        '`;` separates nothing in YAML: write `,`, and expressions as a list: `[{key: "tenant", operator: Exists}]`',
      ],
    ],
  ],
  ["matchlabels", admin(ALL, TO_DNS), undefined, [["wrong-case-field", "write `matchLabels`"]]],
  ["matchlabels", admin(ALL, OLD_TO_DNS), "v0.1.1", [["wrong-case-field", "write `matchLabels`"]]],
  ["matchlabels", admin(ALL, OLD_TO_DNS), "kep", [["wrong-case-field", "write `matchLabels`"]]],
  [
    "namespaceSeletor",
    admin(ALL, SELETOR),
    undefined,
    [["unknown-field", "move the content of `namespaceSelector` directly below `namespaces`"]],
  ],
  ["namespaceSeletor", admin(ALL, SELETOR), "v0.1.1", [["unknown-field", "write `namespaceSelector`"]]],
  ["namespaceSeletor", admin(ALL, SELETOR), "kep", [["unknown-field", "write `namespaceSelector`"]]],
  [
    "namespaces: {} for a release before v0.1.3",
    admin(ALL, "  ingress:\n    - action: Deny\n      from:\n        - namespaces: {}"),
    "v0.1.1",
    [["schema", "for every namespace, write `{namespaceSelector: {}}`"]],
  ],
  [
    "namespaces.matchLabels for a release before v0.1.3",
    admin(ALL, DENY_LAB),
    "v0.1.1",
    [["unknown-field", "write it below `namespaceSelector`; this is the format of v0.1.3 and later"]],
  ],
  [
    "destinationPort beside tcp",
    cluster(`      action: Accept
      to:
        - networks: [10.0.0.0/8]
      protocols:
        - tcp:
          destinationPort:
            number: 443`),
    undefined,
    [["unknown-field", "indent it below `tcp`"]],
  ],
  [
    "a label without a value",
    cluster(`      action: Accept
      to:
        - nodes:
            matchLabels:
              node-role.kubernetes.io/control-plane:
      protocols:
        - tcp: { destinationPort: { number: 6443 } }`),
    undefined,
    [
      [
        "selector-emptied-by-null",
        'write a value after `node-role.kubernetes.io/control-plane:`, or `""` for an empty one',
      ],
    ],
  ],
  [
    "tier twice",
    cluster(
      `      action: Deny\n      to: [{ namespaces: { matchLabels: { team: lab } } }]`,
      "tier: Admin\n  tier: Admin\n  priority: 10",
    ),
    undefined,
    [["duplicate-key", "keep one of the two"]],
  ],
  [
    "Allow",
    cluster(`      action: Allow\n      to: [{ namespaces: { matchLabels: { team: lab } } }]`),
    undefined,
    [["invalid-action-for-kind", "write `Accept`"]],
  ],
  [
    "apiVersion v1alpha1",
    cluster(`      action: Deny\n      to: [{ namespaces: { matchLabels: { team: lab } } }]`).replace(
      "v1alpha2",
      "v1alpha1",
    ),
    undefined,
    [
      [
        "unserved-kind",
        "did you mean `apiVersion: policy.networking.k8s.io/v1alpha2` and `kind: ClusterNetworkPolicy`?",
      ],
    ],
  ],
  [
    "Baseline without a priority",
    cluster(
      `      action: Deny\n      to: [{ namespaces: { matchLabels: { team: lab } } }]`,
      "tier: Baseline",
    ),
    undefined,
    [["schema", "add `priority`: a whole number from 0 (highest) to 1000"]],
  ],
];

describe("an invalid sample of the sources has one finding that says what was meant", () => {
  it.each(SAMPLES)("%s", async (_name, text, bundle, expected) => {
    const found = await lintText(text, { bundles: bundle === undefined ? [] : [bundle] });
    const told = found.filter(({ level }) => level !== "info");
    expect(told.map(({ rule }) => rule)).toEqual(expected.map(([rule]) => rule));
    for (const [i, [, help]] of expected.entries()) expect(told[i]?.wording.help).toContain(help);
  });
});
