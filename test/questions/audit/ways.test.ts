import { describe, expect, it } from "vitest";
import { auditEgress } from "../../../src/questions/audit/audit.js";
import { loadSources } from "../../../src/index.js";
import { lookUpAudit } from "../../../src/questions/ask/audit.js";
import { trafficOf } from "../../../src/base/net/traffic.js";
import type { ChosenPlugin } from "../../../src/cluster/model/chosen-plugin.js";
import { namespace, pod, stream } from "../../cli/manifests.js";

/** `shop/pod/web: blocked`, with ways round and what is missing, a line for each group. */
async function audited(
  text: string,
  to: string,
  words: {
    readonly from?: readonly string[];
    readonly except?: readonly string[];
    readonly plugin?: ChosenPlugin;
    readonly tcp?: number;
  } = {},
): Promise<readonly string[]> {
  const { from = [], except = [], plugin, tcp } = words;
  const facts = plugin === undefined ? {} : { plugin };
  const { cluster } = await loadSources([{ name: "a.yaml", text }], { facts });
  const question = lookUpAudit(cluster, { to: [to], from, except, namespace: undefined });
  if (!question.ok) throw new Error(JSON.stringify(question.problem));
  const asked = tcp === undefined ? {} : { traffic: trafficOf("TCP", [[tcp, tcp]]) };
  return auditEgress(cluster, { ...question.value, ...asked }).classes.flatMap(({ groups }) =>
    groups.map(({ endpoints, status, bypasses, missing }) => {
      const ways = bypasses.map((each) => {
        if (each.id === "B-8") return `B-8 ${each.hops.join(" ")}`;
        return "verdict" in each ? `${each.id} ${each.verdict}` : each.id;
      });
      return `${endpoints.join(" ")}: ${[status, ...ways, ...missing.map(({ code }) => code)].join(", ")}`;
    }),
  );
}

const KNOWN = stream(namespace("shop"), namespace("ops"));

function policy(
  name: string,
  priority: number,
  rules: string,
  subject = "{ namespaces: {} }",
  tier = "Admin",
): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: ${name} }
spec: { tier: ${tier}, priority: ${priority}, subject: ${subject}, egress: [${rules}] }
`;
}

const TARGET = "192.0.2.7";
const DENY = `{ action: Deny, to: [{ networks: [${TARGET}/32] }] }`;
const ALL = "shop/pod/web new/shop new/ops new/*";

function service(spec: string, address = TARGET): string {
  return `apiVersion: v1
kind: Service
metadata: { name: legacy, namespace: shop }
spec: { ${spec} }
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: legacy-1, namespace: shop, labels: { kubernetes.io/service-name: legacy } }
addressType: IPv4
ports: [{ name: "", protocol: TCP, port: 81 }]
endpoints: [{ addresses: [${address}] }]
`;
}

it("says of a name that others may share its addresses, where rules accept some", async () => {
  const notesOf = async (text: string): Promise<readonly string[]> => {
    const { cluster } = await loadSources([
      { name: "a.yaml", text: stream(KNOWN, pod("shop", "web"), text) },
    ]);
    const question = lookUpAudit(cluster, {
      to: ["evil.example.net"],
      from: [],
      except: [],
      namespace: undefined,
    });
    if (!question.ok) throw new Error(JSON.stringify(question.problem));
    return auditEgress(cluster, question.value).classes.flatMap(({ notes }) => notes.map(({ code }) => code));
  };
  const all = '{ action: Deny, to: [{ networks: ["0.0.0.0/0", "::/0"] }] }';
  expect(await notesOf(policy("deny", 9, all))).toEqual([]);
  const accept = '{ action: Accept, to: [{ domainNames: ["*.example.com"] }] }';
  expect(await notesOf(policy("deny", 9, `${accept}, ${all}`))).toEqual(["names-may-share-addresses"]);
});

/** Whatever a slice adds to this one is published, whichever policies there are. */
const PUBLISHED =
  "type: NodePort, clusterIP: 10.96.0.3, selector: { app: served }, ports: [{ port: 80, targetPort: 81, nodePort: 30080 }]";
const SELECTING = "clusterIP: 10.96.0.3, selector: { app: none }, ports: [{ port: 80 }]";

describe("ways round a block", () => {
  it.each<[what: string, text: string, expected: readonly string[]]>([
    ["nothing but a deny", policy("deny", 9, DENY), [`${ALL}: blocked`]],
    ["no policy", "", [`${ALL}: reachable`]],
    [
      "B-2: a Service to it, whichever address policy sees",
      stream(policy("deny", 9, DENY), service("clusterIP: 10.96.0.3, ports: [{ port: 80 }]")),
      [`${ALL}: undecided, B-2 undefined, unsettled`],
    ],
    [
      "B-2: a slice beside what a Service selects, unless the control plane keeps it",
      stream(policy("deny", 9, DENY), service(SELECTING)),
      [`${ALL}: undecided, B-2 undefined, unsettled`],
    ],
    [
      "B-2: a slice of the control plane's",
      stream(
        policy("deny", 9, DENY),
        service(SELECTING).replace(
          "service-name: legacy }",
          "service-name: legacy, endpointslice.kubernetes.io/managed-by: endpointslice-controller.k8s.io }",
        ),
      ),
      [`${ALL}: blocked`],
    ],
    [
      "B-2: a slice of what the Service selects, whoever keeps it",
      stream(
        policy("deny", 9, DENY),
        service(PUBLISHED),
        `apiVersion: v1
