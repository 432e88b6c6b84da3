/** An edge or a node of a graph that was read back: its label as Graphviz or Mermaid would show it. */
export interface ReadGraph {
  readonly nodes: ReadonlyMap<string, string>;
  readonly clusters: readonly string[];
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly label: string;
    readonly style: string;
  }[];
}

type Token = { readonly type: "word" | "text" | "mark"; readonly text: string };

/**
 * Reads a graph in the DOT language: a tokenizer of its lexical rules, and statements of the few forms that we write.
 * @throws for anything else
 */
export function readDot(source: string): ReadGraph {
  const tokens = tokensOf(source);
  let at = 0;
  const next = (): Token => tokens[at++] ?? fail("ends too early");
  const take = (text: string): void => {
    const token = next();
    if (token.type === "text" || token.text !== text) fail(`${token.text} instead of ${text}`);
  };
  const nodes = new Map<string, string>();
  const clusters: string[] = [];
  const edges: { from: string; to: string; label: string; style: string }[] = [];
  const attributes = (): Map<string, string> => {
    const found = new Map<string, string>();
    take("[");
    for (;;) {
      const { text: key } = next();
      take("=");
      found.set(key, next().text);
      const { type, text } = next();
      if (type === "mark" && text === "]") break;
      if (type !== "mark" || text !== ",") fail(text);
    }
    take(";");
    return found;
  };
  const statements = (): void => {
    for (;;) {
      const { type, text } = next();
      if (type === "mark" && text === "}") return;
      if (type !== "word") fail(text);
      if (text === "subgraph") {
        next();
        take("{");
        statements();
      } else if (tokens[at]?.text === "=" && tokens[at]?.type === "mark") {
        take("=");
        const { text: value } = next();
        if (text === "label") clusters.push(value);
        take(";");
      } else if (tokens[at]?.text === "->" && tokens[at]?.type === "mark") {
        take("->");
        const { text: to } = next();
        const found = attributes();
        const style = [found.get("style"), found.get("dir")].filter((each) => each !== undefined).join(" ");
        edges.push({ from: text, to, label: found.get("label") ?? "", style });
      } else {
        const found = attributes();
        if (text !== "node") nodes.set(text, found.get("label") ?? fail("a node without a label"));
      }
    }
  };
  take("digraph");
  next();
  take("{");
  statements();
  if (at !== tokens.length) fail("text behind the graph");
  return { nodes, clusters, edges };
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s+|"((?:[^"\\]|\\[^])*)"|([A-Za-z_]\w*)|(->|[{}[\]=;,])/gy;
  while (pattern.lastIndex < source.length) {
    const { lastIndex } = pattern;
    const match = pattern.exec(source) ?? fail(`cannot read ${source.slice(lastIndex, lastIndex + 40)}`);
    const [, text, word, mark] = match;
    if (text !== undefined) tokens.push({ type: "text", text: shown(text) });
    else if (word !== undefined) tokens.push({ type: "word", text: word });
    else if (mark !== undefined) tokens.push({ type: "mark", text: mark });
  }
  return tokens;
}

/** A label's escapes: `\\` and `\"`; `\N`, `\n` and all others mean something, and are not ours. */
function shown(text: string): string {
  return text.replaceAll(/\\([^])/g, (_whole, character: string) =>
    character === "\\" || character === '"' ? character : fail(`escape \\${character}`),
  );
}

/** Reads a Mermaid flowchart of the few forms that we write. @throws for anything else */
export function readMermaid(source: string): ReadGraph {
  const nodes = new Map<string, string>();
  const clusters: string[] = [];
  const edges: { from: string; to: string; label: string; style: string }[] = [];
  const [first, ...lines] = source
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("%%"));
  if (first !== "flowchart LR") fail(`begins with ${first}`);
  const label = String.raw`"((?:[\p{L}\p{N} .,:/_()-]|#\d+;)*)"`;
  const node = new RegExp(`^ +(n\\d+)\\[${label}\\]$`, "u");
  const cluster = new RegExp(`^ +subgraph s\\d+ \\[${label}\\]$`, "u");
  const edge = new RegExp(`^ +(n\\d+) (-->|<-->|-\\.->|<-\\.->)\\|${label}\\| (n\\d+)$`, "u");
  for (const line of lines) {
    const [, id, text] = node.exec(line) ?? [];
    const [, namespace] = cluster.exec(line) ?? [];
    const [, from, style, words, to] = edge.exec(line) ?? [];
    if (id !== undefined) nodes.set(id, decoded(text ?? ""));
    else if (namespace !== undefined) clusters.push(decoded(namespace));
    else if (from !== undefined)
      edges.push({ from, to: to ?? "", label: decoded(words ?? ""), style: style ?? "" });
    else if (line.trim() !== "end") fail(line);
  }
  return { nodes, clusters, edges };
}

function decoded(text: string): string {
  return text.replaceAll(/#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)));
}

function fail(what: string): never {
  throw new Error(`not a graph of ours: ${what}`);
}
