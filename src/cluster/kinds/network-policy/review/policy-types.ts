import { child, keyOf } from "../../../../source/manifest/origin.js";
import { DIRECTIONS, type Policy } from "../../../model/policy.js";
import { emptyList } from "../../review/nulls.js";
import { field, items, type Node } from "../../../../source/manifest/node.js";
import type { Found } from "../../../problems/found.js";

/** What `policyTypes` leaves out, or its default decides instead of the author (S-NULL, V-GAP-1, V-GAP-2). */
export function policyTypeFindings(root: Node, policy: Policy): Found[] {
  const spec = field(root, "spec");
  return items(field(spec, "policyTypes")).length > 0 ? leftOut(spec, policy) : byDefault(root, spec);
}

function leftOut(spec: Node | undefined, policy: Policy): Found[] {
  return DIRECTIONS.flatMap((direction): Found[] => {
    const list = field(spec, direction);
    const types = field(spec, "policyTypes");
    if (list === undefined || types === undefined) return [];
    if (items(list).length === 0 || policy.rules[direction] !== undefined) return [];
    const related = [{ at: keyOf(types.origin), role: "policy types" }];
    const finding = { code: "policy-types-omits-direction", facts: { direction }, related } as const;
    return [{ at: keyOf(list.origin), finding }];
  });
}

/** The default is Ingress, and Egress where there is an egress rule. An `ingress: []` says that nothing may come in. */
function byDefault(root: Node, spec: Node | undefined): Found[] {
  const egress = field(spec, "egress");
  const isIngressWritten = field(spec, "ingress") !== undefined;
  if (egress !== undefined && items(egress).length > 0) {
    if (isIngressWritten) return [];
    const facts = { adds: "ingress-beside-egress" } as const;
    return [{ at: keyOf(egress.origin), finding: { code: "policy-types-implicit", facts } }];
  }
  const empty = spec === undefined ? undefined : emptyList(spec, "egress");
  if (empty !== undefined) {
    const hasIngressRules = items(field(spec, "ingress")).length > 0;
    const facts = { written: empty.written, hasIngressRules };
    return [{ at: empty.at, finding: { code: "deny-egress-written-as-empty-list", facts } }];
  }
  if (isIngressWritten) return [];
  const at = keyOf(child(root.origin, "spec"));
  return [{ at, finding: { code: "policy-types-implicit", facts: { adds: "ingress-alone" } } }];
}
