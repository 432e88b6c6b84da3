/**
 * What an unquoted scalar means to Kubernetes' YAML reader: YAML 1.1 with the reader's own exceptions
 * (S-IN-2, S-IN-3). No JavaScript library reads so in any mode.
 */

/** A scalar's meaning. A float and an int differ only as map keys: `1e3` and `1000` are both "1000", `-0.0` is "-0". */
export type Scalar =
  | { readonly type: "null" }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "int"; readonly value: bigint }
  | { readonly type: "float"; readonly value: number }
  | { readonly type: "string"; readonly value: string };

const NULL: Scalar = { type: "null" };
const TRUE: Scalar = { type: "bool", value: true };
const FALSE: Scalar = { type: "bool", value: false };

const WORDS: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map((w) => [w, TRUE] as const),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map(
    (w) => [w, FALSE] as const,
  ),
  ...["", "~", "null", "Null", "NULL"].map((w) => [w, NULL] as const),
  ...[".nan", ".NaN", ".NAN"].map((w) => [w, { type: "float", value: Number.NaN }] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map(
    (w) => [w, { type: "float", value: Infinity }] as const,
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((w) => [w, { type: "float", value: -Infinity }] as const),
]);

/** Characters with which an unquoted scalar may begin that is no string. */
const SPECIAL_START: ReadonlySet<number> = new Set(
  [..."-+0123456789.yYnNtTfFoO~"].map((character) => character.charCodeAt(0)),
);

/** True for an unquoted scalar whose first character says that it is a string. */
export function isTextAtAGlance(text: string): boolean {
  return text !== "" && !SPECIAL_START.has(text.charCodeAt(0));
}

const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const INTEGERS: readonly { readonly pattern: RegExp; readonly prefix: string }[] = [
  { pattern: /^[-+]?0[xX]([0-9a-fA-F]+)$/, prefix: "0x" },
  { pattern: /^[-+]?0[bB]([01]+)$/, prefix: "0b" },
  { pattern: /^[-+]?0[oO]([0-7]+)$/, prefix: "0o" },
  { pattern: /^[-+]?0([0-7]+)$/, prefix: "0o" },
  { pattern: /^[-+]?(0|[1-9][0-9]*)$/, prefix: "" },
];

/** No whole number of 64 bits has more digits, be it written in binary. */
const MOST_DIGITS = 64;

const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;

/** A whole number that is read alike by everything, below 2^53; undefined for all else. */
export function plainInteger(text: string): number | undefined {
  const first = text.charCodeAt(0);
  if (!(first >= 0x31 && first <= 0x39) || text.length > 15) return undefined;
  for (let i = 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return undefined;
  }
  return Number(text);
}

/** Resolves an unquoted, untagged scalar. */
export function resolvePlain(text: string): Scalar {
  if (isTextAtAGlance(text)) return { type: "string", value: text };
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  const first = text.charCodeAt(0);
  const isDigitOrSign = first === 0x2b || first === 0x2d || (first >= 0x30 && first <= 0x39);
  if (isDigitOrSign) return resolveNumber(text.replaceAll("_", "")) ?? { type: "string", value: text };
  if (first === 0x2e) return resolveFraction(text) ?? { type: "string", value: text };
  return { type: "string", value: text };
}

/** What any number looks like: versions, addresses and dates are told from numbers at once. */
const NUMBER =
  /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+(?:[eE][-+]?[0-9]+)?)$/;

/** Go's reader cuts `0b` off and parses what is left, which may have a sign of its own. */
const SIGNED_BINARY = /^0b([-+])0*([01]{1,64})$/;

function resolveNumber(text: string): Scalar | undefined {
  const [, sign, bits] = SIGNED_BINARY.exec(text) ?? [];
  if (bits !== undefined) {
    const value = BigInt(`0b${bits}`) * (sign === "-" ? -1n : 1n);
    return value >= INT64_MIN && value < 2n ** 63n ? { type: "int", value } : undefined;
  }
  if (!NUMBER.test(text)) return undefined;
  for (const { pattern, prefix } of INTEGERS) {
    const digits = pattern.exec(text)?.[1];
    if (digits === undefined) continue;
    // A hostile number of a million digits would take seconds to become a bigint; none so long fits in 64 bits.
    if (digits.length - digits.search(/[^0]|$/) > MOST_DIGITS) break;
    const magnitude = BigInt(prefix + digits);
    const value = text.startsWith("-") ? -magnitude : magnitude;
    // Go's ParseInt, then ParseUint: what fits in neither is tried as a float. ParseUint takes no sign.
    const limit = text.startsWith("+") ? 2n ** 63n - 1n : UINT64_MAX;
    if (value >= INT64_MIN && value <= limit) return { type: "int", value };
    break;
  }
  return resolveFloat(text);
}

/** Without a digit or a sign in front of its point a number may have underscores too, but only between digits. */
function resolveFraction(text: string): Scalar | undefined {
  const digits = text.replaceAll(/(?<=[0-9])_(?=[0-9])/g, "");
  return resolveFloat(digits);
}

