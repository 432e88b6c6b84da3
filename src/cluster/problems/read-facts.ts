import { isDomain } from "../model/cluster-names.js";
import { parseBlock } from "../../base/net/address.js";
import type { Node } from "../../source/manifest/node.js";
import type { StrictReader } from "./strict-reader.js";

/** What a file says of the cluster, as options take it. */
export interface WrittenFacts {
  readonly podCidrs: readonly string[];
  readonly serviceCidrs: readonly string[];
  readonly nodeCidrs: readonly string[];
  readonly dnsService: string | undefined;
  readonly domain: string | undefined;
}

/** Reads the mapping `cluster` of a file of anp's own. */
export function readFacts(node: Node | undefined, reader: StrictReader): WrittenFacts {
  const fields = reader.fields(node, ["podCidrs", "serviceCidrs", "nodeCidrs", "dnsService", "domain"]);
  const cidrs = (key: string): string[] => reader.texts(fields.get(key), "CIDR", cidrFault);
  return {
    podCidrs: cidrs("podCidrs"),
    serviceCidrs: cidrs("serviceCidrs"),
    nodeCidrs: cidrs("nodeCidrs"),
    dnsService: reader.text(fields.get("dnsService"), "a Service", serviceFault),
    domain: reader.text(fields.get("domain"), "a domain", (text) =>
      isDomain(text) ? undefined : `expected a domain such as cluster.local`,
    ),
  };
}

function cidrFault(text: string): string | undefined {
  return parseBlock(text) === undefined
    ? `expected a CIDR such as 10.0.0.0/8, not ${JSON.stringify(text)}`
    : undefined;
}

function serviceFault(text: string): string | undefined {
  return /^[^/\s]+\/[^/\s]+$/.test(text)
    ? undefined
    : "expected NAMESPACE/NAME, such as kube-system/kube-dns";
}
