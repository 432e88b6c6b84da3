import { field } from "../../source/manifest/node.js";
import { isMapping } from "../../source/manifest/value.js";
import type { Admission } from "./admission.js";
import type { ApiObject } from "./request.js";
import type { Mistyped } from "./structural/mistyped.js";

/**
 * What a dump has in the place of a policy that a server has stored: servers store each with a spec, and nothing in it of another
 * type. Somebody has cut or masked it since, and what it does is not known.
 * @param errorIn where something in its spec can't be stored; what its metadata have is nothing to what it does
 */
export function damaged(
  { ref, node }: ApiObject,
  errorIn: () => Mistyped | undefined,
): Admission | undefined {
  const spec = field(node, "spec");
  const isWhole = spec !== undefined && isMapping(spec.value);
  const error = errorIn();
  if (isWhole && error === undefined) return undefined;
  const at = error?.at ?? (spec ?? node).origin;
  const facts = { reason: "damaged", ...(error === undefined ? {} : { detail: error.message }) } as const;
  return {
    stored: undefined,
    isUndecided: true,
    problems: [{ code: "not-analysed", facts, at, object: ref }],
  };
}
