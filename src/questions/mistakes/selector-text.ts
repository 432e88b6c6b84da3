import type { Requirement, Selector } from "../../cluster/model/selector.js";

/** A selector as kubectl writes it: `app=web,tier in (a,b),!legacy`. */
export function selectorText({ requirements }: Pick<Selector, "requirements">): string {
  return requirements.map(requirementText).join(",");
}

function requirementText({ key, operator, values }: Requirement): string {
  switch (operator) {
    case "In":
      return values.length === 1 ? `${key}=${values[0] ?? ""}` : `${key} in (${values.join(",")})`;
    case "NotIn":
      return `${key} notin (${values.join(",")})`;
    case "Exists":
      return key;
    case "DoesNotExist":
      return `!${key}`;
  }
}
