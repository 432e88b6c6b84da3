import { admitCustomResource } from "../../admission/crd/admit.js";
import { ADMIN_NETWORK_POLICY, BASELINE_ADMIN_NETWORK_POLICY, CLUSTER_NETWORK_POLICY } from "./dialects.js";
import { peerShape } from "./older-shape.js";
import { decodeAdminPolicy, type Dialect } from "./decode.js";
import { recognisedRelease } from "./recognised.js";
import { refusedPolicy } from "../refused-policy.js";
import { shapeMixUp } from "./shape-mix-up.js";
import { reviewAdminPolicy } from "./review/review.js";
import type { ApiObject } from "../../admission/request.js";
import type { PolicyReader, ObjectReading, ReadOptions } from "../kind.js";
import type { Problem } from "../../problems/problem.js";
import type { Policy } from "../../model/policy.js";

function readerOf(newest: Dialect): PolicyReader {
  return {
    isNamespaced: false,
    read(object: ApiObject, given: ReadOptions): ObjectReading {
      const release = recognisedRelease(object, given);
      const options = release === undefined ? given : { ...given, bundles: [...given.bundles, release] };
      const dialect = { ...newest, shape: peerShape(object, options) };
      const decode = (each: ApiObject): Policy => decodeAdminPolicy(each, dialect);
      const { stored, storedUnchecked, problems, isUndecided, checks, mixedUp } = admitCustomResource(
        object,
        options,
      );
      const asked = checks === undefined ? {} : { checks };
      const missing = (cause: "refused" | "undecided", why: readonly Problem[]): ObjectReading => {
        const unchecked =
          storedUnchecked === undefined
            ? undefined
            : decode({ ref: object.ref, node: { value: storedUnchecked, origin: object.node.origin } });
        const known = {
          cause,
          mixedUp: mixedUp && shapeMixUp(object, mixedUp, dialect),
          ...(unchecked === undefined ? {} : { storedUnchecked: unchecked }),
        };
        return { objects: [refusedPolicy(object, decode, why, known)], problems: why, ...asked };
      };
      if (stored === undefined) return missing(isUndecided === true ? "undecided" : "refused", problems);
      const policy = decode({ ref: object.ref, node: { value: stored, origin: object.node.origin } });
      const review = options.purpose === "lint" ? reviewAdminPolicy(object) : [];
      const readAs = { shape: dialect.shape, release };
      return { objects: [{ type: "policy", policy }], problems: [...problems, ...review], readAs, ...asked };
    },
    distrust: (object) => [refusedPolicy(object, (each) => decodeAdminPolicy(each, newest), undefined)],
  };
}

/** The cluster-scoped policy kinds, by kind. */
export const ADMIN_POLICIES: ReadonlyMap<string, PolicyReader> = new Map([
  ["AdminNetworkPolicy", readerOf(ADMIN_NETWORK_POLICY)],
  ["BaselineAdminNetworkPolicy", readerOf(BASELINE_ADMIN_NETWORK_POLICY)],
  ["ClusterNetworkPolicy", readerOf(CLUSTER_NETWORK_POLICY)],
]);
