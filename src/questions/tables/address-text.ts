import type { Address } from "../../base/net/address.js";

/**
 * An address as a text of its family's width, so that texts are in the order of addresses wherever they are compared byte by byte:
 * `4010001002003` for 10.1.2.3, `60` and 32 digits for IPv6. Every database can make it of what a log has; few can read addresses.
 */
export function addressText({ family, value }: Address): string {
  if (family === "IPv6") return `60${value.toString(16).padStart(32, "0")}`;
  const octets = [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n);
  return `4${octets.map((each) => String(each).padStart(3, "0")).join("")}`;
}

/** The address of such a text. */
export function addressOfText(text: string): Address {
  if (text.startsWith("6")) return { family: "IPv6", value: BigInt(`0x${text.slice(2)}`) };
  const octets = text.slice(1).match(/\d{3}/g) ?? [];
  return { family: "IPv4", value: octets.reduce((value, each) => value * 256n + BigInt(each), 0n) };
}

/** What addresses of one first byte have in common: a query looks for their blocks there alone. */
export function bucketOf(text: string): string {
  return text.slice(0, BUCKET);
}

/** How long a bucket's text is. */
export const BUCKET = 4;
