import { field } from "../../source/manifest/node.js";
import { isMapping } from "../../source/manifest/value.js";
import type { Admission } from "./admission.js";
import type { ApiObject } from "./request.js";
import type { Mistyped } from "./structural/mistyped.js";

/**
 * What a dump has in the place of a policy that a server has stored: servers store each with a spec, and nothing in it of another
 * type. Somebody has cut or masked it since, and what it does is not known.
 * @param error where something in its spec is of another type; what its metadata have is nothing to what it does
 */
export function damaged({ ref, node }: ApiObject, error?: Mistyped): Admission | undefined {
  const spec = field(node, "spec");
  const isWhole = spec !== undefined && isMapping(spec.value);
  if (isWhole && error === undefined) return undefined;
  const at = error?.at ?? (spec ?? node).origin;
  const facts = { reason: "damaged", ...(error === undefined ? {} : { detail: error.message }) } as const;
  return {
    stored: undefined,
    isUndecided: true,
    problems: [{ code: "not-analysed", facts, at, object: ref }],
  };
}