function resolveFloat(text: string): Scalar | undefined {
  if (!FLOAT.test(text)) return undefined;
  const value = Number(text);
  // Go's ParseFloat reports a range error where JavaScript gives Infinity: the text stays a string.
  return Number.isFinite(value) ? { type: "float", value } : undefined;
}

const TAG_PREFIX = "tag:yaml.org,2002:";
const RESOLVED_TAGS: ReadonlySet<string> = new Set(["str", "bool", "int", "float", "null", "timestamp"]);

/**
 * Resolves a scalar with an explicit tag (in its long form). Tags that YAML does not define are ignored: the text is a string.
 * @returns the scalar, or undefined where the text cannot be decoded as the tag says
 */
export function resolveTagged(tag: string, text: string): Scalar | undefined {
  const short = tag.startsWith(TAG_PREFIX) ? tag.slice(TAG_PREFIX.length) : undefined;
  if (short === "binary") return decodeBinary(text);
  if (short === undefined || short === "str" || !RESOLVED_TAGS.has(short))
    return { type: "string", value: text };
  const scalar = resolvePlain(text);
  if (scalar.type === short) return scalar;
  const isSigned = scalar.type === "int" && scalar.value < 2n ** 63n;
  if (short === "float" && isSigned) return { type: "float", value: Number(scalar.value) };
  if (short === "timestamp" && scalar.type === "string" && isTimestamp(text)) return scalar;
  return undefined;
}

const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})(.*)$/s;
const TIME = /^(?:[Tt]| +)(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(Z|[-+]\d\d:\d\d)?$/;

/** True for what Go's `time.Parse` takes for one of the reader's four formats. */
function isTimestamp(text: string): boolean {
  const [, year, month, day, rest = ""] = DATE.exec(text) ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12 || Number(day) < 1) return false;
  // A year of four digits below 100 means 19xx to JavaScript: leap years repeat after 400.
  if (Number(day) > new Date(Date.UTC(Number(year) + 400, Number(month), 0)).getUTCDate()) return false;
  if (rest === "") return true;
  const [, hour, minute, second, zone] = TIME.exec(rest) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false;
  // A zone follows a `T`, and only that.
  if ((zone === undefined) !== rest.startsWith(" ")) return false;
  const [zoneHour, zoneMinute] = zone === undefined || zone === "Z" ? [0, 0] : zone.slice(1).split(":");
  return Number(zoneHour) <= 24 && Number(zoneMinute) <= 60;
}

function decodeBinary(text: string): Scalar | undefined {
  const compact = text.replaceAll(/[\r\n]/g, "");
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  return { type: "string", value: decodedBytes(atob(compact)) };
}

/** UTF-8 as Go's JSON writes it: every byte that is part of no character becomes a replacement character of its own. */
function decodedBytes(bytes: string): string {
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const first = bytes.charCodeAt(at);
    const wanted = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const character = Uint8Array.from(bytes.slice(at, at + wanted), (each) => each.charCodeAt(0));
    const isWhole = isCharacter(character);
    text += isWhole ? UTF_8.decode(character) : "\ufffd";
    at += isWhole ? wanted : 1;
  }
  return text;
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function isCharacter(bytes: Uint8Array): boolean {
  try {
    UTF_8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * The text under which Kubernetes stores a map key, which is always a string in JSON.
 * @returns undefined for a key that it refuses: null, and whole numbers over 2^63-1
 */
export function keyText(scalar: Scalar): string | undefined {
  switch (scalar.type) {
    case "string":
      return scalar.value;
    case "bool":
      return scalar.value ? "true" : "false";
    case "int":
      return scalar.value > 2n ** 63n - 1n ? undefined : scalar.value.toString();
    case "float":
      return shortestFloat32(scalar.value);
    case "null":
      return undefined;
  }
}

/**
 * The shortest decimal that gives the same 32-bit float, in Go's `%g`: the converter formats float keys with 32 bits,
 * so `1.23456789` becomes "1.2345679".
 */
function shortestFloat32(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  const rounded = Math.fround(value);
  if (!Number.isFinite(rounded)) return rounded > 0 ? ".inf" : "-.inf";
  if (rounded === 0) return Object.is(rounded, -0) ? "-0" : "0";
  let digits = 1;
  while (Math.fround(Number(rounded.toPrecision(digits))) !== rounded) digits++;
  const [mantissa = "", exponentText = "0"] = rounded.toExponential(digits - 1).split("e");
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 6) {
    const sign = exponent < 0 ? "-" : "+";
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  return plainDecimal(mantissa, exponent);
}

function plainDecimal(mantissa: string, exponent: number): string {
  const negative = mantissa.startsWith("-");
  const digits = mantissa.replace("-", "").replace(".", "");
  const point = exponent + 1;
  let text: string;
  if (point <= 0) text = `0.${"0".repeat(-point)}${digits}`;
  else if (point >= digits.length) text = digits.padEnd(point, "0");
  else text = `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${text}` : text;
}
