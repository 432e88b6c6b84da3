// Writes a log of Hubble's policy verdicts from a seed: pods of Deployments all over the cluster, each of which talks to a few others.
import { closeSync, openSync, writeSync } from "node:fs";
import { seeded } from "./random.mjs";

const PODS = 3000;
const APPS = 300;
const PARTNERS = 6;
const PORTS = [80, 443, 8080, 5432];

export function writeFlowLog(path, lines, seed) {
  const { below } = seeded(seed);
  const name = (number, length) => (number * 7919 + 36 ** length).toString(36).slice(-length);
  const pods = Array.from({ length: PODS }, (_, i) => podOf(i, name));
  const file = openSync(path, "w");
  let time = Date.UTC(2026, 0, 1);
  let text = "";
  for (let i = 0; i < lines; i++) {
    time += below(5);
    const from = below(PODS);
    // Which apps one talks to, and on which port, is the same in every line.
    const app = (from * 31 + below(PARTNERS) * 47) % APPS;
    const to = app + APPS * below(PODS / APPS);
    const flow = flowOf({ from: pods[from], to: pods[to], port: PORTS[app % PORTS.length], time, below });
    text += `${JSON.stringify(flow)}\n`;
    if (text.length < 1 << 20 && i < lines - 1) continue;
    writeSync(file, text);
    text = "";
  }
  closeSync(file);
}

function podOf(i, name) {
  const app = `app-${i % APPS}`;
  const namespace = `team-${i % 60}`;
  return {
    address: `10.${1 + (i >> 8)}.${i & 255}.7`,
    node: `prod/node-${i % 50}`,
    end: {
      ID: 1000 + (i % APPS),
      identity: 20_000 + (i % APPS),
      cluster_name: "prod",
      namespace,
      labels: [
        `k8s:app=${app}`,
        `k8s:io.cilium.k8s.namespace.labels.kubernetes.io/metadata.name=${namespace}`,
        "k8s:io.cilium.k8s.policy.cluster=prod",
        `k8s:io.kubernetes.pod.namespace=${namespace}`,
      ],
      pod_name: `${app}-${name(i % APPS, 9)}-${name(i, 5)}`,
      workloads: [{ name: app, kind: "Deployment" }],
    },
  };
}

function flowOf({ from, to, port, time, below }) {
  const isDropped = below(20) === 0;
  const isEgress = below(2) === 0;
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
  return { flow, node_name: node, time: at };
}

function name8(below) {
  return below(2 ** 32)
    .toString(16)
    .padStart(8, "0");
}
