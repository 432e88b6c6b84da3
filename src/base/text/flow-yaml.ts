/** What is written as it stands and still read as text. */
const PLAIN = /^[A-Za-z_][\w./-]*$/;

const NOT_TEXT: ReadonlySet<string> = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n"]);

/** A value of JSON as YAML on one line, for a message: `[{key: tenant, operator: Exists}]`. */
export function flowYaml(value: unknown): string {
  if (typeof value === "string") return plainOrQuoted(value);
  if (Array.isArray(value)) return `[${value.map(flowYaml).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.entries(value);
  return `{${entries.map(([key, each]) => `${plainOrQuoted(key)}: ${flowYaml(each)}`).join(", ")}}`;
}

function plainOrQuoted(text: string): string {
  const isPlain = PLAIN.test(text) && !NOT_TEXT.has(text.toLowerCase());
  return isPlain ? text : JSON.stringify(text);
}
