import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { deniedDnsCaches } from "../plugins/local-dns.js";

/** By the plugin that is named, or that the input runs (S-HOST-1). */
export const localDnsNotAllowed = defineRule({
  id: "local-dns-not-allowed",
  level: "warning",
  category: "portability",
  summary: "DNS allowed to pods alone, where pods ask a cache on their node",
  rationale:
    "NodeLocal DNSCache listens on a link-local address of each node, on the node's network. Pods ask that address, and no selector of pods matches it: names don't resolve, though DNS to kube-dns is allowed.",
  reference: "S-HOST-1",
  examples: { bad, good },
  check: deniedDnsCaches,
  word({ daemonSet, address }) {
    return {
      message: `pods ask the DNS cache ${code(daemonSet)} at ${address}, which a selector of pods doesn't match`,
      label: "doesn't allow the cache",
      help: `allow \`ipBlock: { cidr: ${address}/32 }\` on port 53 besides`,
    };
  },
});
