const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * The integer that Go reads from a number's JSON text, or undefined where it is none or does not fit into so many
 * bits. A float beyond 2^53 is read from its shortest digits, as the server sees them.
 */
export function integerOf(value: number | bigint, bits: 32 | 64): bigint | undefined {
  const text = String(value);
  if (!/^-?\d+$/.test(text)) return undefined;
  const integer = BigInt(text);
  const fits = bits === 64 ? integer >= INT64_MIN && integer <= INT64_MAX : BigInt.asIntN(32, integer) === integer;
  return fits ? integer : undefined;
}

/** A float as Go's `%v` writes it: it changes to an exponent earlier than JavaScript. */
export function floatText(value: number): string {
  if (value === 0 || Math.abs(value) >= 1e-4) return String(value);
  const [mantissa = "", exponent = ""] = value.toExponential().split("e-");
  return `${mantissa}e-${exponent.padStart(2, "0")}`;
}
