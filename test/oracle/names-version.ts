/** True for a version, with its group or without. Of what names none no server has any kind, and kubectl refuses items of it. */
export function namesVersion(apiVersion: unknown): apiVersion is string {
  return typeof apiVersion === "string" && /^(?:[^/]*\/)?[^/]+$/.test(apiVersion);
}
