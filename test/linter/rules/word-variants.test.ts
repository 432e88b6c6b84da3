import { describe, expect, it } from "vitest";
import { worded } from "../../support/worded.js";
import type { Problem, ProblemCode } from "../../../src/cluster/problems/problem.js";
import type { ProblemFacts } from "../../../src/cluster/problems/facts.js";

/** What a rule is to say of some facts, as far as a row is about it: all of `notes` and `related`, or none where they are left out. */
interface Said {
  readonly message?: string;
  readonly label?: string;
  readonly help?: string | undefined;
  readonly notes?: readonly string[];
}

interface Row {
  readonly id: ProblemCode;
  readonly facts: object;
  readonly said: Said;
  /** The rest of the problem that the words hang on. */
  readonly of?: Partial<Problem>;
}

function row<C extends ProblemCode>(
  id: C,
  facts: ProblemFacts[C],
  said: Said,
  of: Partial<Problem> = {},
): Row {
  return { id, facts, said, of };
}

const one = { first: "shop/web", count: 1 } as const;
const three = { first: "shop/web", count: 3 } as const;
const NONE = { first: [], more: 0 } as const;
const some = (...first: readonly string[]): { first: readonly string[]; more: number } => ({
  first,
  more: 0,
});
const ref = (kind: string, namespace: string | undefined, name: string): NonNullable<Problem["object"]> =>
  ({ apiVersion: "v1", kind, namespace, name }) as unknown as NonNullable<Problem["object"]>;

const METADATA = { address: "169.254.169.254", takesExceptions: true, hasExceptions: false, concerned: one };
const SENSITIVE = {
  isPublished: false,
  isClosedToSomePods: false,
  ports: [
    { protocol: "TCP", port: 6379, service: "Redis", reason: "can read it" },
    { protocol: "UDP", port: 161, service: "SNMP", reason: "can ask it" },
  ],
  concerned: three,
} as const;
const BACKEND = {
  route: "Ingress shop/web",
  connecting: { type: "pods", first: "nginx/controller", more: 1 },
  service: "shop/front",
  protocol: "TCP",
  port: 8080,
  concerned: one,
  side: "ingress",
} as const;
const SCRAPE = {
  monitor: "PodMonitor shop/web",
  connecting: { type: "pods", first: "monitoring/prometheus", more: 0 },
  protocol: "TCP",
  port: 9100,
  concerned: three,
} as const;
const WEBHOOK = {
  webhook: "guard.example",
  service: "shop/guard",
  protocol: "TCP",
  port: 9443,
  concerned: one,
} as const;
const UNRESOLVED = {
  port: "grpc",
  direction: "egress",
  protocol: undefined,
  declaredAs: [],
  names: [],
  pod: "shop/cart",
} as const;
const EMPTIED = (
  effect: ProblemFacts["selector-emptied-by-null"]["effect"],
  message: string,
  help: string,
): Row =>
  row(
    "selector-emptied-by-null",
    { field: "podSelector", effect },
    { message: `\`podSelector\` has no value: ${message}`, label: "no value", help },
    { object: ref("NetworkPolicy", "shop", "web") },
  );
const WHAT = "write what to select, or `podSelector: {}` for everything";
const VALUE = 'write a value after `podSelector:`, or `""` for an empty one';
const EMPTY_LIST = (
  facts: ProblemFacts["empty-list-means-all"],
  message: string,
  help: string,
  kind = "NetworkPolicy",
  notes: readonly string[] = [],
): Row =>
  row(
    "empty-list-means-all",
    facts,
    { message, label: "restricts nothing", help, notes },
    { object: ref(kind, "shop", "web") },
  );

