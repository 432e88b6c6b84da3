import { withGeneratedName } from "../metadata/generated-name.js";
import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";

/**
 * Fills in what the server fills in: a name for a prefix, TCP for a port without a protocol, and without policy types Ingress, and Egress
 * where there is an egress rule (S-NULL).
 */
export function withDefaults(policy: Mapping): Mapping {
  const spec = copyOf(policy["spec"]);
  for (const key of ["ingress", "egress"])
    if (spec[key] !== undefined) spec[key] = listOf(spec[key]).map(ruleWithDefaults);
  if (listOf(spec["policyTypes"]).length === 0) {
    spec["policyTypes"] = listOf(spec["egress"]).length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
  }
  const filled = copyOf(policy);
  const metadata = policy["metadata"];
  if (isMapping(metadata)) filled["metadata"] = withGeneratedName(metadata);
  filled["spec"] = spec;
  return filled;
}

function ruleWithDefaults(rule: Value): Value {
  const copy = copyOf(rule);
  if (copy["ports"] === undefined) return rule;
  copy["ports"] = listOf(copy["ports"]).map((port) => {
    const filled = copyOf(port);
    filled["protocol"] ??= "TCP";
    return filled;
  });
  return copy;
}

function copyOf(value: Value | undefined): Record<string, Value> {
  const copy = emptyMapping();
  if (isMapping(value)) for (const key of Object.keys(value)) copy[key] = value[key] as Value;
  return copy;
}

function listOf(value: Value | undefined): readonly Value[] {
  return isList(value) ? value : [];
}
