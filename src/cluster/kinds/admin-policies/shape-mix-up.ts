import { decodeAdminPolicy, type Dialect, type PeerShape } from "./decode.js";
import type { ApiObject } from "../../admission/request.js";
import type { MixedUpShape } from "../../admission/crd/mixed-up-shape.js";
import type { Policy } from "../../model/policy.js";
import type { ShapeMixUp } from "../../model/objects.js";
import type { Value } from "../../../source/manifest/value.js";

const PEERS: Readonly<Record<MixedUpShape["bundle"], PeerShape>> = { "v0.1.1": "members", kep: "proposed" };

/** What a policy says to the release that it was written for, and what is left of it where another one stores it. */
export function shapeMixUp(
  { ref, node }: ApiObject,
  { bundle, asMeant, asStored }: MixedUpShape,
  dialect: Dialect,
): ShapeMixUp {
  const decode = (value: Value, shape: PeerShape): Policy =>
    decodeAdminPolicy({ ref, node: { value, origin: node.origin } }, { ...dialect, shape });
  return { asMeant: decode(asMeant, PEERS[bundle]), asStored: decode(asStored, dialect.shape) };
}
