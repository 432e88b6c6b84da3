/** Labels whose values do not stay, by what changes them (S-WL-1). */
export const VOLATILE_LABELS: ReadonlyMap<string, "rollout" | "release"> = new Map([
  ["pod-template-hash", "rollout"],
  ["pod-template-generation", "rollout"],
  ["controller-revision-hash", "rollout"],
  ["controller-uid", "rollout"],
  ["batch.kubernetes.io/controller-uid", "rollout"],
  ["helm.sh/chart", "release"],
  ["app.kubernetes.io/version", "release"],
  ["version", "release"],
]);
