import { comparedKeys } from "../../cluster/kinds/conversion/compared.js";
import { DIRECTIONS, type Policy } from "../../cluster/model/policy.js";

/** The labels by which peers of a policy are compared with the subject's namespace, each once. */
export function comparedLabels({ rules }: Policy): readonly string[] {
  const peers = DIRECTIONS.flatMap((direction) => rules[direction]?.rules ?? []).flatMap((rule) =>
    rule.peers.all ? [] : rule.peers.items,
  );
  const keys = peers.flatMap((peer) => (peer.type === "compared" ? comparedKeys(peer.comparison) : []));
  return [...new Set(keys)];
}
