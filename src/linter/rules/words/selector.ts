import { code } from "./code.js";
import { nameFault, nameForm } from "./names.js";
import type { SelectorFault } from "../../../cluster/problems/violation.js";
import type { Wording } from "../../../cluster/problems/diagnostic.js";

/** What keeps a label selector from being built, and how to fix it. */
export function selectorWording(fault: SelectorFault): Required<Pick<Wording, "message" | "label" | "help">> {
  switch (fault.type) {
    case "operator":
      return {
        message: `${code(fault.operator)} is not an operator of a label selector`,
        label: "not an operator",
        help:
          fault.nearest === undefined
            ? "use `In`, `NotIn`, `Exists` or `DoesNotExist`, exactly as written here"
            : `write ${code(fault.nearest)}`,
      };
    case "key":
      return {
        message: `${code(fault.key)} is not a label key`,
        label: nameFault("label key", fault.faults),
        help: nameForm("label key"),
      };
    case "value":
      return {
        message: `${code(fault.value)} is not a label value`,
        label: nameFault("label value", fault.faults),
        help: nameForm("label value"),
      };
    case "values-missing":
      return {
        message: `operator ${code(fault.operator)} needs at least one value`,
        label: "`values` is missing or empty",
        help: `list the values, or use ${fault.operator === "In" ? "`Exists`" : "`DoesNotExist`"} for the key alone`,
      };
    case "values-forbidden":
      return {
        message: `operator ${code(fault.operator)} takes no values`,
        label: "this operator takes only a key",
        help: `remove \`values\`, or use ${fault.operator === "Exists" ? "`In`" : "`NotIn`"}`,
      };
  }
}
