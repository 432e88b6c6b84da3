import { field, fieldAt, items, type Node } from "../../source/manifest/node.js";
import type { NamedObject } from "./read-objects.js";

/**
 * True for a Namespace, Service, Pod or workload that says all that a server asks of one: under the name of a patch it may be the
 * object itself.
 */
export function isWholeObject({ kind, node }: Pick<NamedObject, "kind" | "node">): boolean {
  const spec = field(node, "spec");
  switch (kind) {
    case "Namespace":
      return true;
    case "Service":
      return field(spec, "selector") !== undefined && items(field(spec, "ports")).length > 0;
    case "Pod":
      return hasImage(spec);
    case "Job":
      return hasImage(fieldAt(spec, "template", "spec"));
    case "CronJob":
      return hasImage(fieldAt(spec, "jobTemplate", "spec", "template", "spec"));
    default:
      return field(spec, "selector") !== undefined && hasImage(fieldAt(spec, "template", "spec"));
  }
}

/** Kinds whose pods have labels that their selector asks for: a server takes none without. */
const WITH_SELECTOR: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "ReplicaSet"]);

/**
 * True for a part of a workload, whose pods have no labels. It is a patch of the object of its name, which a kustomization applies, or has
 * applied once: what it says is not of other pods.
 */
export function isFragment({ kind, node }: Pick<NamedObject, "kind" | "node">): boolean {
  const spec = field(node, "spec");
  const template = field(spec, "template");
  const saysAllElse = field(spec, "selector") !== undefined && field(template, "spec") !== undefined;
  return WITH_SELECTOR.has(kind) && fieldAt(template, "metadata", "labels") === undefined && !saysAllElse;
}

function hasImage(podSpec: Node | undefined): boolean {
  return items(field(podSpec, "containers")).some((each) => field(each, "image") !== undefined);
}
