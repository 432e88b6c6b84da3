import { child, type Origin } from "../../../source/manifest/origin.js";
import { damaged } from "../damaged.js";
import { decode } from "../go-json/decode.js";
import { labelKeyProblems } from "../label-keys.js";
import { NETWORK_POLICY_2016, NETWORK_POLICY_V1, NETWORK_POLICY_V1BETA1 } from "./go-types.js";
import { maskedText } from "../masked.js";
import { metadataErrors } from "../metadata/validate.js";
import { problemsOf } from "../refusal.js";
import { quote } from "../go-json/quote.js";
import { lackedNamespace } from "../lacked-namespace.js";
import { removedVersionProblem } from "./removed-version.js";
import { specErrors } from "./validate.js";
import { serverVersion, type ServerVersion } from "../validation/words.js";
import { blockPortNameProblems } from "./unchecked.js";
import { withDefaults } from "./defaults.js";
import type { Admission } from "../admission.js";
import type { ApiObject, AdmitOptions } from "../request.js";
import type { FieldError } from "../validation/field-error.js";
import { isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import { valueIn, type Node } from "../../../source/manifest/node.js";
import type { Mistyped } from "../structural/mistyped.js";

/**
 * Says whether a server takes a NetworkPolicy of networking.k8s.io/v1 or extensions/v1beta1; both are checked alike.
 * What a server has stored already is not validated again.
 */
export function admitNetworkPolicy(object: ApiObject, options: AdmitOptions): Admission {
  const { ref, node } = object;
  const labelKeys = labelKeyProblems(object);
  const accepted = (stored: Value): Admission => {
    return {
      stored,
      problems: [...blockPortNameProblems({ ref, node: { ...node, value: stored } }), ...labelKeys],
    };
  };
  const is2016 = isOf2016(object, options);
  const released = ref.apiVersion === "extensions/v1beta1" ? NETWORK_POLICY_V1BETA1 : NETWORK_POLICY_V1;
  const type = is2016 ? NETWORK_POLICY_2016 : released;
  const version = serverVersion(options.kubernetesVersion);
  if (options.isStored)
    return (
      damaged(
        object,
        () =>
          lackedNamespace(node) ??
          decode(type, specOf(node)).error ??
          maskedText(node, true) ??
          (is2016 ? laterThan2016(node, version) : undefined),
      ) ?? accepted(node.value)
    );
  const removed = removedVersionProblem(object, options);
  if (removed !== undefined) return { stored: undefined, problems: [removed] };
  const { value, unknown, error } = decode(type, node);
  const stored = value === undefined ? undefined : withDefaults(value);
  const errors =
    value === undefined || stored === undefined ? [] : errorsOf(value, stored, node.origin, version, is2016);
  if (stored !== undefined && unknown.length === 0 && errors.length === 0) return accepted(stored);
  const refusal = { decodeError: error, unknown, quotePath: quote, errors };
  const isUnknownAlone = stored !== undefined && errors.length === 0;
  const problems = [...problemsOf(object, refusal), ...labelKeys];
  return { stored: undefined, ...(isUnknownAlone ? { storedUnchecked: stored } : {}), problems };
}

/** The metadata is checked as it is written, for a name that the server makes up is told from one that is given. */
function errorsOf(
  decoded: Mapping,
  stored: Mapping,
  origin: Origin,
  version: ServerVersion,
  is2016: boolean,
): FieldError[] {
  const metadata = { value: decoded["metadata"] ?? null, origin: child(origin, "metadata") };
  const spec = { value: stored["spec"] ?? null, origin: child(origin, "spec") };
  return [
    ...metadataErrors(metadata, { isNamespaced: true, isBuiltIn: true, version }),
    ...specErrors(spec, version, is2016),
  ];
}

/** True for a policy that is read as the design of 2016 meant it (NPX-16). */
export function isOf2016(
  { ref }: Pick<ApiObject, "ref">,
  { isLegacy }: Pick<AdmitOptions, "isLegacy">,
): boolean {
  return isLegacy && ref.apiVersion === "extensions/v1beta1";
}

/** What no server of then has stored: a later one has, which read the policy otherwise. */
function laterThan2016(policy: Node, version: ServerVersion): Mistyped | undefined {
  const [field] = decode(NETWORK_POLICY_2016, specOf(policy)).unknown;
  if (field !== undefined)
    return { at: field.at, message: `the 2016 design has no field ${quote(field.name)}` };
  const spec = { value: valueIn(policy.value, "spec") ?? null, origin: child(policy.origin, "spec") };
  const [error] = specErrors(spec, version, true);
  return error && { at: error.at, message: `${error.field}: ${error.detail}` };
}

/** A policy without what its verdicts do not hang on. */
function specOf({ value, origin }: Node): Node {
  const spec = isMapping(value) ? value["spec"] : undefined;
  return { value: spec === undefined ? {} : { spec }, origin };
}
