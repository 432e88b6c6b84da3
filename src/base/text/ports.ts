import { FIRST_PORT, LAST_PORT, type PortRange } from "../net/port-set.js";
import type { Protocol } from "../net/traffic.js";

/** A run of ports: `443`, `8000-8100`. */
export function runText([first, last]: PortRange): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

/** A run of ports of a protocol, as it stands in every message: `TCP 5432`, `UDP 8000-8100`, `all SCTP ports`. */
export function portText(protocol: Protocol, run: PortRange): string {
  const [first, last] = run;
  return first === FIRST_PORT && last === LAST_PORT ? `all ${protocol} ports` : `${protocol} ${runText(run)}`;
}
