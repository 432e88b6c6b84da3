import { encode } from "./encode.js";
import { kindAndName } from "../cluster/model/object-ref.js";
import { withMore } from "../base/text/list.js";
import type { Step } from "../semantics/evaluate/step.js";
import type { TextRow } from "./columns.js";

type NoPolicyStep = Extract<Step, { readonly type: "no-policy" }>;

/** How many policies are named that are not enforced. */
const NAMED = 3;

/** What policies of some steps without any select it, and aren't enforced. */
function unenforcedOf(steps: readonly Step[]): readonly NonNullable<NoPolicyStep["unenforced"]>[] {
  return steps.flatMap((step) =>
    step.type === "no-policy" && step.unenforced !== undefined ? [step.unenforced] : [],
  );
}

/** `no policy that cilium enforces selects it`, where others do; else `no policy selects it`. */
export function noPolicyText(steps: readonly Step[], where = "", what = ""): string {
  const [first] = unenforcedOf(steps);
  return first === undefined
    ? `no policy ${where}selects it${what}`
    : `no policy that ${encode(first.by)} enforces selects it${what}`;
}

/** `not enforced: ClusterNetworkPolicy deny`. */
export function unenforcedRows(steps: readonly Step[]): TextRow[] {
  const policies = unenforcedOf(steps).flatMap((each) => each.policies);
  if (policies.length === 0) return [];
  const names = policies.slice(0, NAMED).map(({ ref }) => encode(kindAndName(ref)));
  return [{ text: `  not enforced: ${withMore(names, policies.length - names.length)}` }];
}
