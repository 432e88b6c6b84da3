import { cidrForm } from "../../review/cidr-form.js";
import { field, items, numberOf, textOf } from "../../../../source/manifest/node.js";
import { nullPeerFindings, nullSubjectFindings } from "./null-selectors.js";
import { hasOpenRule, openRuleFindings } from "./open-rules.js";
import { policyTypeFindings } from "./policy-types.js";
import { splitRuleFindings } from "./split-rules.js";
import { tcpOnlyPorts, type WrittenPort } from "../../review/tcp-only-ports.js";
import { writtenRules, type WrittenRules } from "./written-rules.js";
import type { ApiObject } from "../../../admission/request.js";
import type { Found } from "../../../problems/found.js";
import type { Policy } from "../../../model/policy.js";
import type { Problem } from "../../../problems/problem.js";

/**
 * What a NetworkPolicy says otherwise than it reads, as far as that shows in how it is written.
 * @param object as it is written, and accepted by a server
 * @param policy what it means
 */
export function reviewNetworkPolicy(object: ApiObject, policy: Policy): Problem[] {
  const { ref, node } = object;
  const written = writtenRules(object, policy);
  const found = [
    ...policyTypeFindings(node, policy),
    ...nullSubjectFindings(node),
    ...written.flatMap((rules) => [
      ...openRuleFindings(
        rules,
        written.some((each) => each !== rules && !hasOpenRule(each)),
      ),
      ...splitRuleFindings(rules),
      ...nullPeerFindings(rules),
      ...blockFindings(rules),
      ...tcpOnlyPorts(portsOf(rules)),
    ]),
  ];
  return found.map(({ at, finding }): Problem => ({ ...finding, at, object: ref }));
}

function blockFindings({ peers, rules }: WrittenRules): Found[] {
  const blocks = rules.flatMap((rule) => items(field(rule, peers)).map((peer) => field(peer, "ipBlock")));
  return blocks.flatMap((block) => {
    const cidr = field(block, "cidr");
    return [...(cidr === undefined ? [] : [cidr]), ...items(field(block, "except"))].flatMap(cidrForm);
  });
}

function portsOf({ peers, rules }: WrittenRules): WrittenPort[] {
  return rules.flatMap((rule) => {
    const peerList = items(field(rule, peers));
    const isOutward = peerList.length === 0 || peerList.some((peer) => field(peer, "ipBlock") !== undefined);
    return items(field(rule, "ports")).flatMap((item): WrittenPort[] => {
      const port = field(item, "port");
      const text = textOf(port) ?? numberOf(port)?.toString();
      if (port === undefined || text === undefined || field(item, "endPort") !== undefined) return [];
      return [{ port: text, protocol: textOf(field(item, "protocol")), origin: port.origin, isOutward }];
    });
  });
}
