import type { Change } from "../law.js";
import type { KubernetesObject } from "../../reference/kubernetes.js";
import type { Random } from "../generate/random.js";
import { isPolicy, withPolicyValues } from "./objects.js";

/** The documents in another order. */
export const permuteDocuments: Change = (made, random) => {
  const objects = shuffledUnlessSame(made.objects, random);
  return objects === made.objects ? made : { ...made, objects };
};

/** The rules of NetworkPolicies in another order: they are a union. Those of the ordered tiers are not. */
export const permuteRules = permuting(["ingress", "egress"], ({ kind }) => kind === "NetworkPolicy");

/** The peers of rules in another order, with the lists that peers hold. */
export const permutePeers = permuting([
  "from",
  "to",
  "networks",
  "domainNames",
  "except",
  "matchExpressions",
]);

/** The ports of rules in another order. */
export const permutePorts = permuting(["ports", "protocols"]);

function permuting(
  lists: readonly string[],
  isMeant: (object: KubernetesObject) => boolean = isPolicy,
): Change {
  return (made, random) =>
    withPolicyValues(
      made,
      (value, key) =>
        Array.isArray(value) && lists.includes(key) ? shuffledUnlessSame(value, random) : value,
      isMeant,
    );
}

function shuffledUnlessSame<T>(items: readonly T[], random: Random): readonly T[] {
  const shuffled = random.shuffled(items);
  return shuffled.every((item, index) => item === items[index]) ? items : shuffled;
}
