// Writes logs of traffic from a seed: one format each, in families that are unlike each other.
import { closeSync, openSync, writeSync } from "node:fs";
import { seeded } from "./random.mjs";

const APPS = 300;
const PORTS = [80, 443, 8080, 5432];

/**
 * Who talks to whom: `apps`, pods of Deployments that each talk to a few others; `few`, the same few pods again and again;
 * `strangers`, a new pod in every record; `labels`, apps whose pods have thirty labels; `ports`, each pair on a thousand ports;
 * `clients`, a hundred thousand addresses from outside that reach a few apps.
 */
const FAMILIES = {
  apps: { pods: 3000, partners: 6, labels: 0 },
  few: { pods: 20, partners: 2, labels: 0 },
  strangers: { pods: 1_000_000, partners: 300, labels: 0 },
  labels: { pods: 3000, partners: 6, labels: 30 },
  ports: { pods: 20, partners: 2, labels: 0, ports: 1000 },
  clients: { pods: 3000, partners: 6, labels: 0, clients: 100_000 },
};

/** What one record is in a format. The lines of `csv` have a header before them. */
const FORMATS = {
  hubble: (flow) => JSON.stringify(hubble(flow, true)),
  "hubble-bare": (flow) => JSON.stringify(hubble(flow, false)),
  goldmane: (flow) => JSON.stringify(goldmane(flow)),
  "calico-enterprise": (flow) => JSON.stringify(calicoEnterprise(flow)),
  netobserv: (flow) => JSON.stringify(netobserv(flow)),
  gke: (flow) => JSON.stringify(gke(flow)),
  aws: (flow) => JSON.stringify(aws(flow)),
  "kube-network-policies": kubeNetworkPolicies,
  csv,
  vpc,
};
const HEADERS = {
  csv: "time,source_ip,source_namespace,source_pod,destination_ip,destination_namespace,destination_pod,destination_port,protocol,verdict,direction,reply\n",
  vpc: "version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status\n",
};

export function writeFlowLog(path, lines, seed, { format = "hubble", family = "apps" } = {}) {
  const { below } = seeded(seed);
  const { pods, partners, labels, ports, clients } = FAMILIES[family];
  const name = (number, length) => (number * 7919 + 36 ** length).toString(36).slice(-length);
  const known = new Map();
  const pod = (i) => {
    // Of a million pods none is kept.
    if (pods > 10_000) return podOf(i, name, labels);
    if (!known.has(i)) known.set(i, podOf(i, name, labels));
    return known.get(i);
  };
  const apps = Math.min(APPS, pods);
  const file = openSync(path, "w");
  let time = Date.UTC(2026, 0, 1);
  let text = HEADERS[format] ?? "";
  for (let i = 0; i < lines; i++) {
    time += below(5);
    const from = below(pods);
    // Which apps one talks to, and on which port, is the same in every line.
    const app = (from * 31 + below(partners) * 47) % apps;
    const to = app + apps * below(Math.floor(pods / apps));
    const flow = {
      from: clients === undefined ? pod(from) : clientOf(below(clients)),
      to: pod(to),
      port: ports === undefined ? PORTS[app % PORTS.length] : 1024 + below(ports),
      time,
      below,
      isDropped: below(20) === 0,
      isEgress: clients === undefined && below(2) === 0,
    };
    text += `${FORMATS[format](flow)}\n`;
    if (text.length < 1 << 20 && i < lines - 1) continue;
    writeSync(file, text);
    text = "";
  }
  closeSync(file);
}

function podOf(i, name, labels) {
  const app = `app-${i % APPS}`;
  const namespace = `team-${i % 60}`;
  const others = Array.from(
    { length: labels },
    (_, n) => `k8s:example.com/label-${n}=${"v".repeat(30)}${i % APPS}`,
  );
  return {
    app,
    namespace,
    hash: name(i % APPS, 9),
    address: `10.${1 + ((i >> 16) & 63)}.${(i >> 8) & 255}.${i & 255}`,
    node: `prod/node-${i % 50}`,
    end: {
      ID: 1000 + (i % APPS),
      identity: 20_000 + (i % APPS),
      cluster_name: "prod",
      namespace,
      labels: [
        `k8s:app=${app}`,
        ...others,
        `k8s:io.cilium.k8s.namespace.labels.kubernetes.io/metadata.name=${namespace}`,
        "k8s:io.cilium.k8s.policy.cluster=prod",
        `k8s:io.kubernetes.pod.namespace=${namespace}`,
      ],
      pod_name: `${app}-${name(i % APPS, 9)}-${name(i, 5)}`,
      workloads: [{ name: app, kind: "Deployment" }],
    },
  };
}

