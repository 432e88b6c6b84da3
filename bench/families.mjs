import { clusterDocuments } from "./cluster.mjs";
import { chance } from "./families/chance.mjs";
import { crowded } from "./families/crowded.mjs";
import { fronts } from "./families/fronts.mjs";
import { long } from "./families/long.mjs";
import { adminPolicy, meta, namespace, networkPolicy, yaml } from "./documents.mjs";
import { names } from "./families/names.mjs";
import { openLabels } from "./families/open-labels.mjs";
import { portNames } from "./families/port-names.mjs";
import { seeded } from "./random.mjs";
import { twoApis } from "./families/two-apis.mjs";

/**
 * Clusters unlike each other, each a way in which work can grow. A function makes the documents of one: `scale` 1 is about
 * 1,000 pods and 300 policies, 5 about 5,000 and 1,000 or more; another seed is another cluster of the same kind.
 */
export const FAMILIES = {
  /** What teams have: few peers per rule, one app label each. */
  usual: ({ scale, seed }) =>
    clusterDocuments({
      seed,
      namespaces: 20 + 8 * (scale - 1),
      workloads: 200 * scale,
      pods: 1000 * scale,
      policies: scale === 1 ? 300 : 200 * scale,
    }),
  /** Many styles in many namespaces, CIDRs with exceptions, and an Admin tier over all of it. */
  wide,
  /** Every pod has the same label, and every policy and peer asks for it. */
  "one-label": oneLabel,
  /** Thousands of policies of a few lines, a namespace for every few. */
  tiny,
  /** One namespace in which all policies select the same pods. */
  "same-pods": samePods,
  /** CIDRs that overlap with exceptions that overlap, under 100 Admin policies about every namespace. */
  cidrs,
  /** A Service for every workload, with routes that lead there, and peers in their environment. */
  fronts,
  /** Few policies with many rules of many peers. */
  long,
  /** Every workload has names of its own for its ports. */
  "port-names": portNames,
  /** Policies about egress to names that DNS answers for. */
  names,
  /** Admin policies of both APIs, which leave open whose decides. */
  "two-apis": twoApis,
  /** Policies about pods by many labels, and addresses that may be those of such pods. */
  "open-labels": openLabels,
  /** Hundreds of policies and workloads in each of few namespaces. */
  crowded,
  /** Every number drawn: another seed is a cluster of another kind. */
  chance,
  /** Policies alone. */
  "no-pods": ({ scale, seed }) => wide({ scale, seed }).filter((text) => !/^kind: (Pod|Node)$/m.test(text)),
};

const address = (i) => `10.${128 + (i >>> 16)}.${(i >>> 8) & 255}.${i & 255}`;

function node(i) {
  const labels = { "kubernetes.io/hostname": `node-${i}`, zone: `z${i % 3}` };
  return `apiVersion: v1\nkind: Node\nmetadata: ${yaml(meta(`node-${i}`, undefined, labels))}status: ${yaml({ addresses: [{ type: "InternalIP", address: `192.168.${i >>> 8}.${i & 255}` }] })}`;
}

function pod(i, name, ns, labels, { nodes, ports = [{ name: "http", containerPort: 8080 }] }) {
  const owner = {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    name,
    uid: "0c9a2a54-32ab-4e0f-8f6c-5d7f1e9b3a10",
    controller: true,
  };
  const metadata = { ...meta(`${name}-${i}`, ns, labels), ownerReferences: [owner] };
  const spec = {
    nodeName: `node-${i % nodes}`,
    containers: [{ name: "main", image: `registry.example/${name}:1`, ports }],
  };
  return `apiVersion: v1\nkind: Pod\nmetadata: ${yaml(metadata)}spec: ${yaml(spec)}status: ${yaml({ phase: "Running", podIP: address(i) })}`;
}

