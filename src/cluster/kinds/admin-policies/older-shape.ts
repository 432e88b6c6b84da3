import { field, type Node } from "../../../source/manifest/node.js";
import { namedBundle, type CrdKind } from "../../admission/bundles.js";
import { schemaOf, schemaOfVersion } from "../../admission/crd/schemas.js";
import { versionIn } from "../../admission/crd/definition.js";
import type { ApiObject } from "../../admission/request.js";
import type { ReadOptions } from "../kind.js";
import type { PeerShape } from "./decode.js";
import type { Schema } from "../../admission/structural/schema.js";

/**
 * How peers say which namespaces they mean: as the cluster's CRD has it, or else the bundle that is named. What is a label
 * selector in later releases means something else before v0.1.3 (S-OBJ-1, S-OBJ-3); by default the newest counts (S-OBJ-4).
 */
export function peerShape(object: ApiObject, options: ReadOptions): PeerShape {
  const rules = schemaFor(object, options)?.properties.get("spec")?.properties.get("ingress")?.items;
  const namespaces = rules?.properties.get("from")?.items?.properties.get("namespaces");
  if (namespaces?.properties.has("related") === true) return "proposed";
  return namespaces?.properties.has("namespaceSelector") === true ? "members" : "labels";
}

function schemaFor({ ref }: ApiObject, { crds, bundles }: ReadOptions): Schema | undefined {
  const definition = crds.get(ref.kind);
  if (definition !== undefined) {
    const version = versionIn(definition, ref.apiVersion);
    return version === undefined ? undefined : schemaOfVersion(version);
  }
  const kind = ref.kind as CrdKind;
  const bundle = namedBundle(kind, bundles);
  return bundle === undefined ? undefined : schemaOf(kind, bundle);
}

/** Where such a peer has its namespaces: below itself, or below its `pods`. */
export function olderNamespaces(peer: Node): Node | undefined {
  return field(peer, "namespaces") ?? field(field(peer, "pods"), "namespaces");
}
