import type { Suppression } from "../../../cluster/problems/suppression.js";

/** What people call a suppression that is written somewhere. */
export function suppressionName(by: Suppression["by"]): string {
  return by === "config" ? "entry of `ignore`" : `suppressing ${by}`;
}
