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
  const fits =
    bits === 64 ? integer >= INT64_MIN && integer <= INT64_MAX : BigInt.asIntN(32, integer) === integer;
  return fits ? integer : undefined;
}

/** A float as Go's `%v` writes it: with an exponent of two digits below 1e-4 and from 1e6 on. */
export function floatText(value: number): string {
  const [mantissa = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  const sign = power < 0 ? "-" : "+";
  return `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, "0")}`;
}
