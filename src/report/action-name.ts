import type { Action, Policy } from "../cluster/model/policy.js";

/** An action as the manifests of its kind have it: what ClusterNetworkPolicy calls Accept is Allow in the kinds before it. */
export function actionName(action: Action, { ref }: Pick<Policy, "ref">): string {
  return action === "Accept" && OLDER_KINDS.has(ref.kind) ? "Allow" : action;
}

const OLDER_KINDS: ReadonlySet<string> = new Set(["AdminNetworkPolicy", "BaselineAdminNetworkPolicy"]);
