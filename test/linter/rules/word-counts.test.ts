import { expect, it } from "vitest";
import { ruleOf, worded } from "../../support/worded.js";
import type { Problem, ProblemCode } from "../../../src/cluster/problems/problem.js";
import type { ProblemFacts } from "../../../src/cluster/problems/facts.js";
import type { RuleName } from "../../../src/cluster/problems/proofs.js";

/** What a rule says of some facts, as one text: message, label, notes and help, in this order. */
function said<C extends ProblemCode>(id: C, facts: ProblemFacts[C], problem: Partial<Problem> = {}): string {
  const { message, label, notes = [], help = "" } = worded(id, facts, problem);
  return [message, label, ...notes, help].join(" | ");
}

/** What is said, once it is asked for, holds all of some texts. */
interface Row {
  readonly id: ProblemCode;
  readonly saying: () => string;
  readonly expected: readonly string[];
}

function row<C extends ProblemCode>(
  id: C,
  facts: ProblemFacts[C],
  expected: readonly string[],
  problem: Partial<Problem> = {},
): Row {
  return { id, saying: () => said(id, facts, problem), expected };
}

const some = (...first: readonly string[]): { first: readonly string[]; more: number } => ({
  first,
  more: 0,
});
const concerned = (count: number): { first: string; count: number } => ({ first: "shop/web", count });
const named = (name: string): Partial<Problem> => ({
  object: { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", namespace: "shop", name },
});
const rule = (position: number, direction: RuleName["direction"] = "egress"): RuleName => ({
  policy: "NetworkPolicy shop/web",
  direction,
  position,
  name: undefined,
});
const rules = (count: number): { first: readonly RuleName[]; more: number } => ({
  first: Array.from({ length: count }, (_, i) => rule(i + 2)),
  more: 0,
});
const cluster = { type: "this-cluster", workloads: 7 } as const;
const BY_PLUGIN = {
  plugin: "Calico",
  row: "U-4",
  readAs: [],
  defaults: {},
} as unknown as ProblemFacts["client-ip-hidden"];
const UNHIDDEN = { ...BY_PLUGIN, cidr: "198.51.100.0/24", service: "shop/front", concerned: concerned(3) };
const ABSENT = { namespaces: some(), pods: some("app=zipkin"), isElsewhere: false } as const;
const ALL = { direction: "ingress", others: 0, isOtherClosed: false } as const;
const DENY = {
  direction: "egress",
  dns: "kube-system/kube-dns",
  dnsOver: undefined,
  concerned: concerned(2),
} as const;
const DNS = {
  dns: "kube-system/kube-dns",
  missing: [{ protocol: "TCP", port: 5353 }],
  isPartial: false,
  concerned: concerned(1),
} as const;
const BLOCKED = {
  setting: "REDIS",
  host: "redis",
  port: 80,
  service: "shop/redis",
  listening: { protocol: "TCP", port: 6379 },
} as const;
const API = { port: 6443, concerned: concerned(1) } as const;
const LABEL = { key: "name", namespace: "edge" } as const;
const OLDER = {
  policy: "AdminNetworkPolicy tenants",
  shape: "v0.1.0 to v0.1.2",
  fields: ["sameLabels"],
} as const;
const SIDED = {
  rule: rule(1),
  peers: ["shop/db"],
  morePeers: 0,
  deniedBy: "NetworkPolicy shop/db",
  moreDeniers: 0,
  others: 0,
  scope: cluster,
} as const;

const SELECTS = {
  condition: { key: "app", operator: "In", values: ["crat"] },
  namespaces: ["shop"],
  hasPods: true,
  values: some("cart", "web"),
  otherKey: undefined,
  elsewhere: [],
  hostPod: undefined,
} as const;
const ADDED = { selectors: 2, policies: some("NetworkPolicy shop/web", "NetworkPolicy shop/db") } as const;
const FIELD = { parent: "spec.ingress[0]", effect: "is-ignored" } as const;
const faulty = (fault: object): ProblemFacts["invalid-selector"] =>
  ({ fault }) as unknown as ProblemFacts["invalid-selector"];
const unread = (facts: object): ProblemFacts["not-analysed"] =>
  facts as unknown as ProblemFacts["not-analysed"];
const doubtful = (code: string, text: string): ProblemFacts["not-analysed"] =>
  unread({ reason: "helm-template", detail: "chart", doubt: { code, text, file: "templates/np.yaml" } });
const WITHIN = {
  route: "Ingress shop/front",
  connecting: { type: "unknown" },
  service: "shop/web",
  protocol: "TCP",
  port: 8080,
  concerned: concerned(1),
  side: "ingress",
  within: "shop",
} as const;

const violated = (field: string, violation: object): ProblemFacts["schema"] =>
  ({ field, violation }) as unknown as ProblemFacts["schema"];
const OPEN = { cidr: "0.0.0.0/0", concerned: concerned(1) } as const;
const opened = (
  TCP: readonly (readonly [number, number])[],
  UDP = TCP,
  SCTP = TCP,
): ProblemFacts["open-to-world"] =>
  ({ ...OPEN, traffic: { TCP, UDP, SCTP, other: false } }) as unknown as ProblemFacts["open-to-world"];
const EVERY_PORT = [[1, 65_535]] as const;
const conflicting = (
  traffic: object | undefined,
  to: object = { type: "existing", name: "db/pg" },
): ProblemFacts["same-priority-conflict"] =>
  ({
    tier: "Admin",
    priority: 7,
    policy: "ClusterNetworkPolicy a",
    other: "ClusterNetworkPolicy b",
    count: 2,
    witness: {
      from: { type: "existing", name: "shop/web" },
      to,
      traffic,
      outcome: "denied",
      otherOutcome: "allowed",
    },
  }) as unknown as ProblemFacts["same-priority-conflict"];
const pod = (more: object): object => ({
  type: "hypothetical",
  labels: { app: "cache" },
  namespaceLabels: {},
  ...more,
});
const contradicting = (...conditions: readonly object[]): ProblemFacts["selector-contradiction"] =>
  ({ key: "team", conditions, of: "pods" }) as unknown as ProblemFacts["selector-contradiction"];

const ROWS: readonly Row[] = [
  row(
    "invalid-action-for-kind",
    { action: "Permit", kind: "ClusterNetworkPolicy", allowed: ["Accept", "Deny"], acceptedBy: [] },
    ["`Permit` is not an action of ClusterNetworkPolicy", "must be `Accept` or `Deny`"],
  ),
  row("label-not-string", { part: "label value", written: "010", actual: "number" }, [
    "`010` without quotes is a number",
    'put it in quotes: `"010"`',
  ]),
  row("label-not-string", { part: "selector operator", written: "in", actual: "boolean" }, [
    "a selector operator must be a string",
    "use `In`, `NotIn`",
  ]),
  row("unserved-kind", { apiVersion: "networking.k8s.io/v9", kind: "NetPolicy" }, [
    "`NetPolicy` does not exist in `networking.k8s.io/v9` | no server has this kind in this version | ",
  ]),
  row("unchecked-protocol", { protocol: "" }, ["an empty protocol means TCP to some", "write `TCP`"]),
  row("unchecked-protocol", { protocol: "icmp" }, ["`icmp` is not a valid protocol and matches nothing"]),
  ...(
    [
      [
        [
          { operator: "In", values: ["a"] },
          { operator: "NotIn", values: ["a", "b"] },
        ],
        "it requires `team` to be `a`, but it also requires `team` not to be `a` or `b`",
      ],
      [
        [
          { operator: "Exists", values: [] },
          { operator: "DoesNotExist", values: [] },
        ],
        "it requires `team` to be set, but it also requires `team` not to be set",
      ],
    ] as const
  ).map(([conditions, expected]) => row("selector-contradiction", contradicting(...conditions), [expected])),
  row("open-to-world", opened(EVERY_PORT), ["on all ports |"]),
  row("open-to-world", opened(EVERY_PORT, [], []), ["on all TCP ports |"]),
  row(
    "open-to-world",
    opened(
      [
        [1, 1],
        [3, 3],
        [5, 5],
      ],
      [],
      [],
    ),
    ["on TCP 1, TCP 3 and TCP 5 |"],
  ),
  row(
    "open-to-world",
    opened(
      [
        [1, 1],
        [3, 3],
        [5, 5],
      ],
      [[7, 7]],
      [],
    ),
    ["on TCP 1, TCP 3, TCP 5 and 1 more |"],
  ),
  row("same-priority-conflict", conflicting(undefined), [
    "`shop/web` → `db/pg` is denied if the first wins, allowed if",
  ]),
  row("same-priority-conflict", conflicting({ protocol: "other" }), [
    "with protocols other than TCP, UDP and SCTP is denied",
  ]),
  row("same-priority-conflict", conflicting({ protocol: "UDP" }), ["`db/pg` over UDP is denied"]),
  row("same-priority-conflict", conflicting({ protocol: "UDP", port: 53 }), ["`db/pg` on UDP 53 is denied"]),
  row("same-priority-conflict", conflicting(undefined, pod({ namespace: "shop" })), [
    "→ a pod with `app=cache` in `shop` is",
  ]),
  row("same-priority-conflict", conflicting(undefined, pod({ namespaceLabels: { team: "a" } })), [
    "→ a pod with `app=cache` in a namespace with `team=a` is",
  ]),
  row("same-priority-conflict", conflicting(undefined, pod({ labels: {} })), ["→ a pod is denied"]),
  row(
    "shadowed-rule",
    {
      rule: rule(1),
      part: "rule",
      by: { first: [rule(2, "ingress")], more: 0 },
      scope: cluster,
      precedence: "rules",
    },
    ["egress rule 1 of `NetworkPolicy shop/web` is never reached: ingress rule 2 decides"],
  ),
  row(
    "shadowed-rule",
    {
      rule: { ...rule(1), name: "" },
      part: "rule",
      by: { first: [{ ...rule(2), name: "x" }], more: 0 },
      scope: cluster,
      precedence: "policies",
    },
    ["egress rule 1 of `NetworkPolicy shop/web` is never reached: rule 2 `x` decides"],
  ),
  row(
    "ip-block-covers-services",
    { ...BY_PLUGIN, cidr: "10.96.0.0/16", service: undefined, labels: [] } as never,
    ["`10.96.0.0/16` is of Services", "select the pods behind the Services by label"],
  ),
  row(
    "ip-block-covers-services",
    { ...BY_PLUGIN, cidr: "10.96.0.7/32", service: "shop/db", labels: ["app=db"] } as never,
    [
      "`10.96.0.7/32` is the address of the Service `shop/db`",
      "select the pods behind the Service: `app=db`",
    ],
  ),
  ...(
    [
      ["", { type: "empty-list" }, ["the object must not be empty"]],
      [
        "spec.egress",
        { type: "empty-list" },
        ["`spec.egress` must not be empty", "an empty list", "add an entry"],
      ],
      [
        "spec.tier",
        { type: "not-one-of", value: "admin", allowed: ["Admin", "Baseline"], nearest: "Admin" },
        ["`admin` is not a value of `spec.tier`", "must be `Admin` or `Baseline`", "write `Admin`"],
      ],
      [
        "spec.tier",
        { type: "not-one-of", value: "x", allowed: ["Admin", "Baseline"] },
        ["must be `Admin` or `Baseline` | "],
      ],
      [
        "spec.subject",
        { type: "no-member", members: ["pods", "namespaces"] },
        ["one of `pods` or `namespaces` is needed", "a null field counts as not set"],
      ],
      ["metadata.name", { type: "missing", name: "name" }, ["the object has no name", "add `metadata.name`"]],
      [
        "spec.priority",
        { type: "missing", name: "priority" },
        ["`spec.priority` is missing", "a whole number from 0"],
      ],
      ["spec.subject", { type: "missing", name: "subject" }, ["`subject` is required here", "add `subject`"]],
      [
        "spec.x",
        { type: "wrong-type", expected: ["text", "integer"], actual: "boolean", written: "yes" },
        [
          "`spec.x` must be text or a whole number, not a boolean",
          "`yes` is a boolean",
          'put it in quotes: `"yes"`',
        ],
      ],
      [
        "spec.x",
        { type: "wrong-type", expected: ["list"], actual: "mapping" },
        ["this is a mapping", "start each entry with `- `"],
      ],
      [
        "spec.x",
        { type: "wrong-type", expected: ["mapping"], actual: "list" },
        ["this is a list", "remove the `- ` before its fields"],
      ],
      [
        "spec.x",
        { type: "wrong-type", expected: ["integer"], actual: "text", written: "80" },
        ["`80` is text", "remove the quotes, or use a number"],
      ],
      [
        "spec.x",
        { type: "wrong-type", expected: ["text"], actual: "null", written: "~" },
        ["this is null", "write an entry after the `-`"],
      ],
      [
        "spec.x",
        { type: "wrong-type", expected: ["boolean"], actual: "list" },
        ["must be a boolean, not a list | this is a list | "],
      ],
    ] as const
  ).map(([field, violation, expected]) => row("schema", violated(field, violation), expected)),
  ...(
    [
      [SELECTS, ["no pod in namespace `shop` has `app=crat`", "there, `app` is `cart` or `web`"]],
      [{ ...SELECTS, namespaces: ["lab", "shop"] }, ["no pod in namespaces `lab` and `shop` has"]],
      [{ ...SELECTS, namespaces: [] }, ["no pod in the input has `app=crat`"]],
      [{ ...SELECTS, hasPods: false, values: some() }, ["no pods in namespace `shop` |"]],
      [{ ...SELECTS, hasPods: false, namespaces: [] }, ["no pods in these namespaces"]],
      [
        { ...SELECTS, hostPod: "shop/agent" },
        ["`shop/agent` has these labels, but uses its node's network", "set `hostNetwork: false`"],
      ],
      [{ ...SELECTS, condition: undefined }, ["no pod in namespace `shop` has all of these"]],
      [{ ...SELECTS, elsewhere: ["lab"] }, ["pods with these labels are in namespace `lab`"]],
      [
        { ...SELECTS, otherKey: { key: "name", value: "crat", name: "shop/x" } },
        ["`shop/x` has `name=crat`"],
      ],
      [
        { ...SELECTS, almost: "shop/web" },
        ["`shop/web` has all the other labels: give its pods `app`, or remove it here"],
      ],
      [
        { ...SELECTS, added: { ...ADDED, isOfOthers: true }, almost: "shop/web" },
        ["policies, and the pods that these are for don't have it", "`shop/web` doesn't have it"],
      ],
      [
        { ...SELECTS, added: { ...ADDED, selectors: 1, isOfOthers: true }, almost: "shop/web" },
        ["to a selector of policies, and the pods that it is for don't have it"],
      ],
      [
        { ...SELECTS, added: ADDED, almost: "shop/web" },
        [
          "adds `app=crat` to 2 selectors of policies, and no pod has it",
          "in `NetworkPolicy shop/web` and `NetworkPolicy shop/db`",
          "without what it adds, one of them selects `shop/web`",
          "leaves selectors alone; or give the pods this label",
        ],
      ],
      [
        { ...SELECTS, added: { ...ADDED, selectors: 1, foreign: "olm" } },
        ["to a selector for pods in namespace `olm`, which nobody labels so", "leaves selectors alone"],
      ],
      [
        { ...SELECTS, added: { ...ADDED, foreign: "olm" } },
        ["to 2 selectors of policies, one of them for pods in namespace `olm`, which nobody labels so"],
      ],
      [
        { ...SELECTS, almost: "shop/web", added: { ...ADDED, foreign: "olm" } },
        [
          "to 2 selectors of policies, and no pod has it",
          "one of them is for pods in namespace `olm`, which nobody labels so",
        ],
      ],
    ] as const
  ).map(([facts, expected]) => row("selects-no-pods", facts as ProblemFacts["selects-no-pods"], expected)),
  ...(
    [
      [
        { type: "key", key: "a/b/c", faults: ["slashes"] },
        ["`a/b/c` is not a label key", "more than one slash", "use letters"],
      ],
      [{ type: "key", key: "/c", faults: ["prefix-empty"] }, ["nothing before the slash"]],
      [{ type: "key", key: "a_/c", faults: ["prefix"] }, ["the part before the slash is not a DNS name"]],
      [
        { type: "key", key: "", faults: ["empty"] },
        ["an empty string is not a label key", "the name is empty"],
      ],
      [
        { type: "value", value: "-x", faults: ["characters"] },
        ["`-x` is not a label value", "malformed", "use nothing, or letters"],
      ],
      [{ type: "value", value: "x", faults: ["too-long"] }, ["longer than 63 bytes"]],
      [
        { type: "values-missing", operator: "In" },
        ["`In` needs at least one value", "use `Exists` for the key alone"],
      ],
      [
        { type: "values-missing", operator: "NotIn" },
        ["`NotIn` needs at least one value", "use `DoesNotExist` for the key alone"],
      ],
      [{ type: "values-forbidden", operator: "Exists" }, ["`Exists` takes no values", "use `In`"]],
      [
        { type: "values-forbidden", operator: "DoesNotExist" },
        ["`DoesNotExist` takes no values", "use `NotIn`"],
      ],
      [{ type: "operator", operator: "in", nearest: "In" }, ["`in` is not an operator", "write `In`"]],
      [{ type: "operator", operator: "is" }, ["use `In`, `NotIn`, `Exists` or `DoesNotExist`"]],
    ] as const
  ).map(([fault, expected]) => row("invalid-selector", faulty(fault), expected)),
  ...(
    [
      ["template-syntax", "", ["is a template that anp can't parse"]],
      ["function", "tpl", ["calls `tpl`, which can write anything"]],
      ["function", ".Files.Get", ["calls `.Files.Get`, which can write anything"]],
      ["function", "  tpl \n x  ", ["has the action `tpl x`, whose result can't be told"]],
      ["function", ".", ["has the action `.`, whose result can't be told"]],
      ["function", "$x := index . $y", ["has the action `$x := index . $y`, whose result can't be told"]],
      ["function", "f".repeat(61), [`calls \`${"f".repeat(60)}…\``]],
      ["function", "f".repeat(60), [`calls \`${"f".repeat(60)}\`,`]],
      ["kind", "Namespace", ["writes a `Namespace`, whose labels policies select"]],
      ["kind", "Agent", ["writes a `Agent`, a kind that anp doesn't know"]],
      ["kind", "NetworkPolicy", ["it may contain a policy: templates/np.yaml writes a `NetworkPolicy` |"]],
      ["render-failed", " no \n chart ", ["templates/np.yaml can't be rendered: no chart"]],
    ] as const
  ).map(([code, text, expected]) => row("not-analysed", doubtful(code, text), expected)),
  row("not-analysed", doubtful("kind", "NetworkPolicy"), ["each may contain a policy"], {
    related: [{ role: "too" }] as unknown as NonNullable<Problem["related"]>,
  }),
  row("not-analysed", doubtful("build-no-kustomization", "../base"), [
    "templates/np.yaml needs `../base`, which is not a folder with a kustomization",
  ]),
  row("not-analysed", doubtful("build-two-kustomizations", "o/Kustomization"), [
    "templates/np.yaml stands beside `o/Kustomization`: a folder has one kustomization",
  ]),
  row("not-analysed", doubtful("build-missing", ` ${"x".repeat(120)} `), [
    `templates/np.yaml needs \`${"x".repeat(120)}\`, which doesn't exist`,
  ]),
  row("not-analysed", doubtful("build-limit", ""), ["templates/np.yaml takes more work than anp does"]),
  row("unknown-field", { ...FIELD, parent: "", name: "status" } as ProblemFacts["unknown-field"], [
    "unknown field `status` |",
  ]),
  row("selector-emptied-by-null", { field: "podSelector", effect: "selects-every-pod-of-namespace" }, [
    "`podSelector` has no value",
  ]),
  row("empty-list-means-all", { field: "from", written: "empty", matches: "sources" }, ["restricts nothing"]),
  row("unknown-field", { ...FIELD, name: "form", meant: "from" } as ProblemFacts["unknown-field"], [
    "unknown field `form` in `spec.ingress[0]`",
    "silently dropped",
    "write `from`",
  ]),
  row(
    "unknown-field",
    { ...FIELD, parent: "", name: "sepc", effect: "no-rules" } as ProblemFacts["unknown-field"],
    ["unknown field `sepc` |", "its rules are gone"],
  ),
  row(
    "unknown-field",
    {
      ...FIELD,
      name: "app",
      belongsUnder: "matchLabels",
      effect: "selects-every-pod-of-namespace",
    } as ProblemFacts["unknown-field"],
    ["indent it below `matchLabels`", "selects every pod of namespace `shop`"],
    named("web"),
  ),
  row(
    "invalid-domain-name",
    { name: "a.*.b", fault: "inner-wildcard" } as ProblemFacts["invalid-domain-name"],
    ["`a.*.b` is not a valid domain name", "first label", "list each domain"],
  ),
  row("invalid-domain-name", { name: "com", fault: "single-label" } as ProblemFacts["invalid-domain-name"], [
    "only one label",
    "at least two labels",
  ]),
  row("invalid-domain-name", { name: "a..b", fault: "characters" } as ProblemFacts["invalid-domain-name"], [
    "malformed",
    "single dots",
  ]),
  row(
    "invalid-domain-name",
    { name: "**.b.c", fault: "double-wildcard" } as ProblemFacts["invalid-domain-name"],
    ["two stars in a row", "write `*.b.c`"],
  ),
  row("invalid-suppression", { fault: "syntax", by: "annotation" } as ProblemFacts["invalid-suppression"], [
    "can't be read",
    "write `[rule-id] reason`",
  ]),
  row("invalid-suppression", { fault: "syntax", by: "comment" } as ProblemFacts["invalid-suppression"], [
    "write `# anp: ignore[rule-id] reason`",
  ]),
  row(
    "invalid-suppression",
    { fault: "input", by: "comment", rule: "not-analysed" } as ProblemFacts["invalid-suppression"],
    ["`not-analysed` can't be suppressed: what wasn't read may contain a policy", "have the file read"],
  ),
  row(
    "invalid-suppression",
    { fault: "gate", by: "comment", rule: "gate-loosened" } as ProblemFacts["invalid-suppression"],
    ["`gate-loosened` can't be suppressed |", "--rule gate-loosened=LEVEL"],
  ),
  ...(
    [
      [some(), some("lab"), ["namespace `lab` has one"]],
      [some("shop/web"), some("db", "lab"), ["open now: `shop/web`", "namespaces `db` and `lab` have one"]],
    ] as const
  ).map(([open, others, expected]) =>
    row(
      "no-default-deny",
      {
        namespaces: some("shop"),
        directions: ["ingress"],
        others,
        open,
        idle: some(),
        isToldAtLabels: false,
        isClosedOtherwise: false,
        isUnset: false,
      },
      expected,
    ),
  ),
  row("ingress-backend-blocked", WITHIN, [
    "only pods of namespace `shop` can reach `shop/web` on TCP 8080, a backend of `Ingress shop/front`",
    "the pods behind `shop/web`",
    "on TCP 8080, such as",
  ]),
  row(
    "egress-unrestricted",
    { namespaces: some("shop"), policies: 2, others: some("lab") } as ProblemFacts["egress-unrestricted"],
    ["all 2 policies of namespace `shop` restrict", "policies of namespace `lab` restrict egress"],
  ),
  row(
    "egress-unrestricted",
    {
      namespaces: some("ops", "shop"),
      policies: 2,
      others: some("db", "lab"),
    } as ProblemFacts["egress-unrestricted"],
    ["of namespaces `ops` and `shop`", "policies of namespaces `db` and `lab` restrict egress"],
  ),
  row("policy-kind-not-enforced", { ...BY_PLUGIN, kind: "AdminNetworkPolicy", count: 1 } as never, [
    "Calico doesn't enforce `AdminNetworkPolicy`: this policy does nothing",
    "| has no effect |",
  ]),
  row("policy-kind-not-enforced", { ...BY_PLUGIN, kind: "AdminNetworkPolicy", count: 2 } as never, [
    "2 policies do nothing",
    "the first one; none has an effect",
  ]),
  row("namespace-not-found", { namespace: "shpo", meant: "shop", known: [], policies: 2 }, [
    "1 more policy is in it",
  ]),
  row("namespace-label-not-automatic", { ...LABEL, others: some(), selectors: 2 }, [
    "1 more selector has it",
  ]),
  row("unused-suppression", { rule: "shadowed-rule", by: "comment" }, ["move it to the line above"]),
  row("unused-suppression", { rule: "shadowed-rule", by: "annotation" }, ["| remove it"]),
  row("rule-split-by-dash", { direction: "ingress" }, ["from anywhere", "ports without `from`"]),
  row("rule-split-by-dash", { direction: "egress" }, ["to anywhere", "ports without `to`", "add `to` here"]),
  row("domain-name-too-broad", { pattern: "*.co.uk", kind: "public-suffix" }, [
    "anybody can register",
    "a public suffix",
  ]),
  row(
    "domain-name-too-broad",
    { pattern: "*.pages.dev", kind: "shared-host" } as ProblemFacts["domain-name-too-broad"],
    ["every customer of the provider", "shared by many"],
  ),
  row(
    "selector-matches-all-by-negation",
    {
      condition: { key: "tier", operator: "NotIn", values: ["db"] },
      of: "pods",
      meant: undefined,
    } as ProblemFacts["selector-matches-all-by-negation"],
    ["`tier` not to be `db` excludes nothing: no pod has a label `tier`", "use a label that they have"],
  ),
  row(
    "selector-matches-all-by-negation",
    {
      condition: { key: "tier", operator: "NotIn", values: ["db"] },
      of: "namespaces",
      meant: undefined,
    } as ProblemFacts["selector-matches-all-by-negation"],
    ["no namespace has a label `tier`", "use a label that they have"],
  ),
  row(
    "selector-matches-all-by-negation",
    {
      condition: { key: "name", operator: "NotIn", values: ["db"] },
      of: "namespaces",
      meant: "db",
    } as ProblemFacts["selector-matches-all-by-negation"],
    [
      "this doesn't exclude `db`: nothing sets the label `name`",
      "write `kubernetes.io/metadata.name` as the key",
    ],
  ),
  row(
    "service-port-not-target-port",
    { direction: "egress", protocol: "TCP", port: 80, service: "shop/web", targets: [8080, 8081] },
    [
      "port 80 is a port of Service `shop/web`, but its pods listen on 8080 and 8081",
      "no pod that this rule names listens on 80",
      "write `port: 8080` and `port: 8081`",
    ],
  ),
  row(
    "service-port-not-target-port",
    {
      direction: "ingress",
      protocol: "TCP",
      port: 30080,
      isNodePort: true,
      service: "shop/web",
      targets: [8080],
    },
    ["port 30080 is a node port of", "no pod that this policy selects"],
  ),
  row(
    "redundant-rule",
    {
      rule: rule(2),
      by: rules(1),
      scope: cluster,
      isForFewerPorts: false,
      isForDns: false,
      isSaid: false,
      also: [rule(3)],
    },
    [
      "2 egress rules of `NetworkPolicy shop/web` add nothing: rule 2 does the same for all of them",
      "remove them",
    ],
  ),
  row("absent-from-input", { ...ABSENT, selectors: 1, unclaimed: some("shop/cart") }, [
    "1 selector names pods",
    "| not in these manifests |",
    "no policy names `shop/cart` by its labels: is it meant?",
  ]),
  row("absent-from-input", { ...ABSENT, selectors: 2, unclaimed: some("shop/cart", "shop/db") }, [
    "2 selectors name pods",
    "| the first of them |",
    "`shop/cart` and `shop/db` by their labels: are they meant?",
  ]),
  row("allow-all-rule", ALL, [
    "all ingress traffic",
    "no `from`",
    "every source",
    "no other NetworkPolicy can restrict it",
  ]),
  row("allow-all-rule", { ...ALL, direction: "egress", others: 1 }, [
    "all egress traffic",
    "no `to`",
    "every destination",
    "the other egress rule of this policy has no effect",
  ]),
  row("allow-all-rule", { ...ALL, others: 2 }, ["the other ingress rules of this policy have no effect"]),
  row("allow-all-rule", ALL, ["the policy is called `deny-all`"], named("deny-all")),
  row("api-server-unreachable", { ...API, cause: "no-rule" }, [
    "no rule allows the API server",
    "on TCP 6443",
  ]),
  row("api-server-unreachable", { ...API, cause: "service-port" }, [
    "the Service's port",
    "the API server listens on 6443",
    "on TCP 6443",
  ]),
  row("api-server-unreachable", { ...API, cause: "service-address" }, [
    "the Service's address, not the nodes'",
  ]),
  row("api-server-unreachable", { ...API, cause: "denied" }, ["| denies it |"]),
  row(
    "baseline-never-reached",
    {
      policy: "ClusterNetworkPolicy floor",
      direction: "egress",
      selected: 1,
      scope: cluster,
    },
    ["never decides egress", "isolate the workload it selects"],
  ),
  row(
    "baseline-never-reached",
    {
      policy: "ClusterNetworkPolicy floor",
      direction: "egress",
      selected: 2,
      scope: cluster,
    },
    ["isolate all 2 workloads it selects"],
  ),
  row("cel", { field: "", rule: "true", acceptedBy: [] }, ["the object breaks a validation rule"]),
  row("cidr-host-bits", { cidr: "10.0.0.1/8", corrected: "10.0.0.0/8" } as ProblemFacts["cidr-host-bits"], [
    "write `10.0.0.0/8`",
  ]),
  row("client-ip-hidden", { ...UNHIDDEN, effect: "not-let-in" }, [
    "clients from `198.51.100.0/24`",
    "blocks clients",
  ]),
  row("client-ip-hidden", { ...UNHIDDEN, effect: "not-kept-out" }, [
    "the exceptions of `198.51.100.0/24`",
    "allows every client",
  ]),
  row("configured-address-blocked", { ...BLOCKED, concerned: concerned(1), side: "ingress" }, [
    "`shop/web` is configured with",
    "doesn't allow the ingress",
    "on TCP 6379",
  ]),
  row("configured-address-blocked", { ...BLOCKED, concerned: concerned(3), side: "egress" }, [
    "`shop/web` and 2 other workloads are configured with",
    "denies the egress to them",
    "on TCP 6379",
  ]),
  row("deny-egress-written-as-empty-list", { written: "null", hasIngressRules: true }, [
    "`egress:` without a value doesn't restrict egress",
  ]),
  row("deny-egress-written-as-empty-list", { written: "empty", hasIngressRules: false }, [
    "`egress: []` denies all ingress",
  ]),
  row("deny-hits-cluster-services", { ...DENY, needs: ["dns", "api-server"], dnsOver: "TCP" }, [
    "denies cluster DNS (`kube-system/kube-dns`) over TCP and the API server",
    "it cuts off `shop/web` and 1 other workload",
    "accept DNS to the pods behind",
  ]),
  row("deny-hits-cluster-services", { ...DENY, needs: ["dns"] }, ["cluster DNS (`kube-system/kube-dns`) |"]),
  row("deny-hits-cluster-services", { ...DENY, needs: ["kube-system"] }, [
    "denies egress of `kube-system` pods",
    "exclude `kube-system`",
  ]),
  row("deny-hits-cluster-services", { ...DENY, direction: "ingress", needs: ["kube-system"] }, [
    "denies ingress to `kube-system` pods",
  ]),
  row("deny-hits-cluster-services", { ...DENY, needs: ["api-server"] }, [
    "denies the API server",
    "accept the API server's nodes and port",
  ]),
  row("dns-egress-missing", { ...DNS, cause: "denied" }, ["| denies it |", "on TCP 5353"]),
  row("dns-egress-missing", { ...DNS, cause: "other-protocol", isPartial: true }, [
    "over TCP |",
    "not over TCP",
    "retried over TCP",
  ]),
  row(
    "dns-egress-missing",
    {
      ...DNS,
      missing: [{ protocol: "UDP", port: 5353 }],
      cause: "other-protocol",
    },
    ["DNS queries use UDP first"],
  ),
  row("dns-egress-missing", { ...DNS, cause: "service-port" }, ["the pods listen on TCP 5353"]),
  row(
    "except-reopened",
    {
      rule: rule(1),
      except: "198.51.100.0/24",
      cidr: "198.51.0.0/16",
      by: rules(2),
      scope: cluster,
    },
    ["but rule 2 and rule 3 allow it", "7 workloads"],
  ),
  row(
    "except-cancels-allow",
    {
      ...BY_PLUGIN,
      rule: rule(1),
      except: "198.51.100.0/24",
      cidr: "198.51.0.0/16",
      by: rules(2),
      scope: cluster,
    } as never,
    ["what rule 2 and rule 3 allow on Calico"],
  ),
  row("foreign-policy-order", { ...BY_PLUGIN, kinds: ["NetworkPolicy"], count: 1 } as never, [
    "one object of kind",
    "| not evaluated |",
  ]),
  row("foreign-policy-order", { ...BY_PLUGIN, kinds: ["NetworkPolicy"], count: 3 } as never, [
    "3 objects of kind",
    "the first one; none is evaluated",
  ]),
  row("ipv6-forgotten", { cidr: "0.0.0.0/0", action: "Deny", direction: "ingress" }, [
    "denies only IPv4",
    "every IPv6 source stays reachable",
  ]),
  row("ipv6-forgotten", { cidr: "0.0.0.0/0", action: "Accept", direction: "egress" }, [
    "allows only IPv4",
    "matches no IPv6 destination",
  ]),
  row("ipv6-forgotten", { cidr: "0.0.0.0/0", action: "Pass", direction: "egress" }, [
    "passes on only IPv4",
    "matches no IPv6 destination",
  ]),
  row("legacy-isolation-annotation", { annotation: "a", namespace: "", isolates: true }, [
    "pods of this namespace are not isolated",
    "to this namespace, or pass",
  ]),
  row("legacy-isolation-annotation", { annotation: "a", namespace: "shop", isolates: false }, [
    "the annotation `a` has no effect",
    "remove it, or pass",
  ]),
  row("namespace-label-not-automatic", { ...LABEL, others: some(), selectors: 1 }, [
    "namespace `edge` has no label `name=edge`",
    "write `kubernetes.io/metadata.name: edge`",
  ]),
  row("namespace-label-not-automatic", { ...LABEL, others: some("ops"), selectors: 4 }, [
    "namespaces `edge` and `ops` have no label `name`",
    "3 more selectors have it",
    "instead of `name`",
  ]),
  row("namespace-not-found", { namespace: "shpo", known: ["lab", "shop"], policies: 3 }, [
    "`shpo` is not in the input",
    "2 more policies are in it",
    "use one of these: `lab` and `shop`",
  ]),
  row("namespace-not-found", { namespace: "shpo", meant: "shop", known: [], policies: 1 }, ["write `shop`"]),
  row(
    "older-shape-selects-everything",
    {
      ...OLDER,
      bundle: "v0.1.1",
      flows: { opened: 1, closed: 0, asStored: "allowed" },
    } as never,
    ["it opens 1 flow in the input; the one below is then allowed", "pass `--bundle v0.1.1`"],
  ),
  row(
    "older-shape-selects-everything",
    {
      ...OLDER,
      bundle: "kep",
      flows: { opened: 0, closed: 2, asStored: "denied" },
    } as never,
    ["it closes 2 flows in the input; the one below is then denied", "let `anp convert` write"],
  ),
  row(
    "older-shape-selects-everything",
    {
      ...OLDER,
      bundle: "kep",
      flows: { opened: 3, closed: 2, asStored: "denied" },
    } as never,
    ["opens 3 flows and closes 2 flows"],
  ),
  row("one-sided-flow", SIDED, [
    "allows traffic to `shop/db`, and `NetworkPolicy shop/db` denies",
    "denied at the destination",
    "ingress of the destination",
  ]),
  row("one-sided-flow", { ...SIDED, rule: rule(1, "ingress"), moreDeniers: 1, others: 1 }, [
    "allows traffic from",
    "and 1 other deny all of it",
    "denied at the source",
    "what 1 other peer allows",
    "egress of the source",
  ]),
  row("one-sided-flow", { ...SIDED, moreDeniers: 2, others: 2 }, [
    "and 2 others deny all of it",
    "what 2 other peers allow |",
  ]),
  row("one-sided-flow", { ...SIDED, deniedBy: SIDED.rule.policy }, [
    "but the policy's own ingress denies all of it",
  ]),
  row("one-sided-flow", { ...SIDED, rule: rule(1, "ingress"), deniedBy: SIDED.rule.policy }, [
    "but the policy's own egress denies all of it",
  ]),
  row("overridden-by-admin-tier", { rule: rule(1), part: "rule", by: rules(1), scope: cluster }, [
    "of the Admin tier denies all of it",
  ]),
  row("overridden-by-admin-tier", { rule: rule(1), part: "port", by: rules(2), scope: cluster }, [
    "this port of egress rule 1",
    "of the Admin tier deny all of it",
  ]),
  row("partially-shadowed-rule", { rule: rule(1), part: "peer", by: rules(2), scope: cluster }, [
    "this peer of",
    "decide all of it first",
    "for this peer",
  ]),
  row("shadowed-rule", { rule: rule(1), part: "rule", by: rules(2), scope: cluster, precedence: "tiers" }, [
    "rule 2 and rule 3 decide all its traffic first",
  ]),
  row(
    "redundant-policy",
    {
      policy: "NetworkPolicy shop/a",
      by: ["NetworkPolicy shop/b"],
      more: 1,
      isForDns: false,
      isOfEach: false,
      scope: cluster,
    },
    [
      "adds nothing: `NetworkPolicy shop/b` and 1 more isolate its pods too, and allow all that it does",
      "remove it,",
    ],
  ),
  row(
    "redundant-policy",
    {
      policy: "NetworkPolicy shop/a",
      by: ["NetworkPolicy shop/b"],
      more: 0,
      isForDns: false,
      isOfEach: false,
      also: ["NetworkPolicy shop/c"],
      scope: cluster,
    },
    [
      "add nothing: `NetworkPolicy shop/b` isolates their pods too, and allows all that they do",
      "remove them,",
    ],
  ),
];

/** Each is said of as many as there are, and says where, on which port and why. */
it.each(ROWS.map((each) => [`${each.id}: ${each.expected.join(", ")}`, each] as const))(
  "%s",
  (_, { saying, expected }) => {
    const text = saying();
    for (const part of expected) expect(text).toContain(part);
  },
);

it("says of an only rule that allows everything no more than that it does", () => {
  expect(said("allow-all-rule", ALL, named("web"))).not.toContain("is called");
  // Its name is about the other direction, which the policy does close.
  expect(said("allow-all-rule", { ...ALL, isOtherClosed: true }, named("deny-egress"))).not.toContain(
    "is called",
  );
  expect(said("allow-all-rule", { ...ALL, isOtherClosed: true }, named("deny-ingress"))).toContain(
    "is called",
  );
});

it.each([
  [0, "web", "off"],
  [0, "deny-all", "warning"],
  [1, "web", "warning"],
] as const)("a rule that allows everything beside %s others, in %s: %s", (others, name, level) => {
  expect(ruleOf("allow-all-rule").levelOf?.({ ...ALL, others }, named(name) as Problem)).toBe(level);
});

it.each([
  [false, some("shop/cart"), "info"],
  [false, some(), "off"],
  [true, some("shop/cart"), "off"],
] as const)(
  "what is absent, elsewhere: %s, with others unclaimed: %j, is %s",
  (isElsewhere, unclaimed, level) => {
    const facts = { ...ABSENT, selectors: 1, isElsewhere, unclaimed };
    expect(ruleOf("absent-from-input").levelOf?.(facts, {} as Problem)).toBe(level);
  },
);

/** An entry that nothing needs hides nothing yet; what has changed since somebody looked at it counts as not read (S-GATE-5). */
it.each([
  [{ fault: "unused", path: "chart" }, "warning"],
  [{ fault: "changed", path: "chart", sha256: "a1" }, "error"],
  [{ fault: "expired", path: "chart", until: "2027-01-31" }, "error"],
] as const)("an acceptance without effect, %o, is of level %s", (fault, level) => {
  const facts = { ...fault, by: "config" } as const;
  expect(ruleOf("acceptance-without-effect").levelOf?.(facts, {} as Problem)).toBe(level);
});
