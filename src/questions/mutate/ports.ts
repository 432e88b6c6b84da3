import { FIRST_PORT, LAST_PORT } from "../../base/net/port-set.js";
import { runText } from "../../base/text/ports.js";
import type { Mutation } from "./mutants.js";
import type { Policy, PortMatch, Ports } from "../../cluster/model/policy.js";

type RangeMatch = Extract<PortMatch, { readonly type: "range" }>;

/** The ports of a rule without one, or with one that has a number more. */
export function* mutatedPorts(ports: Ports, policy: Policy): Generator<Mutation<Ports>> {
  if (ports.all) return;
  const { items, origin } = ports;
  for (const port of items) {
    const others = items.filter((each) => each !== port);
    // An empty list is every port.
    if (others.length > 0 || policy.isolates)
      yield {
        mutator: "drop-port",
        at: port.origin,
        replacement: undefined,
        to: others.length > 0 ? { all: false, items: others, origin } : { all: true },
      };
    const wider = port.type === "range" ? widened(port) : undefined;
    if (wider !== undefined)
      yield {
        mutator: "widen-ports",
        at: port.origin,
        replacement: runText([wider.first, wider.last]),
        to: { all: false, items: items.map((each) => (each === port ? wider : each)), origin },
      };
  }
}

/** One port more behind it, or before it where that is the last one. */
function widened(port: RangeMatch): RangeMatch | undefined {
  if (port.last < LAST_PORT) return { ...port, last: port.last + 1 };
  return port.first > FIRST_PORT ? { ...port, first: port.first - 1 } : undefined;
}