/** @param random gives a CIDR of some place with exceptions inside of it */
function block(random) {
  const first = random.pick([10, 10, 172, 192, 100, 203, 198]);
  const second = random.below(16) * 16;
  const except = Array.from(
    { length: random.below(4) },
    () => `${first}.${second + random.below(16)}.${random.below(256)}.0/24`,
  );
  return {
    cidr: `${first}.${second}.0.0/12`,
    ...(except.length === 0 ? {} : { except: [...new Set(except)] }),
  };
}

const ENVS = ["dev", "test", "prod"];
const TENANTS = ["red", "blue", "green", "grey", "gold"];

function wide({ scale, seed }) {
  const random = seeded(seed);
  const [spaces, apps, policies, admins] =
    scale === 1 ? [27, 200, 270, 30] : [40 * scale, 200 * scale, 180 * scale, 20 * scale];
  const nodes = 20 * scale;
  const names = Array.from({ length: spaces }, (_, i) => `ns-${i}`);
  const teams = Array.from({ length: Math.ceil(spaces / 4) }, (_, i) => `team-${i}`);
  const labelsOf = (i) => ({ env: ENVS[i % 3], team: teams[i % teams.length], tenant: TENANTS[i % 5] });
  const workloads = Array.from({ length: apps }, (_, i) => ({
    name: `app-${i}`,
    space: names[random.below(spaces)],
    labels: { app: `app-${i}`, tier: random.pick(["web", "api", "db", "job"]), rel: random.pick(["a", "b"]) },
    ports: [
      { name: "http", containerPort: 8000 + random.below(20) },
      { name: "admin", containerPort: 9000 + random.below(5), protocol: random.pick(["TCP", "UDP"]) },
    ],
  }));
  const podSelector = () =>
    random.pick([
      () => ({ matchLabels: { app: random.pick(workloads).name } }),
      () => ({ matchLabels: { tier: random.pick(["web", "api", "db", "job"]) } }),
      () => ({ matchExpressions: [{ key: "tier", operator: "In", values: ["web", "api"] }] }),
      () => ({}),
    ])();
  const spaceSelector = () =>
    random.pick([
      () => ({ matchLabels: { env: random.pick(ENVS) } }),
      () => ({ matchLabels: { team: random.pick(teams) } }),
      () => ({ matchLabels: { tenant: random.pick(TENANTS) } }),
      () => ({ matchExpressions: [{ key: "env", operator: "NotIn", values: [random.pick(ENVS)] }] }),
    ])();
  const peer = () =>
    random.pick([
      () => ({ podSelector: podSelector() }),
      () => ({ namespaceSelector: spaceSelector() }),
      () => ({ namespaceSelector: spaceSelector(), podSelector: podSelector() }),
      () => ({ ipBlock: block(random) }),
    ])();
  const port = () =>
    random.pick([
      () => ({ port: 8000 + random.below(20) }),
      () => ({ port: 8000 + random.below(10), endPort: 8010 + random.below(500) }),
      () => ({ port: "http" }),
      () => ({ port: 53, protocol: "UDP" }),
      () => ({ port: 9000 + random.below(5), protocol: "SCTP" }),
    ])();
  const some = (most, make) => Array.from({ length: 1 + random.below(most) }, make);
  const rule = (side) => ({
    [side]: some(3, peer),
    ...(random.below(4) === 0 ? {} : { ports: some(2, port) }),
  });
  const spec = () => {
    const style = random.below(8);
    const podPart = { podSelector: podSelector() };
    if (style === 0) return { podSelector: {}, policyTypes: ["Ingress"] };
    if (style === 1) return { podSelector: {}, policyTypes: ["Egress"] };
    if (style === 2)
      return { podSelector: {}, ingress: [{ from: [{ podSelector: {} }] }], policyTypes: ["Ingress"] };
    const ingress = style === 3 ? {} : { ingress: some(4, () => rule("from")) };
    const egress = style === 4 ? {} : { egress: some(4, () => rule("to")) };
    const policyTypes = [...(style === 3 ? [] : ["Ingress"]), ...(style === 4 ? [] : ["Egress"])];
    return { ...podPart, ...ingress, ...egress, policyTypes };
  };
  const adminPeer = (side) => {
    const peers = [
      () => ({ namespaces: spaceSelector() }),
      () => ({ pods: { namespaceSelector: spaceSelector(), podSelector: podSelector() } }),
      ...(side === "to" ? [() => ({ networks: some(3, () => block(random).cidr) })] : []),
    ];
    return random.pick(peers)();
  };
  const adminRule = (side) => (_, i) => ({
    name: `rule-${i}`,
    action: random.pick(["Allow", "Deny", "Pass"]),
    [side]: some(2, () => adminPeer(side)),
    ...(random.below(2) === 0
      ? {}
      : {
          ports: [
            { portRange: { protocol: "TCP", start: 8000 + random.below(20), end: 8100 + random.below(900) } },
          ],
        }),
  });
  return [
    ...names.map((name, i) => namespace(name, labelsOf(i))),
    ...Array.from({ length: nodes }, (_, i) => node(i)),
    ...Array.from({ length: apps * 5 }, (_, i) => {
      const { name, space, labels, ports } = workloads[i % apps];
      return pod(i, name, space, labels, { nodes, ports });
    }),
    ...Array.from({ length: policies }, (_, i) => networkPolicy(`policy-${i}`, random.pick(names), spec())),
    ...Array.from({ length: admins }, (_, i) =>
      adminPolicy(`admin-${i}`, {
        priority: i,
        subject: { namespaces: random.below(2) === 0 ? {} : spaceSelector() },
        ingress: some(3, adminRule("from")),
        egress: some(3, adminRule("to")),
      }),
    ),
    `apiVersion: policy.networking.k8s.io/v1alpha1\nkind: BaselineAdminNetworkPolicy\nmetadata: ${yaml(meta("default"))}spec: ${yaml({ subject: { namespaces: {} }, ingress: [{ action: "Deny", from: [{ namespaces: { matchLabels: { env: "dev" } } }] }] })}`,
  ];
}

