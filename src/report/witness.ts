import { shellWord } from "../base/text/shell-word.js";
import type { Problem } from "../cluster/problems/problem.js";
import type { FlowWitness } from "../cluster/problems/witness.js";

/**
 * `for example (denied): anp explain -f k8s shop/deployment/web db/statefulset/pg --port 5432`: the command
 * comes last, so that it can be copied.
 * @param ask what makes `anp explain` read the same input: ` -f k8s`
 */
export function witnessText(witness: FlowWitness, ask = ""): string {
  const { verdict, half } = witness;
  const about = [
    ...(verdict === undefined ? [] : [verdict]),
    ...(half === undefined ? [] : [`the finding is about its ${half} side`]),
  ];
  return `for example${about.length === 0 ? "" : ` (${about.join("; ")})`}: ${witnessCommand(witness, ask)}`;
}

/** The flow that shows a finding to people; none where nothing can be told of it, as beside input that is not whole. */
export function shownWitness({ witness }: Pick<Problem, "witness">): FlowWitness | undefined {
  return witness?.verdict === "unknown" ? undefined : witness;
}

/** The question to ask about a flow. */
export function witnessCommand({ from, to, protocol, port, bundle }: FlowWitness, ask = ""): string {
  const ends = `anp explain${ask} ${shellWord(from)} ${shellWord(to)}`;
  const release = bundle === undefined || ask.includes(" --bundle ") ? "" : ` --bundle ${bundle}`;
  if (port === undefined) return `${ends} --protocol ${protocol.toLowerCase()}${release}`;
  return `${ends} --port ${port}${protocol === "TCP" ? "" : `/${protocol.toLowerCase()}`}${release}`;
}
