import { Document, visit } from "yaml";
import { Random } from "./random.js";
import { withNulls } from "./nulls.js";
import type { KubernetesObject } from "../../reference/kubernetes.js";
import type { Origin } from "./admin-policies.js";

/**
 * An object as somebody writes it: as YAML or JSON, and where a server still has to take it with nulls that mean what the
 * object says (S-NULL).
 * @param spelling 0 for plain YAML
 */
export function toText(object: KubernetesObject, spelling: number, origin: Origin): string {
  const random = new Random(spelling);
  const value = origin === "stored" ? asStored(object) : spelling === 0 ? object : withNulls(object, random);
  if (spelling !== 0 && random.happens(1, 4))
    return JSON.stringify(value, undefined, random.happens(1, 2) ? 2 : 0);
  const isFlow = spelling !== 0 && random.happens(1, 4);
  const document = new Document(value, {
    version: "1.1",
    aliasDuplicateObjects: spelling !== 0 && random.happens(1, 2),
  });
  if (isFlow) quoteForFlow(document);
  return document.toString({
    collectionStyle: isFlow ? "flow" : "any",
    defaultStringType: spelling !== 0 && random.happens(1, 3) ? "QUOTE_DOUBLE" : "PLAIN",
  });
}

/** A server writes the spec of each policy that it has, whoever left it out: one without is not whole. */
function asStored(object: KubernetesObject): KubernetesObject {
  return object.kind !== "NetworkPolicy" || object.spec !== undefined
    ? object
    : { ...object, spec: { podSelector: {} } };
}

/** Kubernetes takes `::/0` as it stands in block style only: in flow style nothing plain begins with a colon or a question mark. */
function quoteForFlow(document: Document): void {
  visit(document, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === "string" && /^[:?]/.test(scalar.value)) scalar.type = "QUOTE_DOUBLE";
    },
  });
}
