import { deciderKey } from "../../src/semantics/evaluate/decider.js";
import type { AskedStep } from "../../src/questions/replay/judged.js";
import type { Random } from "./generate/random.js";
import type { Scenario } from "./generate/scenario.js";

/** A log as a file. */
export interface WrittenLog {
  readonly name: string;
  readonly text: string;
}

/** The same text for what the same rules decide; a walk over all ends at once may not tell whether a rule matched or failed closed. */
export function decidersText(steps: readonly AskedStep[]): string {
  const keys = steps.map(({ decider, direction }) =>
    deciderKey(decider.type === "rule" ? { ...decider, failsClosed: false } : decider, direction),
  );
  return [...new Set(keys)].toSorted().join(" ");
}

const RECORDS = 60;

/**
 * Logs of every shape that a database reads, about pods that are there, that have ended, or that nobody knows, and about addresses of
 * everything, with whatever else a record may say or leave out.
 */
export function writtenLogs(made: Scenario, random: Random): readonly WrittenLog[] {
  return [
    { name: "plain.csv", text: plainLog(made, random) },
    { name: "hubble.jsonl", text: hubbleLog(made, random) },
  ];
}

function one<T>(random: Random, ...values: readonly T[]): T {
  return values[random.below(values.length)]!;
}

/** An end of a record. */
interface WrittenEnd {
  readonly ip: string;
  readonly namespace: string;
  readonly pod: string;
  readonly reserved: string | undefined;
}

function endIn(made: Scenario, random: Random): WrittenEnd {
  const addresses = [
    ...new Set(JSON.stringify(made.objects).match(/"(?:\d+(?:\.\d+){3}|[0-9a-f:]*::[0-9a-f]*)"/g) ?? []),
  ];
  const known = addresses.map((each) => each.slice(1, -1));
  const ofPods = podAddresses(made);
  // A pod by its address alone, which another one may have had.
  if (ofPods.length > 0 && random.below(8) === 0)
    return { ip: one(random, ...ofPods), namespace: "", pod: "", reserved: undefined };
  const ip = one(
    random,
    ...known,
    ...made.addresses.filter((each) => !each.includes("/")),
    "203.0.113.9",
    "10.255.1.1",
    "0.0.0.0",
    "255.255.255.255",
    "::",
    "2001:db8::1:0:9",
    "2001:DB8:0:0:1::9",
    "::ffff:10.0.0.1",
    "fd00::2",
  );
  if (random.below(3) === 0)
    return { ip, namespace: "", pod: "", reserved: random.below(3) === 0 ? "world" : undefined };
  const pods = made.objects.filter(({ kind }) => kind === "Pod" || isMaker(kind));
  const object = one(random, ...pods);
  if (object === undefined) return { ip, namespace: "", pod: "", reserved: undefined };
  const name = String(object.metadata?.name);
  const ended = [
    `${name}-5d8f7c9b6d-x2x4z`,
    `${name}-zx2x4`,
    `${name}-7`,
    `${name}-29384710-bcd5f`,
    `${name}-gone`,
  ];
  const pod = isMaker(object.kind) || random.below(4) === 0 ? one(random, ...ended) : name;
  const hasAddress = random.below(3) > 0;
  return {
    ip: hasAddress ? ip : "",
    namespace: String(object.metadata?.namespace ?? "default"),
    pod,
    reserved: undefined,
  };
}

/** The addresses of pods, as their status has them. */
function podAddresses({ objects }: Scenario): readonly string[] {
  return objects
    .filter(({ kind }) => kind === "Pod")
    .flatMap((pod) => JSON.stringify(pod).match(/(?<="(?:podIP|ip)":")[^"]+/g) ?? []);
}

function isMaker(kind: string | undefined): boolean {
  return ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "CronJob"].includes(kind ?? "");
}

const FIRST = Date.UTC(2026, 10, 23, 8);

function timeIn(random: Random): number {
  return FIRST - 10_000 + random.below(45_000);
}

