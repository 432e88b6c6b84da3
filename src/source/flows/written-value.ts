import { BadLine } from "./bad-line.js";
import { parseAddress, type Address } from "../../base/net/address.js";
import { readTime } from "./time.js";

/** Values of lines that aren't JSON, and of JSON that has them as texts. `field` names the field in what is wrong. */

/** The address that a text is. @throws {BadLine} for what is none; `missing-field` for an empty one */
export function writtenAddress(text: string | undefined, field: string): Address {
  if (text === undefined || text === "") throw new BadLine({ code: "missing-field", field });
  const address = parseAddress(text);
  if (address === undefined) throw new BadLine({ code: "bad-value", field });
  return address;
}

/** The whole number that a text of digits is; undefined for an empty one. @throws {BadLine} for anything else, or beyond `most` */
export function writtenNumber(text: string | undefined, field: string, most: number): number | undefined {
  if (text === undefined || text === "") return undefined;
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || value > most) throw new BadLine({ code: "bad-value", field });
  return value;
}

/** A port. @throws {BadLine} */
export function writtenPort(text: string | undefined, field: string): number | undefined {
  return writtenNumber(text, field, 65_535);
}

/** A time as RFC 3339 writes it, in milliseconds. @throws {BadLine} */
export function writtenTime(text: string | undefined, field: string): number | undefined {
  if (text === undefined || text === "") return undefined;
  const time = readTime(text);
  if (time === undefined) throw new BadLine({ code: "bad-value", field });
  return time;
}
