import { entries, field, items, type Node } from "../node.js";
import { PEER_LISTS } from "../peer-lists.js";
import { DIRECTIONS } from "../../model/policy.js";
import { schemaOfVersion } from "../crd/schemas.js";
import { versionIn } from "../crd/definition.js";
import type { ApiObject, ReadOptions } from "../kind.js";
import type { Problem } from "../../diagnostics/problem.js";

/**
 * True where the cluster's CRD has the shape of v0.1.0 to v0.1.2, whose peers select namespaces by a member of
 * `namespaces`: what is a label selector in later releases means something else there (S-OBJ-1, S-OBJ-3).
 */
export function hasOlderShape({ ref }: ApiObject, { crds }: ReadOptions): boolean {
  const definition = crds.get(ref.kind);
  const version = definition && versionIn(definition, ref.apiVersion);
  if (version === undefined) return false;
  const rules = schemaOfVersion(version).properties.get("spec")?.properties.get("ingress")?.items;
  const namespaces = rules?.properties.get("from")?.items?.properties.get("namespaces");
  return namespaces?.properties.has("namespaceSelector") === true;
}

/** Where such a peer has its namespaces: below itself, or below its `pods`. */
export function olderNamespaces(peer: Node): Node | undefined {
  return field(peer, "namespaces") ?? field(field(peer, "pods"), "namespaces");
}

/** Peers that are found by comparing labels of their namespaces with the subject's are not evaluated (S-TEN-1…3). */
export function comparingProblems({ ref, node }: ApiObject): Problem[] {
  const spec = field(node, "spec");
  return DIRECTIONS.flatMap((direction) =>
    items(field(spec, direction)).flatMap((rule) =>
      items(field(rule, PEER_LISTS[direction])).flatMap((peer) =>
        entries(olderNamespaces(peer))
          .filter(([key]) => key !== "namespaceSelector")
          .map(([key, { origin }]): Problem => {
            return {
              code: "not-analysed",
              facts: { reason: "older-peer", detail: key },
              at: origin,
              object: ref,
            };
          }),
      ),
    ),
  );
}
