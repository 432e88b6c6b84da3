import { compareTally } from "../../../src/questions/replay/compare.js";
import { describe, expect, it } from "vitest";
import { LOG_FORMATS } from "../../../src/source/flows/formats.js";
import { LogParser } from "../../../src/source/flows/log-parser.js";
import { listJson } from "../../support/stored.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { Tally } from "../../../src/questions/replay/tally.js";
import { Timeline, type ReplayState } from "../../../src/questions/replay/state.js";

const NAMESPACES = `apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
`;

/** Lets `web` into the cart, on TCP 7070. */
const CART = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: cart, namespace: shop }
spec:
  podSelector: { matchLabels: { app: cart } }
  policyTypes: [Ingress]
  ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: 7070 }] }]
---
`;

function deployment(name: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  selector: { matchLabels: { app: ${name} } }
  template: { metadata: { labels: { app: ${name} } }, spec: { containers: [{ name: a, image: x }] } }
---
`;
}

function pod(name: string, app: string, ip: string, more = ""): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: ${app} } }
spec: { nodeName: node-a, containers: [{ name: a, image: x, ports: [{ containerPort: 7070 }] }]${more} }
status: { podIP: ${ip}, podIPs: [{ ip: ${ip} }] }
---
`;
}

const SERVICE = `apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop }
spec: { clusterIP: 10.96.0.7, clusterIPs: [10.96.0.7], selector: { app: cart }, ports: [{ port: 80, targetPort: 7070 }] }
---
`;

async function state(text: string, taken?: string): Promise<ReplayState> {
  const trailer = taken === undefined ? undefined : { version: 1, taken, knowsEveryPod: true, forbidden: [] };
  const name = `${taken ?? "now"}.json`;
  const { cluster } = await loadSources([{ name, text: listJson(NAMESPACES + text, trailer) }], {
    isStored: true,
  });
  const time = taken === undefined ? undefined : Date.parse(taken);
  return { name, cluster, profile: REFERENCE, taken: time };
}

const HEADER =
  "time,source_ip,source_namespace,source_pod,source_port,destination_ip,destination_namespace,destination_pod,destination_port,protocol,verdict,direction,reason";

interface Told {
  readonly rows: readonly string[];
  readonly unjudged: readonly string[];
  readonly causes: readonly string[];
}

/** What some lines come to: `agrees shop/pod/web > shop/pod/cart 7070`, and why lines come to nothing. */
function replayed(states: readonly ReplayState[], log: string): Told {
  const tally = new Tally(new Timeline(states));
  const parser = new LogParser(LOG_FORMATS, {
    record: (record, line) => tally.record(record, { file: 0, line }),
    skip: (reason) => tally.skip(reason),
    bad: (fault) => {
      throw new Error(JSON.stringify(fault));
    },
    lost: () => undefined,
  });
  parser.push(new TextEncoder().encode(log));
  parser.end();
  const { rows, counts } = compareTally(tally);
  return {
    rows: rows.map(({ outcome, from, to, ports }) => `${outcome} ${from} > ${to} ${ports?.[0] ?? "other"}`),
    unjudged: [...counts.unjudged].map(([reason, { count }]) => `${count} ${reason}`),
    causes: rows.flatMap(({ causes }) => causes.map(({ code }) => code)),
  };
}

/** A line of a plain log. */
function line(from: string, to: string, rest: string, time = "2026-11-23T08:00:00Z"): string {
  const end = (text: string): string => (text.includes("/") ? `,${text.replace("/", ",")}` : `${text},,`);
  const [port = "", verdict = "allowed", direction = "ingress", reason = "", sourcePort = ""] =
    rest.split(" ");
  return `${time},${end(from)},${sourcePort},${end(to)},${port},tcp,${verdict},${direction},${reason}`;
}

async function told(cluster: string, ...lines: readonly string[]): Promise<Told> {
  return replayed([await state(cluster)], [HEADER, ...lines].join("\n"));
}

const PODS = CART + pod("web", "web", "10.1.0.2") + pod("cart", "cart", "10.1.0.3");

describe("who the ends of a record were", () => {
  it("is told by names, of pods that are there and of those that a workload makes", async () => {
    const made = CART + deployment("web") + deployment("cart");
    const lines = [
      line("shop/web-7d9f8b6c5-x2v4q", "shop/cart-6f8b9d7c4-k9wzm", "7070"),
      line("shop/web-7d9f8b6c5-zzzzz", "shop/cart-6f8b9d7c4-k9wzm", "7070"),
    ];
    expect(await told(made, ...lines)).toMatchObject({
      rows: ["agrees shop/deployment/web > shop/deployment/cart 7070"],
      unjudged: [],
    });
    expect((await told(PODS, line("shop/web", "shop/cart", "7070"))).rows).toEqual([
      "agrees shop/pod/web > shop/pod/cart 7070",
    ]);
  });

  it.each([
    ["no workload makes", "shop/api-7d9f8b6c5-x2v4q"],
    ["has a name that no Deployment makes", "shop/web-canary"],
    ["is in a namespace that isn't there", "lab/web-7d9f8b6c5-x2v4q"],
  ])("is unknown of a pod that %s", async (_what, name) => {
    const made = CART + deployment("web") + deployment("cart");
    expect(await told(made, line(name, "shop/cart-6f8b9d7c4-k9wzm", "7070"))).toMatchObject({
      rows: [],
      unjudged: ["1 unknown-pod"],
    });
  });

  it("is unknown where policies tell the pods of a workload apart, and the log doesn't say which it was", async () => {
    const owned = (name: string, app: string, ip: string): string =>
      pod(name, app, ip).replace(
        `labels: { app: ${app} }`,
        `labels: { app: ${app} }, ownerReferences: [{ apiVersion: apps/v1, kind: StatefulSet, name: front, controller: true, uid: a }]`,
      );
    const cluster =
      CART +
      owned("front-0", "web", "10.1.0.2") +
      owned("front-1", "api", "10.1.0.4") +
      pod("cart", "cart", "10.1.0.3");
    const all = ["shop/front-0", "shop/front-1", "shop/front-2"].map((name) =>
      line(name, "shop/cart", "7070"),
    );
    expect(await told(cluster, ...all)).toMatchObject({
      rows: [
        "passed shop/statefulset/front > shop/pod/cart 7070",
        "agrees shop/statefulset/front > shop/pod/cart 7070",
      ],
      unjudged: ["1 unknown-pod"],
    });
  });

  it("is told by addresses, of pods, nodes, Services and what is outside", async () => {
    const node = `apiVersion: v1
