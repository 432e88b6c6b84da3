/** What a truth case expects: verdicts of whole matrices, and the deciding steps of single flows. */
export interface Expected {
  /** Shared parts of the cluster, by the names of their files in `fixtures/truth/clusters`. */
  readonly clusters: readonly string[];
  /** Words behind `options:`, such as `legacy`, `strict`, `stored`, `dns=www.example.com:192.0.2.1`. */
  readonly options: readonly string[];
  readonly matrices: readonly Matrix[];
  readonly flows: readonly ExpectedFlow[];
}

/**
 * Verdict letters of every pair, for one port: A allowed, D denied, U undefined, ? unknown, M mixed (results that
 * differ, as of two address families), `.` not asked.
 */
export interface Matrix {
  readonly port: Port;
  readonly rows: readonly { readonly from: string; readonly to: string; readonly letter: string }[];
}

export interface Port {
  readonly protocol: string;
  readonly port: string | undefined;
  /** Set where only the results of one address family are meant. */
  readonly family: string | undefined;
}

export interface ExpectedFlow {
  readonly from: string;
  readonly to: string;
  readonly port: Port;
  readonly verdict: string;
  /** `egress default`, `ingress NetworkPolicy x/a rule 1 accepts «81»`, `missed …`, `reason …`, `note …`, in their order. */
  readonly lines: readonly string[];
}

/** Reads an `expected.txt`. @throws {Error} for a line that means nothing, so that no expectation is skipped */
export function parseExpected(text: string): Expected {
  const clusters: string[] = [];
  const options: string[] = [];
  const matrices: Matrix[] = [];
  const flows: ExpectedFlow[] = [];
  const lines = text.split("\n").map((line) => line.replace(/#.*$/, "").trimEnd());
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line === "") continue;
    const block: string[] = [];
    while (lines[i + 1]?.startsWith("  ") === true)
      block.push((lines[++i] ?? "").trim().replaceAll(/\s+/g, " "));
    if (line.startsWith("cluster: ")) clusters.push(...line.slice("cluster: ".length).split(" "));
    else if (line.startsWith("options: ")) options.push(...line.slice("options: ".length).split(" "));
    else if (line.startsWith("matrix ")) matrices.push(...parseMatrices(line, block));
    else if (line.startsWith("flow ")) flows.push(parseFlow(line, block));
    else throw new Error(`a line of the expectations means nothing: ${line}`);
  }
  return { clusters, options, matrices, flows };
}

/** Reads the short names of a cluster's endpoints, one `short endpoint` to a line. */
export function parseNames(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split("\n").flatMap((line): [string, string][] => {
      const words = line.replace(/#.*$/, "").trim().split(/\s+/);
      const [short, endpoint] = words;
      if (short === undefined || short === "") return [];
      if (endpoint === undefined || words.length > 2) throw new Error(`no short name: ${line}`);
      return [[short, endpoint]];
    }),
  );
}

/** `matrix TCP 80, UDP 53` and its grid: one matrix per port, with the same letters. */
function parseMatrices(line: string, block: readonly string[]): Matrix[] {
  const [head = "", ...body] = block;
  const destinations = head.split(" ");
  const rows = body.flatMap((row) => {
    const [from = "", ...letters] = row.split(" ");
    if (letters.length !== destinations.length)
      throw new Error(
        `a row of ${line} has ${letters.length} letters for ${destinations.length} columns: ${row}`,
      );
    return letters.map((letter, i) => {
      if (!/^[ADU?M.]$/.test(letter)) throw new Error(`no verdict's letter in ${line}: ${letter}`);
      return { from, to: destinations[i] ?? "", letter };
    });
  });
  if (rows.length === 0) throw new Error(`a matrix without rows: ${line}`);
  return line
    .slice("matrix ".length)
    .split(", ")
    .map((text) => ({ port: parsePort(text), rows }));
}

function parseFlow(line: string, lines: readonly string[]): ExpectedFlow {
  const match = /^flow (\S+) -> (\S+) (.+): (allowed|denied|undefined|unknown|mixed)$/.exec(line);
  if (match === null) throw new Error(`no flow: ${line}`);
  const [, from = "", to = "", port = "", verdict = ""] = match;
  for (const each of lines) {
    if (!/^(?:egress|ingress|passed|missed|reason|leaning|note) /.test(each))
      throw new Error(`a line of ${line} means nothing: ${each}`);
  }
  return { from, to, port: parsePort(port), verdict, lines };
}

/** `TCP 80`, `TCP http`, `ICMP`, `TCP 80 over IPv6`. */
function parsePort(text: string): Port {
  const match = /^([A-Z]+)(?: ([-\w]+))?(?: over (IPv[46]))?$/.exec(text);
  if (match === null) throw new Error(`no port: ${text}`);
  const [, protocol = "", port, family] = match;
  return { protocol, port, family };
}
