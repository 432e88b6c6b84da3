import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { ALL_PORTS, FIRST_PORT, LAST_PORT, portSet, type PortRange } from "../../base/net/port-set.js";
import {
  NO_TRAFFIC,
  OTHER_TRAFFIC,
  PROTOCOLS,
  trafficOf,
  unionTraffic,
  type Protocol,
  type Traffic,
} from "../../base/net/traffic.js";
import type { ContainerPort, Endpoint } from "../../cluster/model/endpoint.js";

/** What a person asked for with `--port` and `--protocol`; port names wait for a destination. */
export interface TrafficQuestion {
  readonly ranges: Traffic;
  readonly names: readonly { readonly name: string; readonly protocol: Protocol | undefined }[];
}

/** Why `--port` or `--protocol` cannot be read. */
export type TrafficProblem =
  | { readonly code: "bad-protocol"; readonly text: string }
  | { readonly code: "bad-port"; readonly text: string }
  | { readonly code: "reversed-range"; readonly text: string }
  | { readonly code: "port-with-other-protocol" };

/** A port name that an endpoint does not declare. */
export interface MissingPort {
  readonly name: string;
  /** Undefined where the input does not tell what it declares. */
  readonly declared: readonly ContainerPort[] | undefined;
}

type Reading<T> = Attempt<T, TrafficProblem>;

/** TCP, UDP and SCTP on every port: what is asked about where no port is named. */
export const EVERY_PORT: Traffic = PROTOCOLS.map((protocol) => trafficOf(protocol, ALL_PORTS)).reduce(
  unionTraffic,
);

/** Reads `--port` (`443`, `8000-8100`, `80,443`, `53/udp`, `http`) and `--protocol` (tcp, udp, sctp, icmp, other). */
export function readTraffic(
  ports: string | undefined,
  protocol: string | undefined,
): Reading<TrafficQuestion> {
  const isOther = protocol !== undefined && ["icmp", "other"].includes(protocol.toLowerCase());
  const named = protocol === undefined ? undefined : protocolNamed(protocol);
  if (protocol !== undefined && !isOther && named === undefined)
    return failed({ code: "bad-protocol", text: protocol });
  if (ports === undefined) {
    if (isOther) return succeeded({ ranges: OTHER_TRAFFIC, names: [] });
    return succeeded({ ranges: named === undefined ? EVERY_PORT : trafficOf(named, ALL_PORTS), names: [] });
  }
  if (isOther) return failed({ code: "port-with-other-protocol" });
  let ranges = NO_TRAFFIC;
  const names: { name: string; protocol: Protocol | undefined }[] = [];
  for (const item of ports.split(",")) {
    const reading = readItem(item.trim(), named);
    if (!reading.ok) return reading;
    if (typeof reading.value.port === "string")
      names.push({ name: reading.value.port, protocol: reading.value.protocol });
    else
      ranges = unionTraffic(
        ranges,
        trafficOf(reading.value.protocol ?? "TCP", portSet([reading.value.port])),
      );
  }
  return succeeded({ ranges, names });
}

function protocolNamed(text: string): Protocol | undefined {
  return PROTOCOLS.find((protocol) => protocol === text.toUpperCase());
}

function readItem(
  item: string,
  protocol: Protocol | undefined,
): Reading<{ port: PortRange | string; protocol: Protocol | undefined }> {
  const slash = item.indexOf("/");
  const text = slash === -1 ? item : item.slice(0, slash);
  const own = slash === -1 ? undefined : protocolNamed(item.slice(slash + 1));
  if (slash !== -1 && own === undefined) return failed({ code: "bad-protocol", text: item.slice(slash + 1) });
  const numbers = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text);
  if (numbers === null) {
    // A port's name has a letter and no blanks; whether the destination declares it is asked later.
    if (!/^(?=.*[a-z])[a-z0-9-]{1,63}$/.test(text)) return failed({ code: "bad-port", text: item });
    return succeeded({ port: text, protocol: own ?? protocol });
  }
  const first = Number(numbers[1]);
  const last = Number(numbers[2] ?? numbers[1]);
  if (first < FIRST_PORT || last > LAST_PORT) return failed({ code: "bad-port", text: item });
  if (first > last) return failed({ code: "reversed-range", text: item });
  return succeeded({ port: [first, last], protocol: own ?? protocol });
}

/** The traffic that a question means for a destination, or the port name that it does not declare. */
export function trafficFor({ ranges, names }: TrafficQuestion, to: Endpoint): Attempt<Traffic, MissingPort> {
  let traffic = ranges;
  const declared = to.type === "pod" ? to.ports : undefined;
  for (const { name, protocol } of names) {
    const ports = (declared ?? []).filter(
      (port) => port.name === name && (protocol === undefined || port.protocol === protocol),
    );
    if (ports.length === 0) return failed({ name, declared });
    traffic = ports
      .map((port) => trafficOf(port.protocol, [[port.port, port.port]]))
      .reduce(unionTraffic, traffic);
  }
  return succeeded(traffic);
}
