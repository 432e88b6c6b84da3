import { FIRST_PORT, LAST_PORT } from "../../../base/net/port-set.js";
import { numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import { PROTOCOLS, type Protocol } from "../../../base/net/traffic.js";

/** The number of a port that can be used; undefined for what is no number, or out of range. */
export function portNumber(node: Node | undefined): number | undefined {
  const number = numberOf(node);
  const isPort =
    number !== undefined && Number.isInteger(number) && number >= FIRST_PORT && number <= LAST_PORT;
  return isPort ? number : undefined;
}

/** The protocol of a port, TCP where none is written; undefined for one that policies cannot name. */
export function protocolOf(node: Node | undefined): Protocol | undefined {
  const written = textOf(node) ?? "TCP";
  return PROTOCOLS.find((each) => each === written);
}