/** Somebody outside of the cluster: an address, and what Cilium says of it. */
function clientOf(i) {
  return {
    app: "",
    namespace: "",
    address: `203.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`,
    node: "prod/node-1",
    end: { identity: 2, labels: ["reserved:world"] },
  };
}

function hubble({ from, to, port, time, below, isDropped, isEgress }, isWrapped) {
  const at = new Date(time).toISOString().replace("Z", `${100_000 + below(899_999)}Z`);
  const { node } = isEgress ? from : to;
  const flow = {
    time: at,
    uuid: `${name8(below)}-4f3c-11ee-${name8(below)}`,
    verdict: isDropped ? "DROPPED" : "FORWARDED",
    ...(isDropped ? { drop_reason: 133 } : {}),
    IP: { source: from.address, destination: to.address, ipVersion: "IPv4" },
    l4: {
      TCP: {
        source_port: 32_768 + below(28_000),
        destination_port: port,
        flags: { SYN: true },
      },
    },
    source: from.end,
    destination: to.end,
    Type: "L3_L4",
    node_name: node,
    event_type: { type: 5 },
    traffic_direction: isEgress ? "EGRESS" : "INGRESS",
    policy_match_type: 1,
    ...(isDropped ? { drop_reason_desc: "POLICY_DENIED" } : { is_reply: false }),
    Summary: "TCP Flags: SYN",
  };
  return isWrapped ? { flow, node_name: node, time: at } : flow;
}

function goldmane({ from, to, port, time, below, isDropped, isEgress }) {
  const start = Math.floor(time / 15_000) * 15;
  const action = isDropped ? "Deny" : "Allow";
  const { pod_name: pod } = from.end;
  return {
    start_time: start,
    end_time: start + 15,
    action,
    source_name: pod === undefined ? "pub" : `${pod.slice(0, -5)}*`,
    source_namespace: pod === undefined ? "-" : from.namespace,
    source_type: pod === undefined ? "Network" : "WorkloadEndpoint",
    source_labels: pod === undefined ? "-" : `app=${from.app} | pod-template-hash=${from.hash}`,
    dest_name: `${to.end.pod_name.slice(0, -5)}*`,
    dest_namespace: to.namespace,
    dest_type: "WorkloadEndpoint",
    dest_labels: `app=${to.app} | pod-template-hash=${to.hash}`,
    dest_port: port,
    protocol: "tcp",
    reporter: isEgress ? "Src" : "Dst",
    policies: {
      enforced: [
        {
          kind: "NetworkPolicy",
          name: "web",
          namespace: to.namespace,
          tier: "default",
          action,
          policy_index: 0,
          rule_index: 0,
        },
      ],
    },
    packets_in: below(9000),
    packets_out: below(9000),
    bytes_in: below(9_000_000),
    bytes_out: below(9_000_000),
    num_connections_started: below(40),
    num_connections_live: below(4),
  };
}

function calicoEnterprise({ from, to, port, time, below, isDropped, isEgress }) {
  const start = Math.floor(time / 300_000) * 300;
  const action = isDropped ? "deny" : "allow";
  const end = (side, { address, namespace, app, hash, end: { pod_name: pod } }) => ({
    [`${side}_ip`]: address,
    [`${side}_name`]: pod ?? "-",
    [`${side}_name_aggr`]: pod === undefined ? "pub" : `${pod.slice(0, -5)}*`,
    [`${side}_namespace`]: pod === undefined ? "-" : namespace,
    [`${side}_type`]: pod === undefined ? "net" : "wep",
    [`${side}_labels`]: pod === undefined ? null : { labels: [`app=${app}`, `pod-template-hash=${hash}`] },
  });
  return {
    start_time: start,
    end_time: start + 300,
    ...end("source", from),
    source_port: 32_768 + below(28_000),
    ...end("dest", to),
    dest_port: port,
    dest_service_name: "-",
    dest_service_namespace: "-",
    dest_service_port: "-",
    proto: "tcp",
    action,
    reporter: isEgress ? "src" : "dst",
    policies: { all_policies: [`0|default|${to.namespace}/knp.default.web|${action}|0`] },
    num_flows: 1 + below(40),
    bytes_in: below(9_000_000),
    bytes_out: below(9_000_000),
  };
}