function oneLabel({ scale, seed }) {
  const random = seeded(seed);
  const names = Array.from({ length: 10 * scale }, (_, i) => `ns-${i}`);
  const selector = { matchLabels: { app: "app" } };
  return [
    ...names.map((name) => namespace(name, { app: "app" })),
    ...Array.from({ length: 1000 * scale }, (_, i) =>
      pod(i, `app-${i % (200 * scale)}`, names[i % names.length], { app: "app" }, { nodes: 20 * scale }),
    ),
    ...Array.from({ length: scale === 1 ? 300 : 200 * scale }, (_, i) =>
      networkPolicy(`policy-${i}`, random.pick(names), {
        podSelector: selector,
        ingress: [
          {
            from: [{ namespaceSelector: selector, podSelector: selector }],
            ports: [{ port: 8000 + random.below(1000) }],
          },
        ],
        egress: [{ to: [{ podSelector: selector }], ports: [{ port: 8000 + random.below(1000) }] }],
        policyTypes: ["Ingress", "Egress"],
      }),
    ),
  ];
}

function tiny({ scale, seed }) {
  const random = seeded(seed);
  const names = Array.from({ length: 100 * scale }, (_, i) => `ns-${i}`);
  const apps = ["web", "api", "db", "job", "mail"];
  return [
    ...names.map((name) => namespace(name, { team: name })),
    ...names.flatMap((name, i) =>
      Array.from({ length: 2 }, (_, k) => pod(2 * i + k, apps[k], name, { app: apps[k] }, { nodes: 10 })),
    ),
    ...Array.from({ length: 2000 * scale }, (_, i) =>
      networkPolicy(`policy-${i}`, names[i % names.length], {
        podSelector: { matchLabels: { app: random.pick(apps) } },
        ...(i % 3 === 0
          ? {}
          : { ingress: [{ from: [{ podSelector: { matchLabels: { app: random.pick(apps) } } }] }] }),
        policyTypes: ["Ingress"],
      }),
    ),
  ];
}

