import { describe, expect, it } from "vitest";
import { formatAddress } from "../../../../src/base/net/address.js";
import { POD } from "../../../../src/cluster/kinds/workload/pod.js";
import { DAEMON_SET, WORKLOAD } from "../../../../src/cluster/kinds/workload/workload.js";
import { apiObject, READ_OPTIONS, underlined } from "../../../support/api-object.js";
import type { ReadOptions } from "../../../../src/cluster/kinds/kind.js";
import type { ClusterObject, PodObject } from "../../../../src/cluster/model/objects.js";
import type { PodSettings } from "../../../../src/cluster/model/configured.js";

type Template = Extract<ClusterObject, { readonly type: "workload" }>["workload"];

function pod(text: string): PodObject {
  const [object] = POD.read(apiObject(`kind: Pod\n${text}`), READ_OPTIONS).objects;
  if (object?.type !== "pod") throw new Error("no Pod");
  return object.pod;
}

function workload(text: string, options: Partial<ReadOptions> = {}): Template {
  const [object] = WORKLOAD.read(apiObject(text), { ...READ_OPTIONS, ...options }).objects;
  if (object?.type !== "workload") throw new Error("no workload");
  return object.workload;
}

const template = (spec: string, metadata = "{}"): string =>
  `kind: Deployment\nmetadata: { name: web, labels: { own: x } }\nspec: { template: { metadata: ${metadata}, spec: ${spec} } }\n`;

describe("a pod's labels", () => {
  it.each<readonly [what: string, labels: string, read: object]>([
    ["are texts", "{ app: web, tier: front }", { app: "web", tier: "front" }],
    ["which others are not", "{ app: web, port: 80, isOn: true }", { app: "web", port: "", isOn: "" }],
    ["are none where they are no mapping", "[app]", {}],
    ["or not written", "null", {}],
  ])("%s", (_, labels, read) => {
    expect({ ...pod(`metadata: { name: a, labels: ${labels} }`).labels }).toEqual(read);
    expect({ ...workload(template("{}", `{ labels: ${labels} }`)).labels }).toEqual(read);
  });
});

describe("a pod's ports", () => {
  it.each<readonly [what: string, spec: string, ports: readonly string[]]>([
    [
      "of each container, with protocol and name",
      "{ containers: [{ ports: [{ containerPort: 81, name: a }, { containerPort: 82, protocol: UDP }] }, { ports: [{ containerPort: 83, protocol: SCTP }] }] }",
      ["a TCP 81", "- UDP 82", "- SCTP 83"],
    ],
    [
      "and of init containers that go on, behind them",
      "{ initContainers: [{ restartPolicy: Always, ports: [{ containerPort: 84 }] }, { ports: [{ containerPort: 85 }] }], containers: [{ ports: [{ containerPort: 86 }] }] }",
      ["- TCP 86", "- TCP 84"],
    ],
    [
      "but none of what is no port",
      "{ containers: [{ ports: [{ containerPort: '87' }, { containerPort: 88, protocol: tcp }, { name: b }, x] }, { ports: { containerPort: 89 } }, c] }",
      [],
    ],
    ["nor where there is no container", "{}", []],
  ])("%s", (_, spec, ports) => {
    const shown = (all: PodObject["ports"]): string[] =>
      (all ?? []).map(({ name, protocol, port }) => `${name ?? "-"} ${protocol} ${port}`);
    expect(shown(pod(`metadata: { name: a }\nspec: ${spec}`).ports)).toEqual(ports);
    expect(shown(workload(template(spec)).ports)).toEqual(ports);
  });
});

describe("a pod's owner", () => {
  it.each<readonly [what: string, owners: string, owner: object | undefined]>([
    [
      "is the one that controls it",
      "[{ kind: A, name: a }, { kind: B, name: b, controller: true }]",
      { kind: "B", name: "b" },
    ],
    ["or the only one", "[{ kind: A, name: a, controller: false }]", { kind: "A", name: "a" }],
    ["none of two", "[{ kind: A, name: a }, { kind: B, name: b }]", undefined],
    ["none without a name", "[{ kind: A }]", undefined],
    ["none without a kind", "[{ name: a }]", undefined],
    ["none where none is written", "null", undefined],
    ["none that is no object", "[a]", undefined],
  ])("%s", (_, owners, owner) => {
    expect(pod(`metadata: { name: a, ownerReferences: ${owners} }`).owner).toEqual(owner);
    const text = `kind: ReplicaSet\nmetadata: { name: a, ownerReferences: ${owners} }\n`;
    expect(workload(text).owner).toEqual(owner);
  });
});

