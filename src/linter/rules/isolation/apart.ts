import type { Policy } from "../../../cluster/model/policy.js";
import type { Requirement } from "../../../cluster/model/selector.js";

/** True where no pod has the labels that the subjects of two policies ask for. */
export function areApart(a: Policy, b: Policy): boolean {
  const asked = ({ subject }: Policy): readonly Requirement[] =>
    (subject.pods?.requirements ?? []).filter(({ operator }) => operator === "In");
  return asked(a).some(({ key, values }) =>
    asked(b).some((other) => other.key === key && !other.values.some((value) => values.includes(value))),
  );
}
