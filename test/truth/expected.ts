/** What a truth case expects: verdicts of whole matrices, and the deciding steps of single flows. */
export interface Expected {
  /** The shared cluster, by the name of its file in `fixtures/truth/clusters`. */
  readonly cluster: string | undefined;
  /** Words behind `options:`, such as `legacy`, `strict`, `stored`, `dns=www.example.com:192.0.2.1`. */
  readonly options: readonly string[];
  readonly matrices: readonly Matrix[];
  readonly flows: readonly ExpectedFlow[];
}

/** Verdict letters of every pair, for one port: A allowed, D denied, U undefined, ? unknown, `.` not asked. */
export interface Matrix {
  readonly port: Port;
  readonly rows: readonly { readonly from: string; readonly to: string; readonly letter: string }[];
}

export interface Port {
  readonly protocol: string;
  readonly port: string | undefined;
}

export interface ExpectedFlow {
  readonly from: string;
  readonly to: string;
  readonly port: Port;
  readonly verdict: string;
  /** `egress default`, `ingress NetworkPolicy x/a rule 1 accepts «81»`, `missed …`, `reason …`, `leaning …`, in their order. */
  readonly lines: readonly string[];
}

/** Reads an `expected.txt`. @throws {Error} for a line that means nothing, so that no expectation is skipped */
export function parseExpected(text: string): Expected {
  const result = { cluster: undefined as string | undefined, options: [] as string[], matrices: [] as Matrix[], flows: [] as ExpectedFlow[] };
  const lines = text.split("\n").map((line) => line.replace(/#.*$/, "").trimEnd());
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line === "") continue;
    const block: string[] = [];
    while (lines[i + 1]?.startsWith("  ") === true) block.push((lines[++i] ?? "").trim().replaceAll(/\s+/g, " "));
    if (line.startsWith("cluster: ")) result.cluster = line.slice("cluster: ".length);
    else if (line.startsWith("options: ")) result.options.push(...line.slice("options: ".length).split(" "));
    else if (line.startsWith("matrix ")) result.matrices.push(...parseMatrices(line, block));
    else if (line.startsWith("flow ")) result.flows.push(parseFlow(line, block));
    else throw new Error(`a line of the expectations means nothing: ${line}`);
  }
  return result;
}

/** `matrix TCP 80, UDP 53` and its grid: one matrix per port, with the same letters. */
function parseMatrices(line: string, block: readonly string[]): Matrix[] {
  const [head = "", ...body] = block;
  const destinations = head.split(" ");
  const rows = body.flatMap((row) => {
    const [from = "", ...letters] = row.split(" ");
    if (letters.length !== destinations.length) throw new Error(`a row of ${line} has ${letters.length} letters for ${destinations.length} columns: ${row}`);
    return letters.map((letter, i) => ({ from, to: destinations[i] ?? "", letter }));
  });
  return line
    .slice("matrix ".length)
    .split(", ")
    .map((text) => ({ port: parsePort(text), rows }));
}

function parseFlow(line: string, lines: readonly string[]): ExpectedFlow {
  const match = /^flow (\S+) -> (\S+) (.+): (allowed|denied|undefined|unknown)$/.exec(line);
  if (match === null) throw new Error(`no flow: ${line}`);
  const [, from = "", to = "", port = "", verdict = ""] = match;
  return { from, to, port: parsePort(port), verdict, lines };
}

/** `TCP 80`, `TCP http`, `ICMP`. */
function parsePort(text: string): Port {
  const [protocol = "", port] = text.split(" ");
  return { protocol, port };
}