describe("a pod's status tells", () => {
  const stated = (status: string): PodObject => pod(`metadata: { name: a }\nstatus: ${status}`);

  it.each<readonly [what: string, status: string, addresses: readonly string[] | undefined]>([
    ["its address", "{ podIP: 192.0.2.1 }", ["192.0.2.1"]],
    [
      "its addresses, each once",
      "{ podIP: 192.0.2.1, podIPs: [{ ip: 192.0.2.1 }, { ip: 'fd00::1' }] }",
      ["192.0.2.1", "fd00::1"],
    ],
    ["those alone that are listed", "{ podIPs: [{ ip: 192.0.2.2 }, {}, { ip: x }] }", ["192.0.2.2"]],
    ["none of another form", "{ podIP: x }", undefined],
    ["none yet", "{ phase: Pending }", undefined],
  ])("%s", (_, status, addresses) => {
    const read = stated(status);
    expect(read.addresses?.map(formatAddress)).toEqual(addresses);
    expect(read.addresses?.map(formatAddress)).toEqual(addresses);
    expect(read.noAddressYet).toBe(addresses === undefined);
  });

  it("the families of its addresses, whatever their form", () => {
    expect(stated("{ podIPs: [{ ip: 'fd00::1' }, { ip: 192.0.2.1 }] }").families).toEqual(["IPv6", "IPv4"]);
    expect(stated("{}").families).toEqual([]);
  });

  it("its node's addresses", () => {
    const { hostAddresses } = stated(
      "{ podIP: 192.0.2.9, hostIP: 192.0.2.1, hostIPs: [{ ip: 192.0.2.1 }, { ip: 'fd00::1' }] }",
    );
    expect(hostAddresses.map(formatAddress)).toEqual(["192.0.2.1", "fd00::1"]);
    expect(stated("{ podIP: 192.0.2.9 }").hostAddresses).toEqual([]);
  });

  it.each([
    ["Succeeded", true],
    ["Failed", true],
    ["Running", false],
  ])("that it has ended: %s", (phase, hasEnded) => {
    expect(stated(`{ phase: ${phase} }`).hasEnded).toBe(hasEnded);
  });

  it("nothing where it is none of a server", () => {
    for (const status of ["{}", "null"])
      expect([stated(status).noAddressYet, stated(status).hasEnded]).toEqual([false, false]);
    expect(pod("metadata: { name: a }").noAddressYet).toBe(false);
  });
});

it("a pod is on its node, and ends when it is deleted", () => {
  const plain = pod("metadata: { name: a }\nspec: {}");
  expect([plain.node, plain.hostNetwork, plain.isTerminating, plain.untoldLabels]).toEqual([
    undefined,
    false,
    false,
    [],
  ]);
  const placed = pod(
    "metadata: { name: a, deletionTimestamp: '2026-01-01T00:00:00Z' }\nspec: { nodeName: node-a, hostNetwork: true }",
  );
  expect([placed.node, placed.hostNetwork, placed.isTerminating]).toEqual(["node-a", true, true]);
  expect(pod("metadata: { name: a }\nspec: { hostNetwork: 'true' }").hostNetwork).toBe(false);
});

