import { FIRST_PORT, LAST_PORT } from "../../../base/net/port-set.js";
import { textOf, type Node } from "../../../source/manifest/node.js";
import type { Value } from "../../../source/manifest/value.js";
import { PROTOCOLS, type Protocol } from "../../../base/net/traffic.js";

/** The number of a port that can be used; undefined for what is no number, or out of range. */
export function portNumber(node: Node | undefined): number | undefined {
  return portNumberOf(node?.value);
}

/** The same of a value. */
export function portNumberOf(value: Value | undefined): number | undefined {
  const isPort =
    typeof value === "number" && Number.isInteger(value) && value >= FIRST_PORT && value <= LAST_PORT;
  return isPort ? value : undefined;
}

/** The protocol of a port, TCP where none is written; undefined for one that policies cannot name. */
export function protocolOf(node: Node | undefined): Protocol | undefined {
  const written = textOf(node) ?? "TCP";
  return PROTOCOLS.find((each) => each === written);
}
