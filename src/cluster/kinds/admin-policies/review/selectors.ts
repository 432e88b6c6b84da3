import { field, type Node } from "../../../../source/manifest/node.js";
import { nullField } from "../../review/nulls.js";
import { nullsInSelector } from "../../review/null-selectors.js";
import type { Found } from "../../../problems/found.js";

/** What nulls make of the selectors of a subject or a peer (S-NULL, S-CNP-7). */
export function nullSelectorFindings(selection: Node): Found[] {
  const pods = field(selection, "pods");
  const selectors = [
    field(selection, "namespaces"),
    field(selection, "nodes"),
    field(pods, "namespaceSelector"),
    field(pods, "podSelector"),
  ];
  const lost = nullField(pods, "namespaceSelector");
  const facts = { field: "namespaceSelector", effect: "selects-every-namespace" } as const;
  return [
    ...(lost === undefined
      ? []
      : [{ at: lost, finding: { code: "selector-emptied-by-null", facts } } as const]),
    ...selectors.flatMap((each) => (each === undefined ? [] : nullsInSelector(each, "custom resource"))),
  ];
}