describe("a pod gets round policies", () => {
  it.each<readonly [what: string, spec: string, powers: readonly string[]]>([
    [
      "by what a container may do",
      "{ containers: [{ securityContext: { privileged: true } }] }",
      ["privileged"],
    ],
    [
      "by capabilities, in any letters, each once",
      "{ containers: [{ securityContext: { capabilities: { add: [CAP_NET_ADMIN, sys_ptrace, CHOWN] } } }, { securityContext: { capabilities: { add: [NET_ADMIN] } } }] }",
      ["NET_ADMIN", "SYS_PTRACE"],
    ],
    [
      "by those of containers that run before it or are added",
      "{ initContainers: [{ securityContext: { capabilities: { add: [ALL] } } }], ephemeralContainers: [{ securityContext: { capabilities: { add: [BPF] } } }] }",
      ["ALL", "BPF"],
    ],
    [
      "by its node's processes and files",
      "{ hostPID: true, volumes: [{ hostPath: { path: / } }] }",
      ["hostPID", "hostPath"],
    ],
    [
      "not by anything else",
      "{ hostPID: false, containers: [{ securityContext: { privileged: false, capabilities: { add: NET_ADMIN, drop: [ALL] } } }], volumes: [{ emptyDir: {} }] }",
      [],
    ],
  ])("%s", (_, spec, powers) => {
    expect(pod(`metadata: { name: a }\nspec: ${spec}`).traits.powers).toEqual(powers);
    expect(workload(template(spec)).traits.powers).toEqual(powers);
  });

  it.each([
    ["net-a", true],
    ['\'[{"name":"a"}]\'', true],
    ["' [] '", false],
    ["''", false],
    ["7", false],
  ])("by other networks: %s", (networks, hasOtherNetworks) => {
    const metadata = `{ name: a, annotations: { k8s.v1.cni.cncf.io/networks: ${networks} } }`;
    expect(pod(`metadata: ${metadata}`).traits.hasOtherNetworks).toBe(hasOtherNetworks);
    expect(workload(template("{}", metadata)).traits.hasOtherNetworks).toBe(hasOtherNetworks);
  });

  it("by what its node asks for it", () => {
    const spec =
      "{ volumes: [{ nfs: { server: files.example } }, { nfs: { server: '' } }, {}], containers: [{ livenessProbe: { httpGet: { host: a.example } }, readinessProbe: { tcpSocket: { host: a.example } }, startupProbe: { tcpSocket: { host: '' } } }], initContainers: [{ startupProbe: { httpGet: { host: b.example, port: 1 } } }] }";
    expect(pod(`metadata: { name: a }\nspec: ${spec}`).traits.nodeCalls).toEqual([
      { for: "nfs", host: "files.example" },
      { for: "probe", host: "a.example" },
      { for: "probe", host: "b.example" },
    ]);
    expect(pod("metadata: { name: a }").traits).toEqual({
      powers: [],
      hasOtherNetworks: false,
      nodeCalls: [],
    });
  });
});

describe("a template", () => {
  it.each<readonly [kind: string, spec: string, added: readonly string[], named: object]>([
    ["Deployment", "{}", ["pod-template-hash"], {}],
    [
      "Job",
      "{}",
      ["batch.kubernetes.io/controller-uid", "controller-uid"],
      { "batch.kubernetes.io/job-name": "web", "job-name": "web" },
    ],
    [
      "Job",
      "{ completionMode: Indexed }",
      ["batch.kubernetes.io/controller-uid", "controller-uid", "batch.kubernetes.io/job-completion-index"],
      { "batch.kubernetes.io/job-name": "web", "job-name": "web" },
    ],
    [
      "CronJob",
      "{ jobTemplate: { spec: { completionMode: Indexed } } }",
      [
        "batch.kubernetes.io/job-name",
        "job-name",
        "batch.kubernetes.io/controller-uid",
        "controller-uid",
        "batch.kubernetes.io/job-completion-index",
      ],
      {},
    ],
    ["ReplicaSet", "{ completionMode: NonIndexed }", [], {}],
  ])("of a %s gets labels: %s", (kind, spec, added, named) => {
    const read = workload(`kind: ${kind}\nmetadata: { name: web }\nspec: ${spec}\n`);
    expect({ ...read.labels }).toEqual(named);
    expect(read.untoldLabels).toEqual([
      ...added.map((key) => ({ key, always: true })),
      { key: "topology.kubernetes.io/zone", always: false },
      { key: "topology.kubernetes.io/region", always: false },
    ]);
  });

  it("of a CronJob stands one level deeper", () => {
    const spec = "{ template: { metadata: { labels: { a: b } }, spec: { nodeName: node-a } } }";
    const read = workload(
      `kind: CronJob\nmetadata: { name: web }\nspec: { jobTemplate: { spec: ${spec} } }\n`,
    );
    expect([{ ...read.labels }, read.node, read.replicas]).toEqual([{ a: "b" }, "node-a", undefined]);
    expect({ ...workload(`kind: CronJob\nmetadata: { name: web }\nspec: ${spec}\n`).labels }).toEqual({});
  });

  it("is made so often", () => {
    const text = "kind: Deployment\nmetadata: { name: web }\nspec: { replicas: 3 }\n";
    expect(workload(text).replicas).toBe(3);
    expect(workload(text.replace("3", "'3'")).replicas).toBeUndefined();
  });

  it("of a DaemonSet may be a network plugin's", () => {
    const { objects } = DAEMON_SET.read(
      apiObject(
        "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: kube-router }\nspec: { template: { spec: { containers: [{ args: [--run-firewall=false] }] } } }\n",
      ),
      READ_OPTIONS,
    );
    expect(objects.map(({ type }) => type)).toEqual(["workload", "plugin-settings"]);
  });
});

