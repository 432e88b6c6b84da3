import type { FlowWitness } from "../diagnostics/witness.js";

/** `for example: anp explain shop/deployment/web db/statefulset/pg --port 5432: denied`. */
export function witnessText(witness: FlowWitness): string {
  const { verdict, half } = witness;
  const answer = verdict === undefined ? "" : `: ${verdict}`;
  const part = half === undefined ? "" : ` (the finding is about its ${half} half)`;
  return `for example: ${witnessCommand(witness)}${answer}${part}`;
}

/** The question to ask about a flow; the manifests are those that were linted. */
export function witnessCommand({ from, to, protocol, port, bundle }: FlowWitness): string {
  const ends = `anp explain ${shellWord(from)} ${shellWord(to)}`;
  const release = bundle === undefined ? "" : ` --bundle ${bundle}`;
  if (port === undefined) return `${ends} --protocol ${protocol.toLowerCase()}${release}`;
  return `${ends} --port ${port}${protocol === "TCP" ? "" : `/${protocol.toLowerCase()}`}${release}`;
}

/** A word that a shell passes on as it is: names come from the input, and commands are copied. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
