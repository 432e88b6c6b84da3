import { failed, succeeded } from "../../base/attempt/attempt.js";
import { nearest } from "../../base/text/nearest.js";
import { CLASS_NAMES, isClassName } from "../audit/destinations.js";
import { resolve, resolveSource } from "../query/resolve.js";
import { resolveGroup, wholeNamespace, type Group } from "../query/group.js";
import { readTraffic } from "../query/traffic.js";
import type { Asked, QuestionProblem } from "./problem.js";
import type { AskedClass, AuditQuestion } from "../audit/audit.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Resolution, Resolved, Unresolved } from "../query/resolution.js";

/** What an audit is asked in a person's words. */
export interface AuditWords {
  /** Classes, or names as `anp explain` takes them; none for the usual classes. */
  readonly to: readonly string[];
  /** Pods and groups of them; none for all. */
  readonly from: readonly string[];
  readonly except: readonly string[];
  /** As `--port` and `--protocol`: all traffic where both are missing. */
  readonly port?: string | undefined;
  readonly protocol?: string | undefined;
  /** The namespace of names given without one. */
  readonly namespace: string | undefined;
}

/** Looks up what an audit names. */
export function lookUpAudit(cluster: Cluster, words: AuditWords): Asked<AuditQuestion> {
  const { namespace, port, protocol } = words;
  const asked = port === undefined && protocol === undefined ? undefined : readTraffic(port, protocol);
  if (asked?.ok === false) return asked;
  const [name] = asked?.value.names ?? [];
  if (name !== undefined) return failed({ code: "port-by-name", asked: name.name });
  const to: AskedClass[] = [];
  for (const text of words.to) {
    if (isClassName(text)) {
      to.push(text);
      continue;
    }
    const group = resolveGroup(cluster, text, namespace) ?? one(resolve(cluster, text, namespace));
    if (!group.ok) return failed(classProblem(text, group.problem));
    for (const resolved of group.value.ends) to.push({ asked: resolved.shownAs, resolved });
  }
  const from = podsNamed(cluster, words.from, namespace);
  if (!from.ok) return from;
  const except = podsNamed(cluster, words.except, namespace);
  if (!except.ok) return except;
  const exceptNamespaces = words.except.flatMap((text) => wholeNamespace(cluster, text) ?? []);
  const traffic = asked === undefined ? {} : { traffic: asked.value.ranges };
  return succeeded({ to, from: from.value, except: except.value, exceptNamespaces, ...traffic });
}

/** Why a word is no destination: a bare one may have been meant as a class, or as a name of the input. */
function classProblem(asked: string, problem: Unresolved): QuestionProblem {
  const isBare =
    problem.code === "not-found" && problem.kind === undefined && problem.namespace === undefined;
  if (!isBare) return { ...problem, asked };
  const [meant] = nearest(asked, CLASS_NAMES);
  const suggestions = meant === undefined ? problem.suggestions : [meant];
  return { code: "no-class", asked, suggestions, classes: CLASS_NAMES };
}

function podsNamed(
  cluster: Cluster,
  texts: readonly string[],
  namespace: string | undefined,
): Asked<readonly Resolved[]> {
  const ends: Resolved[] = [];
  for (const text of texts) {
    const group = resolveGroup(cluster, text, namespace) ?? one(resolveSource(cluster, text, namespace));
    if (!group.ok) {
      if (wholeNamespace(cluster, text) !== undefined) continue;
      return failed({ ...group.problem, asked: text });
    }
    const noPod = group.value.ends.find(({ endpoints }) => endpoints.some(({ type }) => type !== "pod"));
    if (noPod !== undefined) return failed({ code: "not-a-pod", asked: text });
    ends.push(...group.value.ends);
  }
  return succeeded(ends);
}

function one(resolution: Resolution): Group {
  return resolution.ok ? succeeded({ ends: [resolution.value] }) : resolution;
}
