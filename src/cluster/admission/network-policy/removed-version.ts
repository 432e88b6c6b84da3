import { child } from "../../../source/manifest/origin.js";
import type { ApiObject, AdmitOptions } from "../request.js";
import type { Problem } from "../../problems/problem.js";

const REMOVED_IN = [1, 16] as const;

/**
 * A problem where the server does not serve extensions/v1beta1 any more; reading it as the 2016 design meant it is
 * asked for where that is wanted.
 */
export function removedVersionProblem({ ref, node }: ApiObject, options: AdmitOptions): Problem | undefined {
  const { apiVersion, kind } = ref;
  const [major, minor] = options.kubernetesVersion;
  const isServed = major < REMOVED_IN[0] || (major === REMOVED_IN[0] && minor < REMOVED_IN[1]);
  if (
    apiVersion !== "extensions/v1beta1" ||
    options.isLegacy ||
    options.readsEveryRelease === true ||
    isServed
  )
    return undefined;
  return {
    code: "removed-api-version",
    facts: { apiVersion, removedIn: REMOVED_IN.join("."), replacement: "networking.k8s.io/v1" },
    at: child(node.origin, "apiVersion"),
    object: ref,
    server: [`no matches for kind "${kind}" in version "${apiVersion}"`],
  };
}
