import { child } from "../../../source/manifest/origin.js";
import {
  CIDR_WORDS,
  correctedCidr,
  isStrictSubset,
  networkPolicyCidrFault,
  singleAddress,
} from "../validation/cidr.js";
import { field, items, textOf, type Node } from "../../../source/manifest/node.js";
import { quote } from "../go-json/quote.js";
import type { FieldError } from "../validation/field-error.js";
import type { Finding } from "../../problems/problem.js";
import type { ServerVersion } from "../validation/words.js";

/** What is wrong with an `ipBlock` (V-NP-15…20, V-NP-24). */
export function blockErrors(block: Node, path: string, version: ServerVersion): FieldError[] {
  const node = field(block, "cidr");
  const cidr = textOf(node) ?? "";
  if (node === undefined || cidr === "") {
    const violation = { type: "missing", name: "cidr" } as const;
    const finding: Finding = { code: "schema", facts: { field: `${path}.cidr`, violation } };
    return [{ at: child(block.origin, "cidr"), field: `${path}.cidr`, type: "required", finding }];
  }
  const errors = cidrErrors(node, cidr, `${path}.cidr`, version);
  // Nothing can be said of exceptions to what is no block.
  if (networkPolicyCidrFault(cidr, false) !== undefined) return errors;
  for (const [i, item] of items(field(block, "except")).entries()) {
    const except = textOf(item) ?? "";
    const exceptPath = `${path}.except[${i}]`;
    errors.push(...cidrErrors(item, except, exceptPath, version));
    if (networkPolicyCidrFault(except, false) !== undefined || isStrictSubset(except, cidr)) continue;
    const related = [{ at: node.origin, role: "cidr" }];
    const finding: Finding = { code: "except-outside-cidr", facts: { except, cidr }, related };
    const detail = "must be a strict subset of `cidr`";
    errors.push({
      at: item.origin,
      field: exceptPath,
      type: "invalid",
      value: quote(except),
      detail,
      finding,
    });
  }
  return errors;
}

function cidrErrors(node: Node, cidr: string, path: string, { hasStrictCidrs }: ServerVersion): FieldError[] {
  const fault = networkPolicyCidrFault(cidr, hasStrictCidrs);
  if (fault === undefined) return [];
  const corrected = correctedCidr(cidr);
  const single = fault === "host-bits" ? singleAddress(cidr) : undefined;
  const facts = {
    cidr,
    fault,
    ...(corrected === undefined ? {} : { corrected }),
    ...(single === undefined ? {} : { single }),
  };
  const finding: Finding = { code: "invalid-cidr", facts };
  return [
    { at: node.origin, field: path, type: "invalid", value: quote(cidr), detail: CIDR_WORDS[fault], finding },
  ];
}
