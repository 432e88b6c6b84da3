import { KeptEnds } from "./kept-ends.js";
import { KeptLayouts } from "./cell-layout.js";
import { KeptWords, PLAIN_COLUMNS, plainRecord, type PlainFields } from "./plain-fields.js";
import { PartsReader } from "./parts-reader.js";
import { splitCsv } from "./csv-line.js";
import type { CellStyle } from "./cells-scan.js";
import type { PartUse } from "./line-parts.js";
import type { LogFormat, LogLine, LogReader, RecordSink } from "./reader.js";

/**
 * The format for logs that have no row of their own: CSV with a header, or one JSON object per line, with the columns of
 * `PLAIN_COLUMNS` (docs/replay.md). Columns that it doesn't know are left out; their names are not case-sensitive.
 */
export const PLAIN_LOG: LogFormat = {
  id: "plain",
  title: "plain CSV or JSON lines",
  detects: (line) => (isJson(line) ? jsonFields(line) : headerOf(line)) !== undefined,
  memory: "header",
  reader: () => new PlainReader(),
  lacks: [],
};

/** What each column is for. */
const USES: Readonly<Record<keyof PlainFields, PartUse>> = {
  time: "first",
  end_time: "last",
  count: "count",
  source_ip: "sourceAddress",
  source_namespace: "source",
  source_pod: "source",
  source_port: "sourcePort",
  destination_ip: "destinationAddress",
  destination_namespace: "destination",
  destination_pod: "destination",
  destination_port: "port",
  protocol: "rest",
  verdict: "rest",
  direction: "rest",
  reason: "rest",
  reply: "rest",
};

const STYLE: CellStyle = { separator: ",", leaves: '"', headerWord: "verdict" };

const LAYOUTS = new KeptLayouts();

/** Reads lines of CSV by their parts, once there is a header. */
class PlainReader implements LogReader {
  readonly #whole = new PlainLines();
  #header: PlainHeader | undefined;
  #byParts: PartsReader | undefined;

  read(line: LogLine, sink: RecordSink): void {
    const byParts = isCells(line) ? this.#byParts : undefined;
    (byParts ?? this.#whole).read(line, sink);
    const { columns: header } = this.#whole;
    if (header === this.#header || header === undefined) return;
    this.#header = header;
    // Of several columns of one name the last one counts.
    const uses = header.map((name, i) =>
      name === undefined || header.includes(name, i + 1) ? undefined : USES[name],
    );
    this.#byParts = new PartsReader(this.#whole, LAYOUTS.of(uses, STYLE));
  }

  readNext(bytes: Uint8Array, start: number, piece: number, sink: RecordSink): number {
    if (this.#byParts === undefined || !isCells({ bytes, start })) return 0;
    return this.#byParts.readNext(bytes, start, piece, sink);
  }

  get header(): string | undefined {
    return this.#whole.header;
  }

  end(): void {
    // Every line stands for itself.
  }
}

/** False for comments and JSON, and for lines that may be JSON behind blanks. */
function isCells({ bytes, start }: Pick<LogLine, "bytes" | "start">): boolean {
  const first = bytes[start];
  return first !== HASH && first !== OPEN_BRACE && first !== BLANK;
}

const HASH = 0x23;
const BLANK = 0x20;

/** Names of columns, undefined for those that mean nothing here. */
type PlainHeader = readonly (keyof PlainFields | undefined)[];

class PlainLines implements LogReader {
  readonly #ends = new KeptEnds();
  readonly #words = new KeptWords();
  #columns: PlainHeader | undefined;
  /** The line that they are from. */
  header: string | undefined;

  get columns(): PlainHeader | undefined {
    return this.#columns;
  }

  read(line: LogLine, sink: RecordSink): void {
    if (isJson(line)) {
      const fields = jsonFields(line);
      if (fields === undefined) return sink.bad({ code: "not-json" });
      return plainRecord(fields, this.#ends, this.#words, sink);
    }
    const text = line.text();
    const header = MAY_BE_HEADER.test(text) ? headerOf(line) : undefined;
    if (header !== undefined) {
      this.#columns = header;
      this.header = text;
      return sink.skip("no-flow");
    }
    if (text.trim() === "" || text.startsWith("#")) return sink.skip("no-flow");
    if (this.#columns === undefined) return sink.bad({ code: "not-this-format" });
    const cells = splitCsv(text);
    if (cells === undefined) return sink.bad({ code: "cut" });
    if (cells.length !== this.#columns.length) return sink.bad({ code: "not-this-format" });
    const fields: Record<string, string> = {};
    for (const [i, name] of this.#columns.entries()) if (name !== undefined) fields[name] = cells[i] ?? "";
    plainRecord(fields, this.#ends, this.#words, sink);
  }

  end(): void {
    // Every line stands for itself.
  }
}

/** No header is without it: looking for that takes less than reading names. */
const MAY_BE_HEADER = /verdict/i;

const OPEN_BRACE = 0x7b;

function isJson({ bytes, start, end }: LogLine): boolean {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return bytes[at] === OPEN_BRACE;
}

/** The columns of a header, undefined for those that mean nothing here; undefined for a line that is no header. */
function headerOf(line: LogLine): PlainHeader | undefined {
  const names = splitCsv(line.text())?.map(columnNamed);
  return names !== undefined && isEnough(names) ? names : undefined;
}

function jsonFields(line: LogLine): PlainFields | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line.text());
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const known = Object.entries(value).flatMap(([key, field]): [string, unknown][] => {
    const name = columnNamed(key);
    return name === undefined ? [] : [[name, field]];
  });
  return isEnough(known.map(([name]) => name)) ? Object.fromEntries(known) : undefined;
}

function columnNamed(text: string): keyof PlainFields | undefined {
  const name = text.trim().toLowerCase();
  return PLAIN_COLUMNS.find((each) => each === name);
}

/** Without both ends and the verdict nothing can be compared. */
function isEnough(names: readonly (string | undefined)[]): boolean {
  const has = (...any: string[]): boolean => any.some((each) => names.includes(each));
  return has("source_ip", "source_pod") && has("destination_ip", "destination_pod") && has("verdict");
}
