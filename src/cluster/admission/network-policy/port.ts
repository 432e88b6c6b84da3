import { child } from "../../../source/manifest/origin.js";
import { field, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import { FIRST_PORT, LAST_PORT } from "../../../base/net/port-set.js";
import { marshal } from "../go-json/marshal.js";
import { nearest } from "../../../base/text/nearest.js";
import { portNameErrors } from "../validation/names.js";
import { quote } from "../go-json/quote.js";
import type { FieldError } from "../validation/field-error.js";
import type { Finding } from "../../problems/problem.js";

/**
 * What is wrong with one item of `ports` (V-NP-2…12).
 * @param protocols those that the server knows
 */
export function portErrors(node: Node, path: string, protocols: readonly string[]): FieldError[] {
  const port = field(node, "port");
  const end = field(node, "endPort");
  const errors = protocolErrors(field(node, "protocol"), `${path}.protocol`, protocols);
  const name = textOf(port);
  if (port !== undefined && name !== undefined) errors.push(...nameErrors(port, name, `${path}.port`));
  else if (port !== undefined) errors.push(...rangeErrors(port, `${path}.port`));
  if (end !== undefined) errors.push(...endErrors(node, port, end, `${path}.endPort`));
  return errors;
}

function protocolErrors(
  protocol: Node | undefined,
  path: string,
  protocols: readonly string[],
): FieldError[] {
  const value = textOf(protocol);
  if (protocol === undefined || value === undefined || protocols.includes(value)) return [];
  const [meant] = nearest(value, protocols);
  const violation = {
    type: "not-one-of",
    value,
    allowed: protocols,
    ...(meant === undefined ? {} : { nearest: meant }),
  } as const;
  const finding: Finding = { code: "schema", facts: { field: path, violation } };
  const detail = `supported values: ${protocols.map(quote).join(", ")}`;
  return [{ at: protocol.origin, field: path, type: "unsupported", value: marshal(value), detail, finding }];
}

function nameErrors(port: Node, name: string, path: string): FieldError[] {
  const faults = portNameErrors(name);
  const violation = {
    type: "name",
    what: "port name",
    name,
    faults: faults.map(({ fault }) => fault),
  } as const;
  const finding: Finding = { code: "schema", facts: { field: path, violation } };
  return faults.map(({ words }) => ({
    at: port.origin,
    field: path,
    type: "invalid",
    value: quote(name),
    detail: words,
    finding,
  }));
}

function rangeErrors(port: Node, path: string): FieldError[] {
  const number = numberOf(port) ?? 0;
  if (number >= FIRST_PORT && number <= LAST_PORT) return [];
  const violation = {
    type: "out-of-range",
    value: String(number),
    minimum: FIRST_PORT,
    maximum: LAST_PORT,
  } as const;
  const finding: Finding = { code: "schema", facts: { field: path, violation } };
  const detail = `must be between ${FIRST_PORT} and ${LAST_PORT}, inclusive`;
  return [{ at: port.origin, field: path, type: "invalid", value: String(number), detail, finding }];
}

function endErrors(node: Node, port: Node | undefined, end: Node, path: string): FieldError[] {
  const last = numberOf(end) ?? 0;
  const related = [{ at: port?.origin ?? child(node.origin, "port"), role: "start" }];
  const error = (value: number, detail: string, finding: Finding): FieldError => {
    return { at: end.origin, field: path, type: "invalid", value: String(value), detail, finding };
  };
  if (port === undefined) {
    const finding: Finding = { code: "invalid-port-range", facts: { fault: "no-start", end: String(last) } };
    return [error(last, "may not be specified when `port` is not specified", finding)];
  }
  const start = textOf(port);
  if (start !== undefined) {
    const finding: Finding = {
      code: "invalid-port-range",
      facts: { fault: "named-start", start, end: String(last) },
      related,
    };
    return [error(last, "may not be specified when `port` is non-numeric", finding)];
  }
  const first = numberOf(port) ?? 0;
  if (last >= first) return rangeErrors(end, path);
  const facts = { fault: "end-below-start", start: String(first), end: String(last) } as const;
  // The server shows the start here, not the end.
  const reversed = error(first, "must be greater than or equal to `port`", {
    code: "invalid-port-range",
    facts,
    related,
  });
  return [reversed, ...rangeErrors(end, path)];
}
