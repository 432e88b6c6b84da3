import { bundleName, everyBundle, namedBundle, type CrdKind } from "../../admission/bundles.js";
import { judgeBySchema } from "../../admission/crd/judge.js";
import { isOfOlderShape } from "../../admission/crd/older-shapes.js";
import { schemaOf } from "../../admission/crd/schemas.js";
import { serverVersion } from "../../admission/validation/words.js";
import type { ApiObject } from "../../admission/request.js";
import type { ReadOptions } from "../kind.js";

/**
 * The release whose shape an object has: the newest that takes it, or else that finds the fewest faults, where every release
 * may be meant and none counts for its kind already (S-OBJ-4); undefined where that is the newest one.
 */
export function recognisedRelease({ ref, node }: ApiObject, options: ReadOptions): string | undefined {
  const kind = ref.kind as CrdKind;
  const isSettled =
    options.readsEveryRelease !== true ||
    options.isStored ||
    options.crds.has(kind) ||
    namedBundle(kind, options.bundles) !== undefined;
  if (isSettled) return undefined;
  const version = serverVersion(options.kubernetesVersion);
  const bundles = everyBundle(kind);
  let [nearest] = bundles;
  let fewest = Infinity;
  for (const bundle of bundles) {
    const { isAccepted, unknown, errors } = judgeBySchema(node, kind, schemaOf(kind, bundle), version);
    // What is a field of an older shape is no slip.
    const misread = unknown.filter(isOfOlderShape);
    const faults = isAccepted ? 0 : 1 + unknown.length + errors.length + misread.length;
    if (faults < fewest) [nearest, fewest] = [bundle, faults];
    if (isAccepted) break;
  }
  return nearest === undefined || nearest === bundles[0] ? undefined : bundleName(nearest);
}
