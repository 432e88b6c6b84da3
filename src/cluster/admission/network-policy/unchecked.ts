import { field, items, textOf } from "../../../source/manifest/node.js";
import { keyOf } from "../../../source/manifest/origin.js";
import type { ApiObject } from "../request.js";
import type { Problem } from "../../problems/problem.js";

/**
 * Named ports of egress rules to address blocks: an address has no named ports (S-PORT-9). In an ingress rule the name
 * is looked up on the policy's own pods.
 * @param object an object as a server stores it
 */
export function blockPortNameProblems({ ref, node }: ApiObject): Problem[] {
  return items(field(field(node, "spec"), "egress")).flatMap((rule): Problem[] => {
    const block = items(field(rule, "to"))
      .map((peer) => field(peer, "ipBlock"))
      .find((each) => each !== undefined);
    if (block === undefined) return [];
    const ports = items(field(rule, "ports")).map((item) => field(item, "port"));
    return ports.flatMap((port): Problem[] => {
      const name = textOf(port);
      if (port === undefined || name === undefined) return [];
      const related = [{ at: keyOf(block.origin), role: "peer" }];
      const facts = { port: name, peer: "ipBlock", isRefused: false } as const;
      return [{ code: "named-port-with-ip-peer", facts, at: port.origin, related, object: ref }];
    });
  });
}