kind: Node
metadata: { name: node-a }
status: { addresses: [{ type: InternalIP, address: 10.0.0.9 }] }
---
`;
    const lines = ["10.1.0.2", "10.0.0.9", "203.0.113.7"].map((ip) => line(ip, "10.1.0.3", "7070"));
    expect((await told(PODS + node, ...lines)).rows.toSorted()).toEqual([
      // The node of the pod itself is exempt (S-NODE-L1).
      "agrees node/node-a > shop/pod/cart 7070",
      "agrees shop/pod/web > shop/pod/cart 7070",
      "passed internet > shop/pod/cart 7070",
    ]);
    // Behind the Service's port 80 the pods listen on 7070.
    expect(
      await told(PODS + SERVICE, line("10.1.0.2", "10.96.0.7", "80"), line("10.1.0.2", "10.96.0.7", "81")),
    ).toMatchObject({
      rows: ["agrees shop/pod/web > 10.96.0.7 80"],
      unjudged: ["1 no-backends"],
    });
  });

  it("is nobody that a log tells where a Service has opened the port of a node: it goes on to a pod", async () => {
    const cluster = `${PODS}${SERVICE.replace("spec: {", "spec: { type: NodePort,").replace("targetPort: 7070", "targetPort: 7070, nodePort: 30080")}apiVersion: v1
kind: Node
metadata: { name: far }
status: { addresses: [{ type: InternalIP, address: 10.0.0.9 }] }
---
`;
    const lines = ["30080", "30081"].map((port) => line("shop/web", "10.0.0.9", `${port} allowed egress`));
    expect(await told(cluster, ...lines)).toMatchObject({
      rows: ["agrees shop/pod/web > node/far 30081"],
      unjudged: ["1 node-port"],
    });
  });

  it("of a node has the address that was seen, whichever of its addresses that is, or none that its object tells", async () => {
    const cluster = `${PODS.replace("podSelector: { matchLabels: { app: web } }", "ipBlock: { cidr: 10.0.0.0/24 }")}apiVersion: v1
