import { blockErrors } from "./ip-block.js";
import { child, keyOf } from "../../../source/manifest/origin.js";
import { field, items, textOf, type Node } from "../../../source/manifest/node.js";
import { marshal } from "../go-json/marshal.js";
import { nearest } from "../../../base/text/nearest.js";
import { portErrors } from "./port.js";
import { PROTOCOLS } from "../../../base/net/traffic.js";
import { selectorErrors } from "../validation/label-selector.js";
import type { FieldError } from "../validation/field-error.js";
import type { Finding } from "../../problems/problem.js";
import type { ServerVersion } from "../validation/words.js";

const DIRECTIONS = [
  { rules: "ingress", peers: "from" },
  { rules: "egress", peers: "to" },
] as const;

/**
 * Every error that the server reports about the spec of a decoded NetworkPolicy with its defaults (V-NP-2…22, V-LS-*).
 * @param is2016 a server of then, where a peer has one selector and traffic is TCP or UDP (NPX-16)
 */
export function specErrors(spec: Node, version: ServerVersion, is2016: boolean): FieldError[] {
  const errors = checkedSelector(field(spec, "podSelector"), "spec.podSelector", version);
  for (const { rules, peers } of DIRECTIONS) {
    // Egress has no effect there, and nobody looks at it.
    const isOf2016 = is2016 && rules === "ingress";
    const protocols = isOf2016 ? PROTOCOLS_2016 : PROTOCOLS;
    for (const [i, rule] of items(field(spec, rules)).entries()) {
      const path = `spec.${rules}[${i}]`;
      for (const [j, port] of items(field(rule, "ports")).entries())
        errors.push(...portErrors(port, `${path}.ports[${j}]`, protocols));
      for (const [j, peer] of items(field(rule, peers)).entries()) {
        const at = `${path}.${peers}[${j}]`;
        for (const each of peerErrors(peer, at, version)) errors.push(each);
        if (isOf2016) errors.push(...twoSelectors(peer, at));
      }
    }
  }
  for (const each of policyTypeErrors(field(spec, "policyTypes"))) errors.push(each);
  return errors;
}

function checkedSelector(selector: Node | undefined, path: string, version: ServerVersion): FieldError[] {
  if (selector === undefined) return [];
  return selectorErrors(selector, path, version).map(({ fault, ...error }): FieldError => {
    return { ...error, finding: { code: "invalid-selector", facts: { fault } } };
  });
}

const SELECTORS: readonly string[] = ["podSelector", "namespaceSelector"];

function peerErrors(peer: Node, path: string, version: ServerVersion): FieldError[] {
  const selectors = SELECTORS.filter((key) => field(peer, key) !== undefined);
  const block = field(peer, "ipBlock");
  const errors = selectors.flatMap((key) => checkedSelector(field(peer, key), `${path}.${key}`, version));
  if (block !== undefined)
    for (const each of blockErrors(block, `${path}.ipBlock`, version)) errors.push(each);
  if (block === undefined && selectors.length === 0) {
    const violation = { type: "no-member", members: [...SELECTORS, "ipBlock"] } as const;
    const finding: Finding = { code: "schema", facts: { field: path, violation } };
    errors.push({ at: peer.origin, field: path, type: "required", detail: "must specify a peer", finding });
  } else if (block !== undefined && selectors.length > 0) {
    const finding: Finding = {
      code: "schema",
      facts: { field: path, violation: { type: "block-with-selector", selectors } },
      related: selectors.map((key) => ({ at: keyOf(child(peer.origin, key)), role: "selector" })),
    };
    const detail = "may not specify both ipBlock and another peer";
    errors.push({ at: keyOf(block.origin), field: path, type: "forbidden", detail, finding });
  }
  return errors;
}

const PROTOCOLS_2016: readonly string[] = ["TCP", "UDP"];

function twoSelectors(peer: Node, path: string): FieldError[] {
  const [first, second] = SELECTORS.flatMap((key) => field(peer, key) ?? []);
  if (first === undefined || second === undefined) return [];
  const violation = { type: "several-members", members: SELECTORS } as const;
  const finding: Finding = { code: "schema", facts: { field: path, violation } };
  const detail = "may not specify more than 1 from type";
  return [{ at: keyOf(second.origin), field: path, type: "forbidden", detail, finding }];
}

const POLICY_TYPES: readonly string[] = ["Ingress", "Egress"];

function policyTypeErrors(list: Node | undefined): FieldError[] {
  const path = "spec.policyTypes";
  const types = items(list);
  if (list !== undefined && types.length > POLICY_TYPES.length) {
    const facts = { field: path, limit: POLICY_TYPES.length, count: types.length, unit: "items" } as const;
    const finding: Finding = { code: "limits-exceeded", facts };
    const detail = "may not specify more than two policyTypes";
    return [
      { at: keyOf(list.origin), field: path, type: "invalid", value: marshal(list.value), detail, finding },
    ];
  }
  return types.flatMap((type, i): FieldError[] => {
    const value = textOf(type) ?? "";
    if (POLICY_TYPES.includes(value)) return [];
    const [meant] = nearest(value, POLICY_TYPES);
    const violation = {
      type: "not-one-of",
      value,
      allowed: POLICY_TYPES,
      ...(meant === undefined ? {} : { nearest: meant }),
    } as const;
    const finding: Finding = { code: "schema", facts: { field: `${path}[${i}]`, violation } };
    const detail = `supported values: "Ingress", "Egress"`;
    return [
      {
        at: type.origin,
        field: `${path}[${i}]`,
        type: "unsupported",
        value: marshal(value),
        detail,
        finding,
      },
    ];
  });
}
