import { antreaRule } from "./antrea-policy.js";
import { BadLine } from "./bad-line.js";
import { KeptEnds } from "./kept-ends.js";
import { podOrAddress } from "./made-ends.js";
import { readTime } from "./time.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf } from "./record-of.js";
import { textReader } from "./json-lines.js";
import { writtenAddress, writtenNumber, writtenPort } from "./written-value.js";
import type { RecordedRule } from "./record.js";
import type { LogFormat, RecordSink } from "./reader.js";

/** `np.log` of Antrea's agents: one line per packet that a policy with logging met, within a second put together. */
export const ANTREA_POLICY_LOG: LogFormat = {
  id: "antrea-np",
  title: "Antrea np.log",
  detects: (line) => LINE.test(line.text().trim()),
  memory: "none",
  reader: () => {
    const ends = new KeptEnds();
    return textReader((text, sink) => readEntry(text, ends, sink));
  },
  lacks: ["allowed-by-default", "rate-limited", "replies"],
};

/** The time is the node's local one; its zone isn't written, and containers have UTC unless somebody sets another one. */
const LINE =
  /^(\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,9})?) \w+ (\S+) (\S+) (Ingress|Egress) (\w+) (\S+) (\S+) (\S+) (\S+) (\S+) (\S+) (\S+) (\d+) (.*)$/;

function readEntry(text: string, ends: KeptEnds, sink: RecordSink): void {
  const match = LINE.exec(text);
  if (match === null) throw new BadLine({ code: "not-this-format" });
  const [, year, month, day, clock, policy = "", , way, word = "", , applied = ""] = match;
  const [sourceIp, sourcePort, ip, port, protocolWord = "", , rest = ""] = match.slice(11);
  const first = readTime(`${year}-${month}-${day}T${clock}Z`);
  if (first === undefined) throw new BadLine({ code: "bad-value", field: "time" });
  const action = ACTIONS.get(word);
  if (word === "Pass") return sink.skip("step");
  if (action === undefined) throw new BadLine({ code: "bad-value", field: "action" });
  const direction = way === "Ingress" ? "ingress" : "egress";
  const protocol = recordedProtocol(protocolWord);
  if (protocol === undefined) throw new BadLine({ code: "bad-value", field: "protocol" });
  const end = (written: string | undefined, field: string, isSelected: boolean) => {
    const [namespace, name] = isSelected ? podIn(applied) : [];
    return podOrAddress(ends, writtenAddress(valueOf(written), field), namespace, name);
  };
  const rule = ruleOf(policy, action, direction);
  sink.record(
    recordOf({
      first,
      count: countOf(rest),
      source: end(sourceIp, "sourceIP", direction === "egress"),
      destination: end(ip, "destinationIP", direction === "ingress"),
      ...protocol,
      sourcePort: writtenPort(valueOf(sourcePort), "sourcePort"),
      port: writtenPort(valueOf(port), "destinationPort"),
      seen: action === "allow" ? "allowed" : "dropped",
      // Rules of a NetworkPolicy only allow: what drops is the isolation.
      cause: { code: rule.kind === "NetworkPolicy" ? "policy-default" : "policy" },
      point: direction,
      deciders: [rule],
    }),
  );
}

const ACTIONS: ReadonlyMap<string, "allow" | "deny"> = new Map([
  ["Allow", "allow"],
  ["Drop", "deny"],
  ["Reject", "deny"],
  // The packet goes on to what decides by the application's protocol.
  ["Redirect", "allow"],
]);

function valueOf(text: string | undefined): string | undefined {
  return text === "<nil>" ? undefined : text;
}

/** The pod that the policy is applied to. */
function podIn(applied: string): readonly [string?, string?] {
  const [namespace = "", name, ...others] = applied.split("/");
  return name === undefined || others.length > 0 ? [] : [namespace, name];
}

/** `[3 packets in 1.011379442s]` at the end: those of one second are one line. */
function countOf(rest: string): number {
  const [, packets] = /\[(\d+) packets? in [^\]]+\]$/.exec(rest) ?? [];
  return Math.max(1, writtenNumber(packets, "packets", Number.MAX_SAFE_INTEGER) ?? 1);
}

/** `KIND:NAMESPACE/NAME`, `KIND:NAME`, or a kind alone: the isolation. */
function ruleOf(policy: string, action: "allow" | "deny", direction: "egress" | "ingress"): RecordedRule {
  const [type = "", full = ""] = policy.split(":", 2);
  const slash = full.indexOf("/");
  return antreaRule({
    type,
    namespace: slash === -1 ? undefined : full.slice(0, slash),
    name: full === "" || full === "<nil>" ? undefined : full.slice(slash + 1),
    action,
    direction,
  });
}