kind: Node
metadata: { name: far }
status: { addresses: [{ type: InternalIP, address: 10.0.0.9 }, { type: ExternalIP, address: 203.0.113.9 }] }
---
`;
    const from = (address: string): string =>
      JSON.stringify({
        SrcAddr: address,
        SrcK8S_Type: "Node",
        SrcK8S_Name: "far",
        DstAddr: "10.1.0.3",
        DstK8S_Type: "Pod",
        DstK8S_Namespace: "shop",
        DstK8S_Name: "cart",
        DstPort: 7070,
        Proto: 6,
        Flags: ["SYN"],
        TimeFlowStartMs: 1_795_420_800_000,
        TimeFlowEndMs: 1_795_420_800_000,
        NetworkEvents: [{ Feature: "acl", Type: "NetworkPolicy", Action: "allow", Direction: "Ingress" }],
      });
    const states = [await state(cluster)];
    // Whisker names the node and says no address: which of them it was decides.
    const unsaid = JSON.stringify({
      source_name: "far",
      source_namespace: "-",
      source_type: "HostEndpoint",
      dest_name: "cart",
      dest_namespace: "shop",
      dest_type: "WorkloadEndpoint",
      dest_port: 7070,
      protocol: "tcp",
      reporter: "Dst",
      action: "Allow",
      start_time: "2026-11-23T08:00:00Z",
      end_time: "2026-11-23T08:00:15Z",
    });
    expect(replayed(states, unsaid)).toMatchObject({ rows: [], unjudged: ["1 aggregated"] });
    const rows = ["10.0.0.9", "203.0.113.9", "10.1.0.1"].map(
      (address) => replayed(states, from(address)).rows,
    );
    expect(rows).toEqual([
      ["agrees node/far > shop/pod/cart 7070"],
      ["passed node/far > shop/pod/cart 7070"],
      ["passed node/far > shop/pod/cart 7070"],
    ]);
  });

  it("is nothing from a Service's address, and over another family than the client's not the Service's fault", async () => {
    const both = PODS + SERVICE.replace("[10.96.0.7]", "[10.96.0.7, 'fd00::7']");
    const six = line("shop/web", "fd00::7", "80 allowed egress");
    expect((await told(both, line("10.96.0.7", "10.1.0.3", "7070"))).unjudged).toEqual(["1 from-service"]);
    expect((await told(both, line("10.96.0.7", "10.96.0.7", "80"))).unjudged).toEqual(["1 from-service"]);
    expect((await told(both, six)).unjudged).toEqual(["1 other-family"]);
  });

  it("is unknown of a private address that nothing has, and of one that two pods have", async () => {
    const twice = PODS + pod("other", "other", "10.1.0.2");
    expect((await told(PODS, line("10.1.0.77", "10.1.0.3", "7070"))).unjudged).toEqual(["1 unknown-pod"]);
    expect((await told(twice, line("10.1.0.2", "10.1.0.3", "7070"))).unjudged).toEqual([
      "1 ambiguous-address",
    ]);
  });

  it("is not compared over a family of which an end has no address", async () => {
    const [web, cart] = ["2001:db8::2,shop,web", "2001:db8::3,shop,cart"];
    const log = `${HEADER}\n2026-11-23T08:00:00Z,${web},,${cart},7070,tcp,allowed,ingress,`;
    expect(replayed([await state(PODS)], log)).toMatchObject({ rows: [], unjudged: ["1 other-family"] });
  });

  it("is told by labels where a pod has others now, or is gone", async () => {
    const flow = (name: string, app: string): string =>
      JSON.stringify({
        flow: {
          verdict: "DROPPED",
          drop_reason_desc: "POLICY_DENIED",
          IP: { source: "10.1.0.2", destination: "10.1.0.3" },
          l4: { TCP: { destination_port: 7070 } },
          source: { namespace: "shop", pod_name: name, labels: [`k8s:app=${app}`, "k8s:version=7"] },
          destination: { namespace: "shop", pod_name: "cart" },
          traffic_direction: "INGRESS",
          event_type: { type: 1 },
        },
      });
    const cluster = [await state(PODS)];
    // No policy looks at `version`: that makes no other pod of it.
    expect(replayed(cluster, flow("web", "web"))).toMatchObject({
      rows: ["dropped shop/pod/web > shop/pod/cart 7070"],
      causes: ["other-revision"],
    });
    expect(replayed(cluster, flow("web", "api")).rows).toEqual(["agrees shop/web > shop/pod/cart 7070"]);
    expect(replayed(cluster, flow("gone", "web"))).toMatchObject({
      rows: ["dropped shop/gone > shop/pod/cart 7070"],
      causes: ["stale-snapshot"],
    });
  });
});

describe("the state that a record is compared with", () => {
  const MONDAY = "2026-11-23T00:00:00Z";
  const TUESDAY = "2026-11-24T00:00:00Z";
  const moved = CART + pod("web", "web", "10.1.0.2") + pod("cart-2", "cart", "10.1.0.3");
  const shut = PODS.replace("port: 7070", "port: 7071");

  it.each([
    ["before both", "2026-11-22T00:00:00Z", "agrees"],
    ["nearer to the first", "2026-11-23T11:59:59Z", "agrees"],
    ["nearer to the second", "2026-11-23T12:00:01Z", "passed"],
    ["after both", "2026-11-25T00:00:00Z", "passed"],
  ])("is the nearest in time: %s", async (_what, time, outcome) => {
    const states = [await state(PODS, MONDAY), await state(shut, TUESDAY)];
    const { rows } = replayed(states, [HEADER, line("shop/web", "shop/cart", "7070", time)].join("\n"));
    expect(rows).toEqual([`${outcome} shop/pod/web > shop/pod/cart 7070`]);
  });

  it("doesn't say who had an address that another pod had on the other side of the record", async () => {
    const states = [await state(PODS, MONDAY), await state(moved, TUESDAY)];
    const between = [HEADER, line("10.1.0.2", "10.1.0.3", "7070", "2026-11-23T06:00:00Z")].join("\n");
    expect(replayed(states, between)).toMatchObject({ rows: [], unjudged: ["1 ambiguous-address"] });
    const before = [HEADER, line("10.1.0.2", "10.1.0.3", "7070", "2026-11-22T06:00:00Z")].join("\n");
    expect(replayed(states, before).rows).toEqual(["agrees shop/pod/web > shop/pod/cart 7070"]);
  });

  it("is another one after the last than right before it, whichever record comes first", async () => {
    const states = [await state(PODS, MONDAY), await state(moved, TUESDAY)];
    const at = (time: string): string => line("10.1.0.2", "10.1.0.3", "7070", time);
    const lines = [at("2026-11-23T18:00:00Z"), at("2026-11-25T06:00:00Z")];
    for (const log of [lines, lines.toReversed()])
      expect(replayed(states, [HEADER, ...log].join("\n"))).toMatchObject({
        rows: ["agrees shop/pod/web > shop/pod/cart-2 7070"],
        unjudged: ["1 ambiguous-address"],
      });
  });

  const WEDNESDAY = "2026-11-25T00:00:00Z";
  const ENDED = `${HEADER},end_time`;
  const lasting = (from: string, first: string, last: string, rest = "7070 allowed ingress"): string =>
    `${ENDED}\n${line(from, "10.1.0.3", rest, first)},${last}`;
  const node = (name: string, app: string): string =>
    `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}, labels: { app: ${app} } }\nstatus: { addresses: [{ type: InternalIP, address: 10.1.0.3 }] }\n---\n`;

  it.each([
    ["that another pod had when it began", "2026-11-23T06:00:00Z", "2026-11-26T06:00:00Z", []],
    ["that another pod had before it began", "2026-11-24T06:00:00Z", "2026-11-26T06:00:00Z", ["agrees"]],
    [
      "that another pod had, if it ends before it begins",
      "2026-11-26T06:00:00Z",
      "2026-11-22T06:00:00Z",
      ["agrees"],
    ],
  ])("doesn't say who had an address %s", async (_what, first, last, outcomes) => {
    const states = [await state(PODS, MONDAY), await state(moved, TUESDAY), await state(moved, WEDNESDAY)];
    const { rows, unjudged } = replayed(states, lasting("10.1.0.2", first, last));
    expect(rows.map((each) => each.split(" ")[0])).toEqual(outcomes);
    expect(unjudged).toEqual(outcomes.length === 0 ? ["1 ambiguous-address"] : []);
  });

  it("doesn't say who had an address that was another's for a while within the record", async () => {
    const states = [await state(PODS, MONDAY), await state(moved, TUESDAY), await state(PODS, WEDNESDAY)];
    expect(
      replayed(states, lasting("10.1.0.2", "2026-11-22T00:00:00Z", "2026-11-26T00:00:00Z")),
    ).toMatchObject({ rows: [], unjudged: ["1 ambiguous-address"] });
  });

  it("doesn't say which node had an address that two had within the record", async () => {
    const states = [await state(node("node-a", "a"), MONDAY), await state(node("node-b", "b"), TUESDAY)];
    const hubble = (time: string): string =>
      JSON.stringify({
        flow: {
          time,
          verdict: "FORWARDED",
          IP: { source: "192.0.2.7", destination: "10.1.0.3" },
          l4: { TCP: { destination_port: 22 } },
          source: { labels: ["reserved:world"] },
          destination: { labels: ["reserved:remote-node"] },
          Type: "L3_L4",
          traffic_direction: "EGRESS",
          is_reply: false,
        },
      });
    expect(replayed(states, hubble("2026-11-23T06:00:00Z"))).toMatchObject({
      rows: [],
      unjudged: ["1 ambiguous-address"],
    });
    expect(replayed(states, hubble("2026-11-25T06:00:00Z")).unjudged).toEqual([]);
  });

  it("explains a difference by another state that agrees", async () => {
    const states = [await state(shut, MONDAY), await state(PODS, TUESDAY)];
    const log = [HEADER, line("shop/web", "shop/cart", "7070", "2026-11-23T01:00:00Z")].join("\n");
    expect(replayed(states, log)).toMatchObject({
      rows: ["passed shop/pod/web > shop/pod/cart 7070"],
      causes: ["changed-between"],
    });
  });
});

describe("what a record comes to", () => {
  it.each([
    ["22 allowed ingress", ["passed"], []],
    // Nothing restricts the egress of web.
    ["22 allowed egress", ["agrees"], []],
    ["22 allowed connection", ["passed"], []],
    ["7070 denied ingress", ["dropped"], []],
    ["7070 denied ingress policy-default", ["dropped"], []],
    ["22 denied ingress", ["agrees"], []],
    ["7070 audit ingress", ["dropped"], []],
    ["7070 denied ingress no-route", [], ["1 other-drop"]],
    ["7070 denied ingress unknown", [], ["1 unknown-drop"]],
    ["22 denied ingress unknown", ["agrees"], []],
    ["22 none ingress", [], ["1 no-verdict"]],
    // A log that doesn't say where: it passed one of the two, and only ingress is denied.
    ["22 allowed -", [], ["1 one-of-two"]],
    ["7070 allowed -", ["agrees"], []],
    // An answer: its source listens on 7070, its destination on nothing.
    ["40000 allowed ingress - 7070", [], ["1 reply"]],
    ["40000 allowed ingress - 41000", [], ["1 direction"]],
    ["7070 allowed ingress - 41000", ["agrees"], []],
    ["- allowed ingress", [], ["1 unknown-port"]],
  ])("%s", async (rest, outcomes, unjudged) => {
    const found = await told(PODS, line("shop/web", "shop/cart", rest));
    expect({ outcomes: found.rows.map((row) => row.split(" ")[0]), unjudged: found.unjudged }).toEqual({
      outcomes,
      unjudged,
    });
  });

  it("is one for ports of clients that nothing tells apart, and another where a policy does", async () => {
    const high = PODS.replace("port: 7070", "port: 40000, endPort: 40009");
    const lines = [39_999, 40_000, 40_009, 40_010, 50_000].map((port) =>
      line("shop/web", "shop/cart", `${port}`),
    );
    expect((await told(high, ...lines)).rows).toEqual([
      "passed shop/pod/web > shop/pod/cart 40010",
      "passed shop/pod/web > shop/pod/cart 32768",
      "agrees shop/pod/web > shop/pod/cart 40000",
    ]);
  });
});
