import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { runText } from "../../base/text/ports.js";
import { isEveryPort, type PortSet } from "../../base/net/port-set.js";
import { PROTOCOLS, type Protocol } from "../../base/net/traffic.js";
import type { ServicePort } from "../../cluster/model/objects.js";
import type { TrafficQuestion } from "./traffic.js";

/** A port that a question may mean, with the number under which it is sent to; undefined where nothing tells it. */
export interface NumberedPort {
  readonly port: Pick<ServicePort, "name" | "protocol">;
  readonly number: number | undefined;
}

/** The ports that a question is about, or the port or range, in words, that it names and that none of them has. */
export function askedPorts<T extends NumberedPort>(
  ports: readonly T[],
  { ranges, names }: TrafficQuestion,
): Attempt<readonly T[], string> {
  if (ranges.other) return failed("of another protocol than TCP, UDP and SCTP");
  const isNamed = ({ name, protocol }: TrafficQuestion["names"][number], { port }: T): boolean =>
    port.name === name && (protocol === undefined || port.protocol === protocol);
  const unknown = names.find((name) => !ports.some((each) => isNamed(name, each)));
  if (unknown !== undefined) return failed(`"${unknown.name}"`);
  for (const protocol of PROTOCOLS) {
    const run = ranges[protocol].find((each) => !isEveryPort([each]) && !ports.some(isIn(protocol, [each])));
    if (run !== undefined) return failed(`${protocol} ${runText(run)}`);
  }
  const asked = ports.filter(
    (each) =>
      names.some((name) => isNamed(name, each)) || isIn(each.port.protocol, ranges[each.port.protocol])(each),
  );
  if (asked.length > 0) return succeeded(asked);
  return failed(`of ${PROTOCOLS.filter((protocol) => ranges[protocol].length > 0).join(", ")}`);
}

function isIn(protocol: Protocol, ports: PortSet): (each: NumberedPort) => boolean {
  return ({ port, number }) =>
    port.protocol === protocol &&
    (number === undefined
      ? isEveryPort(ports)
      : ports.some(([first, last]) => first <= number && number <= last));
}

/** True where no port is named: all of one protocol, or of each. */
export function isAboutEveryPort({ ranges, names }: TrafficQuestion): boolean {
  return (
    names.length === 0 &&
    PROTOCOLS.some((protocol) => ranges[protocol].length > 0) &&
    PROTOCOLS.every((protocol) => ranges[protocol].length === 0 || isEveryPort(ranges[protocol]))
  );
}