/** Mostly shorter than the time between two states; some longer than several, some end before they begin. */
function lastingIn(random: Random): number {
  return one(random, random.below(9000), random.below(9000), random.below(50_000), -random.below(30_000));
}

function portIn(made: Scenario, random: Random): number {
  const named = [...JSON.stringify(made.objects).matchAll(/[pP]ort":(\d+)/g)].map((match) =>
    Number(match[1]),
  );
  return one(random, ...named, 80, 443, 1, 65_535, 32_767, 32_768, 40_000, random.below(65_536));
}

/** What pods send to ports that Services have opened on nodes. */
function nodePortLines({ objects }: Scenario, random: Random): readonly string[] {
  const all = (kind: string, pattern: RegExp): readonly string[] =>
    objects
      .filter((each) => each.kind === kind)
      .flatMap((each) => [...JSON.stringify(each).matchAll(pattern)].map((match) => match[1]!));
  const pods = objects.filter(({ kind }) => kind === "Pod");
  return all("Service", /"nodePort":(\d+)/g).flatMap((port) =>
    all("Node", /"address":"([\d.]+)"/g).flatMap((address) =>
      pods.map(({ metadata }) => {
        const from = `,,,,${metadata?.namespace ?? "default"},${metadata?.name},`;
        const to = `${address},,,${port},${one(random, "tcp", "tcp", "udp")}`;
        return `${from},${to},${one(random, "allowed", "denied")},${one(random, "egress", "connection")},,false`;
      }),
    ),
  );
}

function plainLog(made: Scenario, random: Random): string {
  const header =
    "time,end_time,count,source_ip,source_namespace,source_pod,source_port,destination_ip,destination_namespace,destination_pod,destination_port,protocol,verdict,direction,reason,reply";
  const lines = Array.from({ length: RECORDS }, () => {
    const [from, to] = [endIn(made, random), endIn(made, random)];
    const time = timeIn(random);
    const written = one(
      random,
      new Date(time).toISOString(),
      String(time),
      String(Math.floor(time / 1000)),
      "",
    );
    const port = String(portIn(made, random));
    return [
      written,
      written === "" || random.below(3) > 0 ? "" : new Date(time + lastingIn(random)).toISOString(),
      one(random, "", "1", "3", "250"),
      from.ip,
      from.namespace,
      from.pod,
      one(random, "", "-", "40000", "51000", port),
      to.ip,
      to.namespace,
      to.pod,
      one(random, port, port, port, port, "", "0"),
      one(random, "tcp", "tcp", "TCP", "6", "udp", "17", "sctp", "icmp", "58", "47", "other", ""),
      one(random, "allowed", "allowed", "forwarded", "denied", "DROP", "audit", "none"),
      one(random, "egress", "ingress", "connection", ""),
      one(random, "", "", "", "policy", "policy-default", "unknown", "no route"),
      one(random, "false", "false", "no", "", "", "true"),
    ].join(",");
  });
  const bad = [
    "yesterday,,,10.0.0.1,,,,10.0.0.2,,,80,tcp,allowed,,,",
    ",,0,10.0.0.1,,,,10.0.0.2,,,80,tcp,allowed,,,",
    ",,,10.0.0.256,,,,10.0.0.2,,,80,tcp,allowed,,,",
    ",,,10.0.0.01,,,,10.0.0.2,,,80,tcp,allowed,,,",
    ",,,1::2::3,,,,10.0.0.2,,,80,tcp,allowed,,,",
    ",,,1:2:3:4:5:6:7,,,,10.0.0.2,,,80,tcp,allowed,,,",
    ",,,1:2:3:4:5:6:7:8::,,,,10.0.0.2,,,80,tcp,allowed,,,",
    ",,,,,web,,10.0.0.2,,,80,tcp,allowed,,,",
    ",,,10.0.0.1,,,,10.0.0.2,,,65536,tcp,allowed,,,",
    ",,,10.0.0.1,,,,10.0.0.2,,,80,256,allowed,,,",
    ",,,10.0.0.1,,,,10.0.0.2,,,80,tcp,perhaps,,,",
    ",,,10.0.0.1,,,,10.0.0.2,,,80,tcp,allowed,up,,",
    ",,,10.0.0.1,,,,10.0.0.2,,,80,tcp,allowed,,,maybe",
  ];
  return `${[header, ...lines, ...nodePortLines(made, random), ...bad].join("\n")}\n`;
}

const NOBODY: WrittenEnd = { ip: "", namespace: "", pod: "", reserved: undefined };

function hubbleLog(made: Scenario, random: Random): string {
  const lines = Array.from({ length: RECORDS }, () => {
    // The exporter masks what an operator wants masked.
    const end = (): WrittenEnd => (random.below(20) === 0 ? NOBODY : endIn(made, random));
    const [from, to] = [end(), end()];
    const verdict = one(
      random,
      "FORWARDED",
      "FORWARDED",
      "REDIRECTED",
      "DROPPED",
      "DROPPED",
      "AUDIT",
      "TRACED",
      "ERROR",
    );
    const reason = one(
      random,
      "POLICY_DENIED",
      "POLICY_DENY",
      "STALE_OR_UNROUTABLE_IP",
      "DROP_REASON_UNKNOWN",
      undefined,
    );
    const flow = {
      time: new Date(timeIn(random)).toISOString(),
      verdict,
      ...(verdict === "DROPPED" ? one(random, { drop_reason_desc: reason }, { drop_reason: 181 }, {}) : {}),
      IP: { source: from.ip === "" ? undefined : from.ip, destination: to.ip === "" ? undefined : to.ip },
      l4: layerOf(made, random),
      source: endOf(from, random),
      destination: endOf(to, random),
      Type: one(random, "L3_L4", "L3_L4", "L3_L4", "L7", "SOCK"),
      node_name: one(random, "prod/node-a", "node-a", "node-b", undefined),
      event_type: one(random, { type: 5 }, { type: 5 }, { type: 4 }, undefined),
      traffic_direction: one(random, "EGRESS", "INGRESS", "TRAFFIC_DIRECTION_UNKNOWN", undefined),
      trace_observation_point: one(random, undefined, "FROM_ENDPOINT", "TO_ENDPOINT"),
      is_reply: one(random, false, false, true, null, undefined),
    };
    return JSON.stringify({ flow, node_name: "a", time: flow.time });
  });
  const lost = JSON.stringify({
    lost_events: { source: "HUBBLE_RING_BUFFER", num_events_lost: String(1 + random.below(90)) },
  });
  const bad = JSON.stringify({
    flow: {
      verdict: "GUESSED",
      IP: { source: "10.0.0.1", destination: "10.0.0.2" },
      traffic_direction: "EGRESS",
    },
  });
  const address = JSON.stringify({
    flow: {
      verdict: "FORWARDED",
      IP: { source: "10.0.0", destination: "10.0.0.2" },
      traffic_direction: "EGRESS",
    },
  });
  return `${[...lines, lost, bad, address].join("\n")}\n`;
}

function layerOf(made: Scenario, random: Random): object | undefined {
  const ports = {
    ...(random.below(3) > 0 ? { source_port: one(random, 40_000, portIn(made, random)) } : {}),
    ...(random.below(8) > 0 ? { destination_port: portIn(made, random) } : {}),
  };
  return one<object | undefined>(
    random,
    {
      TCP: {
        ...ports,
        flags: one(random, { SYN: true }, { SYN: true, ACK: true }, { PSH: true, ACK: true }),
      },
    },
    { TCP: ports },
    { UDP: ports },
    { SCTP: ports },
    { ICMPv4: { type: 8 } },
    { ICMPv4: {} },
    { ICMPv6: { type: 129 } },
    { VRRP: {} },
    undefined,
  );
}

function endOf({ namespace, pod, reserved }: WrittenEnd, random: Random): object | undefined {
  if (namespace !== "") return { namespace, pod_name: pod };
  const host = one(random, undefined, undefined, "host", "remote-node");
  const label = reserved ?? host;
  return label === undefined ? undefined : { identity: 1, labels: [`reserved:${label}`] };
}