kind: Pod
metadata: { name: served, namespace: shop, labels: { app: served } }
spec: { containers: [{ name: main }] }
status: { podIP: ${TARGET} }
`,
      ),
      ["shop/pod/served shop/pod/web new/shop new/ops new/*: blocked"],
    ],
    [
      "B-2: to another address",
      stream(policy("deny", 9, DENY), service("clusterIP: 10.96.0.3, ports: [{ port: 80 }]", "192.0.2.8")),
      [`${ALL}: blocked`],
    ],
    [
      "B-5: a published one",
      stream(
        policy("deny", 9, DENY),
        service("type: NodePort, clusterIP: 10.96.0.3, ports: [{ port: 80, nodePort: 30080 }]"),
      ),
      [`${ALL}: bypassed, B-2 undefined, B-5 outside, unsettled`],
    ],
    [
      "B-4: one that takes over the address",
      stream(
        policy("deny", 9, "{ action: Deny, to: [{ networks: [192.0.2.6/31] }] }"),
        `apiVersion: v1
kind: Service
metadata: { name: taken, namespace: shop }
spec: { clusterIP: 10.96.0.4, externalIPs: [${TARGET}], selector: { app: web }, ports: [{ port: 80 }] }
`,
      ),
      [
        // The pod is behind the Service itself: it hangs on more.
        "shop/pod/web: undecided, B-4 undefined, unsettled",
        "new/shop new/ops new/*: undecided, B-4 undefined, unsettled",
      ],
    ],
    [
      "B-8: a pod that is not kept from it, and one before that",
      stream(
        pod("ops", "gate"),
        pod("ops", "way"),
        policy(
          "deny",
          9,
          DENY,
          "{ pods: { namespaceSelector: {}, podSelector: { matchExpressions: [{ key: app, operator: NotIn, values: [gate] }] } } }",
        ),
        policy(
          "ways",
          3,
          "{ action: Deny, to: [{ pods: { namespaceSelector: {}, podSelector: { matchLabels: { app: gate } } } }] }",
          "{ namespaces: { matchLabels: { kubernetes.io/metadata.name: shop } } }",
        ),
      ),
      [
        "ops/pod/gate new/shop new/ops new/*: reachable, B-16",
        "ops/pod/way: bypassed, B-8 ops/pod/gate",
        "shop/pod/web: bypassed, B-8 ops/pod/way ops/pod/gate",
      ],
    ],
    [
      "B-14: a higher precedence",
      stream(policy("deny", 9, DENY), policy("permit", 8, DENY.replace("Deny", "Accept"))),
      [`${ALL}: bypassed, B-14`],
    ],
    [
      "B-14: the same precedence",
      stream(policy("deny", 9, DENY), policy("permit", 9, DENY.replace("Deny", "Accept"))),
      [`${ALL}: undecided, B-14, unsettled`],
    ],
    [
      "a lower precedence",
      stream(policy("deny", 9, DENY), policy("permit", 10, DENY.replace("Deny", "Accept"))),
      [`${ALL}: blocked`],
    ],
    [
      "B-15: the Baseline tier",
      policy("deny", 9, DENY, undefined, "Baseline"),
      [`${ALL}: overridable, B-15`],
    ],
    [
      "B-16: namespaces by a label",
      policy("deny", 9, DENY, "{ namespaces: { matchLabels: { kubernetes.io/metadata.name: shop } } }"),
      ["shop/pod/web new/shop: blocked", "new/ops new/*: reachable, B-16"],
    ],
    [
      "B-16: a namespace that is not there yet",
      policy(
        "deny",
        9,
        DENY,
        "{ namespaces: { matchExpressions: [{ key: kubernetes.io/metadata.name, operator: NotIn, values: [later] }] } }",
      ),
      [`${ALL}: blocked`, "new/later: reachable, B-16"],
    ],
    [
      "B-16: pods by a label that anybody may set",
      policy(
        "deny",
        9,
        DENY,
        "{ pods: { namespaceSelector: {}, podSelector: { matchExpressions: [{ key: free, operator: DoesNotExist }] } } }",
      ),
      ["shop/pod/web: blocked", "new/shop new/ops new/*: reachable, B-16"],
    ],
  ])("%s", async (what, text, expected) => {
    const all = stream(KNOWN, pod("shop", "web"), ...(text === "" ? [] : [text]));
    expect(await audited(all, what.startsWith("B-4") ? "192.0.2.6/31" : TARGET)).toEqual(expected);
  });

  it("B-4 leads to what a slice adds, too", async () => {
    const deny = policy("deny", 9, "{ action: Deny, to: [{ networks: [198.51.100.8/31] }] }");
    const taking = `externalIPs: [198.51.100.9], ${SELECTING}`;
    const text = stream(KNOWN, pod("shop", "web"), deny, service(taking));
    const open = `${ALL}: undecided, B-4 undefined, unsettled`;
    expect(await audited(text, "198.51.100.8/31")).toEqual([open]);
    const kept = text.replace(
      "service-name: legacy }",
      "service-name: legacy, endpointslice.kubernetes.io/managed-by: endpointslice-controller.k8s.io }",
    );
    expect(await audited(kept, "198.51.100.8/31")).toEqual([`${ALL}: blocked`]);
  });

  it.each(["10.96.0.3/32", "shop/svc/legacy"])(
    "%s is the Service that has it, as its address is",
    async (to) => {
      const text = stream(KNOWN, pod("shop", "web"), policy("deny", 9, DENY), service(SELECTING));
      expect(await audited(text, to)).toEqual(await audited(text, "10.96.0.3"));
    },
  );

  it("a block of nothing but addresses of Services is these, each once", async () => {
    const both = `externalIPs: [10.96.0.2], ${SELECTING}`;
    const text = stream(KNOWN, pod("shop", "web"), policy("deny", 9, DENY), service(both));
    expect(await audited(text, "10.96.0.2/31")).toEqual(await audited(text, "shop/svc/legacy"));
  });

  it("a Service is what a slice adds to it, too, which is said", async () => {
    const text = stream(KNOWN, pod("shop", "web"), service(SELECTING));
    expect(await audited(text, "shop/svc/legacy")).toEqual([`${ALL}: reachable`]);
  });

  it.each([
    ["one protocol", "protocols: [{ tcp: { destinationPort: { range: { start: 1, end: 65535 } } } }]"],
    [
      "all ports but one",
      "protocols: [{ tcp: { destinationPort: { range: { start: 2, end: 65535 } } } }, { udp: { destinationPort: { range: { start: 1, end: 65535 } } } }, { sctp: { destinationPort: { range: { start: 1, end: 65535 } } } }]",
    ],
    [
      "all ports, and not ICMP",
      "protocols: [{ tcp: { destinationPort: { range: { start: 1, end: 65535 } } } }, { udp: { destinationPort: { range: { start: 1, end: 65535 } } } }, { sctp: { destinationPort: { range: { start: 1, end: 65535 } } } }]",
    ],
  ])("B-17: %s", async (_what, protocols) => {
    const deny = `{ action: Deny, to: [{ networks: [${TARGET}/32] }], ${protocols} }`;
    const text = stream(KNOWN, pod("shop", "web"), policy("deny", 9, deny));
    expect(await audited(text, TARGET)).toEqual([`${ALL}: bypassed, B-17`]);
  });

  it("a Service leads round a block of the ports that are asked about, and of no others", async () => {
    const text = (made: string): string =>
      stream(
        KNOWN,
        pod("shop", "web"),
        policy("deny", 9, "{ action: Deny, to: [{ networks: [192.0.2.6/31] }] }"),
        made,
      );
    const [away, taken] = [
      text(service("type: NodePort, clusterIP: 10.96.0.3, ports: [{ port: 80, nodePort: 30080 }]")),
      text(
        `apiVersion: v1
