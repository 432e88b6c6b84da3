import { blockLines } from "../source/manifest/print/block.js";
import { closeClasses, type ClosingProblem } from "../questions/close/close.js";
import { CLOSING_KINDS, type ClosingKind } from "../questions/close/policies.js";
import { closingFile, type ClosedSet } from "../report/closing-file.js";
import { encode } from "../report/encode.js";
import { groupBy } from "../base/collections/group-by.js";
import { endingOf, type Ending } from "./ending.js";
import { loadInputs } from "./load-sources.js";
import { policyText } from "../report/describe.js";
import { UsageError } from "./exit.js";
import type { Loaded } from "../cluster/load/options.js";
import type { Cluster } from "../cluster/model/cluster.js";
import type { AuditOptions } from "./audit-options.js";
import type { AuditQuestion } from "../questions/audit/audit.js";
import { joinedIncompleteness, type Incompleteness } from "../cluster/load/incomplete.js";
import type { Io } from "./io.js";
import type { Json } from "../source/edit/edit.js";
import type { Policy } from "../cluster/model/policy.js";

/** @throws {UsageError} for options that say how an audit is shown, and where nothing is named that is to be closed */
export function failForSuggest({ suggest, to, from, output, failOn, toKind }: AuditOptions): void {
  if (suggest !== true) {
    if (toKind !== undefined) throw new UsageError("--to-kind goes with --suggest");
    return;
  }
  if (to === undefined)
    throw new UsageError("--suggest needs --to", "name what is to be closed: --to metadata");
  const others = [
    ["--from", from],
    ["-o", output],
    ["--fail-on", failOn],
  ] as const;
  const other = others.find(([, value]) => value !== undefined);
  if (other !== undefined) throw new UsageError(`--suggest and ${other[0]} can't be combined`);
  if (toKind !== undefined && kindNamed(toKind) === undefined)
    throw new UsageError(`--to-kind needs ${CLOSING_KINDS.join(" or ")}, not "${toKind}"`);
}

function kindNamed(text: string): ClosingKind | undefined {
  return CLOSING_KINDS.find((each) => each.toLowerCase() === text.toLowerCase());
}

/** A cluster of which something is to be closed: one, or one of several sets of manifests by its name. */
export interface ClosedSource {
  readonly set: string | undefined;
  readonly loaded: Loaded;
  readonly question: AuditQuestion;
  readonly incompleteness: Incompleteness;
}

/**
 * Prints the policies that close what a question is about, with what they come to. Of several sets, each of which is a cluster of
 * its own, those that close all of them: what is printed can be applied to any.
 * @throws {UsageError} where there are none, or each set needs others
 */
export async function suggestClosing(
  sources: readonly ClosedSource[],
  options: AuditOptions,
  io: Io,
): Promise<Ending> {
  const found: ClosedSet[] = [];
  for (const { set, loaded, question } of sources) {
    const closing = await closingOf(loaded.cluster, question, options, io);
    if (!closing.ok) {
      const [message, ...hints] = problemTexts(closing.problem);
      throw new UsageError(set === undefined ? message : `in ${encode(set)}: ${message}`, ...hints);
    }
    found.push({ set, closing: closing.value });
  }
  failForDifferent(found);
  io.stdout.write(closingFile(found, options.except ?? []));
  // Only now is it known which limits were met on the way.
  const incompleteness = sources.map((each) => each.incompleteness);
  return endingOf(joinedIncompleteness(incompleteness, undefined));
}

/** @throws {UsageError} where sets need different policies: one after the other, they would take each other's place */
function failForDifferent(found: readonly ClosedSet[]): void {
  const alike = groupBy(found, ({ closing }) => JSON.stringify(closing.manifests));
  if (alike.size < 2) return;
  const groups = [...alike.values()].map((sets) => namesOf(sets));
  throw new UsageError(
    `these sets of manifests need different policies: ${groups.join("; ")}`,
    "name one of them with -f; anp lint --roots lists them",
  );
}

function namesOf([first, ...others]: readonly ClosedSet[]): string {
  const more = others.length === 0 ? "" : ` and ${others.length} more alike`;
  return `${encode(first?.set ?? "")}${more}`;
}

function closingOf(
  cluster: Cluster,
  question: AuditQuestion,
  options: AuditOptions,
  io: Io,
): ReturnType<typeof closeClasses> {
  const kind = kindNamed(options.toKind ?? "") ?? "ClusterNetworkPolicy";
  const decode = async (manifests: readonly Json[]): Promise<readonly Policy[]> => {
    const text = manifests
      .map((each) => blockLines(each, { step: 2, listOffset: 2 }).join("\n"))
      .join("\n---\n");
    const file = { name: "suggested.yaml", text };
    const { cluster: own, problems } = await loadInputs(
      [{ type: "file", file, isNamed: true }],
      options,
      "flows",
      io,
    );
    const [problem] = problems;
    if (problem !== undefined || own.policies.length !== manifests.length)
      throw new Error(`invariant: a policy that is suggested is valid: ${problem?.code ?? "it is not read"}`);
    return own.policies;
  };
  return closeClasses(cluster, question, kind, decode);
}

function problemTexts(problem: ClosingProblem): readonly [message: string, ...hints: string[]] {
  switch (problem.code) {
    case "no-own-label":
      return [
        `no label tells the pods that --except names in ${problem.namespace} from the others there`,
        "give them one, or except the namespace",
      ];
    case "no-priority":
      return [
        `${policyText(problem.policy.ref)} has priority 0: nothing comes before it`,
        "give it another priority first",
      ];
    case "too-many-rules":
      return [
        `closing all of it takes more rules than one ${problem.kind} can have`,
        "name fewer destinations at once with --to",
      ];
    case "nothing-to-name":
      return [
        problem.names.length === 0
          ? "nothing of these classes is in the input"
          : `no policy can deny a name: ${problem.names.join(", ")}`,
        "allow what is needed by name, and deny the rest: docs/egress.md",
      ];
  }
}
