import { dnsLabelErrors } from "./validation/names.js";
import { field, textOf, type Node } from "../../source/manifest/node.js";
import { quote } from "./go-json/quote.js";
import type { Mistyped } from "./structural/mistyped.js";

/** Where a dump doesn't tell the namespace of an object, which a server stores with each: somebody has cut or masked it. */
export function lackedNamespace(object: Node): Mistyped | undefined {
  const metadata = field(object, "metadata");
  const name = textOf(field(metadata, "namespace")) ?? "";
  if (dnsLabelErrors(name).length === 0) return undefined;
  const message = name === "" ? "it has no namespace" : `its namespace ${quote(name)} is masked`;
  return { at: (metadata ?? object).origin, message };
}
