import { judgeBySchema, type SchemaJudgement } from "./judge.js";
import { kindAndName } from "../../model/object-ref.js";
import { isOfOlderShape, SHAPE_A, SHAPE_KEP } from "./older-shapes.js";
import { namedBundle, type CrdKind } from "../bundles.js";
import { schemaOf } from "./schemas.js";
import type { ApiObject } from "../request.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { Problem } from "../../problems/problem.js";
import type { ServerVersion } from "../validation/words.js";
import type { UnknownField } from "../go-json/decode.js";
import { isMapping, type Value } from "../../../source/manifest/value.js";

/** The older shapes, each with a bundle that has it (those of v0.1.0 to v0.1.2 have no field that v0.1.1 has not). */
const OLDER_SHAPES = [
  { bundle: "v0.1.1", shape: SHAPE_A },
  { bundle: "kep", shape: SHAPE_KEP },
] as const;

/** An object that an older release takes as it is, and a later one too once it has dropped what it does not know (S-OBJ-3). */
export interface MixedUpShape {
  readonly bundle: (typeof OLDER_SHAPES)[number]["bundle"];
  /** The releases that have the shape, in words. */
  readonly shape: string;
  /** As the older release stores it. */
  readonly asMeant: Value;
  /** As a server with the later one stores it, where nothing checks strictly. */
  readonly asStored: Value;
  readonly dropped: readonly UnknownField[];
}

/**
 * Tells an object that is refused for nothing but its shape.
 * @param verdict what the later release says
 */
export function mixedUpShape(
  { ref, node }: ApiObject,
  { stored, decodeError, errors, unknown }: SchemaJudgement,
  version: ServerVersion,
): MixedUpShape | undefined {
  if (stored === undefined || decodeError !== undefined || errors.length > 0) return undefined;
  // What selects everything there too loses nothing: such a field is unknown, and no more.
  if (!unknown.some((each) => isOfOlderShape(each) && saysSomething(each))) return undefined;
  const kind = ref.kind as CrdKind;
  for (const { bundle, shape } of OLDER_SHAPES) {
    const older = namedBundle(kind, [bundle]);
    const verdict = older && judgeBySchema(node, kind, schemaOf(kind, older), version);
    if (verdict?.isAccepted === true && verdict.stored !== undefined)
      return { bundle, shape, asMeant: verdict.stored, asStored: stored, dropped: unknown };
  }
  return undefined;
}

/** False for `namespaceSelector: {}` and the like. */
function saysSomething({ name, parent }: UnknownField): boolean {
  return name !== "namespaceSelector" || !isEmpty(parent[name]);
}

/** True for a selector without conditions; one of other fields is refused for them. */
function isEmpty(value: Value | undefined): boolean {
  if (value === null || value === undefined) return true;
  return isMapping(value) ? Object.values(value).every(isEmpty) : Array.isArray(value) && value.length === 0;
}

/** The values that lose what is in them. */
function emptiedIn({ dropped }: MixedUpShape): Origin[] {
  return [...new Set(dropped.flatMap(({ at }): Origin[] => (at.parent === undefined ? [] : [at.parent])))];
}

/** One problem for all that is refused: the object is meant for another release. */
export function mixedUpProblem(
  { ref, node }: ApiObject,
  mixedUp: MixedUpShape,
  refused: readonly Problem[],
): Problem {
  const [first = node.origin, ...others] = emptiedIn(mixedUp);
  const fields = [...new Set(mixedUp.dropped.map(({ name }) => name))];
  return {
    code: "older-shape-selects-everything",
    facts: { policy: kindAndName(ref), bundle: mixedUp.bundle, shape: mixedUp.shape, fields },
    at: first,
    object: ref,
    ...(others.length === 0 ? {} : { related: others.map((at) => ({ at, role: "emptied" })) }),
    server: refused.flatMap(({ server = [] }) => server),
    ...(refused.every((each) => each.fix !== undefined)
      ? { fix: refused.flatMap(({ fix = [] }) => fix) }
      : {}),
  };
}
