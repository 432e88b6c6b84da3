import { fieldAt, textOf } from "../../../source/manifest/node.js";
import type { ApiObject } from "../request.js";
import type { Problem } from "../../problems/problem.js";

/** A namespace on a cluster-scoped object, which the server drops (S-IN-8). No refusal. */
export function namespaceProblems({ ref, node }: ApiObject): Problem[] {
  const written = fieldAt(node, "metadata", "namespace");
  const namespace = textOf(written) ?? "";
  if (written === undefined || namespace === "") return [];
  const facts = { kind: ref.kind, namespace };
  return [{ code: "cluster-scoped-namespace", facts, at: written.origin, object: ref }];
}
