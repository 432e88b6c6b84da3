import type { Keep } from "../../source/manifest/composed.js";

/** The parts of a policy that decide flows. */
export const POLICY_KEEP: Keep = {
  apiVersion: true,
  kind: true,
  metadata: { name: true, namespace: true, labels: true },
  spec: true,
};