/** What pods are configured with, as `setting host:port`; `map/key`; and what probes ask. */
function settingsOf({ own, from, probes }: PodSettings): unknown[] {
  return [
    ...own.map(({ setting, host, port }) => `${setting} ${host}:${port ?? "-"}`),
    ...from.map(({ map, key }) => `${map}/${key ?? "*"}`),
    ...probes.map(({ probe, port, origin }) => `${probe} ${port} ${underlined(origin)}`),
  ];
}

describe("a pod is configured with", () => {
  it.each<readonly [what: string, spec: string, told: readonly string[]]>([
    [
      "addresses in variables",
      "{ containers: [{ env: [{ name: API, value: 'http://api.shop/v1' }, { name: DB, value: 'db:5432' }, { name: NOTE, value: db }, { name: EMPTY }] }] }",
      ["API api.shop:80", "DB db:5432"],
    ],
    [
      "a host with its port beside it",
      "{ containers: [{ env: [{ name: DB_HOST, value: db }, { name: DB_PORT, value: '5432' }, { name: cache-host, value: redis }, { name: cache-port, value: '6379' }, { name: mq.host, value: mq }, { name: mq.PORT, value: x }, { name: HOST, value: own }, { name: PORT, value: '81' }] }] }",
      ["DB_HOST db:5432", "cache-host redis:6379", "mq.host mq:-", "HOST own:81"],
    ],
    [
      "a host without one",
      "{ initContainers: [{ env: [{ name: SERVER, value: Db.Shop. }, { name: SERVERS, value: db }, { name: A_SERVICE, value: 192.0.2.1 }] }] }",
      ["SERVER db.shop:-"],
    ],
    [
      "arguments",
      "{ containers: [{ command: [run, --db=db:1], args: [--cache, 'cache:2', 'plain:3', -x, y, '--url=https://a.shop', 7] }] }",
      ["--db db:1", "--cache cache:2", "argument plain:3", "--url a.shop:443"],
    ],
    [
      "a script, and what stands in front of it",
      "{ containers: [{ command: [sh, 'before:1', -ec, 'curl http://a.shop/x && echo b:2'] }] }",
      ["argument before:1", "script a.shop:80"],
    ],
    [
      "keys and whole maps",
      "{ containers: [{ env: [{ name: A, valueFrom: { configMapKeyRef: { name: m, key: k } } }, { name: B, valueFrom: { configMapKeyRef: { name: m } } }, { valueFrom: { secretKeyRef: { name: s, key: k } } }], envFrom: [{ configMapRef: { name: all } }, { secretRef: { name: s } }] }] }",
      ["m/k", "all/*"],
    ],
    [
      "probes of its own ports",
      "{ containers: [{ ports: [{ name: web, containerPort: 81 }], livenessProbe: { httpGet: { port: web } }, readinessProbe: { tcpSocket: { port: 82 } }, startupProbe: { grpc: { port: 83 } } }] }",
      ["livenessProbe 81 web", "readinessProbe 82 82", "startupProbe 83 83"],
    ],
    [
      "those of containers that run beside it",
      "{ initContainers: [{ restartPolicy: Always, livenessProbe: { httpGet: { port: '84' } } }, { livenessProbe: { httpGet: { port: 85 } } }], containers: [{ livenessProbe: { httpGet: { port: 86, host: '' } } }] }",
      ["livenessProbe 86 86", "livenessProbe 84 '84'"],
    ],
    [
      "but none that asks another host, or no port",
      "{ containers: [{ ports: [{ name: web, containerPort: 81 }], livenessProbe: { httpGet: { port: 87, host: a } }, readinessProbe: { httpGet: { port: other } }, startupProbe: { exec: { port: 88 }, httpGet: {} } }] }",
      [],
    ],
  ])("%s", (_, spec, told) => {
    expect(settingsOf(pod(`metadata: { name: a }\nspec: ${spec}`).settings)).toEqual(told);
    expect(settingsOf(workload(template(spec)).settings)).toEqual(told);
    expect(settingsOf(workload(template(spec), { isStored: true }).settings)).toEqual([]);
  });
});