const ROWS: readonly Row[] = [
  row(
    "duplicate-key",
    { key: "kind", objects: 3 },
    {
      message: "3 objects are in one document: nothing separates them",
      help: "write a `---` line before each of them",
    },
  ),
  row(
    "duplicate-key",
    { key: "kind" },
    { message: "the key `kind` is written twice", help: "keep one of the two" },
  ),
  row(
    "metadata-address-reachable",
    { ...METADATA, cidr: undefined },
    {
      message: "a rule without `to` lets `shop/web` reach the cloud metadata service at `169.254.169.254`",
      label: "to anywhere",
      help: "list the destinations, or use `0.0.0.0/0` with `169.254.169.254/32` under `except`",
    },
  ),
  row(
    "metadata-address-reachable",
    { ...METADATA, address: "fd00:ec2::254", cidr: "::/0" },
    {
      message: "`::/0` lets `shop/web` reach the cloud metadata service at `fd00:ec2::254`",
      label: "includes fd00:ec2::254",
      help: "add `fd00:ec2::254/128` to `except`",
    },
  ),
  row(
    "metadata-address-reachable",
    { ...METADATA, cidr: "0.0.0.0/0", takesExceptions: false, concerned: three },
    {
      message:
        "`0.0.0.0/0` lets `shop/web` and 2 other workloads reach the cloud metadata service at `169.254.169.254`",
      help: "deny `169.254.169.254/32` in a rule before this one",
    },
  ),
  row(
    "open-to-world",
    {
      cidr: undefined,
      traffic: { TCP: [[80, 81]], UDP: [], SCTP: [], other: false },
      isClosedToSomePods: false,
      concerned: one,
    },
    {
      message: "a rule without `from` lets every source reach `shop/web` on TCP 80-81",
      label: "from anywhere",
    },
  ),
  row(
    "sensitive-port-exposed",
    { ...SENSITIVE, breadth: "world" },
    {
      message:
        "this rule opens Redis (TCP 6379) and SNMP (UDP 161) of `shop/web` and 2 other workloads to every pod, and whatever else can route to it",
      label: "from anywhere",
      notes: ["anyone who can reach Redis can read it", "anyone who can reach SNMP can ask it"],
    },
  ),
  row(
    "sensitive-port-exposed",
    { ...SENSITIVE, breadth: "world", isClosedToSomePods: true },
    {
      message:
        "this rule opens Redis (TCP 6379) and SNMP (UDP 161) of `shop/web` and 2 other workloads to whatever can route to it, some pods excepted",
    },
  ),
  row(
    "open-to-world",
    {
      cidr: "0.0.0.0/0",
      traffic: { TCP: [[80, 81]], UDP: [], SCTP: [], other: false },
      isClosedToSomePods: true,
      concerned: one,
    },
    {
      message: "`0.0.0.0/0` lets every source but some pods reach `shop/web` on TCP 80-81",
      notes: ["other pods of the cluster, its nodes, and whatever else can route to pod addresses"],
    },
  ),
  row(
    "sensitive-port-exposed",
    { ...SENSITIVE, breadth: "world", isPublished: true },
    {
      message:
        "this rule opens Redis (TCP 6379) and SNMP (UDP 161) of `shop/web` and 2 other workloads to the whole internet",
    },
  ),
  row(
    "sensitive-port-exposed",
    { ...SENSITIVE, breadth: "cluster", isPublished: true },
    {
      message:
        "this rule opens Redis (TCP 6379) and SNMP (UDP 161) of `shop/web` and 2 other workloads to every pod of every namespace",
      label: "every pod, including future ones",
    },
  ),
  row(
    "egress-unrestricted",
    { namespaces: some("lab", "shop"), policies: 4, others: some("pay", "ops") },
    {
      message: "all 4 policies of namespaces `lab` and `shop` restrict only ingress",
      notes: ["policies of namespaces `pay` and `ops` restrict egress"],
    },
  ),
  row(
    "egress-unrestricted",
    { namespaces: some("lab"), policies: 2, others: NONE },
    { message: "all 2 policies of namespace `lab` restrict only ingress", notes: [] },
  ),
  row(
    "empty-policy",
    { kind: "AdminNetworkPolicy" },
    { message: "an AdminNetworkPolicy without rules does nothing" },
  ),
  row(
    "workload-unprotected",
    {
      namespace: "shop",
      directions: ["ingress", "egress"],
      workloads: some("db", "mail"),
      idle: NONE,
      isToldAtLabels: false,
      selected: 1,
      isDeniedInPart: false,
    },
    {
      message: "no policy restricts ingress or egress of `db` and `mail` in namespace `shop`",
      label: "the first of them",
      notes: ["policies restrict ingress and egress of 1 other workload there, one by one"],
      help: "add a policy that selects them, or a default-deny for the namespace: `podSelector: {}` and no rules",
    },
  ),
  row(
    "workload-unprotected",
    {
      namespace: "shop",
      directions: ["egress"],
      workloads: some("db"),
      idle: NONE,
      isToldAtLabels: false,
      selected: 2,
      isDeniedInPart: true,
    },
    {
      message: "no NetworkPolicy restricts egress of `db` in namespace `shop`",
      label: "open but for what other tiers deny",
    },
  ),
  row("ingress-backend-blocked", { ...BACKEND, side: "egress" } as ProblemFacts["ingress-backend-blocked"], {
    message:
      "`nginx/controller` and 1 more cannot reach `shop/web` on TCP 8080, a backend of `Ingress shop/web`",
    label: "its controller may not connect to the pods behind `shop/front`",
    help: "allow egress of `nginx/controller` and 1 more to the pods behind `shop/front` on TCP 8080",
    notes: [],
  }),
  row(
    "ingress-backend-blocked",
    {
      ...BACKEND,
      connecting: { type: "outside", controller: "alb" },
      meant: "NetworkPolicy shop/all",
    } as ProblemFacts["ingress-backend-blocked"],
    {
      message:
        "the load balancer of `alb` cannot reach `shop/web` on TCP 8080, a backend of `Ingress shop/web`",
      label: "the pods behind `shop/front` don't allow ingress from addresses outside of the cluster",
      help: "allow ingress from an `ipBlock` with the addresses of its load balancer (and of its health checks) on TCP 8080",
      notes: ["`NetworkPolicy shop/all` lets somebody in, and selects no pod: is it meant for these?"],
    },
  ),
  row(
    "ingress-backend-blocked",
    { ...BACKEND, connecting: { type: "unknown" } } as ProblemFacts["ingress-backend-blocked"],
    {
      message: "no controller can reach `shop/web` on TCP 8080, a backend of `Ingress shop/web`",
      label: "the pods behind `shop/front` don't allow ingress from anywhere",
      help: "allow ingress from the controller on TCP 8080",
    },
  ),
  row(
    "ingress-backend-blocked",
    {
      ...BACKEND,
      allows: { ports: [{ protocol: "TCP", port: 80 }], servicePort: undefined },
    } as unknown as ProblemFacts["ingress-backend-blocked"],
    {
      label: "the pods behind `shop/front` listen here, and policies allow TCP 80",
      help: "add port 8080 to the rule that lets the controller in",
    },
  ),
  row(
    "ingress-backend-blocked",
    {
      ...BACKEND,
      allows: { ports: [{ protocol: "TCP", port: 80 }], servicePort: 80 },
    } as unknown as ProblemFacts["ingress-backend-blocked"],
    {
      help: "write port 8080 in the policy: 80 is the Service's own port, and policies see that of the pods",
    },
  ),
  row("metrics-scrape-blocked", { ...SCRAPE, side: "egress" } as ProblemFacts["metrics-scrape-blocked"], {
    message:
      "`monitoring/prometheus` cannot scrape `shop/web` and 2 other workloads on TCP 9100, as `PodMonitor shop/web` asks",
    label: "Prometheus may not connect to this port",
    help: "allow egress of `monitoring/prometheus` to `shop/web` and 2 other workloads on TCP 9100",
  }),
  row(
    "metrics-scrape-blocked",
    {
      ...SCRAPE,
      monitor: "Deployment shop/web",
      isAnnotated: true,
    } as ProblemFacts["metrics-scrape-blocked"],
    {
      message:
        "`monitoring/prometheus` cannot scrape `shop/web` and 2 other workloads on TCP 9100, as annotation `prometheus.io/port` of `Deployment shop/web` asks",
    },
  ),
  row(
    "volatile-label-in-selector",
    { key: "job-name", value: "backup", changesWith: "run", cronJob: "CronJob shop/backup" },
    {
      message:
        "no Job of `CronJob shop/backup` is called `backup`: the label `job-name` changes with every run",
      label: "its Jobs are called `backup-` and a number",
      help: "put a label of your own into the CronJob's pod template, and select by that",
    },
  ),
  row("webhook-port-blocked", { ...WEBHOOK, from: "anywhere" } as ProblemFacts["webhook-port-blocked"], {
    message: "the API server cannot reach `shop/web` on TCP 9443 for webhook `guard.example`",
    label: "the pods behind `shop/guard` allow no address",
    notes: ["the input has no control-plane nodes, but every address is denied"],
    help: "allow ingress from the control plane's addresses on TCP 9443 with an `ipBlock`",
  }),
  row("named-port-unresolved", UNRESOLVED, {
    message: "none of the pods of the peers has a port named `grpc`",
    label: "`shop/cart` names no port",
  }),
  row(
    "named-port-unresolved",
    { ...UNRESOLVED, direction: "ingress", protocol: "UDP", declaredAs: ["SCTP", "TCP"] },
    {
      message: "the port name `grpc` is declared only for SCTP and TCP, but the rule means UDP",
      label: "for UDP, none of the policy's pods declares it",
      help: "write `protocol: SCTP`",
    },
  ),
  row(
    "service-address-as-peer",
    { cidr: "10.96.0.0/30", service: undefined, labels: [] },
    {
      message: "`10.96.0.0/30` holds only addresses of Services, which policy mostly doesn't see",
      help: "select the pods behind the Services by label",
    },
  ),
  row(
    "service-address-as-peer",
    { cidr: "10.96.0.7/32", service: "shop/db", labels: ["app=db", "tier=data"] },
    {
      message: "`10.96.0.7/32` is the address of the Service `shop/db`, which policy mostly doesn't see",
      help: "select the pods behind the Service: `app=db` and `tier=data`",
    },
  ),
  EMPTIED("selects-every-pod-of-namespace", "the policy selects every pod of namespace `shop`", WHAT),
  EMPTIED("selects-every-pod", "the peer is every pod of the selected namespaces", WHAT),
  EMPTIED(
    "selects-own-namespace",
    "the peer selects only pods of the policy's own namespace, `shop`",
    "write which namespaces to select, or `{}` for all; remove it for the policy's own namespace",
  ),
  EMPTIED("selects-every-namespace", "it selects pods of every namespace", WHAT),
  EMPTIED("selects-everything", "the selector selects everything", WHAT),
  EMPTIED("last-label-dropped", "the server drops the label, so the selector selects everything", VALUE),
  EMPTIED("label-dropped", "the server drops the label, so the selector selects more", VALUE),
  EMPTIED("label-empty", "the selector requires `podSelector` with an empty value", VALUE),
  row(
    "selector-emptied-by-null",
    { field: "podSelector", effect: "selects-every-pod-of-namespace" },
    { message: "`podSelector` has no value: the policy selects every pod of namespace `default`" },
    { object: ref("NetworkPolicy", undefined, "web") },
  ),
  ...[
    [2, []],
    [3, ["1 more policy has it"]],
    [4, ["2 more policies have it"]],
  ].map(([count, notes]) =>
    row(
      "same-priority",
      {
        tier: "Baseline",
        priority: 7,
        policy: "ClusterNetworkPolicy a",
        other: "ClusterNetworkPolicy b",
        count,
      } as ProblemFacts["same-priority"],
      {
        message:
          "`ClusterNetworkPolicy a` and `ClusterNetworkPolicy b` share priority 7 of the Baseline tier",
        notes: notes as string[],
      },
    ),
  ),
  row(
    "policy-types-implicit",
    { adds: "ingress-alone" },
    {
      message: "without `policyTypes`, this policy denies all ingress but no egress",
      label: "no rules, and no `policyTypes`",
      help: "write `policyTypes: [Ingress]` if that is what you mean, or `[Ingress, Egress]` to deny both",
    },
  ),
  row(
    "policy-types-implicit",
    { adds: "ingress-beside-egress" },
    {
      message: "without `policyTypes`, this policy also denies all ingress",
      label: "only egress rules",
      help: "write `policyTypes: [Egress]`, or `[Ingress, Egress]` to deny ingress too",
    },
  ),
  row(
    "peer-or-instead-of-and",
    {
      direction: "egress",
      namespaces: "team=a",
      pods: "app=db",
      own: "shop",
      elsewhere: [],
      isEveryNamespace: true,
    },
    {
      message: "these are two peers: to every pod of every namespace, or to pods with `app=db` in `shop`",
      label: "a peer of its own",
    },
  ),
  row(
    "stale-baseline-entry",
    { rule: "schema", object: "", missing: 2 },
    {
      message: "the baseline knows 2 findings by `schema`, which are gone",
    },
  ),
  row(
    "stale-baseline-entry",
    { rule: "schema", object: "", missing: 1, sets: ["dev", "prod"] },
    {
      message: "the baseline knows the finding by `schema` in `dev` and `prod`, where it is gone",
    },
  ),
  EMPTY_LIST(
    { field: "to", written: "null", matches: "destinations" },
    "`to:` without a value matches every destination, including external ones",
    "list the peers; or remove `to` to match all of them, or the rule to match none",
  ),
  EMPTY_LIST(
    { field: "ports", written: "empty", matches: "ports" },
    "`ports: []` matches every port of every protocol",
    "list the ports, or remove `ports` to match all of them",
  ),
  EMPTY_LIST(
    { field: "ports", written: "empty", matches: "ports" },
    "`ports: []` matches every port of every protocol",
    "list the ports, or remove `ports` to match all of them",
    "AdminNetworkPolicy",
    ["implementations differ: some match no port"],
  ),
  EMPTY_LIST(
    { field: "ports", written: "null", matches: "ports" },
    "`ports:` without a value matches every port of every protocol",
    "list the ports, or remove `ports` to match all of them",
    "AdminNetworkPolicy",
  ),
  EMPTY_LIST(
    { field: "from", written: "empty", matches: "sources" },
    "`from: []` matches every source, including external ones",
    "list the peers; or remove `from` to match all of them, or the rule to match none",
    "AdminNetworkPolicy",
  ),
  EMPTY_LIST(
    { field: "ports", written: "empty-item", matches: "tcp-ports" },
    "an empty item of `ports` matches every TCP port",
    "write the port, or `protocol: TCP` to match every TCP port",
  ),
  EMPTY_LIST(
    { field: "ports", written: "empty-item", matches: "ports-of-protocol" },
    "an empty item of `ports` matches every port of its protocol",
    "write the port's number or name, or remove `port` to match all of them",
  ),
  ...(
    [
      ["no-rule", "isolates egress, and no rule allows DNS", []],
      [
        "service-port",
        "the Service's port, not its pods'",
        ["policy applies behind the Service, where the pods listen on UDP 5353 and TCP 5354"],
      ],
      [
        "service-address",
        "contains the Service's address, not its pods'",
        [
          "policy applies to the address behind the Service; some network plugins also match the Service's own",
        ],
      ],
      ["denied", "denies it", []],
    ] as const
  ).map(([cause, label, notes]) =>
    row(
      "dns-egress-missing",
      {
        dns: "dns/main",
        missing: [
          { protocol: "UDP", port: 5353 },
          { protocol: "TCP", port: 5354 },
        ],
        isPartial: false,
        cause,
        concerned: one,
      },
      {
        message: "`shop/web` cannot reach cluster DNS (`dns/main`)",
        label,
        notes,
        help: "allow egress to the pods behind `dns/main` on UDP 5353 and TCP 5354",
      },
    ),
  ),
  ...(
    [
      ["TCP", "answers that are too long for UDP are retried over TCP"],
      ["UDP", "DNS queries use UDP first"],
    ] as const
  ).map(([protocol, note]) =>
    row(
      "dns-egress-missing",
      {
        dns: "dns/main",
        missing: [{ protocol, port: 5353 }],
        isPartial: true,
        cause: "other-protocol",
        concerned: three,
      },
      {
        message: `\`shop/web\` and 2 other workloads cannot reach cluster DNS (\`dns/main\`) over ${protocol}`,
        label: `not over ${protocol}`,
        notes: [note],
      },
    ),
  ),
  ...(
    [
      [
        ["v9/standard"],
        "the CRD of v9/standard accepts this object; pass `--bundle v9/standard` if your cluster has it",
      ],
      [
        ["v9/standard", "v8/standard"],
        "the CRD of v9/standard accepts this object, and so does `v8/standard`; pass `--bundle v9/standard` if your cluster has it",
      ],
      [
        ["v9/standard", "v8/standard", "v7/standard"],
        "the CRD of v9/standard accepts this object, and so do `v8/standard` and `v7/standard`; pass `--bundle v9/standard` if your cluster has it",
      ],
    ] as const
  ).map(([acceptedBy, help]) =>
    row(
      "cel",
      { field: "spec.tier", rule: "self != ''", acceptedBy },
      { notes: ["the rule is: self != ''"], help },
    ),
  ),
  ...(
    [
      [
        "build-missing",
        "add what is missing; if it is made somewhere else, render it there: `kubectl kustomize o | anp lint -`",
      ],
      [
        "build-no-kustomization",
        "add what is missing; if it is made somewhere else, render it there: `kubectl kustomize o | anp lint -`",
      ],
      ["build-two-kustomizations", "fix it: kustomize can't build it either"],
      [
        "build-unreadable",
        "fix that file; if it is filled in somewhere else, render it there: `kubectl kustomize o | anp lint -`",
      ],
      [
        "build-invalid",
        "fix the field: kustomize refuses it too; if a newer one knows it, render with that: `kubectl kustomize o | anp lint -`",
      ],
      ["build-list", "make it a list: `- ../base` on the next line", "resources: ../base"],
      [
        "build-key-twice",
        "keep one of them: some versions of kustomize take the last one, others refuse the file",
      ],
      [
        "build-documents",
        "move it to a file of its own, and name that file under `resources` if it is to be applied",
      ],
      [
        "build-case",
        "spell the field as kustomize's documentation does; or render it first, for kustomize takes any case: `kubectl kustomize o | anp lint -`",
      ],
      ["build-empty", "fix it: kustomize can't build it either"],
      ["build-no-fields", "fix it: kustomize can't build it either"],
      ["build-remote", "render it first: `kubectl kustomize o | anp lint -`"],
    ] as const
  ).map(([code, help, text = "web.yaml"]) =>
    row(
      "not-analysed",
      {
        reason: "kustomize-build",
        detail: "o",
        doubt: { code, text, file: "o/kustomization.yaml" },
      } as ProblemFacts["not-analysed"],
      { message: "the kustomization is not rendered: what it applies was not read", help },
    ),
  ),
  ...(
    [
      ["\\/", "the document is not valid YAML", "write `/`, which needs no escape"],
      ["\\ud83d", "an escape is half a surrogate pair, not a character", undefined],
    ] as const
  ).map(([detail, message, help]) =>
    row("not-analysed", { reason: "surrogate-escape", detail } as ProblemFacts["not-analysed"], {
      message,
      ...(help === undefined ? {} : { help }),
    }),
  ),
  ...(
    [
      ["In", ["a"], "no namespace in the input has `team=a`"],
      ["In", [""], 'no namespace in the input has `team=""`'],
      ["In", ["a", "b"], "no namespace in the input has `team` with the value `a` or `b`"],
      ["Exists", [], "no namespace in the input has a label `team`"],
      ["NotIn", ["a"], "every namespace in the input has `team=a`"],
      ["NotIn", ["a", "b"], "every namespace in the input has one of these values of `team`"],
      ["DoesNotExist", [], "every namespace in the input has a label `team`"],
    ] as const
  ).map(([operator, values, label]) =>
    row(
      "namespace-selector-matches-none",
      { condition: { key: "team", operator, values }, named: undefined, values: NONE },
      { message: "the selector matches no namespace", label },
    ),
  ),
  row(
    "peer-selects-no-pods",
    {
      condition: { key: "app", operator: "In", values: ["db-pod"] },
      namespaces: ["shop"],
      hasPods: true,
      values: some("db", "web"),
      otherKey: undefined,
      alike: { key: "app", value: "db", name: "shop/db" },
      elsewhere: [],
      hostPod: undefined,
    },
    { help: "`shop/db` has `app=db`: write that, if it is meant" },
  ),
  row(
    "namespace-selector-matches-none",
    { condition: { key: "team", operator: "In", values: ["a"] }, named: undefined, values: some("b", "c") },
    { help: "in the input, `team` is `b` or `c`" },
  ),
  row(
    "namespace-selector-matches-none",
    { condition: { key: "team", operator: "NotIn", values: ["a"] }, named: undefined, values: some("a") },
    { help: undefined },
  ),
  row(
    "namespace-selector-matches-none",
    {
      condition: { key: "app", operator: "In", values: ["web"] },
      named: undefined,
      values: NONE,
      labelledPods: ["shop"],
    },
    {
      label: "no namespace in the input has `app=web`; pods in namespace `shop` have it",
      help: "these are labels of pods: write them below `podSelector`, and select the namespace by `kubernetes.io/metadata.name: shop`",
    },
  ),
  row(
    "namespace-selector-matches-none",
    { condition: undefined, named: undefined, values: NONE, labelledPods: ["lab", "shop"] },
    {
      label: "no namespace in the input has all of these; pods in namespaces `lab` and `shop` have them",
      help: "these are labels of pods: write them below `podSelector`, and select the namespace by `kubernetes.io/metadata.name`",
    },
  ),
  row(
    "namespace-selector-matches-none",
    { condition: undefined, named: undefined, values: NONE },
    { label: "no namespace in the input has all of these", help: undefined },
  ),
  ...(
    [
      [[2], "rule 2 does the same for all of it"],
      [[2, 3], "rule 2 and rule 3 do the same for all of it"],
    ] as const
  ).map(([by, does]) =>
    row(
      "redundant-rule",
      {
        rule: { policy: "NetworkPolicy shop/web", direction: "egress", position: 1, name: undefined },
        by: {
          first: by.map((position) => ({
            policy: "NetworkPolicy shop/web",
            direction: "egress",
            position,
            name: undefined,
          })),
          more: 0,
        },
        scope: { type: "policies-alone" },
        isForFewerPorts: false,
        isForDns: false,
        isSaid: false,
      },
      {
        message: `egress rule 1 of \`NetworkPolicy shop/web\` adds nothing: ${does}`,
        notes: ["true of whatever pods there are, unless a policy outside of these manifests allows it"],
      },
    ),
  ),
];

/** One and several, this way round and the other: what a rule says hangs on what it found. */
describe("what a rule says of other facts than those of its example", () => {
  it.each(
    ROWS.map(
      (each) =>
        [`${each.id}: ${each.said.message ?? each.said.label ?? each.said.help ?? ""}`, each] as const,
    ),
  )("%s", (_, { id, facts, said, of }) => {
    const wording = worded(id, facts as never, of);
    const { notes, ...texts } = said;
    for (const [part, text] of Object.entries(texts)) expect(wording[part as keyof typeof texts]).toBe(text);
    if (notes !== undefined) expect(wording.notes ?? []).toEqual(notes);
  });
});
