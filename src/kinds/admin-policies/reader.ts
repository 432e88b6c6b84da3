import { decodeAdminPolicy, type Dialect } from "./decode.js";
import { ADMIN_NETWORK_POLICY, BASELINE_ADMIN_NETWORK_POLICY, CLUSTER_NETWORK_POLICY } from "./dialects.js";
import type { ApiObject, KindReader, ObjectReading } from "../kind.js";

function readerOf(dialect: Dialect): KindReader {
  return {
    isNamespaced: false,
    read(object: ApiObject): ObjectReading {
      return { objects: [{ type: "policy", policy: decodeAdminPolicy(object, dialect) }], problems: [] };
    },
  };
}

/** The cluster-scoped policy kinds, by kind. */
export const ADMIN_POLICIES: ReadonlyMap<string, KindReader> = new Map([
  ["AdminNetworkPolicy", readerOf(ADMIN_NETWORK_POLICY)],
  ["BaselineAdminNetworkPolicy", readerOf(BASELINE_ADMIN_NETWORK_POLICY)],
  ["ClusterNetworkPolicy", readerOf(CLUSTER_NETWORK_POLICY)],
]);