kind: Service
metadata: { name: taken, namespace: shop }
spec: { clusterIP: 10.96.0.4, externalIPs: [${TARGET}], selector: { app: web }, ports: [{ port: 80 }] }
`,
      ),
    ];
    // Behind port 80 the address is sent to on port 81.
    expect(await audited(away, TARGET, { tcp: 81 })).toEqual([
      `${ALL}: bypassed, B-2 undefined, B-5 outside, unsettled`,
    ]);
    for (const tcp of [22, 80]) expect(await audited(away, TARGET, { tcp })).toEqual([`${ALL}: blocked`]);
    // The address itself is taken over on port 80.
    expect((await audited(taken, "192.0.2.6/31", { tcp: 80 })).join()).toContain("B-4 undefined");
    expect(await audited(taken, "192.0.2.6/31", { tcp: 22 })).toEqual([`${ALL}: blocked`]);
  });

  it("B-17: the other family, whatever addresses the pods have today", async () => {
    const address = "\nstatus: { podIP: 10.1.0.4, podIPs: [{ ip: 10.1.0.4 }] }\n";
    const web = `${pod("shop", "web").trimEnd()}${address}`;
    const deny = (networks: string): string =>
      policy("deny", 9, `{ action: Deny, to: [{ networks: [${networks}] }] }`);
    expect(await audited(stream(KNOWN, web, deny("0.0.0.0/0")), "internet")).toEqual([
      `${ALL}: bypassed, B-17`,
    ]);
    expect(await audited(stream(KNOWN, web, deny('0.0.0.0/0, "::/0"')), "internet")).toEqual([
      `${ALL}: blocked`,
    ]);
  });

  it("a protocol that the plugin doesn't carry is no block, and none that somebody can undo", async () => {
    const plugin = { name: "cilium", release: [1, 20], features: ["cluster-network-policy"] } as const;
    const text = stream(KNOWN, pod("shop", "web"));
    expect(await audited(text, TARGET, { plugin })).toEqual([`${ALL}: reachable`]);
    const denied = stream(text, policy("deny", 9, DENY));
    expect(await audited(denied, TARGET, { plugin })).toEqual([`${ALL}: blocked`]);
  });

  it("B-17: one address of a block", async () => {
    const text = stream(
      KNOWN,
      pod("shop", "web"),
      policy("deny", 9, "{ action: Deny, to: [{ networks: [192.0.2.0/31] }] }"),
    );
    expect(await audited(text, "192.0.2.0/30")).toEqual([`${ALL}: bypassed, B-17`]);
    expect(await audited(text, "192.0.2.0/31")).toEqual([`${ALL}: blocked`]);
  });

  it("B-8: a pod that only may reach the class is no proof of a way", async () => {
    // Where the API server is, nothing shows: each pod may reach its own node, which may be the one.
    const isolated = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: inside, namespace: shop }
spec: { podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ podSelector: {} }] }] }
`;
    const text = stream(KNOWN, pod("shop", "web"), pod("shop", "cart"), isolated);
    expect(await audited(text, "api-server", { from: ["shop/*"] })).toEqual([
      "shop/pod/cart shop/pod/web: undecided, no-api-server, unsettled",
    ]);
  });

  it("excepts pods, and those that come later with their labels", async () => {
    const open = policy(
      "permit",
      8,
      DENY.replace("Deny", "Accept"),
      "{ pods: { namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ops } }, podSelector: { matchLabels: { app: gate } } } }",
    );
    const closed = policy("ops", 3, "{ action: Deny, to: [{ namespaces: {} }] }");
    const text = stream(KNOWN, pod("shop", "web"), pod("ops", "gate"), policy("deny", 9, DENY), open, closed);
    expect(await audited(text, TARGET)).toEqual([
      "ops/pod/gate new/ops: bypassed, B-14",
      "shop/pod/web new/shop new/*: blocked",
    ]);
    expect(await audited(text, TARGET, { except: ["ops/gate"] })).toEqual([
      `shop/pod/web new/shop new/ops new/*: blocked`,
    ]);
    expect(await audited(text, TARGET, { from: ["shop/web"] })).toEqual(["shop/pod/web: blocked"]);
  });

  it("tells the Admin tier from the Baseline tier where both deny the same to different pods", async () => {
    const named = (name: string): string =>
      `{ namespaces: { matchLabels: { kubernetes.io/metadata.name: ${name} } } }`;
    const text = stream(
      KNOWN,
      pod("shop", "web"),
      pod("ops", "gate"),
      policy("first", 9, DENY, named("ops")),
      policy("second", 9, DENY, named("shop"), "Baseline"),
    );
    const from = ["ops/gate", "shop/web"];
    expect(await audited(text, TARGET, { from })).toEqual([
      "ops/pod/gate: blocked",
      "shop/pod/web: overridable, B-15",
    ]);
  });

  it("never takes a name for blocked whose addresses of today are", async () => {
    const today = `{ action: Deny, to: [{ networks: [${TARGET}/32, "::/0"] }] }`;
    const text = stream(KNOWN, pod("shop", "web"), policy("deny", 9, today));
    expect(await audited(text, "db.example.com")).toEqual([`${ALL}: undecided, addresses-of-name`]);
    const all = policy(
      "all",
      9,
      '{ action: Deny, to: [{ networks: ["0.0.0.0/0", "::/0"] }, { namespaces: {} }] }',
    );
    expect(await audited(stream(KNOWN, pod("shop", "web"), all), "db.example.com")).toEqual([
      `${ALL}: blocked`,
    ]);
  });
});
