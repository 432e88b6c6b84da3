import { decodeNetworkPolicy } from "./decode.js";
import type { ApiObject, KindReader, ObjectReading, ReadOptions } from "../kind.js";

/** NetworkPolicy of networking.k8s.io/v1, and of extensions/v1beta1 in both of its meanings. */
export const NETWORK_POLICY: KindReader = {
  isNamespaced: true,
  read(object: ApiObject, options: ReadOptions): ObjectReading {
    const is2016 = options.isLegacy && object.ref.apiVersion === "extensions/v1beta1";
    const policy = decodeNetworkPolicy(object, is2016 ? "NetworkPolicy2016" : "NetworkPolicy");
    return { objects: [{ type: "policy", policy }], problems: [] };
  },
};
