import { isList, isMapping, type Mapping, type Value } from "../value.js";
import { scalarText } from "./scalar.js";

/** How block collections are indented. */
export interface BlockStyle {
  /** Columns from a key to the keys below it. */
  readonly step: number;
  /** Columns from a key to the dashes below it. */
  readonly listOffset: number;
}

/**
 * A value as lines of YAML in block style; scalars and empty collections take one.
 * @param keysOf the keys of a mapping in the order in which they are written
 */
export function blockLines(
  value: Value,
  style: BlockStyle,
  keysOf: (mapping: Mapping) => readonly string[] = Object.keys,
): string[] {
  if (isList(value) && value.length > 0) {
    return value.flatMap((item) => {
      const [first = "", ...rest] = blockLines(item, style, keysOf);
      return [`- ${first}`, ...indented(rest, "- ".length)];
    });
  }
  if (!isMapping(value)) return [isList(value) ? "[]" : scalarText(value, "block")];
  const keys = keysOf(value);
  if (keys.length === 0) return ["{}"];
  return keys.flatMap((key) => {
    const field = value[key] as Value;
    const lines = blockLines(field, style, keysOf);
    const head = keyLines(key);
    if (takesLines(field))
      return [...head, ...indented(lines, isList(field) ? style.listOffset : style.step)];
    return [...head.slice(0, -1), `${head.at(-1) ?? ""} ${lines.join("")}`];
  });
}

/** True for a collection that has entries: in block style it takes lines of its own. */
export function takesLines(value: Value): value is readonly Value[] | Mapping {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** A key with its colon. A long one needs a `?`. */
function keyLines(key: string): string[] {
  const text = scalarText(key, "block");
  return text.length <= LONGEST_KEY ? [`${text}:`] : [`? ${text}`, ":"];
}

const LONGEST_KEY = 1000;

function indented(lines: readonly string[], columns: number): string[] {
  const blanks = " ".repeat(columns);
  return lines.map((line) => blanks + line);
}
