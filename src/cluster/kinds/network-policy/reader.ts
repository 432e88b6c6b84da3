import { admitNetworkPolicy, isOf2016 } from "../../admission/network-policy/admit.js";
import { lackedNamespace } from "../../admission/lacked-namespace.js";
import { decodeNetworkPolicy } from "./decode.js";
import { refusedPolicy } from "../refused-policy.js";
import { reviewNetworkPolicy } from "./review/review.js";
import type { ApiObject } from "../../admission/request.js";
import type { PolicyReader, ObjectReading, ReadOptions } from "../kind.js";
import type { Policy } from "../../model/policy.js";

/** NetworkPolicy of networking.k8s.io/v1, and of extensions/v1beta1 in both of its meanings. */
export const NETWORK_POLICY: PolicyReader = {
  isNamespaced: true,
  read(object: ApiObject, options: ReadOptions): ObjectReading {
    const decode = decoder(options);
    const { stored, storedUnchecked, problems, isUndecided } = admitNetworkPolicy(object, options);
    if (stored === undefined) {
      const unchecked =
        storedUnchecked === undefined || isOf2016(object, options)
          ? {}
          : {
              storedUnchecked: decode({ ref: object.ref, node: { ...object.node, value: storedUnchecked } }),
            };
      const cause = isUndecided === true ? "undecided" : "refused";
      // It may be one of any namespace.
      const isAnywhere = options.isStored && lackedNamespace(object.node) !== undefined;
      const ref = isAnywhere ? { ...object.ref, namespace: undefined } : object.ref;
      const refused = refusedPolicy({ ...object, ref }, decode, problems, { ...unchecked, cause });
      return { objects: [refused], problems };
    }
    // What is stored no longer tells an empty list from a missing one; the design of 2016 does (S-NULL).
    const value = isOf2016(object, options) ? object.node.value : stored;
    const policy = decode({ ref: object.ref, node: { value, origin: object.node.origin } });
    const isReviewed = options.purpose === "lint" && !isOf2016(object, options);
    const review = isReviewed ? reviewNetworkPolicy(object, policy) : [];
    return { objects: [{ type: "policy", policy }], problems: [...problems, ...review] };
  },
  distrust: (object, options) => [refusedPolicy(object, decoder(options), undefined)],
};

function decoder(options: ReadOptions): (object: ApiObject) => Policy {
  return (object) => decodeNetworkPolicy(object, isOf2016(object, options) ? "2016" : "released");
}
