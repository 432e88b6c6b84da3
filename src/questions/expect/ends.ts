import { failed, succeeded } from "../../base/attempt/attempt.js";
import { resolve, resolveSource } from "../query/resolve.js";
import { resolveGroup } from "../query/group.js";
import { resolved, type Asked, type QuestionProblem } from "../ask/problem.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { EndText } from "./test-file.js";
import type { Resolved } from "../query/resolution.js";

/** An end that a text of a test stands for. */
export interface NamedEnd {
  readonly text: EndText;
  readonly resolved: Resolved;
  /** True where the text stands for several. */
  readonly isOneOfMany: boolean;
}

/** Looks up what a text stands for: one end, or each of a pattern, a namespace or labels. A text that matches nothing is a problem. */
export function endsNamed(
  cluster: Cluster,
  text: EndText,
  side: "from" | "to",
  namespace: string | undefined,
): Asked<readonly NamedEnd[]> {
  const { port } = text;
  if (side === "from" && port !== undefined)
    return failed({ code: "port-of-source", text: `${text.text}:${port}`, name: text.text });
  const group = resolveGroup(cluster, text.text, namespace);
  if (group !== undefined) {
    if (!group.ok) return failed({ ...group.problem, asked: text.text });
    const { ends } = group.value;
    return succeeded(ends.map((each) => ({ text, resolved: each, isOneOfMany: true })));
  }
  const find = side === "from" ? resolveSource : resolve;
  const one = resolved(text.text, find(cluster, text.text, namespace));
  return one.ok ? succeeded([{ text, resolved: one.value, isOneOfMany: false }]) : one;
}

/** An end as `anp explain` takes it: as it was typed, or one of many by its own name. */
export function typedEnd({ text, resolved: end, isOneOfMany }: NamedEnd): string {
  if (!isOneOfMany) return text.text;
  const { workload, endpoints } = end;
  return workload?.id ?? endpoints[0]?.id ?? text.text;
}

/** Why a text stands for nothing in a cluster, on either side; undefined where it stands for something. */
export function unnamedEnd(
  cluster: Cluster,
  text: EndText,
  namespace: string | undefined,
): QuestionProblem | undefined {
  const to = endsNamed(cluster, text, "to", namespace);
  if (text.text === "*") return undefined;
  return to.ok || endsNamed(cluster, text, "from", namespace).ok ? undefined : to.problem;
}
