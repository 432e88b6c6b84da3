import { blockLines } from "../source/manifest/print/block.js";
import { closeClasses, type ClosingProblem } from "../questions/close/close.js";
import { CLOSING_KINDS, type ClosingKind } from "../questions/close/policies.js";
import { closingFile } from "../report/closing-file.js";
import { endingOf, type Ending } from "./ending.js";
import { loadInputs } from "./load-sources.js";
import { policyText } from "../report/describe.js";
import { UsageError } from "./exit.js";
import type { Loaded } from "../cluster/load/options.js";
import type { AuditOptions } from "./audit-options.js";
import type { AuditQuestion } from "../questions/audit/audit.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";
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

/** Prints the policies that close what a question is about, with what they come to. @throws {UsageError} where there are none */
export async function suggestClosing(
  { cluster }: Loaded,
  question: AuditQuestion,
  options: AuditOptions,
  incompleteness: Incompleteness,
  io: Io,
): Promise<Ending> {
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
  const closing = await closeClasses(cluster, question, kind, decode);
  if (!closing.ok) throw new UsageError(...problemTexts(closing.problem));
  io.stdout.write(closingFile(closing.value, options.except ?? []));
  return endingOf(incompleteness);
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
