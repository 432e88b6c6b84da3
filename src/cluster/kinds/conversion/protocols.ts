import { child } from "../../../source/manifest/origin.js";
import { field, items, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import { inPlaceOf, mappingOf, old } from "./parts.js";
import { Inconvertible, type Dropped } from "./outcome.js";
import { PROTOCOLS } from "../../../base/net/traffic.js";
import type { Rewriting } from "../../../source/edit/rewrite/rewriting.js";

/** The ports of a rule as `protocols`: those that are left, and what is left out since it matches nothing. */
export interface NewProtocols {
  /** Undefined for all traffic. */
  readonly items: readonly Rewriting[] | undefined;
  readonly dropped: readonly Pick<Dropped, "code" | "at">[];
  /** The empty list, which released servers read as all ports (S-PORT-4, U-31). */
  readonly emptyList: Node | undefined;
}

/**
 * The `ports` of a rule of v1alpha1 as `protocols` of v1alpha2.
 * @throws {Inconvertible} for a port without a name
 */
export function newProtocols(rule: Node): NewProtocols {
  const list = field(rule, "ports");
  const written = items(list);
  if (list === undefined || written.length === 0) return { items: undefined, dropped: [], emptyList: list };
  const dropped: NewProtocols["dropped"][number][] = [];
  const kept = written.flatMap((item) => {
    const protocol = newProtocol(item);
    if ("type" in protocol) return [protocol];
    dropped.push(protocol);
    return [];
  });
  return { items: kept, dropped, emptyList: undefined };
}

function newProtocol(item: Node): Rewriting | Pick<Dropped, "code" | "at"> {
  const name = field(item, "namedPort");
  if (name !== undefined) {
    if (textOf(name) === "") throw new Inconvertible("named-port-empty", name.origin);
    return entryOf(item, name, "destinationNamedPort", old(name));
  }
  const number = field(item, "portNumber");
  const range = field(item, "portRange");
  const written = number ?? range;
  if (written === undefined) throw new Error("invariant: a port has a member");
  const protocolNode = field(written, "protocol");
  const text = textOf(protocolNode) ?? "";
  const protocol = text === "" ? "TCP" : PROTOCOLS.find((each) => each === text);
  if (protocol === undefined) return { code: "unknown-protocol", at: protocolNode?.origin ?? written.origin };
  const port = number === undefined ? newRange(written) : newNumber(number);
  if (port === undefined) return { code: "reversed-range", at: child(written.origin, "start") };
  return entryOf(item, written, protocol.toLowerCase(), {
    type: "mapping",
    at: written.origin,
    entries: [{ key: "destinationPort", value: port }],
  });
}

/** The item with its one member under another name. */
function entryOf(item: Node, member: Node, key: string, value: Rewriting): Rewriting {
  return { type: "mapping", at: item.origin, entries: [inPlaceOf(member, key, value)] };
}

function newNumber(number: Node): Rewriting | undefined {
  const port = field(number, "port");
  return port === undefined
    ? undefined
    : { type: "mapping", entries: [inPlaceOf(port, "number", old(port))] };
}

/** A range of one port is a number there: its start has to lie before its end. */
function newRange(range: Node): Rewriting | undefined {
  const start = field(range, "start");
  const end = field(range, "end");
  const [first, last] = [numberOf(start) ?? 0, numberOf(end) ?? 0];
  if (start === undefined || end === undefined || first > last) return undefined;
  if (first === last) return { type: "mapping", entries: [inPlaceOf(start, "number", old(start))] };
  return mappingOf({
    range: {
      type: "mapping",
      entries: [inPlaceOf(start, "start", old(start)), inPlaceOf(end, "end", old(end))],
    },
  });
}
