import { formatAddress, type Address, type Family } from "../../base/net/address.js";
import { PROTOCOLS, type Protocol } from "../../base/net/traffic.js";
import { PUBLIC } from "../../base/net/special-ranges.js";
import { sampleTraffic, typedName } from "../../semantics/reach/witness.js";
import type { Chunk } from "./chunks.js";
import type { Target } from "./targets.js";
import type { AuditDestination } from "./destinations.js";
import type { FlowWitness } from "../../cluster/problems/witness.js";
import type { AuditSource } from "./sources.js";

/** The address that people know, where it is one of several. */
const KNOWN: readonly Address[] = [{ family: "IPv4", value: 0xa9fe_a9fen }];

/** Ports of nodes that people know (E-2): SSH, etcd, the kubelet and what runs beside it. */
export const NODE_PORTS: readonly (readonly [first: number, last: number, what: string])[] = [
  [22, 22, "ssh"],
  [2379, 2380, "etcd"],
  [10250, 10250, "kubelet"],
  [10255, 10255, "kubelet, read-only"],
  [10256, 10259, "kube-proxy, scheduler, controllers"],
];

/** A flow on which `anp explain` shows what a part comes to; undefined where an end of it cannot be typed. */
export function chunkWitness(source: AuditSource, chunk: Chunk): FlowWitness | undefined {
  if (source.type === "new" || chunk.verdict === "denied") return undefined;
  // Which node a pod is on decides, and nothing that is typed says that.
  if (chunk.isOwnNode) return undefined;
  // A pod without an address of a family can't be asked about over it.
  const families = chunk.families.filter((each) => source.families.includes(each));
  for (const family of families) {
    const to = firstTyped(chunk.targets, family);
    if (to === undefined) continue;
    return { from: typedName(source.row), to, ...portOf(chunk), verdict: verdictOf(chunk) };
  }
  return undefined;
}

/** The first destination that can be typed: of thousands one is enough. */
function firstTyped(targets: readonly Target[], family: Family): string | undefined {
  for (const { destinations } of targets) {
    for (const each of destinations) {
      const text = typedEnd(each, family);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/** An address that may be a pod's is taken to be none: `anp explain` leaves that open. */
function verdictOf({ verdict, targets }: Chunk): FlowWitness["verdict"] {
  const isOpen = targets.some(
    ({ first: { endpoint } }) => endpoint.type === "addresses" && endpoint.mayBePod,
  );
  return isOpen ? undefined : verdict;
}

function typedEnd({ endpoint, toName, certainty }: AuditDestination, family: Family): string | undefined {
  if (certainty !== "settled" && certainty !== "outside" && certainty !== "name") return undefined;
  if (toName !== undefined) return toName;
  switch (endpoint.type) {
    case "addresses": {
      const own = endpoint.addresses.only(family);
      const sample = KNOWN.find((each) => own.has(each)) ?? own.intersect(PUBLIC).sample ?? own.sample;
      return sample === undefined ? undefined : formatAddress(sample);
    }
    case "node": {
      const address = endpoint.addresses.find((each) => each.family === family);
      return address === undefined ? undefined : formatAddress(address);
    }
    case "pod":
      return endpoint.pods[0] === undefined ? endpoint.id : `${endpoint.namespace}/pod/${endpoint.pods[0]}`;
    case "domain":
      return endpoint.name;
  }
}

function portOf({ traffic, targets: [target] }: Chunk): {
  protocol: Protocol | "other";
  port: number | undefined;
} {
  const { endClass } = target as Target;
  const { type } = endClass.representative;
  if (type === "node") {
    for (const [first] of NODE_PORTS)
      if (traffic.TCP.some(([low, high]) => low <= first && first <= high))
        return { protocol: "TCP", port: first };
  }
  const known = PROTOCOLS.find((protocol) =>
    traffic[protocol].some(([low, high]) => low <= 80 && 80 <= high),
  );
  if (known !== undefined && type === "addresses") return { protocol: known, port: 80 };
  return sampleTraffic(traffic, endClass);
}
