import { any, code } from "./code.js";
import type { Requirement } from "../../../cluster/model/selector.js";

/** What a selector asks of one label: `` `app` to be `web` ``. */
export function conditionText(
  key: string,
  { operator, values }: Pick<Requirement, "operator" | "values">,
): string {
  switch (operator) {
    case "In":
      return `${code(key)} to be ${any(values)}`;
    case "NotIn":
      return `${code(key)} not to be ${any(values)}`;
    case "Exists":
      return `${code(key)} to be set`;
    case "DoesNotExist":
      return `${code(key)} not to be set`;
  }
}
