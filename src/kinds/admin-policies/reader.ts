import { admit } from "../crd/admit.js";
import { ADMIN_NETWORK_POLICY, BASELINE_ADMIN_NETWORK_POLICY, CLUSTER_NETWORK_POLICY } from "./dialects.js";
import { decodeAdminPolicy, type Dialect } from "./decode.js";
import { refusedPolicy } from "../refused-policy.js";
import { reviewAdminPolicy } from "./review/review.js";
import type { ApiObject, KindReader, ObjectReading, ReadOptions } from "../kind.js";
import type { Policy } from "../../model/policy.js";

function readerOf(dialect: Dialect): KindReader {
  const decode = (object: ApiObject): Policy => decodeAdminPolicy(object, dialect);
  return {
    isNamespaced: false,
    read(object: ApiObject, options: ReadOptions): ObjectReading {
      const { stored, problems } = admit(object, options);
      if (stored === undefined) return { objects: [refusedPolicy(object, decode, problems)], problems };
      const policy = decode({ ref: object.ref, node: { value: stored, origin: object.node.origin } });
      const review = options.purpose === "lint" ? reviewAdminPolicy(object) : [];
      return { objects: [{ type: "policy", policy }], problems: [...problems, ...review] };
    },
    distrust: (object) => [refusedPolicy(object, decode, undefined)],
  };
}

/** The cluster-scoped policy kinds, by kind. */
export const ADMIN_POLICIES: ReadonlyMap<string, KindReader> = new Map([
  ["AdminNetworkPolicy", readerOf(ADMIN_NETWORK_POLICY)],
  ["BaselineAdminNetworkPolicy", readerOf(BASELINE_ADMIN_NETWORK_POLICY)],
  ["ClusterNetworkPolicy", readerOf(CLUSTER_NETWORK_POLICY)],
]);