function gke({ from, to, port, time, below, isDropped, isEgress }) {
  const end = ({ namespace, app, end: { pod_name: pod } }) =>
    pod === undefined
      ? {}
      : {
          pod_name: pod,
          workload_kind: "Deployment",
          workload_name: app,
          pod_namespace: namespace,
          namespace,
        };
  return {
    connection: {
      src_ip: from.address,
      dest_ip: to.address,
      src_port: 32_768 + below(28_000),
      dest_port: port,
      protocol: "tcp",
      direction: isEgress ? "egress" : "ingress",
    },
    disposition: isDropped ? "deny" : "allow",
    policies: [{ kind: "NetworkPolicy", name: "web", namespace: to.namespace }],
    src: end(from),
    dest: end(to),
    count: 1 + below(4),
    timestamp: new Date(time).toISOString(),
  };
}

function aws({ from, to, port, time, below, isDropped, isEgress }) {
  const ends = `Src IP: ${from.address} Src Port: ${32_768 + below(28_000)} Dest IP: ${to.address} Dest Port: ${port}`;
  const verdict = `Verdict ${isDropped ? "DENY" : "ACCEPT"} Direction ${isEgress ? "egress" : "ingress"}`;
  return {
    level: "debug",
    ts: new Date(time).toISOString(),
    caller: "runtime/asm_amd64.s:1700",
    msg: `Flow Info: ${ends} Proto TCP ${verdict}, Tier NETWORK_POLICY`,
  };
}

/** Two lines each: what is asked, and what came of it. */
function kubeNetworkPolicies({ from, to, port, time, below, isDropped, isEgress }) {
  const name = ({ namespace, end: { pod_name: pod } }) =>
    pod === undefined ? "external" : `${namespace}/${pod}`;
  const id = below(2 ** 31);
  const asked = {
    ts: time + 0.25,
    caller: "networkpolicy/logging.go:67",
    msg: "Evaluating packet",
    id,
    direction: isEgress ? "Egress" : "Ingress",
    srcPod: name(from),
    dstPod: name(to),
    packet: {
      ID: id,
      Family: "IPv4",
      SrcIP: from.address,
      DstIP: to.address,
      Proto: "TCP",
      SrcPort: 32_768 + below(28_000),
      DstPort: port,
    },
  };
  const way = isEgress ? "egress" : "ingress";
  const msg = isDropped ? `Packet denied by ${way} policy` : "Packet accepted by policy";
  const answer = { ts: time + 0.5, caller: "networkpolicy/engine.go:57", msg, v: 2, id };
  return `${JSON.stringify(asked)}\n${JSON.stringify(answer)}`;
}

function netobserv({ from, to, port, time, below, isDropped, isEgress }) {
  const end = (side, { address, namespace, app, node, end: { pod_name: pod } }) => ({
    [`${side}Addr`]: address,
    ...(pod !== undefined && {
      [`${side}K8S_Name`]: pod,
      [`${side}K8S_Namespace`]: namespace,
      [`${side}K8S_Type`]: "Pod",
      [`${side}K8S_OwnerName`]: app,
      [`${side}K8S_OwnerType`]: "Deployment",
      [`${side}K8S_HostName`]: node,
    }),
  });
  return {
    ...end("Src", from),
    ...end("Dst", to),
    SrcPort: 32_768 + below(28_000),
    DstPort: port,
    Proto: 6,
    Etype: 2048,
    Flags: ["SYN"],
    FlowDirection: isEgress ? 1 : 0,
    NetworkEvents: [
      {
        Feature: "acl",
        Type: "NetworkPolicy",
        Namespace: to.namespace,
        Name: "web",
        Action: isDropped ? "drop" : "allow",
        Direction: isEgress ? "Egress" : "Ingress",
      },
    ],
    Bytes: below(90_000),
    Packets: 1 + below(500),
    TimeFlowStartMs: time,
    TimeFlowEndMs: time + below(900),
    AgentIP: "10.0.0.7",
  };
}

function csv({ from, to, port, time, isDropped, isEgress }) {
  const end = ({ address, namespace, end: { pod_name: pod = "" } }) => `${address},${namespace},${pod}`;
  const verdict = `${isDropped ? "denied" : "allowed"},${isEgress ? "egress" : "ingress"},false`;
  return `${new Date(time).toISOString()},${end(from)},${end(to)},${port},tcp,${verdict}`;
}

function vpc({ from, to, port, time, below, isDropped }) {
  const seconds = Math.floor(time / 1000);
  const counts = `${1 + below(500)} ${below(90_000)} ${seconds} ${seconds + 60}`;
  const action = isDropped ? "REJECT" : "ACCEPT";
  return `2 123456789012 eni-0a1b2c3d4e5f ${from.address} ${to.address} ${32_768 + below(28_000)} ${port} 6 ${counts} ${action} OK`;
}

function name8(below) {
  return below(2 ** 32)
    .toString(16)
    .padStart(8, "0");
}
