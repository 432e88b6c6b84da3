import { field, fieldAt, items, numberOf, textOf } from "../../../../src/source/manifest/node.js";
import { NAMESPACE_NAME_LABEL } from "../../../../src/cluster/model/labels.js";
import { RuleList, type Policy, type Rule } from "../../../../src/cluster/model/policy.js";
import { refusedPolicy } from "../../../../src/cluster/kinds/refused-policy.js";
import { selectorOf } from "../../../../src/cluster/model/selector.js";
import type { ApiObject } from "../../../../src/cluster/admission/request.js";
import type { PolicyReader } from "../../../../src/cluster/kinds/kind.js";
import type { Problem } from "../../../../src/cluster/problems/problem.js";

/** A policy that shuts the pods of a namespace: `spec: { priority: 3, namespace: shop, ingress: [{ ports: … }] }`. */
function decode({ ref, node }: ApiObject): Policy {
  const spec = field(node, "spec");
  const namespace = textOf(field(spec, "namespace")) ?? "";
  const requirement = {
    key: NAMESPACE_NAME_LABEL,
    operator: "In",
    values: [namespace],
    origin: undefined,
  } as const;
  const list = field(spec, "ingress") ?? node;
  const rules = items(list).map(({ origin }, index): Rule => ({
    index,
    name: undefined,
    action: "Deny",
    actionOrigin: undefined,
    peers: { all: true },
    ports: { all: true },
    origin,
  }));
  return {
    ref,
    origin: node.origin,
    tier: "Admin",
    generation: "Toy",
    isolates: false,
    priority: numberOf(field(spec, "priority")),
    subject: { namespaces: { selector: selectorOf([requirement]) }, pods: undefined, origin: node.origin },
    rules: { ingress: new RuleList(list.origin, () => rules), egress: undefined },
  };
}

export const READER: PolicyReader = {
  isNamespaced: false,
  read(object) {
    const priority = fieldAt(object.node, "spec", "priority");
    if (priority === undefined || typeof priority.value === "number")
      return { objects: [{ type: "policy", policy: decode(object) }], problems: [] };
    const { apiVersion, kind } = object.ref;
    const problem: Problem = {
      code: "unserved-kind",
      facts: { apiVersion, kind },
      at: priority.origin,
      object: object.ref,
    };
    return { objects: [refusedPolicy(object, decode, [problem])], problems: [problem] };
  },
  distrust: (object) => [refusedPolicy(object, decode, undefined)],
};