function samePods({ scale, seed }) {
  const random = seeded(seed);
  const apps = Array.from({ length: 20 * scale }, (_, i) => `app-${i}`);
  return [
    namespace("shop", { team: "shop" }),
    namespace("data", { team: "data" }),
    ...Array.from({ length: 200 * scale }, (_, i) =>
      pod(
        i,
        apps[i % apps.length],
        i % 4 === 0 ? "data" : "shop",
        { app: apps[i % apps.length], all: "yes" },
        { nodes: 10 },
      ),
    ),
    ...Array.from({ length: scale === 1 ? 150 : 100 * scale }, (_, i) =>
      networkPolicy(`policy-${i}`, "shop", {
        podSelector: { matchLabels: { all: "yes" } },
        ingress: [
          {
            from: [{ podSelector: { matchLabels: { app: random.pick(apps) } } }],
            ports: [{ port: 1000 + random.below(2000) }],
          },
        ],
        egress: [
          {
            to: [{ ipBlock: block(random) }],
            ports: [{ port: 1000 + random.below(2000), protocol: random.pick(["TCP", "UDP"]) }],
          },
        ],
        policyTypes: ["Ingress", "Egress"],
      }),
    ),
  ];
}

function cidrs({ scale, seed }) {
  const random = seeded(seed);
  const names = Array.from({ length: 10 * scale }, (_, i) => `ns-${i}`);
  const apps = Array.from({ length: 100 * scale }, (_, i) => `app-${i}`);
  const cidr = () => {
    const prefix = 8 + random.below(9);
    const first = random.pick([10, 20, 30]);
    const except = Array.from({ length: random.below(6) }, () => {
      const second = prefix <= 8 ? random.below(256) : 0;
      return `${first}.${second}.${random.below(64) * 4}.0/22`;
    });
    const base = prefix <= 8 ? `${first}.0.0.0/8` : `${first}.0.0.0/${prefix}`;
    return { cidr: base, ...(except.length === 0 ? {} : { except: [...new Set(except)] }) };
  };
  return [
    ...names.map((name, i) => namespace(name, { env: ENVS[i % 3] })),
    ...Array.from({ length: 500 * scale }, (_, i) =>
      pod(
        i,
        apps[i % apps.length],
        names[i % names.length],
        { app: apps[i % apps.length] },
        { nodes: 20 * scale },
      ),
    ),
    ...Array.from({ length: scale === 1 ? 200 : 150 * scale }, (_, i) =>
      networkPolicy(`policy-${i}`, names[i % names.length], {
        podSelector: random.below(2) === 0 ? {} : { matchLabels: { app: random.pick(apps) } },
        ingress: [{ from: [{ ipBlock: cidr() }, { ipBlock: cidr() }], ports: [{ port: 8080 }] }],
        egress: [
          { to: [{ ipBlock: cidr() }, { ipBlock: cidr() }] },
          { to: [{ ipBlock: cidr() }], ports: [{ port: 443 }] },
        ],
        policyTypes: ["Ingress", "Egress"],
      }),
    ),
    ...Array.from({ length: scale === 1 ? 30 : 20 * scale }, (_, i) =>
      adminPolicy(`admin-${i}`, {
        priority: i,
        subject: { namespaces: {} },
        egress: [
          {
            name: "networks",
            action: random.pick(["Allow", "Deny", "Pass"]),
            to: [{ networks: [cidr().cidr, cidr().cidr] }],
          },
          {
            name: "spaces",
            action: random.pick(["Allow", "Deny", "Pass"]),
            to: [{ namespaces: { matchLabels: { env: random.pick(ENVS) } } }],
            ports: [{ portNumber: { protocol: "TCP", port: 8000 + random.below(100) } }],
          },
        ],
      }),
    ),
  ];
}
