import { correctedCidr, networkPolicyCidrFault, singleAddress } from "../../admission/validation/cidr.js";
import { textOf, type Node } from "../../../source/manifest/node.js";
import type { Found } from "../../problems/found.js";

/**
 * A CIDR that is accepted although it is not the plain form of its block (V-NP-24, V-NP-25): what other releases refuse
 * or warn about, and plugins may read differently.
 */
export function cidrForm(node: Node): Found[] {
  const cidr = textOf(node) ?? "";
  const corrected = correctedCidr(cidr);
  const fault = networkPolicyCidrFault(cidr, true);
  if (corrected === undefined || corrected === cidr || fault === "not-a-cidr") return [];
  if (fault === "host-bits") {
    const single = singleAddress(cidr);
    const facts = { cidr, corrected, ...(single === undefined ? {} : { single }) };
    return [{ at: node.origin, finding: { code: "cidr-host-bits", facts } }];
  }
  const facts = { cidr, corrected, fault: fault ?? "ipv6-form" } as const;
  return [{ at: node.origin, finding: { code: "non-canonical-cidr", facts } }];
}
